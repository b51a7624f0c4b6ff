//! A query within a reported distance finds the box again, in every form and for every scalar.

use broadleaf::broad_phase::Margin;
use broadleaf::geometry::{
    Ball, BallCast, Capsule, LonLat, Place, Probe, Real, Region, Scalar, distance_of, reach_within,
};
use broadleaf::{Aabb, BroadPhase, BruteForce, Fixed, Id, PackedTree, SpatialIndex};

use crate::inputs::{Mode, TestScalar, aabb, for_all, is_within, point};

/// The distances that places report, and the queries of an index that find the box.
fn check_place(
    index: &impl SpatialIndex<f64, 3>,
    broad_phase: &BroadPhase<(), f64, 3>,
    place: &dyn Place<f64, 3>,
    [one, other]: [Id; 2],
) {
    for id in [one, other] {
        let aabb = index.get(id).unwrap();
        let distance = distance_of(place.reach(&aabb).unwrap());
        let within: Vec<_> = index
            .k_nearest(place, usize::MAX)
            .into_iter()
            .filter(|hit| is_within(hit.reach, distance))
            .collect();
        assert!(within.iter().any(|hit| hit.id == id));
        assert_eq!(index.within_distance(place, distance), within);
        assert_eq!(index.k_nearest_within(place, usize::MAX, distance), within);
        assert_eq!(index.count_within_distance(place, distance), within.len());
        let nearest = index.nearest_within(place, distance);
        assert_eq!(nearest, within.first().copied());
        assert_eq!(nearest.unwrap().distance(), distance_of(within[0].reach));
        let proxies = broad_phase.within_distance(place, distance);
        assert!(proxies.iter().any(|hit| hit.id.id() == id));
        assert_eq!(proxies.len(), within.len());
        let mut hits = Vec::new();
        broad_phase.within_distance_into(place, distance, &mut hits);
        assert_eq!(hits, proxies);
        assert!(hits.iter().all(|hit| hit.distance() <= distance));
    }
}

/// Shapes around a point, as wide as the distance of a box.
fn check_shapes<S: TestScalar, const D: usize>(center: [S; D], other: [S; D], aabb: &Aabb<S, D>) {
    let radius = distance_of(center.reach(aabb).unwrap());
    let touches = |region: &dyn Region<S, D>| {
        assert!(region.touches(aabb) && region.may_touch_inside(aabb));
        assert!(region.bounds().overlaps(aabb));
    };
    let ball = Ball { center, radius };
    touches(&ball);
    assert_eq!(ball.reach(aabb), Some(S::Real::ZERO));
    // No capsule or moving ball has an end or a radius that is infinite.
    let at_rest = Capsule::new(center, center, radius);
    at_rest.iter().for_each(|capsule| touches(capsule));
    for ends in [[center, other], [other, center]] {
        let capsule = Capsule::new(ends[0], ends[1], radius);
        capsule.iter().for_each(|capsule| touches(capsule));
    }
    if let Ok(cast) = BallCast::between(ball, other) {
        touches(&cast);
        assert_eq!(cast.reach(aabb), Some(S::Real::ZERO));
    }
    // One step less is too little. The square of the remaining distance may vanish.
    let less = Ball {
        center,
        radius: radius.next_down(),
    };
    assert!(
        !less.touches(aabb)
            && (less.reach(aabb) > Some(S::Real::ZERO) || radius <= S::Real::from_f64(1e-6))
    );
    if let Ok(capsule) = Capsule::new(center, center, less.radius) {
        assert!(!capsule.touches(aabb));
    }
}

/// Shapes for every scalar. `oracle/`, `sets/` and `broad_phase/` check that each structure and a
/// broad phase find what they report.
fn check_distances<S: TestScalar, const D: usize>(mode: Mode) {
    let inputs = (aabb::<S, D>(mode), [point::<S, D>(mode), point(mode)]);
    for_all(500, inputs, |(aabb, [p, q])| check_shapes(p, q, &aabb));
}

