//! The reach of sixteen boxes at once.

use crate::geometry::{Form, Real, Scalar, greater, slack};
use crate::packed_tree::node::PackedNode;
use crate::simd::Measures;
use core::array;

/// How a probe measures sixteen boxes at once.
#[derive(Debug)]
pub(crate) enum Measure<S: Scalar, const D: usize> {
    Place(PlaceLanes<S, D>),
    Cast(CastLanes<S, D>),
    /// One box at a time.
    Other,
}

impl<S: Scalar, const D: usize> Measure<S, D> {
    pub(crate) fn of(form: Form<S, D>) -> Self {
        match form {
            Form::Place { min, max } => Self::Place(PlaceLanes {
                min: min.map(S::to_lane),
                max: max.map(S::to_lane),
            }),
            Form::Cast {
                min,
                max,
                direction,
                length,
            } => Self::Cast(CastLanes::new(min, max, direction, length)),
            _ => Self::Other,
        }
    }

    /// Whether the reaches of boxes are exact rather than lower bounds.
    #[inline(always)]
    pub(crate) fn is_exact(&self) -> bool {
        !matches!(self, Self::Cast(_))
    }
}

/// The squared distance from a box.
#[derive(Debug)]
pub(crate) struct PlaceLanes<S: Scalar, const D: usize> {
    min: [S::Lane; D],
    max: [S::Lane; D],
}

impl<S: Scalar, const D: usize> PlaceLanes<S, D> {
    /// The exact reaches, by the same operations as for a single box, and the lanes within the
    /// limit.
    #[inline(always)]
    pub(crate) fn reach<L: Measures<S::Lane>>(
        &self,
        lanes: L,
        node: &PackedNode<'_, S, D>,
        limit: S::Real,
    ) -> (L::Reals, u32) {
        let zero = lanes.real(S::Real::ZERO);
        let mut sum = zero;
        for axis in 0..D {
            // At most one of the two differences is positive. If infinities cancel to NaN, the
            // boxes overlap on this axis.
            let below = lanes.column_minus(&node.min[axis], self.max[axis]);
            let above = lanes.minus_column(self.min[axis], &node.max[axis]);
            let gap = lanes.greater(below, lanes.greater(above, zero));
            let gap = lanes.times(gap, lanes.real(S::LANE_UNIT));
            sum = lanes.plus(sum, lanes.times(gap, gap));
        }
        (sum, lanes.reals_at_most(sum, lanes.real(limit)))
    }
}

/// A box that moves. Its reaches are computed with reciprocals and slightly lowered, so that no box
/// is missed that the exact division reaches.
#[derive(Debug)]
pub(crate) struct CastLanes<S: Scalar, const D: usize> {
    axes: [Axis<S>; D],
    /// Whether the motion is [`AxisSpeed::Usual`] along all axes.
    is_usual: bool,
    /// Slightly more than the length.
    length: S::Real,
}

/// One axis of a box that moves.
#[derive(Debug)]
struct Axis<S: Scalar> {
    motion: AxisSpeed,
    /// Whether the box moves toward lesser coordinates.
    is_down: bool,
    /// The end of the box that meets other boxes first, and the end that leaves them last.
    front: S::Lane,
    back: S::Lane,
    /// The inverse of the speed, moved toward 0 and away from 0 by more than the errors.
    less: S::Real,
    more: S::Real,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum AxisSpeed {
    Usual,
    None,
    /// Too slow or too fast for a precise inverse.
    Extreme,
}

impl AxisSpeed {
    pub(crate) fn of<R: Real>(speed: R) -> Self {
        let inverse = R::ONE / speed;
        let size = greater(inverse, R::ZERO - inverse);
        if speed == R::ZERO {
            Self::None
        } else if size * R::HALF >= R::LEAST_NORMAL && size <= R::HALF * R::GREATEST {
            Self::Usual
        } else {
            Self::Extreme
        }
    }
}

impl<S: Scalar> Axis<S> {
    fn new(min: S, max: S, speed: S::Real) -> Self {
        let (min, max) = (min.to_lane(), max.to_lane());
        let is_down = speed < S::Real::ZERO;
        let (front, back) = if is_down { (min, max) } else { (max, min) };
        let inverse = S::Real::ONE / speed;
        Self {
            motion: AxisSpeed::of(speed),
            is_down,
            front,
            back,
            less: inverse * (S::Real::ONE - slack()),
            more: inverse * (S::Real::ONE + slack()),
        }
    }
}

impl<S: Scalar, const D: usize> CastLanes<S, D> {
    fn new(min: [S; D], max: [S; D], direction: [S::Real; D], length: S::Real) -> Self {
        let axes =
            array::from_fn(|axis| Axis::new(min[axis], max[axis], direction[axis] / S::LANE_UNIT));
        Self {
            is_usual: axes.iter().all(|axis| axis.motion == AxisSpeed::Usual),
            axes,
            length: length * (S::Real::ONE + slack()),
        }
    }

    /// Lower bounds of the reaches, and the lanes that the cast may reach within the limit.
    #[inline(always)]
    pub(crate) fn reach<L: Measures<S::Lane>>(
        &self,
        lanes: L,
        node: &PackedNode<'_, S, D>,
        limit: S::Real,
    ) -> (L::Reals, u32) {
        let mut enter = lanes.real(S::Real::ZERO);
        let mut exit = lanes.real(self.length);
        let mut among = u32::MAX;
        for (k, axis) in self.axes.iter().enumerate() {
            let (min, max) = (&node.min[k], &node.max[k]);
            if !self.is_usual && axis.motion != AxisSpeed::Usual {
                if axis.motion == AxisSpeed::None {
                    let begin =
                        lanes.at_most(lanes.all(), lanes.load_column(min), lanes.splat(axis.front));
                    let overlap =
                        lanes.at_most(begin, lanes.splat(axis.back), lanes.load_column(max));
                    among &= lanes.bits(overlap);
                }
                continue;
            }
            // Without a branch: directions differ from query to query.
            let (near, far) = if axis.is_down { (max, min) } else { (min, max) };
            let near = lanes.column_minus(near, axis.front);
            let far = lanes.column_minus(far, axis.back);
            enter = lanes.greater(lanes.times(near, lanes.real(axis.less)), enter);
            exit = lanes.lesser(lanes.times(far, lanes.real(axis.more)), exit);
        }
        // Below the normal numbers an error is not relative, but far less than the least of them.
        let enter = lanes.plus(enter, lanes.real(S::Real::ZERO - S::Real::LEAST_NORMAL));
        let finite = S::Real::GREATEST * (S::Real::ONE - slack());
        let enter = lanes.lesser(enter, lanes.real(finite));
        let exit = lanes.plus(exit, lanes.real(S::Real::LEAST_NORMAL));
        let within = lanes.reals_at_most(enter, lanes.lesser(exit, lanes.real(limit)));
        (enter, within & among)
    }
}
