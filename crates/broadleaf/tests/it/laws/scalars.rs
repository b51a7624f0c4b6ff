//! The laws of scalars: order, differences, sums, lattices and midpoints.

use broadleaf::geometry::Scalar;
use broadleaf::{Aabb, Fixed};

use super::CASES;
use crate::inputs::{Mode, TestScalar, coordinate, for_all, real};

fn check_scalar<S: TestScalar>(mode: Mode) {
    let c = || coordinate::<S>(mode);
    for_all(CASES, (c(), c(), c(), 0_u32..5), |(a, b, c, factor)| {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        assert!(S::MIN <= a && b <= S::MAX && !a.is_nan());
        assert!(a.to_real() <= b.to_real());
        if c.is_finite() {
            assert!(a.minus(c) <= b.minus(c));
            assert!(c.minus(b) <= c.minus(a));
        }
        let sum = (0..factor).fold(S::default(), |sum, _| sum.saturating_add(a));
        let product = a.saturating_times(factor);
        assert!(
            product == sum || mode == Mode::Wild,
            "{a} * {factor} = {product}"
        );
        assert!(a == b || a.to_word() < b.to_word());
        assert_eq!(a.key().cmp(&b.key()), a.partial_cmp(&b).unwrap());
        assert_eq!(S::from_word(c.to_word()).to_word(), c.to_word());
        check_snap(a, c);
    });
}

/// The ends include every number that is not known to be farther away, and are tight.
fn check_ends<S: TestScalar>(mode: Mode) {
    let c = || coordinate::<S>(mode);
    for_all(CASES, (c(), c(), real::<f64>(mode)), |(a, b, by)| {
        for by in [by.abs(), b.wide_minus(a).abs(), f64::NAN, f64::INFINITY] {
            assert!(b.wide_minus(a) > by || b <= a.above(by), "{a} {b} {by}");
            assert!(a.wide_minus(b) > by || b >= a.below(by), "{a} {b} {by}");
        }
        assert!(
            mode == Mode::Wild || (a.below(0.0), a.above(0.0)) == (a, a) || S::TENTH > S::default()
        );
    });
}

fn check_snap<S: TestScalar>(value: S, cell: S) {
    let (down, up) = (value.snap_down(cell), value.snap_up(cell));
    assert!(
        down <= value && value <= up,
        "{value} snapped to {cell}: {down} {up}"
    );
    assert!(down.snap_down(cell) <= down && up <= up.snap_up(cell));
}

#[test]
fn scalars_keep_their_laws() {
    for mode in [Mode::Grid, Mode::Wild] {
        check_ends::<f32>(mode);
        check_ends::<f64>(mode);
        check_ends::<i32>(mode);
        check_ends::<i64>(mode);
        check_ends::<u8>(mode);
        check_ends::<u64>(mode);
        check_ends::<Fixed<16>>(mode);
        check_scalar::<f32>(mode);
        check_scalar::<f64>(mode);
        check_scalar::<i32>(mode);
        check_scalar::<i64>(mode);
        check_scalar::<i8>(mode);
        check_scalar::<i16>(mode);
        check_scalar::<u8>(mode);
        check_scalar::<u16>(mode);
        check_scalar::<u32>(mode);
        check_scalar::<u64>(mode);
        check_scalar::<Fixed<16>>(mode);
        #[cfg(feature = "fixed")]
        {
            check_scalar::<::fixed::types::I16F16>(mode);
            check_scalar::<::fixed::types::I32F32>(mode);
        }
    }
}

#[test]
fn differences_are_exact_far_from_the_origin() {
    let far = i64::MAX - 100;
    assert_eq!((far + 3).minus(far), 3.0);
    assert_eq!(i64::MAX.minus(i64::MIN), 18_446_744_073_709_551_615.0);
    assert_eq!(i32::MIN.minus(i32::MAX), -4_294_967_295.0);
    assert_eq!(u64::MIN.minus(u64::MAX), -18_446_744_073_709_551_615.0);
    assert_eq!((u64::MAX - 3).minus(u64::MAX), -3.0);
    assert_eq!(i8::MAX.minus(i8::MIN), 255.0);
    assert_eq!(
        Fixed::<16>::from_bits(far + 1).minus(Fixed::from_bits(far)),
        1.0 / 65_536.0
    );
}

