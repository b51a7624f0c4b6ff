//! Capsules, cones, triangles, polygons, moving balls and points of the globe against slow
//! references that work in another way, and in every structure against `BruteForce`.

use broadleaf::geometry::{
    Ball, BallCast, BoxCast, Capsule, Cone, ConvexPolygon, InvalidShape, LonLat, OrientedBox,
    Probe, Real, Region, Scalar, Triangle,
};
use broadleaf::orthtree::Orthtree;
use broadleaf::world::{Margin, World};
use broadleaf::{
    Aabb, BroadPhase, BruteForce, DynamicTree, Fixed, Id, KdSweep, PencilSweep, Ray, SpatialIndex,
};

use crate::erased::{AnyPlace, AnyRegion, Erased};
use crate::inputs::{Mode, TestScalar, aabb, for_all, point};
use crate::laws::exact_reach;
use crate::oracle::{assert_same_distances, assert_same_overlaps, question};
use crate::packed::Rebuilt;

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

/// Those that there are in 2D only.
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

fn check_flat_answers<S: TestScalar, B: BroadPhase<S, 2> + std::fmt::Debug + 'static>(
    mode: Mode,
    empty: fn() -> B,
) {
    let inputs = (
        proptest::collection::vec(aabb::<S, 2>(mode), 0..60),
        [point(mode), point(mode), point(mode), point(mode)],
        question(mode),
    );
    for_all(60, inputs, |(boxes, points, question)| {
        let (mut structure, mut oracle) = (Erased::new(empty()), BruteForce::default());
        for (id, aabb) in (0..).map(Id).zip(boxes) {
            structure.insert(id, aabb);
            oracle.insert(id, aabb);
        }
        structure.optimize();
        for shape in flat_shapes(&points) {
            assert_same_overlaps(&structure, &oracle, &*shape);
        }
        for place in geo_places(&points, question.length) {
            let place: &dyn AnyPlace<S, 2> = &place;
            assert_same_distances(&structure, &oracle, place, &question);
        }
    });
}

#[test]
fn flat_shapes_have_the_same_answers_in_every_structure() {
    for mode in [Mode::Grid, Mode::Wild] {
        check_flat_answers::<f32, _>(mode, DynamicTree::default);
        check_flat_answers::<f64, _>(mode, Orthtree::default);
        check_flat_answers::<f64, _>(mode, KdSweep::default);
        check_flat_answers::<i32, _>(mode, Orthtree::default);
        check_flat_answers::<i64, _>(mode, KdSweep::default);
        check_flat_answers::<Fixed<16>, _>(mode, PencilSweep::default);
        check_flat_answers::<f32, _>(mode, Rebuilt::<true, f32, 2>::default);
        check_flat_answers::<f64, _>(mode, Rebuilt::<false, f64, 2>::default);
        check_flat_answers::<i32, _>(mode, Rebuilt::<true, i32, 2>::default);
    }
}

/// A world tests fat boxes first, and a shape that touches the tight box must not be lost there.
fn check_world<S: TestScalar, const D: usize>(mode: Mode) {
    let inputs = (
        proptest::collection::vec(aabb::<S, D>(mode), 0..40),
        question(mode),
    );
    for_all(100, inputs, |(boxes, question)| {
        let margin = Margin::Fatten {
            extension: S::from_grid(1),
            prediction: 0.into(),
        };
        let mut world = World::<(), S, D>::new(margin);
        let mut oracle = BruteForce::default();
        for aabb in boxes {
            oracle.insert(world.create_proxy(aabb, ()).id(), aabb);
        }
        let [p, q] = question.points;
        for shape in shapes(
            [p, q, question.aabb.max()],
            question.reals[0],
            question.length,
        ) {
            assert_eq!(world.tight().overlaps(&*shape), oracle.overlaps(&*shape));
        }
        let ball = Ball {
            center: p,
            radius: question.length,
        };
        for cast in ball_casts(ball, question.reals[1], q) {
            assert_eq!(world.tight().cast_all(&cast), oracle.cast_all(&cast));
        }
        assert_eq!(
            world.tight().k_nearest(&ball, 9),
            oracle.k_nearest(&ball, 9)
        );
    });
}

