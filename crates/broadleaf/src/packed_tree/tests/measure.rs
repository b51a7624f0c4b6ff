//! Tests of `query/measure.rs`.

use crate::packed_tree::query::measure::AxisSpeed;

#[test]
fn a_speed_without_a_precise_inverse_is_extreme() {
    for speed in [f32::from_bits(1), -1e-39, f32::MAX, -3e38] {
        assert_eq!(AxisSpeed::of(speed), AxisSpeed::Extreme);
    }
    for speed in [1e-30, -1.0, 1e30_f32] {
        assert_eq!(AxisSpeed::of(speed), AxisSpeed::Usual);
    }
    assert_eq!([0.0, -0.0].map(AxisSpeed::of), [AxisSpeed::None; 2]);
}
