//! The contract of [`Sorted`](super::Sorted), and the parts of the sort.

mod broken;
mod cell_counts;
mod sources;
mod validate;
