//! Shapes against slow references on a grid of points. The integration tests do the same for every
//! scalar and every structure.

use alloc::vec::Vec;

use crate::geometry::aabb::Aabb;
use crate::geometry::boxes::box_source::{BoxSource, from_fn};
use crate::geometry::masked::Masked;
use crate::geometry::probe::Probe;
use crate::geometry::region::Region;
use crate::geometry::shapes::Ball;
use crate::geometry::shapes::BallCast;
use crate::geometry::shapes::Capsule;
use crate::geometry::shapes::Cone;
use crate::geometry::shapes::ConvexPolygon;
use crate::geometry::shapes::HalfSpace;
use crate::geometry::shapes::LonLat;
use crate::geometry::shapes::Triangle;

type Vector = [f64; 3];

/// Half the distance between neighbours in the grid.
const NEAR: f64 = 0.25;

fn dot(a: Vector, b: Vector) -> f64 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

fn plus(a: Vector, b: Vector, times: f64) -> Vector {
    [0, 1, 2].map(|i| a[i] + times * b[i])
}

fn length(a: Vector) -> f64 {
    dot(a, a).sqrt()
}

/// Boxes whose corners are points of the grid.
fn boxes() -> impl Iterator<Item = Aabb<f64, 3>> {
    let mut noise = 1_u32;
    let mut next = move |limit: u32| {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from((noise >> 8) % limit) * 2.0 * NEAR
    };
    (0..1_500).map(move |_| {
        let min = [0; 3].map(|_| next(28) - 5.0);
        Aabb::new(min, min.map(|x| x + next(6)))
    })
}

/// The points of the grid in a box that is grown by some steps of the grid.
fn points(aabb: &Aabb<f64, 3>, steps: f64) -> Vec<Vector> {
    let (min, max) = (aabb.min(), aabb.max());
    let along = |axis: usize| {
        let (first, last) = (
            min[axis] / (2.0 * NEAR) - steps,
            max[axis] / (2.0 * NEAR) + steps,
        );
        (0..)
            .map(move |i| first + f64::from(i))
            .take_while(move |&x| x <= last)
    };
    let mut points = Vec::new();
    for (x, y) in along(0).flat_map(|x| along(1).map(move |y| (x, y))) {
        points.extend(along(2).map(|z| [x, y, z].map(|x| x * 2.0 * NEAR)));
    }
    points
}

/// `is_near(p, d)` is whether a point is in the shape grown by at least `d`, and not much more.
fn check(shape: &impl Region<f64, 3>, is_near: impl Fn(Vector, f64) -> bool) {
    let mut touched = 0;
    for aabb in boxes() {
        let touches = shape.touches(&aabb);
        if points(&aabb, 0.0).into_iter().any(|p| is_near(p, -1e-9)) {
            assert!(touches && shape.may_touch_inside(&aabb), "{aabb:?}");
            assert!(shape.bounds().overlaps(&aabb), "{aabb:?}");
        }
        if touches {
            touched += 1;
            let mut points = points(&aabb, 1.0).into_iter();
            assert!(points.any(|p| is_near(p, 2.0 * NEAR)), "{aabb:?}");
        }
    }
    assert!((20..1_200).contains(&touched), "{touched}");
}

#[test]
fn capsules_touch_what_is_near_their_segments() {
    for (start, end, radius) in [
        ([0.0, 0.0, 0.0], [6.0, 2.0, -1.0], 1.5),
        ([1.0, 5.0, 2.0], [1.0, -2.0, 2.0], 0.8),
        ([2.0, 2.0, 2.0], [2.0, 2.0, 2.0], 3.0),
    ] {
        let capsule = Capsule::new(start, end, radius).unwrap();
        let along = plus(end, start, -1.0);
        check(&capsule, |p, more| {
            let from = plus(p, start, -1.0);
            let t = (dot(from, along) / dot(along, along).max(1e-9)).clamp(0.0, 1.0);
            length(plus(from, along, -t)) <= radius + more
        });
    }
}

#[test]
fn cones_touch_what_is_near_their_axis() {
    for (apex, axis, radius) in [
        ([0.0, 0.0, 0.0], [3.0, 2.0, 5.0], 2.5),
        ([4.0, 3.0, 1.0], [0.0, -6.0, 0.0], 1.5),
        ([-1.0, 2.0, 4.0], [4.0, 1.0, -2.0], 5.0),
    ] {
        let cone = Cone::new(apex, axis, radius).unwrap();
        check(&cone, |p, more| {
            let from = plus(p, apex, -1.0);
            let height = dot(from, axis) / length(axis);
            let across = length(plus(from, axis, -height / length(axis)));
            // The side is slanted, so a distance along its normal is longer across the axis.
            let slope = radius / length(axis);
            let more_across = more * (1.0 + slope * slope).sqrt();
            let widest = slope * height.min(length(axis));
            (-more..=length(axis) + more).contains(&height)
                && across <= widest + more_across + more.max(0.0)
        });
    }
}

