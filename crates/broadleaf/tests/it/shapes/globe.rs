//! Distances on the globe against functions of `std` and against samples.

use broadleaf::Aabb;
use broadleaf::geometry::{LonLat, Probe};

use crate::inputs::for_all;

/// The distance of two points of the unit sphere, with the functions of `std`.
fn angle([a_lon, a_lat]: [f64; 2], [b_lon, b_lat]: [f64; 2]) -> f64 {
    let half = |a: f64, b: f64| ((a - b).to_radians() / 2.0).sin().powi(2);
    let cosines = a_lat.to_radians().cos() * b_lat.to_radians().cos();
    let haversine = half(a_lat, b_lat) + cosines * half(a_lon, b_lon);
    2.0 * haversine.sqrt().atan2((1.0 - haversine).max(0.0).sqrt())
}

#[test]
fn points_of_the_globe_are_as_far_apart_as_by_the_standard_library() {
    let inputs = [-720.0..720.0_f64, -90.0..90.0, -720.0..720.0, -90.0..90.0];
    for_all(20_000, inputs, |[a_lon, a_lat, b_lon, b_lat]| {
        for (b_lon, b_lat) in [(b_lon, b_lat), (a_lon + b_lon / 1e7, a_lat + b_lat / 1e9)] {
            let (a, b) = ([a_lon, a_lat], [b_lon, b_lat.clamp(-90.0, 90.0)]);
            let place = LonLat::new(a).unwrap().on_globe(1.0).unwrap();
            let reach = place.reach(&Aabb::point(b)).unwrap().sqrt();
            let expected = angle(a, b);
            let error = (reach - expected).abs();
            assert!(
                error < 1e-13 * expected + 2e-13,
                "{reach} is not {expected}"
            );
        }
    });
}

/// A box on the globe, sampled: longitudes may be any, and reach beyond the antimeridian.
#[test]
fn boxes_of_the_globe_are_as_near_as_their_nearest_point() {
    const STEPS: u32 = 60;
    let inputs = (
        [-540.0..540.0_f64, -100.0..100.0],
        [0.0..200.0_f64, 0.0..90.0],
        [-540.0..540.0_f64, -90.0..90.0],
    );
    for_all(2_000, inputs, |(min, extent, at)| {
        let max = [min[0] + extent[0], min[1] + extent[1]];
        let place = LonLat::new(at).unwrap().on_globe(1.0).unwrap();
        let reach = place.reach(&Aabb::new(min, max)).unwrap().sqrt();
        let samples = (0..=STEPS).flat_map(|i| (0..=STEPS).map(move |j| [i, j]));
        let nearest = samples
            .map(|steps| {
                let point = [0, 1].map(|axis| {
                    min[axis] + extent[axis] * f64::from(steps[axis]) / f64::from(STEPS)
                });
                angle(at, [point[0], point[1].clamp(-90.0, 90.0)])
            })
            .fold(f64::INFINITY, f64::min);
        let spacing = (extent[0] + extent[1]).to_radians() / f64::from(STEPS);
        assert!(reach <= nearest + 1e-9, "{reach} is more than {nearest}");
        assert!(
            reach >= nearest - spacing,
            "{reach} is far less than {nearest}"
        );
    });
}

#[test]
fn the_globe_is_round() {
    let degrees = |at: [f64; 2], min: [f64; 2], max: [f64; 2]| {
        let place = LonLat::new(at).unwrap().on_globe(1.0).unwrap();
        let reach = place.reach(&Aabb::new(min, max)).unwrap();
        (reach.sqrt().to_degrees() * 1e9).round() / 1e9
    };
    assert_eq!(
        degrees([-179.0, 0.0], [170.0, -1.0], [179.0, 1.0]),
        2.0,
        "antimeridian"
    );
    assert_eq!(
        degrees([-175.0, 0.0], [170.0, -1.0], [190.0, 1.0]),
        0.0,
        "across it"
    );
    assert_eq!(
        degrees([541.0, 0.0], [170.0, -1.0], [179.0, 1.0]),
        2.0,
        "once more around"
    );
    assert_eq!(
        degrees([0.0, 80.0], [180.0, 80.0], [180.0, 80.0]),
        20.0,
        "over the pole"
    );
    // Seen from 80 degrees north and 80 degrees east of the box, at a right angle to its side.
    let aside = (10_f64.to_radians().sin() * 80_f64.to_radians().sin()).asin();
    assert_eq!(
        degrees([90.0, 80.0], [-10.0, 70.0], [10.0, 90.0]),
        (aside.to_degrees() * 1e9).round() / 1e9,
        "a box up to the pole"
    );
    assert_eq!(
        degrees([0.0, -90.0], [7.0, 20.0], [8.0, 21.0]),
        110.0,
        "from a pole"
    );
    assert_eq!(
        degrees([0.0, 0.0], [180.0, 0.0], [180.0, 0.0]),
        180.0,
        "opposite"
    );
    assert_eq!(
        degrees([9.0, 50.0], [-180.0, -90.0], [180.0, 10.0]),
        40.0,
        "all around"
    );
    let far = LonLat::new([9.0_f32, 50.0]).unwrap();
    assert_eq!(far.reach(&Aabb::EVERYWHERE), Some(0.0));
    assert_eq!(far.radius(), 6_371_008.8);
    assert_eq!(far.point(), [9.0, 50.0]);
}
