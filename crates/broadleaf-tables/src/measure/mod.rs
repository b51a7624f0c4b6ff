//! Overlap as a measure: how much of two boxes is common, which pairs have much in common, and
//! which boxes remain if each suppresses or absorbs the weaker ones near it.

mod best_first;
mod merge;
mod nms;
mod overlap;
mod pairs;
mod suppression;
mod survivors;
#[cfg(test)]
mod tests;
mod work;

pub use merge::{InvalidMean, Merged, merge, merge_with_pulse};
pub use nms::{nms, nms_with_pulse};
pub use overlap::{Float, Measure};
pub use pairs::{InvalidMinimum, MeasuredPair, cross_pairs, self_pairs};
pub use suppression::{InvalidSuppression, Suppression};
