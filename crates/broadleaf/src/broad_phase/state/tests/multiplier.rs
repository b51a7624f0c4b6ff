//! Tests of `multiplier.rs`.

use super::*;
use crate::geometry::{Fixed, Scalar};
use alloc::string::ToString;

#[test]
fn numbers_are_rounded_to_the_nearest_256th() {
    let of = |value: f64| Multiplier::try_from(value).map(Multiplier::to_256ths);
    assert_eq!(of(2.5), Ok(640));
    assert_eq!(of(-0.0), Ok(0));
    assert_eq!(
        (of(0.1), of(0.9 / 256.0), of(0.5 / 256.0)),
        (Ok(26), Ok(1), Ok(1))
    );
    assert_eq!(of(0.499_999_999_999_999_94 / 256.0), Ok(0));
    assert_eq!(of(Multiplier::MAX.to_f64()), Ok(u32::MAX));
    for invalid in [-1.0 / 256.0, 16_777_216.0, f64::INFINITY, f64::NAN] {
        assert!(of(invalid).is_err(), "{invalid}");
    }
    assert_eq!(
        Multiplier::try_from(-2.0).unwrap_err().to_string(),
        "a multiplier is a number from 0 to 16777215.99609375, not -2"
    );
    assert_eq!(Multiplier::from(u32::MAX), Multiplier::MAX);
    assert_eq!(Multiplier::from(3).to_string(), "3");
    assert_eq!(Multiplier::try_from(2.5).map(f64::from), Ok(2.5));
}

/// Exact rational arithmetic decides, for every width and sign.
#[test]
fn products_are_exact_then_rounded_toward_zero() {
    let factors = [
        0,
        1,
        127,
        128,
        255,
        256,
        257,
        640,
        65_535,
        1 << 20,
        u32::MAX,
    ];
    for factor in factors {
        for value in i8::MIN..=i8::MAX {
            let exact = i64::from(value) * i64::from(factor) / 256;
            let expected = exact.clamp(i8::MIN.into(), i8::MAX.into());
            assert_eq!(i64::from(value.saturating_256ths(factor)), expected);
            assert_eq!(
                Fixed::<4>::from_bits(value.into()).saturating_256ths(factor),
                Fixed::from_bits(exact)
            );
            let mirrored = i64::from(value).saturating_256ths(factor);
            assert_eq!((-i64::from(value)).saturating_256ths(factor), -mirrored);
        }
    }
    assert_eq!(i64::MIN.saturating_256ths(255), -9_187_343_239_835_811_840);
    assert_eq!(i64::MIN.saturating_256ths(257), i64::MIN);
    assert_eq!(u64::MAX.saturating_256ths(255), 18_374_686_479_671_623_679);
    assert_eq!(u64::MAX.saturating_256ths(u32::MAX), u64::MAX);
    assert_eq!(i64::MAX.saturating_256ths(256), i64::MAX);
}

#[test]
fn whole_multipliers_multiply_floats_as_whole_numbers_do() {
    for whole in [0, 1, 2, 3, 7, 65_535, 16_777_215] {
        let factor = Multiplier::from(whole).to_256ths();
        for value in [0.1_f32, -3.7e-39, 1e38, 12_345.678, -0.0] {
            let expected = value.saturating_times(whole);
            assert_eq!(
                value.saturating_256ths(factor).to_bits(),
                expected.to_bits()
            );
            let (value, expected) = (f64::from(value), f64::from(value).saturating_times(whole));
            assert_eq!(
                value.saturating_256ths(factor).to_bits(),
                expected.to_bits()
            );
        }
    }
    assert_eq!((0.3_f32).saturating_256ths(640), 0.75);
}
