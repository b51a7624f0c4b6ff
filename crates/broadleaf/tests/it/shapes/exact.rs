//! Points in a shape by exact arithmetic, up to numbers whose products are rounded: every box with
//! such a point touches the shape.

use broadleaf::geometry::{
    Ball, BallCast, BoxCast, Capsule, Cone, ConvexPolygon, HalfSpace, HalfSpaces, OrientedBox,
    Real, Region, Triangle,
};
use broadleaf::{Aabb, Fixed, Ray};
use proptest::prelude::*;

use crate::inputs::{TestScalar, for_all};

const CASES: u32 = 1_000;

/// A scalar that whole numbers of units are values of, exactly.
trait Whole: TestScalar {
    /// The unit is a power of two.
    const STEP: f64;
    /// Sizes of points are less than two to the power of this, so that differences are exact.
    const BITS: u32;
    fn whole(units: i64) -> Self;
}

macro_rules! whole {
    ($($scalar:ty, $unit:expr, $bits:expr, $whole:expr;)*) => { $(
        impl Whole for $scalar {
            const STEP: f64 = $unit;
            const BITS: u32 = $bits;
            fn whole(units: i64) -> Self {
                $whole(units)
            }
        }
    )* };
}
whole! {
    f32, 1.0 / 1024.0, 22, |units| units as f32 / 1024.0;
    f64, 1.0 / 1024.0, 51, |units| units as f64 / 1024.0;
    i16, 1.0, 13, |units| units as i16;
    i32, 1.0, 29, |units| units as i32;
    i64, 1.0, 51, |units| units;
    Fixed<16>, 1.0 / 65536.0, 51, Fixed::from_bits;
}

fn real<S: Whole>(units: i64) -> S::Real {
    S::Real::from_f64(units as f64 * S::STEP)
}

type Vector = [i64; 3];

/// `a + t b`.
fn plus(a: Vector, b: Vector, t: i64) -> Vector {
    std::array::from_fn(|i| a[i] + t * b[i])
}

/// The axes in another order, and turned around.
fn turned(vector: Vector, by: u32) -> Vector {
    let axis = |i: usize| match by % 6 {
        turn @ 0..3 => (i + turn as usize) % 3,
        turn => (2 * 3 - i - turn as usize % 3) % 3,
    };
    std::array::from_fn(|i| vector[axis(i)] * [1, -1][(by >> (3 + i) & 1) as usize])
}

/// One shape, and points that are in it in exact arithmetic.
struct Exact<'a, S: Whole> {
    shape: &'a dyn Region<S, 3>,
    points: Vec<Vector>,
}

impl<S: Whole> Exact<'_, S> {
    /// A box that begins or ends at the point on each axis, or goes on.
    fn check(&self, extents: [[i64; 2]; 3]) {
        for &point in &self.points {
            let end = |sign: i64, end: usize| {
                std::array::from_fn(|i| S::whole(point[i] + sign * extents[i][end]))
            };
            let aabb = Aabb::<S, 3>::new(end(-1, 0), end(1, 1));
            assert!(self.shape.touches(&aabb), "{point:?} in {aabb}");
            assert!(self.shape.may_touch_inside(&aabb));
            assert!(self.shape.bounds().overlaps(&aabb));
        }
    }
}

/// A frame of three vectors at right angles whose length is 5 `size`.
fn frame(size: i64, by: u32) -> [Vector; 3] {
    [[3, 4, 0], [-4, 3, 0], [0, 0, 5]].map(|axis| turned(axis, by).map(|x| x * size))
}

/// Vectors at a right angle to the first of the frame, and 5 times as long as the others of it.
fn spokes([_, side, up]: [Vector; 3]) -> [Vector; 4] {
    let slanted = std::array::from_fn(|i| 3 * side[i] + 4 * up[i]);
    let back = std::array::from_fn(|i| 4 * side[i] - 3 * up[i]);
    [side.map(|x| 5 * x), up.map(|x| -5 * x), slanted, back]
}

