//! From a squared distance to a margin: boxes within the distance overlap if one of them is
//! expanded by the margin.

use crate::geometry::scalar::encoding::Encoding;
use crate::geometry::scalar::traits::Scalar;

/// The least margin that is known to suffice: a box [expanded](crate::Aabb::expanded) by it
/// overlaps every box whose squared distance is at most `limit`. `None` if no margin suffices.
///
/// Distances are measured as a [`Place`](crate::geometry::Place) does, including its rounding.
/// `limit` is at least 0.
pub(crate) fn margin_within<S: Scalar>(limit: S::Real) -> Option<S> {
    let is_within = |word: i64| {
        let gap = S::from_word(word).minus(S::default());
        gap * gap <= limit
    };
    // A binary search for the greatest gap within the limit: words have the order of the values.
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
    // The gap of two floats is rounded, perhaps down to the greatest one within the limit, so the
    // answer is the next float, which is not less than the exact gap. Other gaps are exact.
    let is_rounded = matches!(S::ENCODING, Encoding::Float { .. });
    Some(S::from_word(if is_rounded { beyond } else { within }))
}
