//! The parameters of an Orthtree.

use crate::geometry::{Aabb, Scalar};

/// The parameters of an [`Orthtree`](super::Orthtree); the default suits most scenes.
///
/// ```
/// use broadleaf::{Aabb, Quadtree, orthtree::Config};
/// let config = Config::default()
///     .with_leaf_capacity(8)
///     .with_looseness(1.5)
///     .with_fixed_root(Aabb::new([0, 0], [1024, 1024]));
/// let tree = Quadtree::with_config(config);
/// assert_eq!(tree.config().max_depth, 32);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(bound(
        serialize = "S: Scalar + serde::Serialize",
        deserialize = "S: Scalar + serde::Deserialize<'de>"
    ))
)]
#[non_exhaustive]
pub struct Config<S, const D: usize> {
    /// A leaf with more boxes than this is split; 32 by default, and 0 counts as 1.
    #[doc(alias = "valueThreshold")]
    pub leaf_capacity: usize,
    /// The greatest number of levels below the root; 32 by default, and at most 128 / D.
    pub max_depth: u32,
    /// The least length of a cell along any axis; 0 by default, which is no limit.
    pub min_size: S,
    /// The size up to which a box that overhangs a cell may be kept in it, divided by the cell's: 1
    /// to 2, rounded down to a multiple of 1/8 and clamped, NaN to 1. 2 by default.
    ///
    /// At 1 the tree is strict: boxes in sibling cells never touch, and a box that crosses a
    /// boundary stays above it. At 2 every box goes as deep as its size allows.
    pub looseness: f64,
    /// The root's cell, if it is fixed: boxes that do not fit into it are kept in a list that every
    /// question scans. `None` by default: the root grows and shrinks with the boxes.
    pub fixed_root: Option<Aabb<S, D>>,
}

impl<S: Scalar, const D: usize> Config<S, D> {
    /// The same parameters with this [`leaf_capacity`](Self::leaf_capacity).
    #[must_use]
    pub fn with_leaf_capacity(mut self, boxes: usize) -> Self {
        self.leaf_capacity = boxes;
        self
    }

    /// The same parameters with this [`max_depth`](Self::max_depth).
    #[must_use]
    pub fn with_max_depth(mut self, levels: u32) -> Self {
        self.max_depth = levels;
        self
    }

    /// The same parameters with this [`min_size`](Self::min_size).
    #[must_use]
    pub fn with_min_size(mut self, length: S) -> Self {
        self.min_size = length;
        self
    }

    /// The same parameters with this [`looseness`](Self::looseness).
    #[must_use]
    pub fn with_looseness(mut self, looseness: f64) -> Self {
        self.looseness = looseness;
        self
    }

    /// The same parameters with this [`fixed_root`](Self::fixed_root).
    #[must_use]
    pub fn with_fixed_root(mut self, cell: Aabb<S, D>) -> Self {
        self.fixed_root = Some(cell);
        self
    }

    /// The leaf capacity that is in effect.
    #[inline]
    pub(super) fn effective_leaf_capacity(&self) -> usize {
        self.leaf_capacity.max(1)
    }

    /// The looseness that is in effect, in eighths beyond 1.
    pub(super) fn loose_eighths(&self) -> u32 {
        let beyond = (self.looseness.clamp(1.0, 2.0) - 1.0) * 8.0;
        // Compared, not converted: all comparisons with NaN are false.
        (1..=8)
            .filter(|&eighths| f64::from(eighths) <= beyond)
            .max()
            .unwrap_or(0)
    }
}

/// `docs/design/orthtree.md` has a table of parameters.
impl<S: Scalar, const D: usize> Default for Config<S, D> {
    fn default() -> Self {
        Self {
            leaf_capacity: 32,
            max_depth: 32,
            min_size: S::default(),
            looseness: 2.0,
            fixed_root: None,
        }
    }
}
