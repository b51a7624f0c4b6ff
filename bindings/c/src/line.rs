//! Boxes of one dimension, which the library gets as boxes of two: a third of its code would be
//! there for them alone. The second axis is chosen so that it decides nothing:
//!
//! * of boxes in lists and indexes it is the unit interval: any two overlap, and their interiors
//!   do,
//! * of proxies it is a point, which no margin takes for their size,
//! * of windows it is everything, in which all of these lie,
//! * of places and casts it is a point, at distance 0 from all of these; casts do not move along
//!   it.

use library::geometry::Scalar;

use crate::number::Number;

/// What the bytes of an index or a broad phase of one dimension end with: without it they have two.
pub(crate) const MARK: [u8; 8] = *b"\0one dim";

/// The second axis of boxes of one dimension.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Second {
    Unit,
    Point,
    Everything,
}

impl Second {
    /// Its ends.
    pub(crate) fn ends<S: Number>(self) -> [S; 2] {
        let zero = S::default();
        match self {
            Self::Unit => [zero, S::from_double(1.0).unwrap_or(zero)],
            Self::Point => [zero; 2],
            Self::Everything => [<S as Scalar>::MIN, <S as Scalar>::MAX],
        }
    }
}

/// Bytes without the mark, if they end with it.
pub(crate) fn without_mark(bytes: &[u8]) -> (&[u8], bool) {
    match bytes.strip_suffix(&MARK) {
        Some(bytes) => (bytes, true),
        None => (bytes, false),
    }
}
