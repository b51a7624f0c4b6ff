//! Arithmetic agrees with 128-bit integers.

use broadleaf::Fixed;

use super::steps;
use crate::inputs::for_all;

fn check_arithmetic<const FRAC: u32>() {
    for_all(4_000, (steps(), steps()), |(a, b)| {
        let (x, y) = (Fixed::<FRAC>::from_bits(a), Fixed::from_bits(b));
        let (a, b) = (i128::from(a), i128::from(b));
        let check = |steps: i128,
                     checked: Option<Fixed<FRAC>>,
                     saturating: Fixed<FRAC>,
                     operator: Fixed<FRAC>| {
            assert_eq!(checked, i64::try_from(steps).ok().map(Fixed::from_bits));
            let clamped = steps.clamp(i64::MIN.into(), i64::MAX.into());
            assert_eq!(
                (i128::from(saturating.to_bits()), operator),
                (clamped, saturating)
            );
        };
        check(a + b, x.checked_add(y), x.saturating_add(y), x + y);
        check(a - b, x.checked_sub(y), x.saturating_sub(y), x - y);
        check(
            (a * b).div_euclid(1 << FRAC),
            x.checked_mul(y),
            x.saturating_mul(y),
            x * y,
        );
        if b != 0 {
            let numerator = a << FRAC;
            // Rounded down, for any signs.
            let quotient = if b > 0 {
                numerator.div_euclid(b)
            } else {
                (-numerator).div_euclid(-b)
            };
            check(quotient, x.checked_div(y), x.saturating_div(y), x / y);
            assert_eq!(
                Fixed::<FRAC>::from_ratio(x.to_bits(), y.to_bits()),
                x.checked_div(y)
            );
        }
        assert_eq!(
            (i128::from((-x).to_bits()), -(-x) == x),
            ((-a).min(i64::MAX.into()), x != Fixed::MIN)
        );
        assert_eq!(i128::from(x.abs().to_bits()), a.abs().min(i64::MAX.into()));
        assert_eq!(i128::from(x.floor()), a.div_euclid(1 << FRAC));
        match x.sqrt() {
            None => assert!(a < 0),
            Some(root) => {
                assert!(root * root <= x && (i128::from(root.to_bits()) + 1).pow(2) > a << FRAC);
            }
        }
        assert_eq!((x < y, x == y), (a < b, a == b));
    });
}

#[test]
fn arithmetic_is_that_of_wide_integers_and_stops_at_the_ends() {
    check_arithmetic::<0>();
    check_arithmetic::<16>();
    check_arithmetic::<32>();
    check_arithmetic::<62>();
    type F = Fixed<16>;
    assert_eq!(
        [F::ONE / F::ZERO, -F::ONE / F::ZERO, F::ZERO / F::ZERO],
        [F::MAX, F::MIN, F::ZERO]
    );
    assert_eq!(
        (F::ONE.checked_div(F::ZERO), F::from_ratio(1, 0)),
        (None, None)
    );
    let mut x = F::from_int(7);
    x += F::ONE;
    x *= F::from_int(3);
    x -= F::from_int(4);
    x /= F::from_int(8);
    assert_eq!(x.to_f64(), 2.5);
}
