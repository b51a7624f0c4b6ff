//! 64-bit checksums of the pairs of a scene, independent of the order in which pairs are found.
//!
//! ```
//! use broadleaf::Id;
//! use broadleaf_scenes::checksum::{FrameSum, fold};
//! let mut sum = FrameSum::default();
//! sum.add(Id(1), Id(2));
//! sum.add(Id(0), Id(7));
//! let mut other = FrameSum::default();
//! other.add(Id(7), Id(0)); // ids in either order
//! other.add(Id(1), Id(2));
//! assert_eq!(fold(0, sum), fold(0, other));
//! ```

use broadleaf::Id;

use crate::random::mix;

/// The checksum of the pairs of a frame: the wrapping sum of their hashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameSum {
    /// The number of pairs.
    pub pairs: u64,
    sum: u64,
}

impl FrameSum {
    /// Adds a pair; the order of its ids does not matter.
    #[inline]
    pub fn add(&mut self, a: Id, b: Id) {
        let (a, b) = (a.min(b), a.max(b));
        self.pairs += 1;
        self.sum = self
            .sum
            .wrapping_add(mix(u64::from(a.0) << 32 | u64::from(b.0)));
    }

    /// The checksum of a list of pairs.
    pub fn of(pairs: impl IntoIterator<Item = [Id; 2]>) -> Self {
        let mut sum = Self::default();
        pairs.into_iter().for_each(|[a, b]| sum.add(a, b));
        sum
    }
}

/// Adds the next frame to the checksum of a scene, which starts at 0.
#[must_use]
pub fn fold(scene: u64, frame: FrameSum) -> u64 {
    mix(scene ^ frame.sum)
}