/// Shapes around an axis of `steps` steps, with a point at `step`.
fn check_round<S: Whole>(
    start: Vector,
    (steps, step): (i64, i64),
    [step_frame, spoke_frame]: [[Vector; 3]; 2],
    spoke_length: i64,
    extents: [[i64; 2]; 3],
) {
    let axis = step_frame[0];
    let end = plus(start, axis, steps);
    let [p, q] = [start, end].map(|point| point.map(S::whole));
    let at = plus(start, axis, step);
    let exact = |shape: &dyn Region<S, 3>, points: Vec<Vector>| {
        Exact { shape, points }.check(extents);
    };
    let radius = real::<S>(spoke_length);
    let around = spokes(spoke_frame).map(|spoke| plus(at, spoke, 1)).to_vec();
    let ball = Ball { center: p, radius };
    exact(&Capsule::new(p, q, radius).unwrap(), around.clone());
    exact(&BallCast::between(ball, q).unwrap(), around);
    let tip = plus(end, spoke_frame[0], 5);
    exact(&Capsule::new(p, q, radius).unwrap(), vec![tip]);
    exact(&BallCast::between(ball, q).unwrap(), vec![tip]);
    // As degenerate as can be.
    let zero = S::Real::ZERO;
    exact(&Ray::between(p, q).unwrap(), vec![at]);
    exact(&Capsule::new(p, q, zero).unwrap(), vec![at]);
    let ball = Ball {
        center: p,
        radius: zero,
    };
    exact(&BallCast::between(ball, q).unwrap(), vec![at]);
    exact(&Triangle::new([p, q, q]).unwrap(), vec![at]);
    let direction = axis.map(|x| real::<S>(x * steps));
    if steps > 0 {
        exact(&Cone::new(p, direction, zero).unwrap(), vec![at]);
        // At each step of the axis the cone is wider by a spoke.
        let radius = real::<S>(spoke_length * steps);
        let side = spokes(spoke_frame).map(|spoke| plus(at, spoke, step));
        exact(&Cone::new(p, direction, radius).unwrap(), side.to_vec());
    }
}

/// Shapes with corners: `count` times two or three vectors, and a point within.
fn check_flat<S: Whole>(
    start: Vector,
    vectors: [Vector; 3],
    [count, i, j]: [i64; 3],
    extents: [[i64; 2]; 3],
) {
    let exact = |shape: &dyn Region<S, 3>, points: Vec<Vector>| {
        Exact { shape, points }.check(extents);
    };
    let [a, b, c] = vectors;
    let corners = [start, plus(start, a, count), plus(start, b, count)];
    let inside = plus(plus(start, a, i), b, j.min(count - i));
    let whole = corners.map(|corner| corner.map(S::whole));
    exact(
        &Triangle::new(whole).unwrap(),
        [corners.to_vec(), vec![inside]].concat(),
    );
    let half_edges = vectors.map(|vector| vector.map(|x| real::<S>(x * count)));
    let within = plus(plus(plus(start, a, i), b, -j), c, count);
    exact(
        &OrientedBox::new(start.map(S::whole), half_edges),
        vec![within],
    );
    let moved = BoxCast::between(Aabb::point(whole[0]), whole[1]).unwrap();
    exact(&moved, vec![plus(start, a, i)]);
    // An upright plane through the start, along the first vector.
    let [x, y, _] = start.map(i128::from);
    let normal = [a[1], -a[0], 0];
    let offset = i128::from(normal[0]) * x + i128::from(normal[1]) * y;
    let half_space = HalfSpace {
        normal: normal.map(|x| S::Real::from_f64(x as f64)),
        offset: not_below::<S>(offset),
    };
    exact(&half_space, vec![plus(start, a, i), plus(start, a, -i)]);
    exact(&HalfSpaces(&[half_space]), vec![start]);
}

/// The least number that is not below this number of units.
fn not_below<S: Whole>(units: i128) -> S::Real {
    let nearest = S::Real::from_f64(units as f64 * S::STEP);
    if (nearest.to_f64() / S::STEP) as i128 >= units {
        nearest
    } else {
        nearest.next_up()
    }
}

