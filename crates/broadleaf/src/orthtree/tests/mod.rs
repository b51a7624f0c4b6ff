//! What only the inside of a tree shows.

#[cfg(feature = "std")]
mod far;
mod metrics;
mod planes;
mod thresholds;
mod violations;