#[test]
fn shapes_as_wide_as_a_reported_distance_touch() {
    for mode in [Mode::Grid, Mode::Wild] {
        check_distances::<f32, 1>(mode);
        check_distances::<f32, 2>(mode);
        check_distances::<f32, 3>(mode);
        check_distances::<f64, 2>(mode);
        check_distances::<f64, 3>(mode);
        check_distances::<f64, 4>(mode);
        check_distances::<i8, 3>(mode);
        check_distances::<i16, 2>(mode);
        check_distances::<i32, 3>(mode);
        check_distances::<i64, 3>(mode);
        check_distances::<u8, 2>(mode);
        check_distances::<u64, 3>(mode);
        check_distances::<Fixed<16>, 3>(mode);
        #[cfg(feature = "fixed")]
        check_distances::<::fixed::types::I32F32, 3>(mode);
    }
}

/// Every form of a query with a distance.
#[test]
fn reported_distances_find_their_boxes_again() {
    let boxes = proptest::collection::vec(proptest::array::uniform3(0.0..1.0), 3..12);
    for_all(
        300,
        (boxes, proptest::array::uniform3(0.0..1.0)),
        |(points, p)| {
            let boxes: Vec<_> = points.into_iter().map(Aabb::point).collect();
            let items = (0..).map(Id).zip(boxes.iter().copied());
            let list: BruteForce<f64, 3> = items.clone().collect();
            let packed: PackedTree<f64, 3> = items.collect();
            let mut broad_phase = BroadPhase::new(Margin::default());
            for &aabb in &boxes {
                broad_phase.create(aabb, ());
            }
            let ball = Ball {
                center: p,
                radius: distance_of(p.reach(&boxes[2]).unwrap()),
            };
            for place in [&p as &dyn Place<f64, 3>, &boxes[0], &ball] {
                check_place(&list, &broad_phase, place, [Id(1), Id(2)]);
                check_place(&packed, &broad_phase, place, [Id(1), Id(2)]);
            }
            let closest = list.closest_pair().unwrap();
            let near = packed.near(closest.distance());
            assert_eq!(near.closest_pair(), Some(closest));
            assert!(near.pairs().contains(&closest.ids));
            assert!(near.cross_pairs(&list).contains(&closest.ids));
            assert!(near.semi_join(&list).contains(&closest.ids[0]));
            let batch = packed.batch();
            let hits = batch.within_distance(&boxes, closest.distance());
            let [a, b] = closest.ids;
            assert!(hits.get(a.index()).unwrap().iter().any(|hit| hit.id == b));
        },
    );
}

/// On a globe, where a distance is the root of the square of an arc.
#[test]
fn distances_on_a_globe_find_their_boxes_again() {
    let inputs = (
        proptest::collection::vec(aabb::<f64, 2>(Mode::Grid), 1..9),
        [-170.0..170.0, -89.0..89.0],
    );
    for_all(300, inputs, |(boxes, point)| {
        let list: BruteForce<f64, 2> = (0..).map(Id).zip(boxes).collect();
        let place = LonLat::new(point).unwrap();
        for hit in list.k_nearest(&place, usize::MAX) {
            assert!(list.within_distance(&place, hit.distance()).contains(&hit));
            assert!(
                list.within_distance(&place, hit.reach.sqrt())
                    .contains(&hit)
            );
        }
    });
}

/// All points of a lattice: squares of distances would lose 107 of 465 different ones.
#[test]
fn points_of_a_lattice_find_themselves_again() {
    fn check<S: Scalar + From<i8>>() {
        for number in 0..1_000_i16 {
            let place = [number / 100, number / 10 % 10, number % 10];
            let aabb = Aabb::point(place.map(|x| S::from(x as i8)));
            let center = [S::from(0_i8); 3];
            let reach = center.reach(&aabb).unwrap();
            let radius = distance_of(reach);
            assert!(reach <= reach_within(radius).unwrap());
            assert!(Ball { center, radius }.touches(&aabb));
        }
    }
    check::<f32>();
    check::<f64>();
    check::<i8>();
    check::<i64>();
}
