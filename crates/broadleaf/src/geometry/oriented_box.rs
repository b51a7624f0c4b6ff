//! A box that is turned, as a region.

use crate::geometry::aabb::Aabb;
use crate::geometry::region::Region;
use crate::geometry::scalar::{Real, Scalar};
use core::array;

/// A box with any orientation: all points `center + Σ sᵢ · half_edges[i]` with every `sᵢ` in
/// −1..=1.
///
/// The half edges may have any length and need not be perpendicular, so a parallelogram and a
/// parallelepiped work too. In 2D and 3D the test is exact up to rounding: the separating axis
/// theorem, Gottschalk et al. 1996.
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
    half_extents: [S::Real; D],
    slabs: [Slab<S::Real, D>; MAX_SLABS],
    slab_count: usize,
}

/// Three face normals and nine cross products of edges in 3D.
const MAX_SLABS: usize = 12;

/// All points whose projection on `axis`, seen from the center, is within `half_width` of 0.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Slab<R, const D: usize> {
    axis: [R; D],
    half_width: R,
}

impl<S: Scalar, const D: usize> OrientedBox<S, D> {
    /// The box around `center` spanned by `half_edges`.
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
    /// Whether the box `low..=high` has a point in the slab. Infinity minus infinity is undecided
    /// and counts as yes.
    fn touches(&self, low: &[R; D], high: &[R; D]) -> bool {
        let (mut least, mut greatest) = (R::ZERO, R::ZERO);
        for axis in 0..D {
            let factor = self.axis[axis];
            let (near, far) = if factor > R::ZERO {
                (low[axis], high[axis])
            } else {
                (high[axis], low[axis])
            };
            // A zero factor times infinity would be NaN.
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

/// How far the spanned box reaches from its center along `axis`.
fn projected_half_width<R: Real, const D: usize>(axis: &[R; D], half_edges: &[[R; D]; D]) -> R {
    half_edges.iter().fold(R::ZERO, |sum, edge| {
        let along = axis
            .iter()
            .zip(edge)
            .fold(R::ZERO, |dot, (&a, &b)| dot + a * b);
        sum + if along < R::ZERO {
            R::ZERO - along
        } else {
            along
        }
    })
}

fn unit<R: Real, const D: usize>(axis: usize) -> [R; D] {
    array::from_fn(|i| if i == axis { R::ONE } else { R::ZERO })
}

/// Called with `D` = 2 only.
fn perpendicular<R: Real, const D: usize>(v: &[R; D]) -> [R; D] {
    array::from_fn(|i| if i == 0 { R::ZERO - v[1] } else { v[0] })
}

/// Called with `D` = 3 only.
fn cross<R: Real, const D: usize>(a: &[R; D], b: &[R; D]) -> [R; D] {
    array::from_fn(|i| {
        let (j, k) = ((i + 1) % D, (i + 2) % D);
        a[j] * b[k] - a[k] * b[j]
    })
}
