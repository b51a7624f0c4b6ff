//! Tests of the contract of [`Sorted`](super::Sorted), and of the parts of the sort.

mod broken;
mod cell_counts;
mod sources;
mod validate;
