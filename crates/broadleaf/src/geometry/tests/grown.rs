use crate::geometry::boxes::grown::{around, way};
use crate::geometry::scalar::traits::Scalar;

/// Numbers of several magnitudes whose sums and products are not floats.
fn numbers() -> impl Iterator<Item = f32> + Clone {
    (1..60_u8).map(|i| (0..i % 5).fold(1.0 / 7.0, |x, _| x * f32::from(i)))
}

#[test]
fn what_is_as_near_as_the_growth_is_inside() {
    for (center, x) in numbers().flat_map(|a| numbers().map(move |b| (a, b))) {
        let distance = if x < center {
            center.wide_minus(x)
        } else {
            x.wide_minus(center)
        };
        let bounds = around(&[center], &[[distance; 2]]);
        assert!(bounds.contains_point(&[x]), "{center} {x}");
        let farther = around(&[center], &[[2.0 * distance; 2]]);
        assert!(farther.contains_point(&[center - (x - center)]));
    }
}

#[test]
fn a_way_is_no_shorter_than_what_is_passed() {
    for (speed, way_to) in numbers().flat_map(|a| numbers().map(move |b| (a, b))) {
        assert!(way(speed, way_to / speed) >= way_to, "{speed} {way_to}");
    }
    assert_eq!(way(0.0_f32, f32::INFINITY), 0.0);
}