/// Checks that a box outside a shape touches it exactly when the box reaches `point`, where
/// `normal` points out of the shape.
fn check_leaning(shape: &impl Region<f64, 3>, point: Vector, normal: Vector) {
    for gap in [-1e-6, 1e-6] {
        let corner = plus(point, normal, gap / length(normal));
        let ends = [0, 1, 2].map(|i| match normal[i] {
            x if x > 1e-9 => [corner[i], corner[i] + 2.0],
            x if x < -1e-9 => [corner[i] - 2.0, corner[i]],
            _ => [corner[i] - 1.0, corner[i] + 1.0],
        });
        let aabb = Aabb::new(ends.map(|[min, _]| min), ends.map(|[_, max]| max));
        assert_eq!(shape.touches(&aabb), gap < 0.0, "{aabb:?} {normal:?}");
    }
}

#[test]
fn cones_touch_what_leans_on_them() {
    for (axis, radius) in [
        ([3.0, 2.0, 5.0], 2.5),
        ([-4.0, 1.0, 2.0], 3.0),
        ([1.0, -5.0, -2.0], 0.5),
    ] {
        let cone = Cone::new([0.0; 3], axis, radius).unwrap();
        let long = length(axis);
        // Across the axis, in all directions.
        for angle in 0..48 {
            let (sine, cosine) = (f64::from(angle) / 48.0 * core::f64::consts::TAU).sin_cos();
            let level = [cosine, sine, 0.0];
            let across = plus(level, axis, -dot(level, axis) / long / long);
            let across = across.map(|x| x * radius / length(across));
            let rim = plus(axis, across, 1.0);
            let side = plus(across, axis, -radius * radius / long / long);
            check_leaning(&cone, rim.map(|x| x * 0.4), side);
            check_leaning(&cone, rim, plus(across, axis, 0.2));
        }
        // The point of the rim that is farthest along an axis, which a face touches.
        for (i, sign) in (0..3).flat_map(|i| [(i, 1.0), (i, -1.0)]) {
            let mut normal = [0.0; 3];
            normal[i] = sign;
            let across = plus(normal, axis, -dot(normal, axis) / long / long);
            let rim = plus(axis, across, radius / length(across));
            if dot(rim, normal) > 0.0 {
                let bounds = cone.bounds();
                let end = if sign > 0.0 {
                    bounds.max()
                } else {
                    bounds.min()
                };
                assert!((end[i] - rim[i]).abs() < 1e-9, "{bounds:?}");
                check_leaning(&cone, rim, normal);
            }
        }
    }
}

#[test]
fn triangles_touch_what_leans_on_them() {
    for vertices in [
        [[0.0, 0.0, 0.0], [6.0, 2.0, -1.0], [1.0, 5.0, 3.0]],
        [[2.0, -1.0, 4.0], [-3.0, 0.5, 1.0], [0.0, 0.0, -5.0]],
    ] {
        let triangle = Triangle::new(vertices).unwrap();
        for i in 0..343_u32 {
            let normal = [i % 7, i / 7 % 7, i / 49].map(|x| f64::from(x) - 3.0);
            let farther = |a, b| {
                if dot(a, normal) > dot(b, normal) {
                    a
                } else {
                    b
                }
            };
            let [a, b, c] = vertices;
            if normal != [0.0; 3] {
                check_leaning(&triangle, farther(a, farther(b, c)), normal);
            }
        }
    }
}

#[test]
fn a_flat_cone_is_a_triangle() {
    let cone = Cone::new([1.0, 2.0], [4.0, 3.0], 2.5).unwrap();
    let triangle = Triangle::new([[1.0, 2.0], [3.5, 7.0], [6.5, 3.0]]).unwrap();
    for (i, j) in (0..20).flat_map(|i| (0..20).map(move |j| (i, j))) {
        let min = [0.37 * f64::from(i) - 0.5, 0.41 * f64::from(j)];
        let aabb = Aabb::new(min, min.map(|x| x + 0.3));
        assert_eq!(cone.touches(&aabb), triangle.touches(&aabb), "{aabb:?}");
    }
}

#[test]
fn half_spaces_touch_the_boxes_with_a_corner_inside() {
    for (normal, offset) in [([1.0, -2.0, 0.5], 3.0), ([0.0, 0.0, -1.0], -2.0)] {
        let half_space = HalfSpace { normal, offset };
        for aabb in boxes() {
            let corners = (0..8)
                .map(|corner| [0, 1, 2].map(|i| [aabb.min(), aabb.max()][corner >> i & 1][i]));
            let least = corners.map(|p| dot(p, normal)).fold(f64::MAX, f64::min);
            assert_eq!(half_space.touches(&aabb), least <= offset);
            let masked = Masked {
                of: half_space,
                mask: 2,
            };
            assert_eq!(masked.may_touch_inside(&aabb), least <= offset);
        }
    }
}

