//! Tests of `query/measure.rs`.

use crate::packed_tree::query::measure::Motion;

#[test]
fn a_speed_without_a_precise_inverse_is_extreme() {
    for speed in [f32::from_bits(1), -1e-39, f32::MAX, -3e38] {
        assert_eq!(Motion::of(speed), Motion::Extreme);
    }
    for speed in [1e-30, -1.0, 1e30_f32] {
        assert_eq!(Motion::of(speed), Motion::Usual);
    }
    assert_eq!([0.0, -0.0].map(Motion::of), [Motion::None; 2]);
}