fn check_exact<S: Whole>() {
    // Sums of products of two of these are in the range of points.
    let most = 1_i64 << (S::BITS / 2 - 4);
    let small = move || prop_oneof![-most..most, -9_i64..10];
    let vector = move || proptest::array::uniform3(small());
    let extent = move || prop_oneof![Just(0), 0..most, 0_i64..3];
    let inputs = (
        vector(),
        [vector(), vector(), vector()],
        (1..most.min(1 << 20) / 64 + 2, 0.0..=1.0, 0.0..=1.0),
        [any::<u32>(), any::<u32>()],
        proptest::array::uniform3([extent(), extent()]),
    );
    for_all(
        CASES,
        inputs,
        |(start, vectors, (count, i, j), [by, sizes], extents)| {
            let of_count = |part: f64| f64::round(part * count as f64) as i64;
            check_flat::<S>(start, vectors, [count, of_count(i), of_count(j)], extents);
            let [step, spoke] = [sizes, sizes >> 16]
                .map(|size| i64::from(size % 65_536) % (1 << (S::BITS / 2).saturating_sub(7)) + 1);
            let frames = [step, spoke].map(|size| frame(size, by));
            check_round::<S>(start, (count, of_count(i)), frames, 25 * spoke, extents);
        },
    );
}

#[test]
fn points_in_shapes_are_touched() {
    check_exact::<f32>();
    check_exact::<f64>();
    check_exact::<i16>();
    check_exact::<i32>();
    check_exact::<i64>();
    check_exact::<Fixed<16>>();
}

/// In a plane, where there are polygons.
fn check_exact_polygons<S: Whole>() {
    let most = 1_i64 << (S::BITS / 2 - 4);
    let point = move || [-most..most, -most..most];
    let inputs = (
        [point(), point(), point()],
        (1..most.min(1 << 20) / 64 + 2, 0.0..=1.0),
        [0..most, 0..most],
    );
    for_all(CASES, inputs, |([start, a, b], (count, part), extent)| {
        let at = |a: i64, b_part: i64, b: [i64; 2], v: [i64; 2]| {
            [0, 1].map(|i| start[i] + a * v[i] + b_part * b[i])
        };
        let step = f64::round(part * count as f64) as i64;
        let corners = [start, at(count, 0, b, a), at(0, count, b, a)];
        // On a side: between the corners that `a` and `b` lead to.
        let inside = [at(step, 0, b, a), at(step, count - step, b, a)];
        let whole: Vec<_> = [corners.to_vec(), inside.to_vec()].concat();
        let points: Vec<[S; 2]> = whole.iter().map(|point| point.map(S::whole)).collect();
        let polygon = ConvexPolygon::around(&points).unwrap();
        let triangle = Triangle::new([points[0], points[1], points[2]]).unwrap();
        for point in whole {
            for signs in [[0, 1], [1, 0], [0, -1], [-1, 0]] {
                let far = [0, 1].map(|i| S::whole(point[i] + signs[i] * extent[i]));
                let aabb = Aabb::point(point.map(S::whole)).union(&Aabb::point(far));
                assert!(polygon.touches(&aabb) && triangle.touches(&aabb), "{aabb}");
            }
        }
    });
}

#[test]
fn points_in_polygons_are_touched() {
    check_exact_polygons::<f32>();
    check_exact_polygons::<f64>();
    check_exact_polygons::<i16>();
    check_exact_polygons::<i64>();
    check_exact_polygons::<Fixed<16>>();
}

/// A box that is clearly apart is not touched: the leeway does not exceed rounding.
#[test]
fn what_is_apart_is_not_touched() {
    fn check<S: Whole>(leeway: i64) {
        for (by, size) in (0..48).flat_map(|by| [1, 7, 40].map(|size| (by, size))) {
            let [axis, side, up] = frame(size, by);
            let [start, end] = [[90, -3, 7], plus([90, -3, 7], axis, 9)];
            let [p, q] = [start, end].map(|point| point.map(S::whole));
            let radius = 5 * size;
            let point = |at: Vector| Aabb::<S, 3>::point(at.map(S::whole));
            let away = |vector: Vector| vector.map(|x| x + x.signum() * (size / leeway + 1));
            let capsule = Capsule::new(p, q, real::<S>(radius)).unwrap();
            let direction = axis.map(|x| real::<S>(9 * x));
            let cone = Cone::new(p, direction, real::<S>(9 * radius)).unwrap();
            for step in [1, 4, 8] {
                let at = plus(start, axis, step);
                for spoke in [side, up] {
                    assert!(capsule.touches(&point(plus(at, spoke, 1))));
                    assert!(!capsule.touches(&point(plus(at, away(spoke), 1))));
                    assert!(cone.touches(&point(plus(at, spoke, step))));
                    assert!(!cone.touches(&point(plus(at, away(spoke), step))));
                }
            }
        }
    }
    check::<f32>(1_000);
    check::<f64>(1_000);
    check::<i32>(1_000);
    check::<i64>(1_000);
}
