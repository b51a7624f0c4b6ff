//! A region or probe that touches or reaches a box does so for every box around it.

use broadleaf::geometry::{
    Ball, BoxCast, HalfSpace, HalfSpaces, Interior, Masked, OrientedBox, Probe, Real, Region,
};
use broadleaf::{Fixed, Ray};

use super::CASES;
use crate::inputs::{Mode, TestScalar, aabb, for_all, point, real};
use crate::shapes::{ball_casts, flat_shapes, geo_places, shapes};

/// A region that touches a box touches every box around it. A probe reaches the outer box no later
/// than the inner one.
fn check_monotone<S: TestScalar, const D: usize>(mode: Mode) {
    let vector = || proptest::array::uniform::<_, D>(real::<S::Real>(mode));
    let inputs = (
        (aabb::<S, D>(mode), aabb(mode), aabb(mode)),
        [point::<S, D>(mode), point(mode)],
        [vector(), vector()],
        real::<S::Real>(mode),
        0_u32..8,
    );
    for_all(
        CASES,
        inputs,
        |((inner, more, start), [p, q], [a, b], length, mask)| {
            let outer = inner.union(&more);
            let planes = [
                HalfSpace {
                    normal: a,
                    offset: b[0],
                },
                HalfSpace {
                    normal: b,
                    offset: length,
                },
            ];
            let region = |region: &dyn Region<S, D>| {
                let touches = region.touches(&inner);
                assert!(!touches || region.may_touch_inside(&outer));
                assert!(!touches || region.bounds().overlaps(&inner));
                assert!(!region.is_a_box() || touches == region.bounds().overlaps(&inner));
            };
            region(&start);
            region(&Interior(start));
            region(&p);
            let ball = Ball {
                center: p,
                radius: length,
            };
            region(&ball);
            region(&HalfSpaces(&planes));
            region(&OrientedBox::new(
                p,
                std::array::from_fn(|i| if i == 0 { a } else { b }),
            ));
            region(&Masked::new(start, mask));
            let probe = |probe: &dyn Probe<S, D>| {
                let (sooner, later) = (probe.least_reach_inside(&outer), probe.reach(&inner));
                assert!(
                    later.is_none_or(|later| sooner
                        .is_some_and(|sooner| S::Real::ZERO <= sooner && sooner <= later)),
                    "{sooner:?} {later:?}"
                );
            };
            probe(&p);
            probe(&start);
            probe(&ball);
            for shape in shapes([p, q, start.min()], a, length) {
                region(&*shape);
            }
            for cast in ball_casts(ball, b, q) {
                region(&cast);
                probe(&cast);
            }
            for ray in [
                Ray::new(p, a),
                Ray::between(p, q),
                Ray::new(q, b).map(|ray| ray.up_to(length)),
            ]
            .into_iter()
            .flatten()
            {
                region(&ray);
                probe(&ray);
            }
            for cast in [BoxCast::new(start, b), BoxCast::between(start, q)]
                .into_iter()
                .flatten()
            {
                region(&cast);
                probe(&cast);
            }
        },
    );
}

/// The same for shapes that exist in 2D only.
fn check_flat_monotone<S: TestScalar>(mode: Mode) {
    let inputs = (
        (aabb::<S, 2>(mode), aabb(mode)),
        [point::<S, 2>(mode), point(mode), point(mode), point(mode)],
        real::<S::Real>(mode),
    );
    for_all(CASES, inputs, |((inner, more), points, length)| {
        let outer = inner.union(&more);
        for shape in flat_shapes(&points) {
            let touches = shape.touches(&inner);
            assert!(!touches || shape.may_touch_inside(&outer));
            assert!(!touches || shape.bounds().overlaps(&inner));
        }
        for place in geo_places(&points, length) {
            let (sooner, later) = (place.least_reach_inside(&outer), place.reach(&inner));
            assert!(
                S::Real::ZERO <= sooner.unwrap() && sooner <= later,
                "{place:?}"
            );
        }
    });
}

#[test]
fn regions_and_probes_are_monotone() {
    for mode in [Mode::Grid, Mode::Wild] {
        check_flat_monotone::<f32>(mode);
        check_flat_monotone::<f64>(mode);
        check_flat_monotone::<i64>(mode);
        check_flat_monotone::<u8>(mode);
        check_flat_monotone::<Fixed<16>>(mode);
        check_monotone::<f32, 2>(mode);
        check_monotone::<f32, 3>(mode);
        check_monotone::<f64, 3>(mode);
        check_monotone::<i32, 3>(mode);
        check_monotone::<i64, 2>(mode);
        check_monotone::<u8, 3>(mode);
        check_monotone::<u64, 2>(mode);
        check_monotone::<Fixed<16>, 3>(mode);
        #[cfg(feature = "fixed")]
        {
            check_monotone::<::fixed::types::I16F16, 2>(mode);
            check_monotone::<::fixed::types::I32F32, 3>(mode);
        }
    }
}
