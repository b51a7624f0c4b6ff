//! The reach of sixteen boxes at once.

use super::node::Node;
use crate::geometry::{Form, Real, Scalar, greater, greatest, slack, tiny};
use crate::simd::{LANES, Measures};

/// How a probe measures sixteen boxes at once.
#[derive(Debug)]
pub(super) enum Measure<S: Scalar, const D: usize> {
    Place(PlaceLanes<S, D>),
    Cast(CastLanes<S, D>),
    /// One by one.
    Other,
}

impl<S: Scalar, const D: usize> Measure<S, D> {
    pub(super) fn of(form: Form<S, D>) -> Self {
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

    /// Whether the reaches of boxes are exact.
    #[inline(always)]
    pub(super) fn is_exact(&self) -> bool {
        !matches!(self, Self::Cast(_))
    }
}

/// The squared distance from a box.
#[derive(Debug)]
pub(super) struct PlaceLanes<S: Scalar, const D: usize> {
    min: [S::Lane; D],
    max: [S::Lane; D],
}

impl<S: Scalar, const D: usize> PlaceLanes<S, D> {
    /// Writes the exact reaches, by the same operations as those of a single box. Returns the lanes
    /// within the limit.
    #[inline(always)]
    pub(super) fn reach<L: Measures<S::Lane>>(
        &self,
        lanes: L,
        node: &Node<'_, S, D>,
        reaches: &mut [S::Real; LANES],
        limit: S::Real,
    ) -> u32 {
        let zero = lanes.real(S::Real::ZERO);
        let mut sum = zero;
        for axis in 0..D {
            // At most one of the two differences is positive. Infinities that cancel are NaN, and
            // then the boxes overlap on this axis.
            let below = lanes.column_minus(&node.min[axis], self.max[axis]);
            let above = lanes.minus_column(self.min[axis], &node.max[axis]);
            let gap = lanes.greater(below, lanes.greater(above, zero));
            let gap = lanes.times(gap, lanes.real(S::LANE_UNIT));
            sum = lanes.plus(sum, lanes.times(gap, gap));
        }
        *reaches = lanes.store(sum);
        lanes.reals_at_most(sum, lanes.real(limit))
    }
}

/// A box that moves. Its reaches are computed with reciprocals, and are then a bit too small, so
/// that no box is missed that the exact division reaches.
#[derive(Debug)]
pub(super) struct CastLanes<S: Scalar, const D: usize> {
    min: [S::Lane; D],
    max: [S::Lane; D],
    motion: [Motion<S::Real>; D],
    length: S::Real,
}

/// The motion along one axis.
#[derive(Clone, Copy, Debug)]
enum Motion<R> {
    None,
    /// Towards greater coordinates, with the inverse of the speed.
    Up(R),
    /// Towards lesser coordinates, with the inverse of the speed.
    Down(R),
    /// So slow or fast that the inverse is not precise.
    Extreme,
}

impl<R: Real> Motion<R> {
    fn of(speed: R) -> Self {
        let inverse = R::ONE / speed;
        let size = greater(inverse, R::ZERO - inverse);
        if speed == R::ZERO {
            Self::None
        } else if !(size >= tiny() && size < R::INFINITY) {
            Self::Extreme
        } else if speed > R::ZERO {
            Self::Up(inverse)
        } else {
            Self::Down(inverse)
        }
    }
}

impl<S: Scalar, const D: usize> CastLanes<S, D> {
    fn new(min: [S; D], max: [S; D], direction: [S::Real; D], length: S::Real) -> Self {
        Self {
            min: min.map(S::to_lane),
            max: max.map(S::to_lane),
            motion: direction.map(|speed| Motion::of(speed / S::LANE_UNIT)),
            length,
        }
    }

    /// Writes lower bounds of the reaches. Returns the lanes that the cast may reach within the
    /// limit.
    #[inline(always)]
    pub(super) fn reach<L: Measures<S::Lane>>(
        &self,
        lanes: L,
        node: &Node<'_, S, D>,
        reaches: &mut [S::Real; LANES],
        limit: S::Real,
    ) -> u32 {
        let mut enter = lanes.real(S::Real::ZERO);
        let mut exit = lanes.real(self.length);
        let mut among = u32::MAX;
        for axis in 0..D {
            let (low, high) = (self.min[axis], self.max[axis]);
            let (min, max) = (&node.min[axis], &node.max[axis]);
            let (near, far, inverse) = match self.motion[axis] {
                Motion::Up(inverse) => (
                    lanes.column_minus(min, high),
                    lanes.column_minus(max, low),
                    inverse,
                ),
                Motion::Down(inverse) => (
                    lanes.column_minus(max, low),
                    lanes.column_minus(min, high),
                    inverse,
                ),
                Motion::None => {
                    let begin =
                        lanes.at_most(lanes.all(), lanes.load_column(min), lanes.splat(high));
                    let overlap = lanes.at_most(begin, lanes.splat(low), lanes.load_column(max));
                    among &= lanes.bits(overlap);
                    continue;
                }
                Motion::Extreme => continue,
            };
            let inverse = lanes.real(inverse);
            enter = lanes.greater(lanes.times(near, inverse), enter);
            exit = lanes.lesser(lanes.times(far, inverse), exit);
        }
        // Two roundings, of the reciprocal and of the product, where the exact reach has one.
        let (less, more) = (S::Real::ONE - slack(), S::Real::ONE + slack());
        // Below the normal numbers an error is not relative: it is far less than the least of them.
        let enter = lanes.plus(
            lanes.times(enter, lanes.real(less)),
            lanes.real(S::Real::ZERO - tiny()),
        );
        let enter = lanes.lesser(enter, lanes.real(greatest::<S::Real>() * less));
        let exit = lanes.plus(lanes.times(exit, lanes.real(more)), lanes.real(tiny()));
        *reaches = lanes.store(enter);
        lanes.reals_at_most(enter, lanes.lesser(exit, lanes.real(limit))) & among
    }
}
