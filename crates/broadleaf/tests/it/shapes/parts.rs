//! A shape touches every box that its parts touch, and every box around a box that it touches.

use broadleaf::geometry::{
    Ball, BallCast, BoxCast, Capsule, Cone, ConvexPolygon, OrientedBox, Probe, Real, Region,
    Triangle,
};
use broadleaf::{Aabb, Fixed, Ray};
use proptest::prelude::*;

use crate::inputs::{Mode, TestScalar, for_all, real};

const CASES: u32 = 800;

/// The coordinate nearest to a number, more or less.
pub(super) fn number<S: TestScalar>(x: f64) -> S {
    if x < 0.0 {
        S::default().below(-x)
    } else {
        S::default().above(x)
    }
}

/// The half of the range that tests use: small enough for differences to be in range, and large
/// enough for products of differences to be rounded.
pub(super) fn range<S: TestScalar>() -> f64 {
    let most = S::MAX.minus(S::default()).to_f64();
    if most.is_finite() {
        most.min(2_f64.powi(40)) / 4.0
    } else {
        1.0
    }
}

/// Three points, a direction, a radius, and a box that the segment between the first two passes
/// through or close by.
type Input<const D: usize> = (
    [[f64; D]; 3],
    [f64; D],
    (f64, usize),
    [[(usize, f64); 2]; D],
);

fn inputs<const D: usize>() -> impl Strategy<Value = Input<D>> {
    let part = || prop_oneof![0.0..1.0, Just(0.0), Just(0.5), Just(1.0)];
    let point = || proptest::array::uniform::<_, D>(part());
    let extent = || (0_usize..4, 0.0..1.0);
    (
        [point(), point(), point()],
        proptest::array::uniform::<_, D>(-1.0..1.0),
        (part(), 0_usize..4),
        proptest::array::uniform::<_, D>([extent(), extent()]),
    )
}

/// How far a box reaches from a point: not at all, a bit, far, or without end.
fn extent<S: TestScalar>((kind, size): (usize, f64)) -> S {
    let size: f64 = [0.0, 1e-9, 1.0, 1.0][kind] * size;
    number(size * range::<S>())
}

/// The box around the point at `t` between two points, as far as numbers are that exact.
fn box_near<S: TestScalar, const D: usize>(
    [p, q]: [[S; D]; 2],
    t: f64,
    extents: [[(usize, f64); 2]; D],
) -> Aabb<S, D> {
    let ends = |axis: usize| {
        let (from, way) = (p[axis], q[axis].minus(p[axis]).to_f64() * t);
        let at = if way < 0.0 {
            from.below(-way)
        } else {
            from.above(way)
        };
        let [below, above] = extents[axis].map(extent::<S>);
        [at.saturating_sub(below), at.saturating_add(above)]
    };
    let ends: [[S; 2]; D] = std::array::from_fn(ends);
    Aabb::new(ends.map(|[min, _]| min), ends.map(|[_, max]| max))
}

/// A shape and the parts of it.
struct Whole<'a, S: TestScalar, const D: usize> {
    shape: &'a dyn Region<S, D>,
    parts: Vec<&'a dyn Region<S, D>>,
}

impl<S: TestScalar, const D: usize> Whole<'_, S, D> {
    /// The laws for a box and a box around it.
    fn check(&self, inner: &Aabb<S, D>, outer: &Aabb<S, D>) -> bool {
        let touches = self.shape.touches(inner);
        for (i, part) in self.parts.iter().enumerate() {
            assert!(touches || !part.touches(inner), "part {i} touches {inner}");
        }
        assert!(!touches || self.shape.touches(outer), "{inner} in {outer}");
        for aabb in [inner, outer] {
            assert!(!touches || self.shape.may_touch_inside(aabb), "{aabb}");
            assert!(!touches || self.shape.bounds().overlaps(aabb), "{aabb}");
        }
        touches
    }
}