#[test]
fn moving_balls_touch_when_they_are_near() {
    let center = [-4.0, -3.0, 0.5];
    for (direction, radius) in [([14.0, 10.0, 4.0], 1.25), ([0.0, 12.0, 3.0], 2.0)] {
        let cast = BallCast::new(Ball { center, radius }, direction)
            .unwrap()
            .up_to(1.0);
        let mut reached = 0;
        for aabb in boxes() {
            let apart = |step: u32| {
                let at = plus(center, direction, f64::from(step) / 400.0);
                length([0, 1, 2].map(|i| at[i] - at[i].clamp(aabb.min()[i], aabb.max()[i])))
            };
            let least = (0..=400).map(apart).fold(f64::MAX, f64::min);
            if (least - radius).abs() < 0.05 {
                continue;
            }
            let first = (0..=400_u32).find(|&step| apart(step) <= radius);
            let reach = cast.reach(&aabb);
            assert_eq!(reach.is_some(), first.is_some(), "{aabb:?}");
            let (Some(reach), Some(first)) = (reach, first) else {
                continue;
            };
            reached += 1;
            assert!(
                (f64::from(first) / 400.0 - reach).abs() <= 1.0 / 400.0,
                "{reach} {first}"
            );
            let outer = Aabb::new(aabb.min().map(|x| x - 0.5), aabb.max().map(|x| x + 1.0));
            for around in [aabb, outer] {
                let least = cast.least_reach_inside(&around).unwrap();
                assert!((0.0..=reach).contains(&least), "{least} {reach}");
            }
        }
        assert!(reached > 20, "{reached}");
    }
}

/// The angle between two points of the globe, in radians.
fn angle([a_lon, a_lat]: [f64; 2], [b_lon, b_lat]: [f64; 2]) -> f64 {
    let half = |a: f64, b: f64| ((a - b).to_radians() / 2.0).sin().powi(2);
    let across = a_lat.to_radians().cos() * b_lat.to_radians().cos() * half(a_lon, b_lon);
    2.0 * (half(a_lat, b_lat) + across).sqrt().min(1.0).asin()
}

#[test]
fn points_of_the_globe_reach_the_nearest_point_of_a_box() {
    for (lon, lat) in (-9..9).flat_map(|i| (-4..=4).map(move |j| (20 * i + 3, 22 * j))) {
        let point = [f64::from(lon), f64::from(lat)];
        let place = LonLat::new(point).unwrap().on_globe(1.0).unwrap();
        for (min, size) in [
            ([-30.0, 10.0], [12.0, 24.0]),
            ([150.0, -85.0], [44.0, 140.0]),
        ] {
            let at = |i: u32, j: u32| {
                [
                    min[0] + size[0] * f64::from(i) / 40.0,
                    min[1] + size[1] * f64::from(j) / 40.0,
                ]
            };
            let near = (0..=40).flat_map(|i| (0..=40).map(move |j| angle(point, at(i, j))));
            let least = near.fold(f64::MAX, f64::min);
            let reach: f64 = place.reach(&Aabb::new(min, at(40, 40))).unwrap();
            let spacing = (size[0] + size[1]).to_radians() / 40.0;
            assert!(
                reach.sqrt() <= least + 1e-9,
                "{point:?}: {} {least}",
                reach.sqrt()
            );
            assert!(
                reach.sqrt() >= least - spacing,
                "{point:?}: {} {least}",
                reach.sqrt()
            );
        }
    }
}

#[test]
fn a_source_of_boxes_knows_whether_it_has_any() {
    let source = |len| from_fn(len, |_| Aabb::<f64, 3>::EVERYWHERE);
    assert_eq!(
        [0, 2].map(|len| BoxSource::is_empty(&source(len))),
        [true, false]
    );
}

#[test]
fn polygons_touch_what_no_edge_keeps_away() {
    let triangle = ConvexPolygon::around(&[[0.0, 0.0], [8.0, 0.0], [0.0, 8.0]]).unwrap();
    let touches = |low: f64, high: f64| triangle.touches(&Aabb::new([low; 2], [high; 2]));
    assert_eq!(
        [touches(1.0, 2.0), touches(-3.0, 9.0), touches(4.0, 5.0)],
        [true; 3]
    );
    assert_eq!(
        [touches(4.1, 5.0), touches(-2.0, -0.1), touches(7.0, 8.0)],
        [false; 3]
    );
}

#[test]
fn an_invalid_box_is_described_by_its_error() {
    let error = Aabb::try_new([3, 1], [2, 4]).unwrap_err();
    assert_eq!((error.min(), error.max()), (3, 2));
}
