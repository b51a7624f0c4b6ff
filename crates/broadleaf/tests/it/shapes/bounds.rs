//! The bounds of shapes are tight.

use broadleaf::geometry::{
    Ball, BallCast, BoxCast, Capsule, Cone, OrientedBox, Real, Region, Scalar, Triangle,
};
use broadleaf::{Aabb, Fixed, Ray};

use crate::inputs::TestScalar;

/// Bounds are tight, which the laws do not require.
fn assert_bounds<S: Scalar, const D: usize>(
    region: &dyn Region<S, D>,
    min: [f64; D],
    max: [f64; D],
) {
    let bounds = region.bounds();
    for axis in 0..D {
        let (low, high) = (bounds.min()[axis].to_real(), bounds.max()[axis].to_real());
        let size = if size_of::<S::Real>() == 4 {
            1e-5
        } else {
            1e-12
        };
        assert!(
            (low.to_f64() - min[axis]).abs() <= size,
            "{low} on axis {axis}"
        );
        assert!(
            (high.to_f64() - max[axis]).abs() <= size,
            "{high} on axis {axis}"
        );
    }
}

fn check_tight_bounds<S: TestScalar>() {
    let point = |point: [i32; 2]| point.map(S::from_grid);
    let real = |x: f64| S::Real::from_f64(x);
    let ball = Ball {
        center: point([4, 5]),
        radius: real(3.0),
    };
    assert_bounds(&ball, [1.0, 2.0], [7.0, 8.0]);
    let cast = BallCast::between(ball, point([9, 3])).unwrap();
    assert_bounds(&cast, [1.0, 0.0], [12.0, 8.0]);
    let cast = BallCast::new(ball, [real(1.0), real(0.0)]).unwrap();
    assert_eq!(cast.bounds().max()[0], S::MAX);
    assert_bounds(&cast.up_to(real(2.0)), [1.0, 2.0], [9.0, 8.0]);
    let capsule = Capsule::new(point([4, 5]), point([9, 3]), real(3.0)).unwrap();
    assert_bounds(&capsule, [1.0, 0.0], [12.0, 8.0]);
    let triangle = Triangle::new([point([4, 5]), point([9, 3]), point([0, 7])]).unwrap();
    assert_bounds(&triangle, [0.0, 3.0], [9.0, 7.0]);
    let cone = Cone::new(point([5, 5]), [real(0.0), real(3.0)], real(2.0)).unwrap();
    assert_bounds(&cone, [3.0, 5.0], [7.0, 8.0]);
    let edges = [[real(2.0), real(1.0)], [real(-1.0), real(1.0)]];
    assert_bounds(
        &OrientedBox::new(point([5, 5]), edges),
        [2.0, 3.0],
        [8.0, 7.0],
    );
    let ray = Ray::between(point([4, 5]), point([9, 3])).unwrap();
    assert_bounds(&ray, [4.0, 3.0], [9.0, 5.0]);
    assert_eq!(
        Ray::new(point([4, 5]), [real(1.0); 2])
            .unwrap()
            .bounds()
            .max(),
        [S::MAX; 2]
    );
    let start = Aabb::new(point([1, 2]), point([2, 4]));
    assert_bounds(
        &BoxCast::between(start, point([5, 1])).unwrap(),
        [1.0, 1.0],
        [6.0, 4.0],
    );
}

#[test]
fn bounds_are_tight() {
    check_tight_bounds::<f32>();
    check_tight_bounds::<f64>();
    check_tight_bounds::<i32>();
    check_tight_bounds::<u64>();
    check_tight_bounds::<Fixed<16>>();
    let cone = Cone::new([0.0, 0.0, 0.0], [3.0, 0.0, 4.0], 5.0).unwrap();
    assert_bounds(&cone, [-1.0, -5.0, 0.0], [7.0, 5.0, 7.0]);
}
