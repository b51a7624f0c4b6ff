//! Properties that only the inside of a tree shows.

mod cube;
#[cfg(feature = "std")]
mod far;
mod looseness;
mod metrics;
mod planes;
mod thresholds;
mod violations;
