//! The common part of capsules and ball casts: the first touch of a moving ball and a box.

use super::slab::outward;
use crate::geometry::arithmetic::root::root;
use crate::geometry::arithmetic::rounding::LEEWAY;
use crate::geometry::boxes::grown::way;
use crate::geometry::order::{greater, lesser};
use core::array;

/// A ball that starts around the origin and moves along `direction` for `t` in `0..=length`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SweptBall<const D: usize> {
    pub(super) direction: [f64; D],
    pub(super) radius: f64,
    pub(super) length: f64,
}

/// A stretch of the motion on which no coordinate of the center passes a side of the box. On it,
/// the squared distance is the sum of the squares of `offset + t * direction` over the axes on
/// which the center is outside the box.
struct Stretch {
    /// The parameter at which the stretch ends.
    end: f64,
    /// The sum of squared directions.
    squares: f64,
    /// The sum of products of offset and direction, negative while the ball approaches.
    products: f64,
    /// The sum of squared offsets.
    offsets: f64,
    /// The sum over pairs of axes of the squared 2D cross products of offset and direction. By
    /// Lagrange's identity this is `squares * offsets - products * products`, without cancellation.
    areas: f64,
}

/// A factor that grows a radius as a leeway moves a corner. Its square and cube stand for two or
/// three successive steps.
pub(super) const MARGIN: f64 = 1.0 + LEEWAY;

impl<const D: usize> SweptBall<D> {
    /// The first `t` at which the ball touches the box `low..=high`. `None` for a ball that does
    /// not move, which the caller tests as a [`Ball`](super::ball::Ball).
    ///
    /// Combines two answers: `least_reach` is monotone but has a margin; `first_touch` is precise,
    /// but not monotone, because its polynomials subtract. The greater one is the answer, so that
    /// it is never before `least_reach` of a box around this one, however the polynomials round.
    ///
    /// Rounding may hide a touch at the end of a stretch, or a mere touch. So a box that seems to
    /// be missed is tested again with [`LEEWAY`].
    pub(super) fn reach(&self, low: &[f64; D], high: &[f64; D]) -> Option<f64> {
        if self.direction == [0.0; D] {
            return None;
        }
        let least = self.least_reach(low, high)?;
        let touch = self.first_touch(low, high).or_else(|| {
            let radius = self.radius * MARGIN;
            let [low, high] = outward([*low, *high], LEEWAY);
            Self { radius, ..*self }.first_touch(&low, &high)
        });
        Some(greater(least, touch?))
    }

    /// At most the reach of every box inside `low..=high`, monotone to the last bit: the first
    /// touch of the cube around the ball. `None` also if the box is more than the radius away from
    /// the bounds of the center's path.
    #[inline]
    pub(super) fn least_reach(&self, low: &[f64; D], high: &[f64; D]) -> Option<f64> {
        // The margins exceed the rounding errors of `first_touch`, so that it decides.
        let radius = self.radius * MARGIN * MARGIN;
        let [low, high] = outward([*low, *high], 2.0 * LEEWAY);
        let (mut enter, mut exit, mut apart) = (0.0, self.length, 0.0);
        for axis in 0..D {
            let direction = self.direction[axis];
            let (near, far) = if direction > 0.0 {
                (low[axis] - radius, high[axis] + radius)
            } else if direction < 0.0 {
                (high[axis] + radius, low[axis] - radius)
            } else if low[axis] <= radius && -radius <= high[axis] {
                apart += square(gap(low[axis], high[axis], 0.0, 0.0));
                continue;
            } else {
                return None;
            };
            enter = greater(enter, near / direction);
            exit = lesser(exit, far / direction);
            let end = direction * self.length * MARGIN;
            let gap = gap(low[axis], high[axis], lesser(end, 0.0), greater(end, 0.0));
            apart += square(gap);
        }
        (enter <= exit && enter < f64::INFINITY && !(apart > radius * radius)).then_some(enter)
    }

    /// Upper bounds for how far the ball reaches below and above its start on each axis.
    pub(super) fn growth(&self) -> [[f64; 2]; D] {
        // Moving corners outward must not take them beyond these bounds.
        let farther = MARGIN * MARGIN * MARGIN;
        array::from_fn(|axis| {
            let direction = self.direction[axis];
            let speed = greater(direction, -direction);
            let [behind, ahead] = [0.0, greater(0.0, self.length)]
                .map(|t| ((self.radius * farther + way(speed, t)) * farther).next_up());
            if direction > 0.0 {
                [behind, ahead]
            } else {
                [ahead, behind]
            }
        })
    }

    fn first_touch(&self, low: &[f64; D], high: &[f64; D]) -> Option<f64> {
        let radius_squared = square(self.radius);
        let mut t = 0.0;
        loop {
            let stretch = self.stretch(low, high, t);
            if let Some(touch) = stretch.touch(t, radius_squared) {
                return Some(touch);
            }
            // The stretch after the last one is empty and begins where the motion ends. A growing
            // distance does not end the loop, because rounding could decide that.
            if !(t < stretch.end && stretch.end < f64::INFINITY) {
                return None;
            }
            t = stretch.end;
        }
    }

    fn stretch(&self, low: &[f64; D], high: &[f64; D], t: f64) -> Stretch {
        let mut end = self.length;
        let mut beside = [(0.0, 0.0); D];
        for axis in 0..D {
            let direction = self.direction[axis];
            let [near, far] = if direction < 0.0 {
                [high[axis], low[axis]]
            } else {
                [low[axis], high[axis]]
            };
            let offset = if direction == 0.0 {
                // Constant, outside the box or not.
                gap(low[axis], high[axis], 0.0, 0.0)
            } else if t < near / direction {
                end = lesser(end, near / direction);
                -near
            } else if t < far / direction {
                end = lesser(end, far / direction);
                continue;
            } else {
                -far
            };
            beside[axis] = (offset, direction);
        }
        Stretch::new(end, &beside)
    }
}

impl Stretch {
    fn new<const D: usize>(end: f64, beside: &[(f64, f64); D]) -> Self {
        let mut stretch = Self {
            end,
            squares: 0.0,
            products: 0.0,
            offsets: 0.0,
            areas: 0.0,
        };
        for (axis, &(offset, direction)) in beside.iter().enumerate() {
            stretch.squares += square(direction);
            stretch.products += offset * direction;
            stretch.offsets += square(offset);
            for (other_offset, other_direction) in &beside[..axis] {
                stretch.areas += square(offset * other_direction - other_offset * direction);
            }
        }
        stretch
    }

    /// The first parameter from `start` to the end of the stretch at which the squared distance is
    /// at most `limit`.
    fn touch(&self, start: f64, limit: f64) -> Option<f64> {
        if start == 0.0 && self.offsets <= limit {
            return Some(0.0);
        }
        if self.squares == 0.0 {
            return (self.offsets <= limit).then_some(start);
        }
        let discriminant = self.squares * limit - self.areas;
        if !(discriminant >= 0.0 && self.products < 0.0) {
            return None;
        }
        let sum = root(discriminant) - self.products;
        let (first, last) = ((self.offsets - limit) / sum, sum / self.squares);
        (first <= self.end && start <= last).then_some(greater(start, first))
    }
}

/// The distance between `low..=high` and `from..=to`.
#[inline]
fn gap(low: f64, high: f64, from: f64, to: f64) -> f64 {
    if low > to {
        low - to
    } else if from > high {
        from - high
    } else {
        0.0
    }
}

#[inline]
fn square(x: f64) -> f64 {
    x * x
}