fn check_shapes<S: TestScalar, const D: usize>(
    points: [[S; D]; 3],
    direction: [S::Real; D],
    radius: S::Real,
    [inner, outer]: &[Aabb<S, D>; 2],
) -> usize {
    let [p, q, r] = points;
    let mut touched = 0;
    let mut check = |shape: &dyn Region<S, D>, parts: &[&dyn Region<S, D>]| {
        let parts = parts.to_vec();
        touched += usize::from(Whole { shape, parts }.check(inner, outer));
    };
    let [from, to] = [p, q].map(|center| Ball { center, radius });
    check(&from, &[&p]);
    let segments = [[p, q], [q, p]].map(|[a, b]| Ray::between(a, b).unwrap());
    let [there, back] = &segments;
    check(there, &[&p, &q]);
    let capsule = Capsule::new(p, q, radius).unwrap();
    check(&capsule, &[there, back, &from, &to, &p, &q]);
    let thin = Capsule::new(p, q, S::Real::ZERO).unwrap();
    check(&thin, &[there, back]);
    check(&capsule, &[&thin]);
    let cast = BallCast::between(from, q).unwrap();
    check(&cast, &[there, &from, &p, &q]);
    let (ray, cast) = (Ray::new(p, direction), BallCast::new(from, direction));
    if let (Ok(ray), Ok(cast)) = (ray, cast) {
        check(&cast, &[&ray, &from]);
        let length = S::Real::from_f64(0.75);
        check(&cast.up_to(length), &[&ray.up_to(length), &from]);
        check_reach(&cast, &ray, inner);
    }
    if let Ok(cone) = Cone::new(p, direction, radius) {
        let axis = Ray::new(p, direction).unwrap().up_to(S::Real::ONE);
        check(&cone, &[&axis, &p]);
        let thin = Cone::new(p, direction, S::Real::ZERO).unwrap();
        check(&thin, &[&axis]);
        check(&cone, &[&thin]);
        // A box with a single edge is a segment around its center.
        let mut half_edges = [[S::Real::ZERO; D]; D];
        half_edges[D - 1] = direction;
        let segment = OrientedBox::new(p, half_edges);
        check(&segment, &[&axis, &p]);
        if D > 1 {
            half_edges[0] = std::array::from_fn(|i| r[i].minus(p[i]));
            check(&OrientedBox::new(p, half_edges), &[&axis, &p]);
        }
    }
    let start = Aabb::point(p).union(&Aabb::point(r));
    let cast = BoxCast::between(start, q).unwrap();
    let from_corner = Ray::new(start.max(), cast.direction()).unwrap();
    check(&cast, &[&start, &from_corner.up_to(S::Real::ONE)]);
    if D == 2 || D == 3 {
        let triangle = Triangle::new([p, q, r]).unwrap();
        let edge = Triangle::new([p, q, q]).unwrap();
        check(&edge, &[there, back, &p, &q]);
        check(&triangle, &[&edge, there, back, &r]);
        for [a, b] in [[q, r], [r, q], [r, p], [p, r]] {
            check(&triangle, &[&Ray::between(a, b).unwrap()]);
        }
    }
    touched
}

/// A ball cast is no later than its ray.
fn check_reach<S: TestScalar, const D: usize>(
    cast: &BallCast<S, D>,
    ray: &Ray<S, D>,
    aabb: &Aabb<S, D>,
) {
    if let Some(later) = ray.reach(aabb) {
        assert!(cast.reach(aabb).is_some_and(|sooner| sooner <= later));
    }
}

fn check_parts<S: TestScalar, const D: usize>() {
    let inputs = (inputs::<D>(), 0.0..1.0, any::<u8>());
    let touched = std::rc::Rc::new(std::cell::Cell::new(0));
    let count = touched.clone();
    for_all(
        CASES,
        inputs,
        move |((points, direction, (size, kind), extents), t, grown)| {
            let points = points.map(|point| point.map(|x| number::<S>(x * range::<S>())));
            let direction = direction.map(|x| S::Real::from_f64(x * range::<S>()));
            let radius = [0.0, 1e-16, 1e-7, 0.3][kind] * size * range::<S>();
            let [p, q, r] = points;
            let along = points.map(|point| point[0].minus(S::default()));
            let ends = if grown & 1 == 0 {
                [p, q]
            } else {
                let end = |axis: usize| {
                    let way = direction[axis].to_f64();
                    if way < 0.0 {
                        p[axis].below(-way)
                    } else {
                        p[axis].above(way)
                    }
                };
                [p, std::array::from_fn(end)]
            };
            let inner = box_near(ends, t, extents);
            // Grown on some sides alone, up to one of the points.
            let toward = Aabb::point(if along[2] > along[0] { r } else { q });
            let all = inner.union(&toward);
            let pick = |axis: usize, end: usize| grown >> (2 * axis + end) & 2 == 0;
            let outer = Aabb::new(
                std::array::from_fn(|i| if pick(i, 0) { inner } else { all }.min()[i]),
                std::array::from_fn(|i| if pick(i, 1) { inner } else { all }.max()[i]),
            );
            let radius = S::Real::from_f64(radius);
            let touched = check_shapes(points, direction, radius, &[inner, outer]);
            count.set(count.get() + touched);
        },
    );
    assert!(touched.get() > 4 * CASES as usize, "{}", touched.get());
}

#[test]
fn shapes_contain_their_parts() {
    check_parts::<f32, 1>();
    check_parts::<f32, 2>();
    check_parts::<f32, 3>();
    check_parts::<f64, 1>();
    check_parts::<f64, 2>();
    check_parts::<f64, 3>();
    check_parts::<f64, 4>();
    check_parts::<i8, 2>();
    check_parts::<i16, 3>();
    check_parts::<i32, 3>();
    check_parts::<i64, 1>();
    check_parts::<i64, 2>();
    check_parts::<i64, 3>();
    check_parts::<u8, 3>();
    check_parts::<u16, 2>();
    check_parts::<u32, 2>();
    check_parts::<u64, 3>();
    check_parts::<Fixed<16>, 2>();
    check_parts::<Fixed<16>, 3>();
    #[cfg(feature = "fixed")]
    {
        check_parts::<::fixed::types::I16F16, 2>();
        check_parts::<::fixed::types::I32F32, 3>();
    }
}

