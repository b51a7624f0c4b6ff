use crate::geometry::arithmetic::there_and_back::{distance_of, is_within, reach_within};

/// Floats of all magnitudes, including subnormal ones and the ends of binades.
fn bits() -> impl Iterator<Item = u64> {
    let mut state = 1_u64;
    let random = core::iter::repeat_with(move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 1) ^ (state >> 33)
    });
    let ends = (0..2_047_u64)
        .flat_map(|binade| [0, 1, 2, (1 << 52) - 1].map(|fraction| binade << 52 | fraction));
    ends.chain(random.take(300_000))
}

#[test]
fn distances_are_rounded_to_nearest() {
    for x in bits().map(f64::from_bits).filter(|x| !x.is_nan()) {
        assert_eq!(distance_of(x), x.sqrt(), "{x:e}");
    }
    for x in bits().map(|bits| f32::from_bits(u32::try_from(bits >> 32).unwrap())) {
        if !x.is_nan() {
            assert_eq!(distance_of(x), x.sqrt(), "{x:e}");
        }
    }
    for x in [-1.0, f64::NAN, f64::NEG_INFINITY, -0.0] {
        assert_eq!(distance_of(x), 0.0);
    }
}

#[test]
fn the_greatest_reach_within_a_distance_is_found() {
    let is_greatest =
        |limit: f64, distance: f64| limit.sqrt() <= distance && limit.next_up().sqrt() > distance;
    for x in bits().map(f64::from_bits).filter(|x| x.is_finite()) {
        let limit = reach_within(x).unwrap();
        assert!(is_greatest(limit, x), "{x:e}: {limit:e}");
        // A square root, whose square is in range.
        let limit = reach_within(x.sqrt()).unwrap();
        assert!(x <= limit && is_greatest(limit, x.sqrt()), "{x:e}");
    }
    for x in bits().map(|bits| f32::from_bits(u32::try_from(bits >> 33).unwrap())) {
        if x.is_finite() {
            for x in [x, x.sqrt()] {
                let limit = reach_within(x).unwrap();
                assert!(limit.sqrt() <= x && limit.next_up().sqrt() > x, "{x:e}");
            }
        }
    }
    assert_eq!(reach_within(f64::INFINITY), Some(f64::INFINITY));
    assert_eq!(
        [reach_within(-1.0), reach_within(f32::NAN.into())],
        [None; 2]
    );
    assert_eq!([0.0, -0.0].map(reach_within), [Some(0.0); 2]);
}

#[test]
fn what_is_within_a_radius_is_within_its_limit() {
    for x in bits().map(f64::from_bits).filter(|x| !x.is_nan()) {
        let distance = x.sqrt();
        for reach in [x.next_down(), x, x.next_up(), distance * distance] {
            let expected = reach_within(distance).is_some_and(|limit| reach <= limit);
            assert_eq!(
                is_within(reach, distance),
                expected,
                "{reach:e} {distance:e}"
            );
        }
        assert_eq!(is_within(f64::INFINITY, x), x == f64::INFINITY);
    }
    assert!(!is_within(0.0, -1.0) && !is_within(0.0, f64::NAN) && is_within(0.0, 0.0));
}
