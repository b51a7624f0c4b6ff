//! Numbers as decimal text, and text that is not a number.

use broadleaf::Fixed;
use proptest::prelude::*;

use super::steps;
use crate::inputs::for_all;

fn check_text<const FRAC: u32>() {
    for_all(2_000, (steps(), 0_usize..70), |(bits, places)| {
        let number = Fixed::<FRAC>::from_bits(bits);
        let text = number.to_string();
        assert_eq!(text.parse(), Ok(number), "{text}");
        let rounded = format!("{number:.places$}");
        if bits.unsigned_abs() < 1 << 53 {
            assert_eq!(rounded, format!("{:.places$}", number.to_f64()));
        }
        if places >= FRAC as usize {
            assert_eq!(rounded.parse(), Ok(number), "{rounded}");
        }
    });
}

#[test]
fn text_is_exact_in_both_directions() {
    check_text::<0>();
    check_text::<16>();
    check_text::<47>();
    check_text::<62>();
    for_all(4_000, (any::<i32>(), 0_u32..9), |(number, places)| {
        // The nearest number, the even one if two are equally near.
        let (steps, unit) = (i128::from(number) << 16, 10_i128.pow(places));
        let (down, rest) = (steps.div_euclid(unit), 2 * steps.rem_euclid(unit));
        let nearest = down + i128::from(rest > unit || (rest == unit && down % 2 != 0));
        let (sign, digits) = (if number < 0 { "-" } else { "" }, number.unsigned_abs());
        let unit = 10_u32.pow(places);
        let text = format!(
            "{sign}{}.{:0width$}",
            digits / unit,
            digits % unit,
            width = places as usize
        );
        let text = if places == 0 {
            text.split_once('.').unwrap().0.to_owned()
        } else {
            text
        };
        assert_eq!(
            text.parse().map(Fixed::<16>::to_bits).map(i128::from),
            Ok(nearest),
            "{text}"
        );
    });
}

#[test]
fn text_that_is_no_number_is_refused_with_the_reason() {
    let read = |text: &str| {
        text.parse::<Fixed<16>>()
            .map_err(|invalid| invalid.to_string())
    };
    assert_eq!(
        [read("+.5"), read("-0.5"), read("3.")].map(|read| read.map(Fixed::to_f64)),
        [Ok(0.5), Ok(-0.5), Ok(3.0)]
    );
    for text in [
        "", "-", ".", "+.", "1.2.3", "1e3", "--1", "0x10", " 1", "1_000", "NaN", "inf", "½", "1.٣",
    ] {
        assert_eq!(read(text), Err(format!("{text:?} is not a decimal number")));
    }
    assert_eq!(read("140737488355327.99999"), Ok(Fixed::MAX));
    assert_eq!(read("-140737488355328"), Ok(Fixed::MIN));
    for text in [
        "140737488355328",
        "-140737488355328.00001",
        "99999999999999999999999",
    ] {
        assert_eq!(read(text), Err(format!("{text:?} is out of range")));
    }
    let (lowest, padded) = (Fixed::<62>::MIN, Fixed::<16>::from_ratio(-9, 4).unwrap());
    assert_eq!(
        (lowest.to_string(), Fixed::<62>::STEP.to_string().len()),
        ("-2".to_owned(), 64)
    );
    assert_eq!(
        [
            format!("{padded:8}"),
            format!("{padded:+08.1}"),
            format!("{:.0}", -padded)
        ],
        ["   -2.25", "-00002.2", "2"]
    );
    assert_eq!(
        format!("{:.2}", Fixed::<16>::from_f64(9.999).unwrap()),
        "10.00"
    );
}
