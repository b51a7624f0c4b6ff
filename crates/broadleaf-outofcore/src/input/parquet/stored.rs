//! Decodes stored numbers.

/// A signed or unsigned integer of 32 bits.
pub(super) fn wide(x: i32, is_signed: bool) -> i64 {
    if is_signed {
        x.into()
    } else {
        x.cast_unsigned().into()
    }
}

/// A big-endian integer; `None` if it has more than 128 bits.
pub(super) fn integer(bytes: &[u8]) -> Option<i128> {
    let is_negative = bytes.first().is_some_and(|first| *first >= 0x80);
    let mut all = [if is_negative { 0xff } else { 0 }; 16];
    let start = all.len().checked_sub(bytes.len())?;
    all[start..].copy_from_slice(bytes);
    Some(i128::from_be_bytes(all))
}

/// The `f64` nearest to `x` divided by ten to the power of `scale`.
pub(super) fn decimal(x: i128, scale: u32) -> f64 {
    // Both operands are exact, so the quotient is rounded once.
    if x.unsigned_abs() < 1 << 53 && scale <= 22 {
        return x as f64 / 10_f64.powi(scale.cast_signed());
    }
    format!("{x}e-{scale}").parse().unwrap_or(f64::NAN)
}

/// A 16-bit float; NaN unless there are two bytes.
pub(super) fn half(bytes: &[u8]) -> f32 {
    let Ok(bytes) = bytes.try_into() else {
        return f32::NAN;
    };
    let bits = u16::from_le_bytes(bytes);
    let (exponent, fraction) = (bits >> 10 & 0x1f, f32::from(bits & 0x3ff));
    let size = match exponent {
        0 => fraction * 2_f32.powi(-24),
        0x1f if fraction == 0.0 => f32::INFINITY,
        0x1f => f32::NAN,
        _ => (1024.0 + fraction) * 2_f32.powi(i32::from(exponent) - 25),
    };
    if bits >> 15 == 1 { -size } else { size }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_exact() {
        let of = |bits: u16| half(&bits.to_le_bytes());
        let values = [
            0x0000, 0x3c00, 0xc000, 0x7bff, 0x0001, 0x3555, 0x7c00, 0xfc00,
        ]
        .map(of);
        let expected = [
            0.0,
            1.0,
            -2.0,
            65504.0,
            2_f32.powi(-24),
            0.333_251_95,
            f32::INFINITY,
            f32::NEG_INFINITY,
        ];
        assert_eq!(values, expected);
        assert!(of(0x7e00).is_nan() && half(&[0]).is_nan());
    }

    #[test]
    fn decimals_are_the_nearest_doubles() {
        for text in [
            "0.1",
            "-12.345",
            "123456789012345678901.25",
            "0.000000000000000000000000001",
        ] {
            let digits: i128 = text.replace('.', "").parse().unwrap();
            let scale = text.len() - text.find('.').unwrap() - 1;
            assert_eq!(decimal(digits, scale as u32), text.parse::<f64>().unwrap());
        }
        assert_eq!(integer(&[0xff, 0x38]), Some(-200));
        assert_eq!(integer(&[0x00, 0xc8]), Some(200));
        assert_eq!((integer(&[]), integer(&[0; 17])), (Some(0), None));
    }
}
