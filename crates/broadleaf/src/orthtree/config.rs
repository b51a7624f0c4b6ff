//! The parameters of an Orthtree.

use super::invalid_config::{InvalidConfig, ensure};
use super::tuning::LEAF_CAPACITY;
use crate::geometry::{Aabb, Scalar};

/// The parameters of an [`Orthtree`](super::Orthtree); the default suits most scenes.
///
/// A tree accepts any values: each parameter documents what replaces an invalid one.
/// [`check`](Self::check) reports invalid values, for programs that let users set parameters.
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
    serde(
        default,
        bound(
            serialize = "S: Scalar + serde::Serialize",
            deserialize = "S: Scalar + serde::Deserialize<'de>"
        )
    )
)]
#[non_exhaustive]
pub struct Config<S, const D: usize> {
    /// A leaf with more boxes than this is split; 32 by default, and 0 counts as 1.
    #[doc(alias = "valueThreshold")]
    #[doc(alias = "NUM_OBJECTS_ALLOWED")]
    pub leaf_capacity: usize,
    /// The greatest number of levels below the root; 32 by default, and at most 128 / D. A loose
    /// tree skips a level in which a cell would have only one child with boxes, and does not count
    /// it.
    pub max_depth: u32,
    /// The least length of a cell along any axis; 0 by default, which means no limit.
    #[doc(alias = "minNodeSize")]
    pub min_size: S,
    /// How large a box may be that overhangs the cell it is kept in, relative to the cell: from 1
    /// to 2, rounded to 1/65536; 2 by default. Values outside are clamped, and NaN counts as 1.
    ///
    /// At 1 the tree is strict: boxes in sibling cells never touch, and a box that crosses a
    /// boundary stays above it. At 2 every box goes as deep as its size allows.
    pub looseness: f64,
    /// The cell of the root, and whether it changes.
    pub root: Root<S, D>,
    /// `extend` rebuilds the tree if it gets at least this many boxes, new or not, for each box
    /// that the tree then has; 1.5 by default. 0 always rebuilds; NaN never does so for this
    /// reason.
    ///
    /// A batch in which every box occurs once never exceeds 1, so by default boxes that only move
    /// are moved one by one. If they jump anywhere in the scene, a rebuild costs less from 0.4 on.
    #[doc(alias = "rebuildThreshold")]
    pub rebuild_threshold: f64,
    /// `extend` rebuilds the tree if at least this share of the boxes that it then has are new; 0.5
    /// by default. 0 always rebuilds; NaN or more than 1 never does so for this reason.
    pub build_threshold: f64,
}

/// The cell of the root of an [`Orthtree`](super::Orthtree), and whether it changes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "S: Scalar + serde::Serialize",
        deserialize = "S: Scalar + serde::Deserialize<'de>"
    ))
)]
#[non_exhaustive]
pub enum Root<S, const D: usize> {
    /// A cube around the boxes, which grows and shrinks with them.
    #[default]
    Growing,
    /// Begins as this cell, is doubled toward boxes outside it, and never shrinks below this cell.
    GrowingFrom(Aabb<S, D>),
    /// Always this cell. Boxes that do not fit into it are kept in a list that every query scans.
    Fixed(Aabb<S, D>),
}

impl<S: Scalar, const D: usize> Root<S, D> {
    /// The cell of the root of an empty tree, if the parameters give one.
    pub(super) fn first_cell(&self) -> Option<Aabb<S, D>> {
        match *self {
            Self::Growing => None,
            Self::GrowingFrom(cell) | Self::Fixed(cell) => Some(cell),
        }
    }

    pub(super) fn is_fixed(&self) -> bool {
        matches!(self, Self::Fixed(_))
    }
}

impl<S: Scalar, const D: usize> Config<S, D> {
    #[expect(clippy::cast_possible_truncation, reason = "at most six")]
    pub(super) const AXES: u32 = D as u32;
    /// The number of levels whose path fits into 128 bits.
    pub(super) const MAX_LEVELS: u32 = 128 / Self::AXES;

    /// The parameters of the published quadtree: 16 boxes in a leaf, 8 levels below the root,
    /// strict cells, a fixed root, and a rebuild from 1.5 changes per box on.
    ///
    /// ```
    /// use broadleaf::{Aabb, Quadtree, orthtree::Config};
    /// let tree = Quadtree::with_config(Config::original(Aabb::new([0, 0], [1024, 1024])));
    /// let config = tree.config();
    /// assert_eq!((config.leaf_capacity, config.max_depth, config.looseness), (16, 8, 1.0));
    /// ```
    #[must_use]
    pub fn original(root: Aabb<S, D>) -> Self {
        Self::default()
            .with_leaf_capacity(16)
            .with_max_depth(8)
            .with_looseness(1.0)
            .with_rebuild_threshold(1.5)
            .with_fixed_root(root)
    }

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

