//! The interior of a box, as a region.

use crate::geometry::aabb::Aabb;
use crate::geometry::region::Region;
use crate::geometry::scalar::traits::Scalar;

/// The interior of a box as a region: it touches the boxes for which [`Aabb::interiors_overlap`] is
/// true, and not the boxes that only touch the box.
///
/// Use it to query half-open cells `[min, max)`, such as tiles or pixels, with a window. A single
/// point has no interior: to find the cell of a point with integer coordinates, query the interior
/// of the box from `point` to `point + 1`.
///
/// ```
/// use broadleaf::geometry::Interior;
/// use broadleaf::{Aabb, Id, PackedTree, SpatialIndex};
/// let tiles = (0..4).map(|x| (Id(x), Aabb::new([16 * x as i32], [16 * x as i32 + 16])));
/// let tiles: PackedTree<i32, 1> = tiles.collect();
/// let window = Aabb::new([16], [48]);
/// assert_eq!(tiles.overlaps(&window), [Id(0), Id(1), Id(2), Id(3)]);
/// assert_eq!(tiles.overlaps(&Interior(window)), [Id(1), Id(2)]);
/// // The tile of a point on a border.
/// assert_eq!(tiles.overlaps(&Interior(Aabb::new([16], [17]))), [Id(1)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(alias = "half_open")]
pub struct Interior<S, const D: usize>(pub Aabb<S, D>);

impl<S: Scalar, const D: usize> Region<S, D> for Interior<S, D> {
    #[inline]
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        self.0.interiors_overlap(aabb)
    }
    #[inline]
    fn bounds(&self) -> Aabb<S, D> {
        self.0
    }
}
