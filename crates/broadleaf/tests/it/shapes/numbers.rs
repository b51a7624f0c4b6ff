//! The arguments of shapes: which are refused, and that getters return them.

use broadleaf::geometry::{
    Ball, BallCast, Capsule, Cone, ConvexPolygon, InvalidShape, LonLat, Triangle,
};

#[test]
fn shapes_are_refused_by_their_numbers() {
    let message = |error: InvalidShape| error.to_string();
    let ball = |radius| Ball {
        center: [0.0, 1.0],
        radius,
    };
    assert_eq!(
        message(BallCast::new(ball(f64::INFINITY), [1.0, 0.0]).unwrap_err()),
        "inf is not a radius: it is negative, infinite or NaN"
    );
    assert_eq!(
        message(BallCast::new(ball(1.0), [1.0, f64::NAN]).unwrap_err()),
        "the direction has the component NaN on axis 1"
    );
    assert_eq!(
        message(BallCast::between(ball(1.0), [f64::INFINITY, 0.0]).unwrap_err()),
        "point 1 has the coordinate inf on axis 0"
    );
    assert_eq!(
        message(Triangle::new([[0.0; 3], [1.0; 3], [0.0, 0.0, f32::NAN]]).unwrap_err()),
        "point 2 has the coordinate NaN on axis 2"
    );
    assert_eq!(
        message(ConvexPolygon::<i32>::around(&[]).unwrap_err()),
        "there are no points"
    );
    assert_eq!(
        message(Cone::new([0, 0], [0.0, 0.0], 1.0).unwrap_err()),
        "the direction is 0"
    );
    assert_eq!(
        Cone::new([0, 0], [1e200, -1e300], 1.0),
        Err(InvalidShape::Direction {
            axis: 1,
            value: -1e300
        })
    );
    assert_eq!(
        message(Cone::with_angle([0, 0], [1.0, 0.0], 2.0, 1.0).unwrap_err()),
        "half the angle is 2, not above 0 and below π/2"
    );
    assert_eq!(
        message(Cone::with_angle([0, 0], [1.0, 0.0], 0.5, -1.0).unwrap_err()),
        "-1 is not a length: it is negative, infinite or NaN"
    );
    assert_eq!(
        message(LonLat::new([9.0, 90.5]).unwrap_err()),
        "the latitude 90.5 is beyond a pole or NaN"
    );
    assert!(LonLat::new([f32::NAN, 0.0]).is_err());
    assert_eq!(
        LonLat::new([1, 2]).unwrap().on_globe(-1.0),
        Err(InvalidShape::Radius(-1.0))
    );
}

#[test]
fn shapes_give_back_what_made_them() {
    let capsule = Capsule::new([1, 2], [3, 4], 0.5).unwrap();
    assert_eq!(
        (capsule.start(), capsule.end(), capsule.radius()),
        ([1, 2], [3, 4], 0.5)
    );
    let cone = Cone::new([1, 2], [3.0, 4.0], 0.5).unwrap();
    assert_eq!(
        (cone.apex(), cone.axis(), cone.radius()),
        ([1, 2], [3.0, 4.0], 0.5)
    );
    let vertices = [[1, 2], [3, 4], [5, 0]];
    assert_eq!(Triangle::new(vertices).unwrap().vertices(), vertices);
    let start = Ball {
        center: [1, 2],
        radius: 0.5,
    };
    let cast = BallCast::between(start, [4, 0]).unwrap();
    assert_eq!(
        (cast.start(), cast.direction(), cast.length()),
        (start, [3.0, -2.0], 1.0)
    );
    assert_eq!(cast.up_to(0.5).length(), 0.5);
}