#[test]
fn snapping_rounds_outward_to_multiples() {
    assert_eq!((7.3_f32.snap_down(0.5), 7.3_f32.snap_up(0.5)), (7.0, 7.5));
    assert_eq!(
        (-7.3_f64.snap_up(0.5), (-7.3_f64).snap_down(0.5)),
        (-7.5, -7.5)
    );
    assert_eq!(
        (
            (-7).snap_down(4),
            (-7).snap_up(4),
            8.snap_down(4),
            8.snap_up(4)
        ),
        (-8, -4, 8, 8)
    );
    // The value is unchanged if there is no multiple in range, or no lattice.
    assert_eq!(
        (
            i32::MIN.snap_down(7),
            i32::MAX.snap_up(7),
            5.snap_up(0),
            5.snap_down(-3)
        ),
        (i32::MIN, i32::MAX, 5, 5)
    );
    assert_eq!(
        (
            f32::INFINITY.snap_up(1.0),
            1e30_f32.snap_down(1.0),
            2.5_f32.snap_up(f32::NAN)
        ),
        (f32::INFINITY, 1e30, 2.5)
    );
    let snapped = Aabb::new([0.3, -0.3], [0.4, 0.4]).snapped(0.25);
    assert_eq!(snapped, Aabb::new([0.25, -0.5], [0.5, 0.5]));
    assert_eq!(snapped.snapped(0.25), snapped);
}

#[test]
fn fixed_point_saturates_and_rounds_down() {
    type F = Fixed<16>;
    assert_eq!(F::from_f64(-0.00001).unwrap().to_bits(), -1);
    assert_eq!(
        (F::from_f64(f64::NAN), F::from_f64(1e30), F::from_f64(-1e30)),
        (None, None, None)
    );
    assert_eq!(F::MAX.saturating_add(F::from_int(1)), F::MAX);
    assert_eq!(F::MIN.saturating_sub(F::from_int(1)), F::MIN);
    assert_eq!(
        F::from_int(1 << 30).saturating_mul(F::from_int(1 << 30)),
        F::MAX
    );
    assert_eq!(
        F::from_int(-3).saturating_mul(F::from_f64(0.5).unwrap()),
        F::from_f64(-1.5).unwrap()
    );
    assert_eq!(Fixed::<40>::from_int(i32::MAX), Fixed::MAX);
    assert_eq!(
        format!("{:?}", F::from_f64(1.5).unwrap()),
        "1.5 (98304 / 2^16)"
    );
}

#[test]
fn multiples_snap_to_themselves() {
    for cell in [0.7_f32, 0.01, 0.1, 3.0, 1e-3] {
        for number in -2_000..2_000 {
            let multiple = number as f32 * cell;
            assert_eq!(
                (multiple.snap_down(cell), multiple.snap_up(cell)),
                (multiple, multiple),
                "{number} times {cell}"
            );
        }
    }
    assert_eq!(
        (-3.3e38_f32).snap_down(1e38),
        -3.3e38,
        "the multiple below is out of range"
    );
    assert_eq!(5.0_f32.snap_down(f32::INFINITY), 5.0);
    assert_eq!(
        4.07_f64.snap_down(0.01).snap_down(0.01),
        4.07_f64.snap_down(0.01)
    );
}

#[test]
fn a_midpoint_lies_between() {
    fn check<S: TestScalar>() {
        for_all(
            1_000,
            (coordinate::<S>(Mode::Wild), coordinate::<S>(Mode::Wild)),
            |(a, b)| {
                let (low, high) = if a <= b { (a, b) } else { (b, a) };
                if low.is_finite() && high.is_finite() {
                    let middle = low.midpoint(high);
                    assert!(
                        low <= middle && middle <= high,
                        "{middle} is between {low} and {high}"
                    );
                }
            },
        );
    }
    check::<f32>();
    check::<f64>();
    check::<i32>();
    check::<i64>();
    check::<i8>();
    check::<u8>();
    check::<u64>();
    check::<Fixed<16>>();
}
