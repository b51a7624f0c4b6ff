//! The pairs of an index whose categories meet.

use super::category_matrix::CategoryMatrix;

/// The questions about pairs of boxes whose categories form pairs, made by
/// [`filtered`](super::SpatialIndex::filtered).
///
/// A [`DynamicTree`](crate::DynamicTree) and a [`PackedTree`](crate::PackedTree), joined with
/// themselves or with one of their kind, skip subtrees without categories that meet. The other
/// structures test each pair.
///
/// ```
/// use broadleaf::index::CategoryMatrix;
/// use broadleaf::{Aabb, SpatialIndexMut, DynamicTree, Id, SpatialIndex};
/// const WALL: u32 = 1;
/// const BODY: u32 = 2;
/// let mut tree = DynamicTree::new();
/// tree.insert_with_category(Id(0), Aabb::new([0, 0], [9, 1]), WALL);
/// tree.insert_with_category(Id(1), Aabb::new([0, 0], [1, 9]), WALL);
/// tree.insert_with_category(Id(2), Aabb::new([1, 1], [2, 2]), BODY);
/// let matrix = CategoryMatrix::ALL.without(WALL, WALL);
/// assert_eq!(tree.filtered(&matrix).pairs(), [[Id(0), Id(2)], [Id(1), Id(2)]]);
/// ```
#[derive(Debug)]
#[must_use]
pub struct Filtered<'a, I: ?Sized> {
    pub(super) index: &'a I,
    pub(super) matrix: &'a CategoryMatrix,
}
