use crate::geometry::arithmetic::root::root;

#[test]
fn roots_of_squares_are_exact() {
    for i in 0..2_000_000_u32 {
        let x = f64::from(i) * 1_021.0;
        assert_eq!(root(x * x), x);
    }
}

#[test]
fn roots_are_within_two_units() {
    let mut bits = 1_u64;
    for _ in 0..1_000_000 {
        bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let x = f64::from_bits(bits >> 1);
        if x.is_finite() {
            let difference = root(x).to_bits().abs_diff(x.sqrt().to_bits());
            assert!(difference <= 2, "{x}: {difference} units");
        }
    }
}

#[test]
fn roots_of_extremes() {
    for x in [0.0, -1.0, f64::NAN, f64::NEG_INFINITY] {
        assert_eq!(root(x), 0.0);
    }
    assert_eq!(root(f64::INFINITY), f64::INFINITY);
    assert_eq!(root(5e-324), 5e-324_f64.sqrt());
    assert_eq!(root(f64::MAX), f64::MAX.sqrt().next_up());
}