/// Over the whole range of a scalar, where squares overflow and vanish.
fn check_wild_parts<S: TestScalar, const D: usize>() {
    let inputs = (
        [
            crate::inputs::point::<S, D>(Mode::Wild),
            crate::inputs::point(Mode::Wild),
        ],
        real::<S::Real>(Mode::Wild),
        crate::inputs::aabb::<S, D>(Mode::Wild),
    );
    for_all(CASES, inputs, |([p, q], radius, aabb)| {
        let Ok(capsule) = Capsule::new(p, q, radius) else {
            return;
        };
        let [from, to] = [p, q].map(|center| Ball { center, radius });
        let segments = [[p, q], [q, p]].map(|[a, b]| Ray::between(a, b));
        let segments: Vec<_> = segments.into_iter().flatten().collect();
        let mut parts: Vec<&dyn Region<S, D>> = vec![&from, &to];
        parts.extend(segments.iter().map(|ray| ray as &dyn Region<S, D>));
        let shape = &capsule;
        Whole { shape, parts }.check(&aabb, &aabb);
        if let Ok(cast) = BallCast::between(from, q) {
            let ray = Ray::between(p, q).unwrap();
            let parts: Vec<&dyn Region<S, D>> = vec![&from, &ray];
            Whole {
                shape: &cast,
                parts,
            }
            .check(&aabb, &aabb);
            if let Ok(cone) = Cone::new(p, cast.direction(), radius) {
                let parts: Vec<&dyn Region<S, D>> = vec![&ray];
                Whole {
                    shape: &cone,
                    parts,
                }
                .check(&aabb, &aabb);
            }
        }
    });
}

#[test]
fn shapes_contain_their_parts_over_the_whole_range() {
    check_wild_parts::<f32, 2>();
    check_wild_parts::<f64, 3>();
    check_wild_parts::<i8, 3>();
    check_wild_parts::<i64, 2>();
    check_wild_parts::<u64, 3>();
    check_wild_parts::<Fixed<16>, 2>();
}

fn check_polygons<S: TestScalar>() {
    let point = || [0.0..1.0, 0.0..1.0];
    let extent = || (0_usize..4, 0.0..1.0);
    let extents = [[extent(), extent()], [extent(), extent()]];
    let inputs = (
        proptest::collection::vec(point(), 1..7),
        0.0..1.0,
        extents,
        any::<usize>(),
    );
    for_all(CASES, inputs, |(points, t, extents, which)| {
        let points: Vec<[S; 2]> = points
            .iter()
            .map(|point| point.map(|x| number(x * range::<S>())))
            .collect();
        let polygon = ConvexPolygon::around(&points).unwrap();
        let [p, q] = [which, which / 7].map(|i| points[i % points.len()]);
        let aabb = box_near([p, q], t, extents);
        let segments = [[p, q], [q, p]].map(|[a, b]| Ray::between(a, b).unwrap());
        let triangle = Triangle::new([p, q, points[0]]).unwrap();
        let all = aabb.union(&Aabb::point(p));
        let parts: Vec<&dyn Region<S, 2>> = vec![&segments[0], &segments[1], &triangle, &points[0]];
        Whole {
            shape: &polygon,
            parts,
        }
        .check(&aabb, &all);
    });
}

#[test]
fn polygons_contain_their_triangles() {
    check_polygons::<f32>();
    check_polygons::<f64>();
    check_polygons::<i8>();
    check_polygons::<i64>();
    check_polygons::<u32>();
    check_polygons::<Fixed<16>>();
}

/// The examples of a bug report.
#[test]
fn degenerate_shapes_touch_what_their_axis_pierces() {
    let cone = Cone::<f64, 3>::new([0.0; 3], [0.5, 0.0, 0.0], 0.1).unwrap();
    assert!(cone.touches(&Aabb::new([0.1, -1.0, -1.0], [5.1, 1.0, 1.0])));
    let capsule = Capsule::new([0.0], [0.5], 0.0).unwrap();
    assert!(capsule.touches(&Aabb::new([0.1], [5.1])));
    let center = [0.0, 0.0];
    let ball = Ball {
        center,
        radius: 0.0,
    };
    let cast = BallCast::new(ball, [0.5, 0.0]).unwrap();
    let pierced = Aabb::new([0.1, -1.0], [5.1, 1.0]);
    assert_eq!(cast.reach(&pierced), Some(0.2));
    assert!(cast.touches(&pierced));
}
