use crate::geometry::aabb::Aabb;
use crate::geometry::order::{greater, lesser};
use crate::geometry::probe::Probe;
use crate::geometry::region::Region;
use crate::geometry::scalar::traits::Real;
use crate::geometry::shapes::{BoxCast, Ray};

/// Numbers of all magnitudes, and numbers that are hard to divide by.
fn numbers() -> impl FnMut() -> f32 {
    let mut state = 1_u32;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let small = f32::from(state.to_be_bytes()[1]) - 128.0;
        match state >> 29 {
            0 => small,
            1 => small * f32::from_bits(1),
            2 => small / 128.0 * f32::MAX,
            3 => 0.0,
            _ => f32::from_bits(state.rotate_left(9) & 0xbfff_ffff | 0x0100_0000),
        }
    }
}

#[test]
fn bounds_hold_all_of_a_motion() {
    for direction in [[2.0, 0.0], [-2.0, 3.0], [0.0, -5.0], [-1e-3, -7.0]] {
        let ray = Ray::new([10.0_f32, -4.0], direction).unwrap().up_to(3.0);
        let end = [10.0 + 3.0 * direction[0], -4.0 + 3.0 * direction[1]];
        let bounds = ray.bounds();
        assert!(bounds.contains_point(&end) && bounds.contains_point(&[10.0, -4.0]));
        let around = Aabb::new([-1.0, -30.0], [20.0, 9.0]);
        assert!(around.contains(&bounds), "{bounds:?}");
    }
}

fn is_bounded(reach: f32, least: Option<f32>) -> bool {
    least.is_some_and(|least| 0.0 <= least && least <= reach)
}

#[test]
fn products_reach_a_box_no_later_than_quotients() {
    let mut number = numbers();
    let mut reached = 0;
    for _ in 0..200_000 {
        let mut ends = || {
            let (a, b) = (number(), number());
            [lesser(a, b), greater(a, b)]
        };
        let ([left, right], [low, high]) = (ends(), ends());
        let [start, next] = ends();
        let cast = BoxCast::new(
            Aabb::new([start, start], [next, start]),
            [number(), number()],
        );
        let Ok(cast) = cast else { continue };
        for aabb in [
            Aabb::new([left, low], [right, high]),
            Aabb::new([left, low], [left, f32::INFINITY]),
        ] {
            if let Some(reach) = cast.reach(&aabb) {
                reached += 1;
                let least = cast.least_reach_inside(&aabb);
                assert!(
                    is_bounded(reach, least),
                    "{cast:?} {aabb}: {reach} {least:?}"
                );
            }
        }
    }
    assert!(reached > 20_000, "{reached}");
}

/// For subnormal numbers the error of a product is not relative: here a ray grazes a corner.
#[test]
fn products_below_the_normal_numbers_are_no_later() {
    let start = 1e-36_f32.to_bits();
    for k in 0..200_u16 {
        let [speed, other] = [9_000 + k, 9_301 - k].map(f32::from);
        let ray = Ray::new([0.0, 0.0], [speed, other]).unwrap();
        for x in (0..100).map(|i| f32::from_bits(start + 997 * i)) {
            let y = f32::from_f64(f64::from(x) * f64::from(other) / f64::from(speed));
            let aabb = Aabb::new([x, -1.0], [1.0, y]);
            if let Some(reach) = ray.reach(&aabb) {
                let least = ray.least_reach_inside(&aabb);
                assert!(is_bounded(reach, least), "{speed} {aabb}: {reach}");
            }
        }
    }
}

/// Otherwise a tree would visit every node for them.
#[test]
fn boxes_beside_a_ray_along_an_axis_are_not_reached() {
    let apart = Aabb::new([3.0_f32, 1.5], [4.0, 2.0]);
    for direction in [[1.0, 0.0], [0.0, 0.0], [0.0, -2.0]] {
        let ray = Ray::new([0.0, 1.0], direction).unwrap();
        assert_eq!(ray.least_reach_inside(&apart), None);
    }
    let touched = Aabb::new([3.0_f32, 1.0], [4.0, 1.0]);
    let ray = Ray::new([0.0, 1.0], [1.0, 0.0]).unwrap();
    assert_eq!(ray.reach(&touched), Some(3.0));
    assert!(ray.least_reach_inside(&touched).is_some());
}

#[test]
fn a_negative_zero_is_no_motion() {
    let aabb = Aabb::new([2.0, -1.0], [3.0, 1.0]);
    for direction in [[1.0, 0.0], [1.0, -0.0]] {
        let ray = Ray::new([0.0, 0.0], direction).unwrap();
        assert_eq!(ray.reach(&aabb), Some(2.0));
    }
}

#[test]
fn a_box_beside_a_slanted_ray_is_not_reached() {
    let ray = Ray::new([0.0, 0.0], [1.0, 1.0]).unwrap();
    let beside = Aabb::new([2.0, 3.5], [3.0, 5.0]);
    assert_eq!(ray.reach(&beside), None);
    assert_eq!(ray.least_reach_inside(&beside), None);
}
