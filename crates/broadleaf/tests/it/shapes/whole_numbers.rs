//! Triangles, polygons, capsules and moving balls with whole numbers, against exact arithmetic.

use broadleaf::Aabb;
use broadleaf::geometry::{Ball, BallCast, Capsule, ConvexPolygon, Probe, Region, Triangle};

use super::{flat, small_box, small_point};
use crate::inputs::for_all;
use crate::laws::exact_reach;

type Vector = [i64; 3];

fn minus(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|i| a[i] - b[i])
}

fn dot(a: Vector, b: Vector) -> i64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn cross([a, b, c]: Vector, [d, e, f]: Vector) -> Vector {
    [b * f - c * e, c * d - a * f, a * e - b * d]
}

/// Eight corners.
fn corners(aabb: &Aabb<i32, 3>) -> [Vector; 8] {
    let [min, max] = [aabb.min(), aabb.max()];
    std::array::from_fn(|k| {
        std::array::from_fn(|i| i64::from(if k >> i & 1 == 0 { min[i] } else { max[i] }))
    })
}

/// Twelve edges.
fn edges(aabb: &Aabb<i32, 3>) -> impl Iterator<Item = [Vector; 2]> {
    let corners = corners(aabb);
    (0..8).flat_map(move |k| {
        let others = (0..3).map(move |axis| k | 1 << axis);
        others
            .filter(move |&other| other != k)
            .map(move |other| [corners[k], corners[other]])
    })
}

fn wide(point: [i32; 3]) -> Vector {
    point.map(i64::from)
}

/// A segment of whole numbers hits the box, in exact arithmetic.
fn segment_hits(start: [i32; 3], end: [i32; 3], aabb: &Aabb<i32, 3>) -> bool {
    let motion = std::array::from_fn(|i| end[i] - start[i]);
    exact_reach(&Aabb::point(start), motion, aabb).is_some()
}

/// A point in the plane of the triangle is in the triangle.
fn is_in_triangle(point: Vector, triangle: [Vector; 3], normal: Vector) -> bool {
    let side = |i: usize| {
        let edge = minus(triangle[(i + 1) % 3], triangle[i]);
        dot(normal, cross(edge, minus(point, triangle[i])))
    };
    (0..3).all(|i| side(i) >= 0)
}

/// Whether the triangle shares a point with the box, on an edge of either.
fn triangle_touches(triangle: [[i32; 3]; 3], aabb: &Aabb<i32, 3>) -> bool {
    if (0..3).any(|i| segment_hits(triangle[i], triangle[(i + 1) % 3], aabb)) {
        return true;
    }
    let vertices = triangle.map(wide);
    let [a, b, c] = vertices;
    let normal = cross(minus(b, a), minus(c, a));
    if normal == [0; 3] {
        return false;
    }
    let height = |point: Vector| dot(normal, minus(point, a));
    let is_corner_in =
        |&corner: &Vector| height(corner) == 0 && is_in_triangle(corner, vertices, normal);
    corners(aabb).iter().any(is_corner_in)
        || edges(aabb).any(|[p, q]| {
            let (h, k) = (height(p), height(q));
            // The crossing times (h - k), so that it is whole.
            let scale = h - k;
            let crossing = std::array::from_fn(|i| h * q[i] - k * p[i]);
            let scaled = vertices.map(|vertex| vertex.map(|x| x * scale));
            h.signum() * k.signum() < 0 && is_in_triangle(crossing, scaled, normal)
        })
}

fn real_box<const D: usize>(aabb: &Aabb<i32, D>) -> Aabb<f32, D> {
    Aabb::new(aabb.min().map(|x| x as f32), aabb.max().map(|x| x as f32))
}

#[test]
fn triangles_are_exact_on_whole_numbers() {
    let inputs = ([small_point(), small_point(), small_point()], small_box());
    for_all(40_000, inputs, |(vertices, aabb)| {
        let expected = triangle_touches(vertices, &aabb);
        let solid = Triangle::new(vertices).unwrap();
        assert_eq!(solid.touches(&aabb), expected);
        let real = Triangle::new(vertices.map(|vertex| vertex.map(|x| x as f32))).unwrap();
        assert_eq!(real.touches(&real_box(&aabb)), expected);

        // In a plane: the same triangle and box at the height 0.
        let level = vertices.map(|[x, y, _]| [x, y, 0]);
        let [min, max] = [aabb.min(), aabb.max()].map(|[x, y, _]| [x, y, 0]);
        let expected = triangle_touches(level, &Aabb::new(min, max));
        let in_plane = vertices.map(|[x, y, _]| [x, y]);
        assert_eq!(
            Triangle::new(in_plane).unwrap().touches(&flat(&aabb)),
            expected
        );
        let polygon = ConvexPolygon::around(&in_plane).unwrap();
        assert_eq!(polygon.touches(&flat(&aabb)), expected);
    });
}