    /// The same parameters with [`Root::Fixed`].
    #[must_use]
    pub fn with_fixed_root(mut self, cell: Aabb<S, D>) -> Self {
        self.root = Root::Fixed(cell);
        self
    }

    /// The same parameters with [`Root::GrowingFrom`].
    ///
    /// ```
    /// use broadleaf::{Aabb, SpatialIndexMut, Id, Octree, orthtree::Config};
    /// let broad_phase = Aabb::new([-64; 3], [64; 3]);
    /// let mut tree = Octree::with_config(Config::default().with_initial_root(broad_phase));
    /// tree.insert(Id(0), Aabb::point([1, 2, 3]));
    /// assert_eq!(tree.root(), broad_phase);
    /// tree.insert(Id(1), Aabb::point([100, 0, 0]));
    /// assert_eq!(tree.root(), Aabb::new([-64; 3], [192; 3]));
    /// tree.remove(Id(1));
    /// assert_eq!(tree.root(), broad_phase);
    /// ```
    #[must_use]
    #[doc(alias = "initialWorldSize")]
    #[doc(alias = "initialWorldPos")]
    pub fn with_initial_root(mut self, cell: Aabb<S, D>) -> Self {
        self.root = Root::GrowingFrom(cell);
        self
    }

    /// The same parameters with this [`rebuild_threshold`](Self::rebuild_threshold).
    #[must_use]
    pub fn with_rebuild_threshold(mut self, boxes_per_box: f64) -> Self {
        self.rebuild_threshold = boxes_per_box;
        self
    }

    /// The same parameters with this [`build_threshold`](Self::build_threshold).
    #[must_use]
    pub fn with_build_threshold(mut self, new_share: f64) -> Self {
        self.build_threshold = new_share;
        self
    }

    /// Checks that every value is valid.
    ///
    /// # Errors
    /// Names the first invalid parameter, its value, and what was expected:
    ///
    /// ```
    /// use broadleaf::orthtree::Config;
    /// let config = Config::<f32, 3>::default().with_looseness(2.5);
    /// let error = config.check().unwrap_err();
    /// assert_eq!(error.to_string(), "looseness is 2.5, but must be from 1 to 2");
    /// ```
    pub fn check(&self) -> Result<(), InvalidConfig> {
        let most_levels = Self::MAX_LEVELS;
        let levels = format_args!("at most {most_levels} in {D} dimensions");
        ensure(
            self.leaf_capacity > 0,
            "leaf_capacity",
            &self.leaf_capacity,
            &"at least 1",
        )?;
        ensure(
            self.max_depth <= most_levels,
            "max_depth",
            &self.max_depth,
            &levels,
        )?;
        let is_length = self.min_size >= S::default() && self.min_size.is_finite();
        ensure(
            is_length,
            "min_size",
            &self.min_size,
            &"finite and not negative",
        )?;
        let is_in_range = (1.0..=2.0).contains(&self.looseness);
        ensure(is_in_range, "looseness", &self.looseness, &"from 1 to 2")?;
        if let Some(cell) = self.root.first_cell() {
            let ends = format_args!("{:?} to {:?}", cell.min(), cell.max());
            ensure(is_divisible(&cell), "root", &ends, &"finite and not flat")?;
        }
        let thresholds = [
            ("rebuild_threshold", self.rebuild_threshold),
            ("build_threshold", self.build_threshold),
        ];
        thresholds.into_iter().try_for_each(|(name, threshold)| {
            ensure(threshold >= 0.0, name, &threshold, &"at least 0")
        })
    }

    /// The leaf capacity in effect.
    #[inline]
    pub(super) fn effective_leaf_capacity(&self) -> usize {
        self.leaf_capacity.max(1)
    }

    /// Whether a batch of `changed` boxes, including `new` new ones, is a reason to rebuild a tree
    /// that then has `len` boxes.
    pub(super) fn rebuilds_for(&self, changed: usize, new: usize, len: usize) -> bool {
        let [changed, new, len] = [changed, new, len].map(|count| count as f64);
        changed >= self.rebuild_threshold * len || new >= self.build_threshold * len
    }
}

/// Whether a cell can be halved and doubled along every axis.
fn is_divisible<S: Scalar, const D: usize>(cell: &Aabb<S, D>) -> bool {
    (0..D).all(|axis| {
        let [low, high] = cell.ends(axis);
        low.is_finite() && high.is_finite() && low < high
    })
}

/// Measured in the table of `docs/log/2026-11-25-orthtree.md`.
impl<S: Scalar, const D: usize> Default for Config<S, D> {
    fn default() -> Self {
        Self {
            leaf_capacity: LEAF_CAPACITY,
            max_depth: 32,
            min_size: S::default(),
            looseness: 2.0,
            root: Root::Growing,
            rebuild_threshold: 1.5,
            build_threshold: 0.5,
        }
    }
}
