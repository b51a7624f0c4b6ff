//! A cut-off and the periods of the axes.

use super::error::InvalidPeriodic;

/// Coordinates and cut-offs are at most this number of periods long, so that shifts fit into `i32`.
pub(super) const MAX_PERIODS: f64 = (1_u64 << 29) as f64;
/// So many periods, and sums of a few of them, are finite.
const MAX_PERIOD: f64 = f64::MAX / (1_u64 << 40) as f64;

/// Which boxes are pairs: those at most a distance apart, on axes that may repeat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Within<const D: usize> {
    /// The largest Euclidean distance of a pair, in the unit of the coordinates. Boxes that overlap
    /// have distance 0.
    pub distance: f64,
    /// The period of each axis, or `None` for an axis that does not repeat.
    pub periods: [Option<f64>; D],
}

impl<const D: usize> Within<D> {
    /// Within a distance, on axes that do not repeat.
    #[must_use]
    pub fn distance(distance: f64) -> Self {
        Self {
            distance,
            periods: [None; D],
        }
    }

    /// The same distance, on axes of which each repeats.
    #[must_use]
    pub fn periods(self, periods: [f64; D]) -> Self {
        Self {
            periods: periods.map(Some),
            ..self
        }
    }

    pub(super) fn check(&self) -> Result<(), InvalidPeriodic> {
        if !(self.distance >= 0.0) {
            return Err(InvalidPeriodic::Distance(self.distance));
        }
        for (axis, period) in self.periods.into_iter().enumerate() {
            let Some(period) = period else { continue };
            if !(period > 0.0 && period <= MAX_PERIOD) {
                return Err(InvalidPeriodic::Period { axis, period });
            }
            if self.distance / period > MAX_PERIODS {
                return Err(InvalidPeriodic::TooManyPeriods {
                    distance: self.distance,
                    axis,
                });
            }
        }
        Ok(())
    }
}