#[test]
fn a_polygon_is_the_union_of_its_triangles() {
    let points = proptest::collection::vec([-6..7, -6..7], 1..9);
    for_all(20_000, (points, small_box()), |(points, aabb)| {
        let polygon = ConvexPolygon::around(&points).unwrap();
        let aabb = flat(&aabb);
        let [first, ref rest @ ..] = *points.as_slice() else {
            unreachable!("there is a point")
        };
        // Every point of a convex hull is in a triangle of three of the points, one of them given.
        let touches =
            |&a: &[i32; 2], &b: &[i32; 2]| Triangle::new([first, a, b]).unwrap().touches(&aabb);
        let expected =
            touches(&first, &first) || rest.iter().any(|a| rest.iter().any(|b| touches(a, b)));
        assert_eq!(polygon.touches(&aabb), expected);
        let bounds = Aabb::from_points(points.iter().copied()).unwrap();
        assert_eq!(polygon.bounds(), bounds);
        for (i, vertex) in polygon.vertices().iter().enumerate() {
            assert!(points.contains(vertex) && !polygon.vertices()[..i].contains(vertex));
        }
    });
}

/// Whether the segment is at most `radius` away from the box: by every pair of features, in whole
/// numbers.
fn capsule_touches(start: [i32; 3], end: [i32; 3], radius: i32, aabb: &Aabb<i32, 3>) -> bool {
    let squared = i64::from(radius * radius);
    let (p, motion) = (wide(start), minus(wide(end), wide(start)));
    let length = dot(motion, motion);
    let end_touches = |point: Vector| {
        let gap = |i: usize| {
            let [low, high] = [aabb.min()[i], aabb.max()[i]].map(i64::from);
            (low - point[i]).max(point[i] - high).max(0)
        };
        dot([0, 1, 2].map(gap), [0, 1, 2].map(gap)) <= squared
    };
    // The corner is beside the inside of the segment, and near it.
    let corner_touches = |corner: &Vector| {
        let offset = minus(*corner, p);
        let along = dot(offset, motion);
        let area = cross(offset, motion);
        (0..=length).contains(&along) && length > 0 && dot(area, area) <= squared * length
    };
    // The common perpendicular of edge and segment is between their ends, and short.
    let edge_touches = |[a, b]: [Vector; 2]| {
        let (edge, offset) = (minus(b, a), minus(a, p));
        let normal = cross(motion, edge);
        let area = dot(normal, normal);
        let along_segment = dot(cross(offset, edge), normal);
        let along_edge = dot(cross(offset, motion), normal);
        let apart = dot(offset, normal);
        area > 0
            && (0..=area).contains(&along_segment)
            && (0..=area).contains(&along_edge)
            && apart * apart <= squared * area
    };
    segment_hits(start, end, aabb)
        || end_touches(p)
        || end_touches(wide(end))
        || corners(aabb).iter().any(corner_touches)
        || edges(aabb).any(edge_touches)
}

#[test]
fn capsules_and_ball_casts_are_exact_on_whole_numbers() {
    let inputs = ([small_point(), small_point()], 0..7, small_box());
    for_all(60_000, inputs, |([start, end], radius, aabb)| {
        let expected = capsule_touches(start, end, radius, &aabb);
        let capsule = Capsule::new(start, end, radius.into()).unwrap();
        assert_eq!(capsule.touches(&aabb), expected);
        let [p, q] = [start, end].map(|point| point.map(|x| x as f32));
        let real = Capsule::new(p, q, radius as f32).unwrap();
        assert_eq!(real.touches(&real_box(&aabb)), expected);
        let ball = Ball {
            center: p,
            radius: radius as f32,
        };
        let cast = BallCast::between(ball, q).unwrap();
        assert_eq!(cast.reach(&real_box(&aabb)).is_some(), expected);
    });
}
