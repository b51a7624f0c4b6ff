//! The tree: its fields and constructors.

use super::id_bits::IdBits;
use crate::dynamic_tree::DynamicTree;
use crate::geometry::Scalar;
use crate::packed_tree::PackedTree;

/// A structure for boxes that rarely change: the ground of a game, a map, the shapes of a drawing
/// that is edited occasionally.
///
/// Boxes that rest are in a [`PackedTree`], and are queried at its speed while no box has changed;
/// afterwards, each box found is also looked up in a set of bits. A box that comes or moves goes to
/// a [`DynamicTree`]. When more than a quarter of the boxes has changed, the call that changed the
/// last of them packs all boxes again. Boxes that move all the time are packed more and more
/// rarely. [`optimize`](crate::SpatialIndexMut::optimize) packs boxes at once.
///
/// # Costs
/// A query of n boxes, m of which have changed, costs a query of the packed tree of n boxes and one
/// of the dynamic tree of m. A change costs O(log n) amortized; a single change that packs costs
/// O(n log n). Building with `extend` or `collect()` packs at once.
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
    /// All boxes, as of the last packing.
    pub(super) packed: PackedTree<S, D>,
    /// The ids of the packed boxes that are current.
    pub(super) rested: IdBits,
    /// The boxes that came or moved after the last packing.
    pub(super) recent: DynamicTree<S, D>,
    /// Whether a box may lack category bits.
    pub(super) has_categories: bool,
    /// The number of changes after the last packing.
    pub(super) changes: usize,
    /// The number of these changes that moved or removed a box.
    pub(super) moves: usize,
    /// The factor by which the wait for the next packing exceeds the shortest one.
    pub(super) patience: usize,
}

impl<S: Scalar, const D: usize> SettledTree<S, D> {
    /// An empty tree, without packed boxes.
    #[must_use]
    pub fn new() -> Self {
        Self::of(PackedTree::default(), IdBits::default())
    }

    /// A tree of packed boxes, all of them current.
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

    /// The boxes as of the last packing, some of which may have moved or gone: for statistics, or
    /// to save a tree after [`optimize`](crate::SpatialIndexMut::optimize).
    #[must_use]
    pub fn packed(&self) -> &PackedTree<S, D> {
        &self.packed
    }

    /// The boxes that came or moved after the last packing.
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
