//! The extent of positions along each axis.

use core::array;

use broadleaf::geometry::Real;

use super::body::Body;
use super::order::{greater, lesser};

/// The smallest and the largest position along each axis. Unlike an `Aabb`, it may be empty.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread<R, const D: usize> {
    low: [R; D],
    high: [R; D],
}

impl<R: Real, const D: usize> Spread<R, D> {
    pub(super) const EMPTY: Self = Self {
        low: [R::MAX; D],
        high: [R::MIN; D],
    };

    pub(super) fn of(bodies: &[Body<R, D>]) -> Self {
        bodies.iter().fold(Self::EMPTY, |all, body| {
            all.union(&Self {
                low: body.position,
                high: body.position,
            })
        })
    }

    pub(super) fn union(&self, other: &Self) -> Self {
        Self {
            low: array::from_fn(|axis| lesser(self.low[axis], other.low[axis])),
            high: array::from_fn(|axis| greater(self.high[axis], other.high[axis])),
        }
    }

    /// The square of the longest edge.
    pub(super) fn size_squared(&self) -> R {
        let edges = (0..D).map(|axis| self.high[axis] - self.low[axis]);
        edges.fold(R::ZERO, |longest, edge| greater(longest, edge * edge))
    }

    /// The squared distance to a position, 0 if it is inside.
    #[inline]
    pub(super) fn distance_squared(&self, position: &[R; D]) -> R {
        (0..D).fold(R::ZERO, |sum, axis| {
            let below = self.low[axis] - position[axis];
            let above = position[axis] - self.high[axis];
            let farther = if below > above { below } else { above };
            let outside = greater(R::ZERO, farther);
            sum + outside * outside
        })
    }
}
