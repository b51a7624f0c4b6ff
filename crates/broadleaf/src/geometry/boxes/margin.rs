//! From a squared distance to a margin: boxes near enough to each other overlap once one of them is
//! expanded.

use crate::geometry::scalar::encoding::Encoding;
use crate::geometry::scalar::traits::Scalar;

/// The least margin known to be enough: a box [expanded](crate::Aabb::expanded) by it overlaps
/// every box whose squared distance from it is at most `limit`. `None` if no margin is enough.
///
/// The distance is the one that [`Place`](crate::geometry::Place) measures, rounding included.
/// `limit` is at least 0.
pub(crate) fn margin_within<S: Scalar>(limit: S::Real) -> Option<S> {
    let is_within = |word: i64| {
        let gap = S::from_word(word).minus(S::default());
        gap * gap <= limit
    };
    // Words have the order of the values, so this is a binary search for the greatest gap within
    // the limit.
    let (mut within, mut beyond) = (S::default().to_word(), S::MAX.to_word());
    if is_within(beyond) {
        return None;
    }
    while within + 1 < beyond {
        let middle = (within & beyond) + ((within ^ beyond) >> 1);
        if is_within(middle) {
            within = middle;
        } else {
            beyond = middle;
        }
    }
    // Other gaps are exact. That of two floats is rounded, perhaps down to the greatest one within
    // the limit; the next float is not less than the gap itself.
    let is_rounded = matches!(S::ENCODING, Encoding::Float { .. });
    Some(S::from_word(if is_rounded { beyond } else { within }))
}
