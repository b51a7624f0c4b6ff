//! Triangles.

use super::checks::finite_points;
use super::invalid_shape::InvalidShape;
use super::slab::{Slab, Slabs, cross, difference, outward, perpendicular, relative, unit};
use crate::geometry::aabb::Aabb;
use crate::geometry::arithmetic::rounding::leeway;
use crate::geometry::region::Region;
use crate::geometry::scalar::traits::Scalar;

/// A solid triangle.
///
/// In 2D and 3D the test is exact up to rounding, by the separating axis theorem (Akenine-Möller
/// 2001). In other dimensions, the triangle is replaced by its bounding box. A triangle may be
/// flat: a segment or a point.
///
/// ```
/// use broadleaf::Aabb;
/// use broadleaf::geometry::{Region, Triangle};
/// let triangle = Triangle::new([[0, 0], [9, 0], [0, 9]])?;
/// assert!(triangle.touches(&Aabb::new([4, 5], [9, 9])));
/// assert!(!triangle.touches(&Aabb::new([5, 5], [9, 9])));
/// # Ok::<(), broadleaf::geometry::InvalidShape>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle<S: Scalar, const D: usize> {
    vertices: [[S; D]; 3],
    bounds: Aabb<S, D>,
    slabs: Slabs<f64, D>,
}

impl<S: Scalar, const D: usize> Triangle<S, D> {
    /// Creates the triangle with these corners, in any order.
    ///
    /// # Errors
    /// If a coordinate is infinite or NaN.
    pub fn new(vertices: [[S; D]; 3]) -> Result<Self, InvalidShape> {
        finite_points(&vertices)?;
        let from_first = vertices.map(|vertex| difference(&vertex, &vertices[0]));
        Ok(Self {
            vertices,
            bounds: Aabb::from_points(vertices).unwrap_or(Aabb::EVERYWHERE),
            slabs: slabs(&from_first, leeway::<S::Real>()),
        })
    }

    /// The corners.
    #[must_use]
    pub fn vertices(&self) -> [[S; D]; 3] {
        self.vertices
    }
}

/// The slabs of a triangle, except along the coordinate axes.
pub(super) fn slabs<const D: usize>(corners: &[[f64; D]; 3], leeway: f64) -> Slabs<f64, D> {
    let mut slabs = Slabs::new();
    let mut push = |axis| slabs.push(Slab::around(axis, corners, leeway));
    let edge = |from: usize| {
        let to = (from + 1) % 3;
        core::array::from_fn(|axis| corners[to][axis] - corners[from][axis])
    };
    if D == 3 {
        push(cross(&edge(0), &edge(1)));
    }
    for edge in [0, 1, 2].map(edge) {
        if D == 2 {
            push(perpendicular(&edge));
        } else if D == 3 {
            (0..D).for_each(|axis| push(cross(&edge, &unit(axis))));
        }
    }
    slabs
}

impl<S: Scalar, const D: usize> Region<S, D> for Triangle<S, D> {
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        if !self.bounds.overlaps(aabb) {
            return false;
        }
        let exact = relative(aabb, &self.vertices[0]);
        self.slabs.touch(&outward(exact, leeway::<S::Real>()))
    }

    fn bounds(&self) -> Aabb<S, D> {
        self.bounds
    }
}
