//! Slabs, which separate a convex shape from a box.

use crate::geometry::aabb::Aabb;
use crate::geometry::order::{greater, lesser};
use crate::geometry::scalar::traits::{Real, Scalar};
use core::array;

/// All points `p` with `least <= axis · p <= greatest`, relative to the anchor of a shape.
///
/// The test is monotone to the last bit, including its sums and products with a constant: a box
/// around another box reaches at least as far along the axis. Corners that are moved [`outward`]
/// make up for rounding, so no touching box is missed.
///
/// Therefore the sign of each factor selects a corner. The textbook form, which compares the
/// distance of the centers with the sum of the projected half extents, is not monotone: the center
/// of a larger box rounds differently, so a tree could skip a node whose leaf touches. For the same
/// reason, margins are constants of the shape or move the corners of the box: a margin that depends
/// on both, such as one relative to the sum, may shrink when the box grows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slab<R, const D: usize> {
    pub(super) axis: [R; D],
    pub(super) least: R,
    pub(super) greatest: R,
}

impl<R: Real, const D: usize> Slab<R, D> {
    /// The slab between the first and the last point along an axis, with this
    /// [`leeway`](crate::geometry::arithmetic::rounding::leeway); `None` if it is out of range.
    pub(super) fn around(axis: [R; D], points: &[[R; D]], leeway: R) -> Option<Self> {
        let mut along = points.iter().map(|point| dot(&axis, point));
        let first = along.next()?;
        let (least, greatest) = along.fold((first, first), |(least, greatest), next| {
            (lesser(least, next), greater(greatest, next))
        });
        let sizes = points.iter().map(|point| size_of_dot(&axis, point));
        let margin = leeway * sizes.fold(R::ZERO, greater);
        let (least, greatest) = (least - margin, greatest + margin);
        let sum = axis.iter().fold(greatest - least, |sum, &x| sum + x * x);
        sum.is_finite().then_some(Self {
            axis,
            least,
            greatest,
        })
    }

    /// Whether the box `low..=high` has a point in the slab. True if a sum is infinity minus
    /// infinity.
    pub(super) fn touches(&self, low: &[R; D], high: &[R; D]) -> bool {
        let (mut least, mut greatest) = (R::ZERO, R::ZERO);
        for axis in 0..D {
            let factor = self.axis[axis];
            let (near, far) = if factor > R::ZERO {
                (low[axis], high[axis])
            } else {
                (high[axis], low[axis])
            };
            // 0 times infinity would be NaN. Selects, because a branch would be slower.
            let flat = factor == R::ZERO;
            least = if flat { least } else { least + factor * near };
            greatest = if flat {
                greatest
            } else {
                greatest + factor * far
            };
        }
        !(least > self.greatest || self.least > greatest)
    }
}

/// An inline list of slabs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slabs<R, const D: usize> {
    /// At most twelve: in 3D, an oriented box has three face normals and nine cross products of an
    /// edge and an axis.
    slabs: [Slab<R, D>; 12],
    len: usize,
}

impl<R: Real, const D: usize> Slabs<R, D> {
    /// An empty list, which touches everything.
    pub(super) fn new() -> Self {
        let unused = Slab {
            axis: [R::ZERO; D],
            least: R::ZERO,
            greatest: R::ZERO,
        };
        Self {
            slabs: array::from_fn(|_| unused),
            len: 0,
        }
    }

    pub(super) fn push(&mut self, slab: Option<Slab<R, D>>) {
        if let Some(slab) = slab {
            self.slabs[self.len] = slab;
            self.len += 1;
        }
    }

    /// Whether the box `low..=high` touches each slab.
    pub(super) fn touch(&self, [low, high]: &[[R; D]; 2]) -> bool {
        self.slabs[..self.len]
            .iter()
            .all(|slab| slab.touches(low, high))
    }
}

/// The corners of a box, relative to a point.
#[inline]
pub(super) fn relative<S: Scalar, const D: usize>(aabb: &Aabb<S, D>, to: &[S; D]) -> [[f64; D]; 2] {
    [aabb.min(), aabb.max()].map(|corner| difference(&corner, to))
}

/// The box with its corners moved outward by `leeway` times their coordinates. Rounded sums of
/// these bound the exact sums of the original box. Monotone to the last bit.
#[inline]
pub(super) fn outward<R: Real, const D: usize>([low, high]: [[R; D]; 2], leeway: R) -> [[R; D]; 2] {
    let (less, more) = (R::ONE - leeway, R::ONE + leeway);
    [
        low.map(|x| lesser(x * less, x * more)),
        high.map(|x| greater(x * less, x * more)),
    ]
}

/// The vector from `b` to `a`.
#[inline]
pub(super) fn difference<S: Scalar, const D: usize>(a: &[S; D], b: &[S; D]) -> [f64; D] {
    array::from_fn(|axis| a[axis].wide_minus(b[axis]))
}

#[inline]
pub(super) fn dot<R: Real, const D: usize>(a: &[R; D], b: &[R; D]) -> R {
    (0..D).fold(R::ZERO, |sum, axis| sum + a[axis] * b[axis])
}

/// The sum of the absolute values that a dot product adds, which its error is relative to.
pub(super) fn size_of_dot<R: Real, const D: usize>(a: &[R; D], b: &[R; D]) -> R {
    dot(&a.map(size), &b.map(size))
}

fn size<R: Real>(x: R) -> R {
    greater(x, R::ZERO - x)
}

pub(super) fn unit<R: Real, const D: usize>(axis: usize) -> [R; D] {
    array::from_fn(|i| if i == axis { R::ONE } else { R::ZERO })
}

/// The vector turned by 90 degrees. Only for `D` = 2.
pub(super) fn perpendicular<R: Real, const D: usize>(v: &[R; D]) -> [R; D] {
    array::from_fn(|i| if i == 0 { R::ZERO - v[1] } else { v[0] })
}

/// The cross product. Only for `D` = 3.
pub(super) fn cross<R: Real, const D: usize>(a: &[R; D], b: &[R; D]) -> [R; D] {
    array::from_fn(|i| {
        let (j, k) = ((i + 1) % D, (i + 2) % D);
        a[j] * b[k] - a[k] * b[j]
    })
}
