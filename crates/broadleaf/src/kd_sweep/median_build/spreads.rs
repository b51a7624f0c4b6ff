//! The spread and the lengths of boxes along each axis.

use core::array;

use crate::geometry::{Aabb, Real, Scalar, greater, lesser};

/// The spread and the lengths of boxes along each axis. Rounded to reals: they choose axes, which
/// changes the speed of a query and never its result.
pub(super) struct Spreads<R, const D: usize> {
    /// The distance from the least start to the greatest; NaN if all starts are the same infinity.
    spread: [R; D],
    /// The sum of the lengths of all boxes.
    lengths: [R; D],
}

impl<R: Real, const D: usize> Spreads<R, D> {
    pub(super) fn of<'a, S: Scalar<Real = R>>(boxes: impl Iterator<Item = &'a Aabb<S, D>>) -> Self {
        let (mut first, mut last, mut lengths) = ([S::MAX; D], [S::MIN; D], [R::ZERO; D]);
        for aabb in boxes {
            for axis in 0..D {
                let [min, max] = aabb.ends(axis);
                first[axis] = lesser(first[axis], min);
                last[axis] = greater(last[axis], min);
                lengths[axis] = lengths[axis] + max.minus(min);
            }
        }
        Self {
            spread: array::from_fn(|axis| last[axis].minus(first[axis])),
            lengths,
        }
    }

    /// The axis among `axes` with the widest spread; `None` if `axes` is empty.
    pub(super) fn widest(&self, axes: [bool; D]) -> Option<usize> {
        let wider = |best: usize, axis: usize| {
            let is_wider = self.spread[axis] > self.spread[best] || self.spread[best].is_nan();
            if is_wider { axis } else { best }
        };
        (0..D).filter(|&axis| axes[axis]).reduce(wider)
    }

    /// The axis with the widest spread relative to the lengths of the boxes: a sweep along it
    /// compares the fewest pairs.
    pub(super) fn axis_to_sweep(&self) -> usize {
        let wider = |best: usize, axis: usize| {
            // Products instead of quotients: a length may be 0.
            let is_wider =
                self.spread[axis] * self.lengths[best] > self.spread[best] * self.lengths[axis];
            if is_wider || self.spread[best].is_nan() {
                axis
            } else {
                best
            }
        };
        (1..D).fold(0, wider)
    }
}