#[test]
fn a_world_finds_what_its_tight_boxes_are_touched_by() {
    for mode in [Mode::Grid, Mode::Wild] {
        check_world::<f32, 2>(mode);
        check_world::<f64, 3>(mode);
        check_world::<i32, 3>(mode);
    }
}

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

/// The triangle shares a point with the box: on an edge of the one or on an edge of the other.
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

fn small_point() -> proptest::array::UniformArrayStrategy<std::ops::Range<i32>, [i32; 3]> {
    proptest::array::uniform3(-6..7)
}

fn small_box() -> impl proptest::strategy::Strategy<Value = Aabb<i32, 3>> {
    use proptest::strategy::Strategy;
    (small_point(), proptest::array::uniform3(0..5)).prop_map(|(min, extent)| {
        Aabb::new(min, std::array::from_fn(|axis| min[axis] + extent[axis]))
    })
}

fn real_box<const D: usize>(aabb: &Aabb<i32, D>) -> Aabb<f32, D> {
    Aabb::new(aabb.min().map(|x| x as f32), aabb.max().map(|x| x as f32))
}

/// The box and the points without the third axis.
fn flat(aabb: &Aabb<i32, 3>) -> Aabb<i32, 2> {
    let first = |[x, y, _]: [i32; 3]| [x, y];
    Aabb::new(first(aabb.min()), first(aabb.max()))
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

/// The nearest point of the cone from the origin along `axis`, a unit vector, to `point`.
fn project_on_cone(point: [f64; 3], axis: [f64; 3], length: f64, radius: f64) -> [f64; 3] {
    let height: f64 = (0..3).map(|i| point[i] * axis[i]).sum();
    let across: [f64; 3] = std::array::from_fn(|i| point[i] - height * axis[i]);
    let from_axis = across.iter().map(|x| x * x).sum::<f64>().sqrt();
    // In the plane of axis and point the half cone is a triangle.
    let onto = |[a, b]: [[f64; 2]; 2]| {
        let edge = [b[0] - a[0], b[1] - a[1]];
        let dot = (height - a[0]) * edge[0] + (from_axis - a[1]) * edge[1];
        let t = (dot / (edge[0] * edge[0] + edge[1] * edge[1])).clamp(0.0, 1.0);
        [a[0] + t * edge[0], a[1] + t * edge[1]]
    };
    let is_inside = 0.0 <= height && height <= length && from_axis * length <= radius * height;
    let apart = |[h, r]: [f64; 2]| (h - height).powi(2) + (r - from_axis).powi(2);
    let [side, base] = [
        onto([[0.0, 0.0], [length, radius]]),
        onto([[length, 0.0], [length, radius]]),
    ];
    let [h, r] = if is_inside {
        [height, from_axis]
    } else if apart(side) < apart(base) {
        side
    } else {
        base
    };
    let scale = if from_axis > 0.0 { r / from_axis } else { 0.0 };
    std::array::from_fn(|i| h * axis[i] + scale * across[i])
}

/// The distance of a cone from a box by alternating projections: an upper bound that converges.
fn distance_from_cone(aabb: &Aabb<f64, 3>, axis: [f64; 3], radius: f64, steps: u32) -> f64 {
    let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
    let unit = axis.map(|x| x / length);
    let mut p = unit.map(|x| x * length * 0.5);
    let mut apart = f64::INFINITY;
    for _ in 0..steps {
        let on_box: [f64; 3] = std::array::from_fn(|i| p[i].clamp(aabb.min()[i], aabb.max()[i]));
        p = project_on_cone(on_box, unit, length, radius);
        apart = (0..3)
            .map(|i| (p[i] - on_box[i]).powi(2))
            .sum::<f64>()
            .sqrt();
    }
    apart
}

#[test]
fn cones_agree_with_alternating_projections() {
    let vector = || proptest::array::uniform3(-4.0..4.0_f64);
    let inputs = (
        (vector(), proptest::array::uniform3(0.0..2.0_f64)),
        vector(),
        (0.0..4.0_f64, 0_usize..4),
    );
    for_all(
        6_000,
        inputs,
        |((min, extent), mut axis, (radius, level))| {
            // Upright and level ones too.
            if level < 3 {
                axis[level] = 0.0;
            }
            let Ok(cone) = Cone::new([0.0; 3], axis, radius) else {
                return;
            };
            let aabb = Aabb::new(min, std::array::from_fn(|i| min[i] + extent[i]));
            let apart = distance_from_cone(&aabb, axis, radius, 3_000);
            if cone.touches(&aabb) {
                assert!(apart < 0.02, "touches, but is {apart} away");
            } else {
                assert!(apart > 1e-9, "does not touch, but is {apart} away");
            }
        },
    );
}

#[test]
fn cones_are_exact_where_they_are_touched() {
    // Around the third axis, five high with a base of radius 5.
    let cone = Cone::new([0, 0, 0], [0.0, 0.0, 5.0], 5.0).unwrap();
    let touches = |min, max| cone.touches(&Aabb::new(min, max));
    assert!(touches([0, 0, -3], [9, 9, 0]), "the apex");
    assert!(touches([3, 4, 5], [9, 9, 9]), "a corner on the rim");
    assert!(touches([-4, -9, 4], [4, -4, 4]), "an edge on the side");
    assert!(touches([5, -1, 5], [9, 1, 9]), "an edge on the rim");
    assert!(touches([5, -1, 4], [9, 1, 6]), "a face on the rim");
    assert!(touches([-1, -1, 3], [1, 1, 9]), "the axis");
    assert!(
        touches([-99, -99, 2], [99, 99, 2]),
        "a face around the cone"
    );
    assert!(touches([-99, -99, -99], [99, 99, 99]), "the cone is inside");
    assert!(touches([2, 1, 3], [2, 1, 3]), "a point inside");
    assert!(!touches([4, 4, 5], [9, 9, 9]), "beyond the rim");
    assert!(!touches([-4, -9, 3], [4, -4, 3]), "below the side");
    assert!(!touches([-9, -9, -9], [9, 9, -1]), "below the apex");
    assert!(!touches([-9, -9, 6], [9, 9, 9]), "above the base");
    let everything = Aabb::<f32, 3>::EVERYWHERE;
    let flat = Cone::new([0.0_f32; 3], [1.0, 2.0, 3.0], 0.0).unwrap();
    assert!(flat.touches(&everything) && flat.touches(&Aabb::point([0.0; 3])));
    assert!(flat.touches(&Aabb::new([0.5, 1.0, 1.5], [f32::INFINITY; 3])));
    assert!(!flat.touches(&Aabb::new([2.0, 0.0, 0.0], [f32::INFINITY; 3])));
}

#[test]
fn a_wedge_is_its_triangle() {
    // The axis 3, 4 has the length 5, so the ends of the base are whole.
    let wedge = Cone::new([1, 1], [3.0, 4.0], 10.0).unwrap();
    let triangle = Triangle::new([[1, 1], [-4, 11], [12, -1]]).unwrap();
    assert_eq!(wedge.bounds(), triangle.bounds());
    for_all(10_000, small_box(), move |aabb| {
        let aabb = flat(&aabb);
        assert_eq!(wedge.touches(&aabb), triangle.touches(&aabb));
    });
}

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

/// Bounds are not only valid, as the laws say, but tight.
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

#[test]
fn shapes_are_refused_by_their_numbers() {
    let message = |error: InvalidShape| error.to_string();
    let ball = |radius| Ball {
        center: [0.0, 1.0],
        radius,
    };
    assert_eq!(
        message(BallCast::new(ball(f64::INFINITY), [1.0, 0.0]).unwrap_err()),
        "inf is no radius: it is negative, infinite or NaN"
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
        "there is no point"
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
        "-1 is no length: it is negative, infinite or NaN"
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
