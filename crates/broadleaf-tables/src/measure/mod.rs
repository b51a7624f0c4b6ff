//! Overlap as a measure: how much of two boxes is common, which pairs have much in common, and
//! which boxes remain if each keeps the weaker ones near it away.

mod nms;
mod overlap;
mod pairs;
#[cfg(test)]
mod tests;

pub use nms::{InvalidSuppression, Suppression, nms};
pub use overlap::{Float, Measure};
pub use pairs::{InvalidMinimum, MeasuredPair, cross_pairs, self_pairs};
