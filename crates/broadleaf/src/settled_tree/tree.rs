//! The tree: its fields and constructors.

use super::id_bits::IdBits;
use crate::dynamic_tree::DynamicTree;
use crate::geometry::Scalar;
use crate::packed_tree::PackedTree;

/// A structure of boxes that mostly rest: the ground of a game, a map, the shapes of a drawing that
/// is edited now and then.
///
/// Boxes that rest are in a [`PackedTree`], and queries about them cost what they cost there, as
/// long as no box has changed; after that, each box found is looked up in a set of bits, too. A box
/// that comes or moves goes to a [`DynamicTree`]. When more than a quarter of the boxes changed,
/// all boxes are packed anew, by the call that changed the last of them. Boxes that move all the
/// time are packed more and more rarely. [`optimize`](crate::SpatialIndexMut::optimize) packs them
/// when it is called.
///
/// # Costs
/// A question about n boxes of which m changed costs what it costs in the packed tree of n boxes
/// and the dynamic tree of m. A change costs O(log n) amortized, and a single one O(n log n) if it
/// is the one that packs. Building with `extend` or `collect()` packs at once.
///
/// ```
/// use broadleaf::{Aabb, SpatialIndexMut, Id, SettledTree, SpatialIndex};
///
/// let mut town: SettledTree<i32, 2> =
///     (0..100).map(|i| (Id(i), Aabb::new([3 * i as i32, 0], [3 * i as i32 + 2, 2]))).collect();
/// assert_eq!(town.packed().view().bounds(), Some(Aabb::new([0, 0], [299, 2])));
///
/// town.insert(Id(7), Aabb::new([0, 1], [4, 3])); // moves a house
/// town.remove(Id(1));
/// assert_eq!(town.overlaps(&Aabb::new([2, 2], [7, 2])), [Id(0), Id(2), Id(7)]);
/// assert_eq!(town.pairs(), [[Id(0), Id(7)]]);
/// ```
#[derive(Clone, Debug)]
pub struct SettledTree<S: Scalar, const D: usize> {
    /// The boxes when they were packed.
    pub(super) packed: PackedTree<S, D>,
    /// The ids of the packed boxes that have not changed since.
    pub(super) rested: IdBits,
    /// The boxes that came or moved since.
    pub(super) recent: DynamicTree<S, D>,
    /// Whether a box may be in less than all categories.
    pub(super) has_categories: bool,
    /// The number of changes since the boxes were packed.
    pub(super) changes: usize,
    /// The number of changes that moved or removed a box.
    pub(super) moves: usize,
    /// Boxes are packed after this number of changes for each change that would do.
    pub(super) patience: usize,
}

impl<S: Scalar, const D: usize> SettledTree<S, D> {
    /// An empty tree.
    #[must_use]
    pub fn new() -> Self {
        Self::of(PackedTree::default(), IdBits::default())
    }

    /// A tree of packed boxes, none of which has changed.
    pub(super) fn of(packed: PackedTree<S, D>, rested: IdBits) -> Self {
        Self {
            packed,
            rested,
            recent: DynamicTree::default(),
            has_categories: false,
            changes: 0,
            moves: 0,
            patience: 1,
        }
    }

    /// The boxes as they were packed, some of which may have moved or gone since: for statistics,
    /// or to save a tree after [`optimize`](crate::SpatialIndexMut::optimize).
    #[must_use]
    pub fn packed(&self) -> &PackedTree<S, D> {
        &self.packed
    }

    /// The boxes that came or moved since the others were packed.
    ///
    /// ```
    /// use broadleaf::{Aabb, SpatialIndexMut, Id, SettledTree, SpatialIndex};
    /// let mut tree = SettledTree::new();
    /// tree.insert(Id(0), Aabb::new([0, 0], [1, 1]));
    /// assert_eq!((tree.packed().len(), tree.recent().len()), (0, 1));
    /// tree.optimize();
    /// assert_eq!((tree.packed().len(), tree.recent().len()), (1, 0));
    /// ```
    #[must_use]
    pub fn recent(&self) -> &DynamicTree<S, D> {
        &self.recent
    }
}
