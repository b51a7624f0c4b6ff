//! The parameters of a `KdSweep`.

use super::tuning::{LEAF_CAPACITY, SAMPLES_PER_PART};

/// The parameters of a [`KdSweep`](super::KdSweep), which affect speed only.
///
/// ```
/// use broadleaf::{KdSweep, kd_sweep::Config};
/// let index = KdSweep::<f32, 3>::with_config(Config::default().with_leaf_capacity(32));
/// assert_eq!(index.config().leaf_capacity, 32);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Config {
    /// The most boxes in a leaf; 128 by default, and less than 3 counts as 3. Smaller leaves make
    /// queries cheaper, larger leaves make builds cheaper.
    ///
    /// A leaf has more boxes only where most of them overlap each other.
    pub leaf_capacity: usize,
}

impl Config {
    /// The same parameters with this [`leaf_capacity`](Self::leaf_capacity).
    #[must_use]
    pub fn with_leaf_capacity(mut self, boxes: usize) -> Self {
        self.leaf_capacity = boxes;
        self
    }

    /// The leaf capacity in effect: a leaf is cut only if it has enough boxes to choose a median.
    pub(super) fn effective_leaf_capacity(&self) -> usize {
        self.leaf_capacity.max(SAMPLES_PER_PART - 1)
    }
}

/// Measured in the table of `docs/log/2026-11-28-kd-sweep.md`.
impl Default for Config {
    fn default() -> Self {
        Self {
            leaf_capacity: LEAF_CAPACITY,
        }
    }
}
