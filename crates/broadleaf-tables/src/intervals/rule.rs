//! When two intervals are a pair.

use super::coordinate::Coordinate;
use super::list::InvalidIntervals;

/// When two intervals are a pair.
///
/// | rule | intervals a and b are a pair if |
/// |---|---|
/// | `HalfOpen` | `a.start < b.end` and `b.start < a.end` |
/// | `Closed` | `a.start <= b.end` and `b.start <= a.end` |
/// | `Overlap(least)` | their common part is at least this long |
/// | `Within(distance)` | the gap between them is at most this long, or there is none |
///
/// Half-open intervals that only touch are not a pair. An interval of length 0 is a pair with those
/// that begin before it and end after it, but not with its equals.
///
/// The last two rules move ends by the given number. With floats, this rounds to nearest.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Rule<S> {
    /// Ends do not belong to the intervals, as in BED files, slices and calendars.
    #[default]
    HalfOpen,
    /// Both ends belong to the intervals: those that touch are a pair.
    Closed,
    /// A common part of at least this length, which is above 0.
    Overlap(S),
    /// At most this far apart; 0 is the same as `Closed`.
    Within(S),
}

impl<S: Coordinate> Rule<S> {
    pub(super) fn check(self) -> Result<Self, InvalidIntervals> {
        let zero = S::default();
        match self {
            Self::Overlap(least) if !(least > zero) => {
                Err(InvalidIntervals::Overlap(least.to_string()))
            }
            Self::Within(distance) if !(distance >= zero) => {
                Err(InvalidIntervals::Distance(distance.to_string()))
            }
            rule => Ok(rule),
        }
    }

    /// The end to compare with the starts of others. `None` if the interval is too short for any
    /// pair.
    pub(super) fn end(self, start: S, end: S) -> Option<S> {
        match self {
            Self::HalfOpen | Self::Closed => Some(end),
            Self::Within(distance) => Some(end.raised(distance)),
            Self::Overlap(least) => S::cut(start, end, least),
        }
    }

    /// Whether touching is not enough.
    pub(super) fn is_open(self) -> bool {
        self == Self::HalfOpen
    }
}
