//! What only the inside of a tree shows.

mod metrics;
mod planes;
mod violations;
