//! Tests of this room.

use super::decimal::rounds_up;
use super::number::Fixed;

#[test]
fn halves_are_rounded_to_even_digits() {
    let both = |dropped: &[u8]| [false, true].map(|is_odd| rounds_up(dropped, is_odd));
    assert_eq!([both(&[5]), both(&[5, 0, 0])], [[false, true]; 2]);
    assert_eq!([both(&[5, 0, 1]), both(&[6])], [[true; 2]; 2]);
    assert_eq!([both(&[4, 9]), both(&[])], [[false; 2]; 2]);
}

#[test]
fn a_number_has_a_digit() {
    for text in ["", "-", ".", "+.", "1.x", "1.2.3", "--1"] {
        assert!(text.parse::<Fixed<4>>().is_err(), "{text}");
    }
    let bits = |text: &str| text.parse::<Fixed<4>>().map(Fixed::to_bits).ok();
    assert_eq!(
        [bits("1."), bits("-.5"), bits("+2.25")],
        [Some(16), Some(-8), Some(36)]
    );
}
