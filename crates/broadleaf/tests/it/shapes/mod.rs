//! Capsules, cones, triangles, polygons, moving balls and points on the globe against slow
//! references with other algorithms, and in every structure against `BruteForce`.

mod balls;
mod bounds;
mod cones;
mod every_structure;
mod exact;
mod globe;
mod numbers;
mod parts;
mod whole_numbers;

use broadleaf::Aabb;
use broadleaf::geometry::{
    Ball, BallCast, Capsule, Cone, ConvexPolygon, LonLat, Real, Scalar, Triangle,
};

use crate::erased::AnyRegion;

/// The shapes that random numbers make, in any dimension.
pub(crate) fn shapes<S: Scalar, const D: usize>(
    points: [[S; D]; 3],
    direction: [S::Real; D],
    size: S::Real,
) -> Vec<Box<dyn AnyRegion<S, D>>> {
    let [p, q, _] = points;
    let mut shapes: Vec<Box<dyn AnyRegion<S, D>>> = Vec::new();
    shapes.extend(Capsule::new(p, q, size).map(|shape| Box::new(shape) as _));
    shapes.extend(Cone::new(q, direction, size).map(|shape| Box::new(shape) as _));
    shapes.extend(Triangle::new(points).map(|shape| Box::new(shape) as _));
    let angle = S::Real::from_f64(0.7);
    shapes.extend(Cone::with_angle(p, direction, angle, size).map(|shape| Box::new(shape) as _));
    shapes
}

/// The shapes that exist in 2D only.
pub(crate) fn flat_shapes<S: Scalar>(points: &[[S; 2]]) -> Vec<Box<dyn AnyRegion<S, 2>>> {
    (1..=points.len())
        .filter_map(|n| ConvexPolygon::around(&points[..n]).ok())
        .map(|polygon| Box::new(polygon) as _)
        .collect()
}

pub(crate) fn geo_places<S: Scalar>(points: &[[S; 2]], radius: S::Real) -> Vec<LonLat<S>> {
    let places = points.iter().filter_map(|&point| LonLat::new(point).ok());
    places
        .flat_map(|place| [Ok(place), place.on_globe(radius)])
        .flatten()
        .collect()
}

/// The ball on the way in a direction, and to a point.
pub(crate) fn ball_casts<S: Scalar, const D: usize>(
    ball: Ball<S, D>,
    direction: [S::Real; D],
    end: [S; D],
) -> impl Iterator<Item = BallCast<S, D>> {
    let casts = [
        BallCast::new(ball, direction),
        BallCast::between(ball, end),
        BallCast::new(ball, direction).map(|cast| cast.up_to(ball.radius)),
    ];
    casts.into_iter().flatten()
}

fn small_point() -> proptest::array::UniformArrayStrategy<std::ops::Range<i32>, [i32; 3]> {
    proptest::array::uniform3(-6..7)
}

fn small_box() -> impl proptest::strategy::Strategy<Value = Aabb<i32, 3>> {
    use proptest::strategy::Strategy;
    (small_point(), proptest::array::uniform3(0..5)).prop_map(|(min, extent)| {
        Aabb::new(min, std::array::from_fn(|axis| min[axis] + extent[axis]))
    })
}

/// The box and the points without the third axis.
fn flat(aabb: &Aabb<i32, 3>) -> Aabb<i32, 2> {
    let first = |[x, y, _]: [i32; 3]| [x, y];
    Aabb::new(first(aabb.min()), first(aabb.max()))
}
