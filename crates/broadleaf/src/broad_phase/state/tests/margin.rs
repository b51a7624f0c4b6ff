//! Tests of `margin.rs`.

use super::*;
use crate::geometry::Fixed;

/// `sixteenths` / 16 of a length, as the margin of a cube with such sides.
fn extension<S: Scalar>(length: S, sixteenths: u32) -> S {
    let margin = Margin::Proportional {
        sixteenths,
        prediction: Multiplier::from(0),
    };
    let cube = Aabb::new([S::default(); 2], [length; 2]);
    margin.fat(&cube, [S::default(); 2]).max()[0].saturating_sub(length)
}

#[test]
fn fat_boxes_have_positive_zeros() {
    let tight = Aabb::new([-0.0, -1.0], [0.0, -0.0_f32]);
    let prediction = Multiplier::from(0);
    for margin in [
        Margin::Tight,
        Margin::Snap { cell: 1.0 },
        Margin::Snap { cell: 0.0 },
        Margin::Fatten {
            extension: 0.0,
            prediction,
        },
        Margin::Proportional {
            sixteenths: 0,
            prediction,
        },
    ] {
        let fat = margin.fat(&tight, [-0.0; 2]);
        assert_eq!(fat, tight, "{margin:?}");
        let ends = [fat.min(), fat.max()].concat();
        assert!(ends.iter().all(|end| *end != 0.0 || end.is_sign_positive()));
    }
}

#[test]
fn a_proportional_margin_saturates_and_rounds_down() {
    assert_eq!(extension(15, 16), 15);
    assert_eq!(extension(15, 2), 1);
    assert_eq!(extension(15, 15), 14);
    assert_eq!(extension(16, 9), 9);
    assert_eq!(extension(16, 40), 40);
    assert_eq!(extension(1, u32::MAX), (1 << 24) - 1);
    assert_eq!(extension(i64::MAX / 4, 99), i64::MAX - i64::MAX / 4);
    assert_eq!(extension(8.0_f32, 3), 1.5);
    assert_eq!(extension(f64::MAX, 32), f64::INFINITY);
    let fixed = Fixed::<16>::from_int(1);
    assert_eq!(extension(fixed, 1), Fixed::from_bits(1 << 12));
    let tall = Aabb::new([0, 0], [2, 32]);
    let margin = Margin::Proportional {
        sixteenths: 2,
        prediction: Multiplier::from(0),
    };
    assert_eq!(margin.fat(&tall, [9, 9]), Aabb::new([-4, -4], [6, 36]));
    let all = Aabb::<i32, 2>::EVERYWHERE;
    assert_eq!(margin.fat(&all, [0, 0]), all);
    // Zero times an infinite length is NaN, which gives no margin.
    let all = Aabb::<f32, 2>::EVERYWHERE;
    let none = Margin::Proportional {
        sixteenths: 0,
        prediction: Multiplier::from(0),
    };
    assert_eq!(none.fat(&all, [f32::INFINITY; 2]), all);
}

/// A tenth of a unit and two displacements, in the nearest number of the type.
#[test]
fn the_default_margin_is_that_of_box2d() {
    fn check<S: Scalar>(tenth: S, number: fn(i32) -> S) {
        let margin = Margin::default();
        let expected = Margin::Fatten {
            extension: tenth,
            prediction: Multiplier::from(2),
        };
        assert_eq!(margin, expected);
        let unit = Aabb::new([number(0); 2], [number(1); 2]);
        let fat = margin.fat(&unit, [number(3), number(-4)]);
        let below = number(-8).saturating_sub(tenth);
        let beside = S::default().saturating_sub(tenth);
        let above = number(1).saturating_add(tenth);
        let ahead = above.saturating_add(number(6));
        assert_eq!(fat, Aabb::new([beside, below], [ahead, above]));
    }
    check(0.1, |x| x as f32);
    check(0.1, f64::from);
    check(0, |x| x);
    check(0, i64::from);
    check(Fixed::<16>::from_bits(6_554), Fixed::from_int);
}
