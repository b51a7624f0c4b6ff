//! Pairs within a distance: between the nearest points of two boxes, in `f64`.
//!
//! Tiles and sweeps compare boxes that are grown by half of the distance, and a little more, so
//! that rounding loses no pair; the boxes of each pair are then measured.

use broadleaf::Aabb;

use crate::error::{OutOfCoreError, Result};
use crate::number::Number;

/// The largest distance of a pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near {
    distance: f64,
    /// How far each box is grown.
    reach: f64,
}

/// More than the relative error of a difference of two numbers, four times over.
const ROUNDING: f64 = 4.0 * f64::EPSILON;

impl Near {
    pub(crate) fn new(distance: f64) -> Result<Self> {
        if !(distance >= 0.0 && distance.is_finite()) {
            let problem =
                format!("the distance {distance} must be at least 0, and less than infinity");
            return Err(OutOfCoreError::job(problem));
        }
        Ok(Self {
            distance,
            reach: (distance / 2.0 * (1.0 + ROUNDING)).next_up(),
        })
    }

    /// The box that overlaps the grown box of every row within the distance.
    #[inline]
    pub(crate) fn grown<S: Number, const D: usize>(self, aabb: &Aabb<S, D>) -> Aabb<S, D> {
        let low = |x: S| match x.as_f64() {
            x if x.is_finite() => (x - self.reach).next_down(),
            x => x,
        };
        let high = |x: S| match x.as_f64() {
            x if x.is_finite() => (x + self.reach).next_up(),
            x => x,
        };
        let min = aabb.min().map(|x| S::from_f64(low(x)));
        let max = aabb.max().map(|x| S::from_f64(high(x)));
        // A box that grows is still one.
        Aabb::try_new(min, max).unwrap_or(*aabb)
    }

    /// Whether two boxes are within the distance.
    pub(crate) fn holds<S: Number, const D: usize>(self, a: &Aabb<S, D>, b: &Aabb<S, D>) -> bool {
        let ends = |aabb: &Aabb<S, D>, axis: usize| {
            [aabb.min(), aabb.max()].map(|corner| corner[axis].as_f64())
        };
        let gaps: [f64; D] = std::array::from_fn(|axis| {
            let ([a_min, a_max], [b_min, b_max]) = (ends(a, axis), ends(b, axis));
            // The difference of equal infinities would be NaN.
            match (a_max < b_min, b_max < a_min) {
                (true, _) => b_min - a_max,
                (_, true) => a_min - b_max,
                _ => 0.0,
            }
        });
        gaps.iter().all(|gap| *gap <= self.distance)
            && gaps.iter().map(|gap| gap * gap).sum::<f64>() <= self.distance * self.distance
    }
}
