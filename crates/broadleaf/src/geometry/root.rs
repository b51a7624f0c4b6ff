//! The square root, from the basic operations of IEEE 754.

/// The square root of a number that is at least 0, within two units in the last place, and exact
/// for squares of whole numbers. 0 for everything that is not positive.
///
/// `core` has no root, and the roots of `std` and of a library of functions could differ in the
/// last bit.
pub(super) fn root(x: f64) -> f64 {
    /// 2^108, the square of 2^54.
    const SCALE: f64 = 324_518_553_658_426_726_783_156_020_576_256.0;
    if x < f64::MIN_POSITIVE {
        return if x > 0.0 {
            root(x * SCALE) / 18_014_398_509_481_984.0
        } else {
            0.0
        };
    }
    if !x.is_finite() {
        return if x > 0.0 { x } else { 0.0 };
    }
    // Half the exponent: within 7 %. Each step squares the error: 2e-3, 2e-6, 2e-12, 2e-24.
    let mut y = f64::from_bits((x.to_bits() >> 1) + (1023 << 51));
    for _ in 0..4 {
        y = 0.5 * (y + x / y);
    }
    y
}

#[cfg(test)]
mod tests {
    use super::root;

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
}
