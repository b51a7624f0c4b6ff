//! Times of frames.

use serde::Serialize;

/// The times of the frames of a scene, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Times {
    /// The median.
    pub(crate) total_ms: f64,
    /// The slowest frame.
    pub(crate) max_ms: f64,
}

impl Times {
    pub(crate) fn of(totals: Vec<f64>) -> Self {
        Self {
            max_ms: to_microseconds(totals.iter().copied().fold(0.0, f64::max)),
            total_ms: to_microseconds(median(totals)),
        }
    }
}

/// Rounds milliseconds to microseconds, since finer digits are noise.
pub(crate) fn to_microseconds(ms: f64) -> f64 {
    (ms * 1e3).round() / 1e3
}

/// The middle value; 0 for an empty list.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
