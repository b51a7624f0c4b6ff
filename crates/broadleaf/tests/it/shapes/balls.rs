//! Moving and fixed balls measure from their surface.

use broadleaf::Aabb;
use broadleaf::geometry::{Ball, BallCast, Probe, Region};

use crate::inputs::{Mode, aabb, for_all, point};

/// The distance of a point from a box.
fn distance<const D: usize>(point: [f64; D], aabb: &Aabb<f64, D>) -> f64 {
    aabb.reach(&Aabb::point(point)).unwrap().sqrt()
}

fn check_ball_cast<const D: usize>() {
    let vector = || proptest::array::uniform::<_, D>(-4.0..4.0_f64);
    let inputs = (
        (vector(), proptest::array::uniform::<_, D>(0.0..2.0_f64)),
        (vector(), vector()),
        0.0..2.0_f64,
    );
    for_all(
        3_000,
        inputs,
        |((min, extent), (center, motion), radius)| {
            let aabb = Aabb::new(min, std::array::from_fn(|i| min[i] + extent[i]));
            let ball = Ball { center, radius };
            let at = |t: f64| std::array::from_fn::<_, D, _>(|i| center[i] + t * motion[i]);
            let cast = BallCast::new(ball, motion).unwrap();
            let reach = cast.reach(&aabb);
            let before = reach.unwrap_or(9.0);
            // At 0 there is nothing before.
            let steps = if reach == Some(0.0) { 0 } else { 500 };
            for step in 0..steps {
                let t = before * f64::from(step) / 500.0;
                assert!(
                    distance(at(t), &aabb) > radius - 1e-12,
                    "{t} is before {reach:?}"
                );
            }
            if let Some(t) = reach {
                assert!(t == 0.0 || (distance(at(t), &aabb) - radius).abs() < 1e-12);
                assert_eq!(cast.up_to(t).reach(&aabb), reach);
                assert_eq!(cast.up_to(0.999 * t - 1e-9).reach(&aabb), None);
            }
        },
    );
}

#[test]
fn ball_casts_end_where_the_distance_is_the_radius() {
    check_ball_cast::<1>();
    check_ball_cast::<2>();
    check_ball_cast::<3>();
    check_ball_cast::<4>();
}

#[test]
fn a_ball_measures_from_its_surface() {
    let inputs = (
        point::<f64, 3>(Mode::Grid),
        0..5,
        aabb::<f64, 3>(Mode::Grid),
    );
    for_all(10_000, inputs, |(center, radius, aabb)| {
        let radius = f64::from(radius);
        let ball = Ball { center, radius };
        let beyond = (center.reach(&aabb).unwrap().sqrt() - radius).max(0.0);
        let reach = ball.reach(&aabb).unwrap();
        assert!((reach - beyond * beyond).abs() < 1e-13);
        assert_eq!(reach == 0.0, ball.touches(&aabb));
    });
    let point = Aabb::point([3.0_f32, 4.0]);
    let ball = |radius| Ball {
        center: [0.0, 0.0],
        radius,
    };
    assert_eq!(ball(2.0).reach(&point), Some(9.0));
    assert_eq!(ball(5.0).reach(&point), Some(0.0));
    assert_eq!(ball(-1.0).reach(&point), None);
    assert_eq!(ball(f32::NAN).reach(&point), None);
    assert_eq!(ball(f32::INFINITY).reach(&point), Some(0.0));
}
