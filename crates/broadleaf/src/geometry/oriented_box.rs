//! A rotated box as a region.

use super::aabb::Aabb;
use super::order::greater;
use super::region::Region;
use super::scalar::{Real, Scalar};
use core::array;

/// A box with any orientation: all points `center + Σ sᵢ · half_edges[i]` with every `sᵢ` in
/// −1..=1.
///
/// The half edges may have any length and need not be perpendicular, so the box may be a
/// parallelogram or a parallelepiped. In 2D and 3D the test is exact up to rounding, by the
/// separating axis theorem (Gottschalk et al. 1996). In other dimensions it is that of the smallest
/// upright box around the oriented one.
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
    /// Those of the smallest upright box around it.
    half_extents: [S::Real; D],
    slabs: [Slab<S::Real, D>; MAX_SLABS],
    slab_count: usize,
}

/// In 3D three face normals, and nine cross products of an edge and an axis.
const MAX_SLABS: usize = 12;

/// All points `p` with `-half_width <= axis · (p - center) <= half_width`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Slab<R, const D: usize> {
    axis: [R; D],
    half_width: R,
}

impl<S: Scalar, const D: usize> OrientedBox<S, D> {
    /// The box around `center` that `half_edges` span.
    #[must_use]
    pub fn new(center: [S; D], half_edges: [[S::Real; D]; D]) -> Self {
        let unused = Slab {
            axis: [S::Real::ZERO; D],
            half_width: S::Real::ZERO,
        };
        let half_extents =
            array::from_fn(|axis| projected_half_width(&unit::<S::Real, D>(axis), &half_edges));
        let mut oriented = Self {
            center,
            half_edges,
            half_extents,
            slabs: [unused; MAX_SLABS],
            slab_count: 0,
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

    /// The point in the middle.
    #[must_use]
    pub fn center(&self) -> [S; D] {
        self.center
    }

    /// The vectors from the center to the middle of one of each two opposite faces.
    #[must_use]
    pub fn half_edges(&self) -> [[S::Real; D]; D] {
        self.half_edges
    }

    fn push_slab(&mut self, axis: [S::Real; D], half_edges: &[[S::Real; D]; D]) {
        self.slabs[self.slab_count] = Slab {
            axis,
            half_width: projected_half_width(&axis, half_edges),
        };
        self.slab_count += 1;
    }
}

impl<S: Scalar, const D: usize> Region<S, D> for OrientedBox<S, D> {
    fn touches(&self, aabb: &Aabb<S, D>) -> bool {
        let low: [S::Real; D] = array::from_fn(|axis| aabb.min()[axis].minus(self.center[axis]));
        let high: [S::Real; D] = array::from_fn(|axis| aabb.max()[axis].minus(self.center[axis]));
        let apart = |axis: usize| {
            low[axis] > self.half_extents[axis]
                || S::Real::ZERO - self.half_extents[axis] > high[axis]
        };
        !(0..D).any(apart)
            && self.slabs[..self.slab_count]
                .iter()
                .all(|slab| slab.touches(&low, &high))
    }
}

impl<R: Real, const D: usize> Slab<R, D> {
    /// Whether the box `low..=high` has a point in the slab. True if a sum is infinity minus
    /// infinity, which decides nothing.
    fn touches(&self, low: &[R; D], high: &[R; D]) -> bool {
        let (mut least, mut greatest) = (R::ZERO, R::ZERO);
        for axis in 0..D {
            let factor = self.axis[axis];
            let (near, far) = if factor > R::ZERO {
                (low[axis], high[axis])
            } else {
                (high[axis], low[axis])
            };
            // 0 times infinity would be NaN. Selects, since a branch would be slower.
            let flat = factor == R::ZERO;
            least = if flat { least } else { least + factor * near };
            greatest = if flat {
                greatest
            } else {
                greatest + factor * far
            };
        }
        !(least > self.half_width || R::ZERO - self.half_width > greatest)
    }
}

/// The greatest projection on `axis` of a point of the box that `half_edges` span around 0.
fn projected_half_width<R: Real, const D: usize>(axis: &[R; D], half_edges: &[[R; D]; D]) -> R {
    half_edges.iter().fold(R::ZERO, |sum, edge| {
        let along = axis
            .iter()
            .zip(edge)
            .fold(R::ZERO, |dot, (&a, &b)| dot + a * b);
        sum + greater(along, R::ZERO - along)
    })
}

/// The unit vector along `axis`.
fn unit<R: Real, const D: usize>(axis: usize) -> [R; D] {
    array::from_fn(|i| if i == axis { R::ONE } else { R::ZERO })
}

/// The vector turned by 90 degrees. Only for `D` = 2.
fn perpendicular<R: Real, const D: usize>(v: &[R; D]) -> [R; D] {
    array::from_fn(|i| if i == 0 { R::ZERO - v[1] } else { v[0] })
}

/// The cross product. Only for `D` = 3.
fn cross<R: Real, const D: usize>(a: &[R; D], b: &[R; D]) -> [R; D] {
    array::from_fn(|i| {
        let (j, k) = ((i + 1) % D, (i + 2) % D);
        a[j] * b[k] - a[k] * b[j]
    })
}
