//! What only the inside of a tree shows.

mod metrics;
mod violations;
