//! From a squared distance to a margin: boxes near enough to each other overlap once one of them is
//! expanded.

use super::encoding::Encoding;
use super::scalar::Scalar;

/// The least margin known to be enough: a box [expanded](super::Aabb::expanded) by it overlaps
/// every box whose squared distance from it is at most `limit`. `None` if no margin is enough.
///
/// The distance is the one that [`Place`](super::Place) measures, rounding included. `limit` is at
/// least 0.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::aabb::Aabb;
    use crate::geometry::probe::Probe;

    #[test]
    fn integers_need_no_more_than_the_distance() {
        assert_eq!(margin_within::<i32>(0.0), Some(0));
        assert_eq!(margin_within::<i32>(24.9), Some(4));
        assert_eq!(margin_within::<i32>(25.0), Some(5));
        assert_eq!(margin_within::<u64>(9.0), Some(3));
        assert_eq!(margin_within::<i8>(127.0 * 127.0), None);
        assert_eq!(margin_within::<f32>(f32::INFINITY), None);
    }

    #[test]
    fn a_gap_that_is_rounded_down_to_the_distance_is_bridged() {
        // The gap is 1 + 1.5 * 2^-25, and 1 when rounded.
        let left = Aabb::point([-1.5 * f32::EPSILON / 4.0]);
        let right = Aabb::point([1.0_f32]);
        assert_eq!(left.reach(&right), Some(1.0));
        assert!(!left.expanded(1.0).overlaps(&right));
        let margin = margin_within(1.0).unwrap();
        assert!(left.expanded(margin).overlaps(&right));
        assert!(right.expanded(margin).overlaps(&left));
        // The square of this gap is rounded to 0.
        let near = Aabb::point([1e-30_f32]);
        let origin = Aabb::point([0.0]);
        assert_eq!(origin.reach(&near), Some(0.0));
        assert!(origin.expanded(margin_within(0.0).unwrap()).overlaps(&near));
    }
}
