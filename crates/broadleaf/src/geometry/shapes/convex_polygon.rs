//! Convex polygons.

use super::checks::finite_points;
use super::invalid_shape::InvalidShape;
use super::slab::{Slab, difference, outward, perpendicular, relative};
use crate::geometry::aabb::Aabb;
use crate::geometry::arithmetic::rounding::leeway;
use crate::geometry::order::compare;
use crate::geometry::region::Region;
use crate::geometry::scalar::traits::Scalar;
use alloc::vec::Vec;

/// A solid convex polygon: the smallest one around a set of points.
///
/// The test is exact up to rounding, by the separating axis theorem, and takes time in proportion
/// to the number of corners. A polygon may be flat: a segment or a point.
///
/// ```
/// use broadleaf::Aabb;
/// use broadleaf::geometry::{ConvexPolygon, Region};
/// // In any order; a point inside does not matter.
/// let diamond = ConvexPolygon::around(&[[4, 0], [0, 4], [4, 8], [5, 5], [8, 4]])?;
/// assert_eq!(diamond.vertices(), [[0, 4], [4, 0], [8, 4], [4, 8]]);
/// assert!(diamond.touches(&Aabb::new([6, 6], [9, 9])));
/// assert!(!diamond.touches(&Aabb::new([6, 7], [9, 9])));
/// # Ok::<(), broadleaf::geometry::InvalidShape>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[doc(alias = "convex_hull")]
pub struct ConvexPolygon<S: Scalar> {
    vertices: Vec<[S; 2]>,
    bounds: Aabb<S, 2>,
    slabs: Vec<Slab<f64, 2>>,
}

impl<S: Scalar> ConvexPolygon<S> {
    /// Creates the smallest convex polygon around the points, in time `n log n` plus the square of
    /// the number of its corners (Andrew 1979).
    ///
    /// # Errors
    /// If there is no point, or a coordinate is infinite or NaN.
    pub fn around(points: &[[S; 2]]) -> Result<Self, InvalidShape> {
        finite_points(points)?;
        let bounds = Aabb::from_points(points.iter().copied()).ok_or(InvalidShape::NoPoints)?;
        let vertices = hull(points);
        let corners: Vec<_> = vertices
            .iter()
            .map(|vertex| difference(vertex, &vertices[0]))
            .collect();
        let nexts = corners.iter().cycle().skip(1);
        let edges = corners.iter().zip(nexts);
        let slabs = edges.filter_map(|(from, to)| {
            let edge = [to[0] - from[0], to[1] - from[1]];
            Slab::around(perpendicular(&edge), &corners, leeway_of_polygon::<S>())
        });
        Ok(Self {
            slabs: slabs.collect(),
            vertices,
            bounds,
        })
    }

    /// The corners, counterclockwise if y points up, beginning with the least one by x and then y.
    #[must_use]
    pub fn vertices(&self) -> &[[S; 2]] {
        &self.vertices
    }
}

/// More than the leeway of a triangle, which may be part of the polygon and measures from another
/// corner.
fn leeway_of_polygon<S: Scalar>() -> f64 {
    4.0 * leeway::<S::Real>()
}

/// The corners of the smallest convex polygon around the points: first the chain below the line
/// between the first and the last point, then the chain above it.
fn hull<S: Scalar>(points: &[[S; 2]]) -> Vec<[S; 2]> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| compare(&a[0], &b[0]).then(compare(&a[1], &b[1])));
    sorted.dedup();
    let mut hull = Vec::new();
    push_chain(&mut hull, sorted.iter());
    if sorted.len() > 1 {
        hull.pop();
        push_chain(&mut hull, sorted.iter().rev());
        hull.pop();
    }
    hull
}

/// Appends the points at which a path along all points turns left.
fn push_chain<'a, S: Scalar>(hull: &mut Vec<[S; 2]>, points: impl Iterator<Item = &'a [S; 2]>) {
    let start = hull.len();
    for point in points {
        while let [.., a, b] = &hull[start..]
            && !turns_left(a, b, point)
        {
            hull.pop();
        }
        hull.push(*point);
    }
}

fn turns_left<S: Scalar>(a: &[S; 2], b: &[S; 2], c: &[S; 2]) -> bool {
    let (ab, ac) = (difference(b, a), difference(c, a));
    ab[0] * ac[1] > ab[1] * ac[0]
}

impl<S: Scalar> Region<S, 2> for ConvexPolygon<S> {
    fn touches(&self, aabb: &Aabb<S, 2>) -> bool {
        if !self.bounds.overlaps(aabb) {
            return false;
        }
        let [low, high] = outward(relative(aabb, &self.vertices[0]), leeway_of_polygon::<S>());
        self.slabs.iter().all(|slab| slab.touches(&low, &high))
    }

    fn bounds(&self) -> Aabb<S, 2> {
        self.bounds
    }
}
