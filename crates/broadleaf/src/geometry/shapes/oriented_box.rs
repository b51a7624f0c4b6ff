//! A rotated box as a region.

use super::slab::{Slab, Slabs, cross, dot, outward, perpendicular, size_of_dot, unit};
use crate::geometry::aabb::Aabb;
use crate::geometry::arithmetic::rounding::leeway;
use crate::geometry::boxes::grown::around;
use crate::geometry::order::greater;
use crate::geometry::region::Region;
use crate::geometry::scalar::traits::{Real, Scalar};
use core::array;

/// A box with any orientation: all points `center + Σ sᵢ · half_edges[i]` with every `sᵢ` in
/// −1..=1.
///
/// The half edges may have any length and need not be perpendicular, so the box may be a
/// parallelogram or a parallelepiped. In 2D and 3D the test is exact up to rounding, by the
/// separating axis theorem (Gottschalk et al. 1996). In other dimensions, the box is replaced by
/// its bounding box.
///
/// ```
/// use broadleaf::Aabb;
/// use broadleaf::geometry::{OrientedBox, Region};
/// let diamond = OrientedBox::<f64, 2>::new([0.0, 0.0], [[1.0, 1.0], [-1.0, 1.0]]);
/// assert!(diamond.touches(&Aabb::new([0.9, 0.9], [2.0, 2.0])));
/// assert!(!diamond.touches(&Aabb::new([1.1, 1.1], [2.0, 2.0])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "obb")]
pub struct OrientedBox<S: Scalar, const D: usize> {
    center: [S; D],
    half_edges: [[S::Real; D]; D],
    /// The half extents of its bounding box.
    half_extents: [S::Real; D],
    slabs: Slabs<S::Real, D>,
}

impl<S: Scalar, const D: usize> OrientedBox<S, D> {
    /// Creates the box around `center` that `half_edges` span.
    #[must_use]
    pub fn new(center: [S; D], half_edges: [[S::Real; D]; D]) -> Self {
        let half_extents =
            array::from_fn(|axis| projected_half_width(&unit::<S::Real, D>(axis), &half_edges));
        let mut oriented = Self {
            center,
            half_edges,
            half_extents,
            slabs: Slabs::new(),
        };
        for (i, edge) in half_edges.iter().enumerate() {
            if D == 2 {
                oriented.push_slab(perpendicular(edge), &half_edges);
            } else if D == 3 {
                oriented.push_slab(cross(edge, &half_edges[(i + 1) % D]), &half_edges);
                for axis in 0..D {
                    oriented.push_slab(cross(edge, &unit(axis)), &half_edges);
                }
            }
        }
        oriented
    }

    /// The center.
    #[must_use]
    pub fn center(&self) -> [S; D] {
        self.center
    }

    /// The vectors from the center to the middle of a face, one for each two opposite faces.
    #[must_use]
    pub fn half_edges(&self) -> [[S::Real; D]; D] {
        self.half_edges
    }

    fn push_slab(&mut self, axis: [S::Real; D], half_edges: &[[S::Real; D]; D]) {
        let half_width = projected_half_width(&axis, half_edges);
        self.slabs.push(Some(Slab {
            axis,
            least: S::Real::ZERO - half_width,
            greatest: half_width,
        }));
    }
}

impl<S: Scalar, const D: usize> Region<S, D> for OrientedBox<S, D> {
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        let exact = [aabb.min(), aabb.max()]
            .map(|corner| array::from_fn(|axis| corner[axis].minus(self.center[axis])));
        let moved = outward(exact, S::Real::from_f64(leeway::<S::Real>()));
        let [low, high] = &moved;
        let apart = |axis: usize| {
            low[axis] > self.half_extents[axis]
                || S::Real::ZERO - self.half_extents[axis] > high[axis]
        };
        !(0..D).any(apart) && self.slabs.touch(&moved)
    }

    fn bounds(&self) -> Aabb<S, D> {
        let growth = self.half_extents.map(|extent| {
            // `touches` moves differences outward, so the half extent must grow as much.
            let extent = extent.next_up().to_f64() * (1.0 + 2.0 * leeway::<S::Real>());
            [extent, extent]
        });
        around(&self.center, &growth)
    }
}

/// An upper bound for the projection on `axis` of the points of the box that `half_edges` span
/// around 0.
fn projected_half_width<R: Real, const D: usize>(axis: &[R; D], half_edges: &[[R; D]; D]) -> R {
    let leeway = R::from_f64(leeway::<R>());
    half_edges.iter().fold(R::ZERO, |sum, edge| {
        let along = dot(axis, edge);
        sum + greater(along, R::ZERO - along) + leeway * size_of_dot(axis, edge)
    })
}
