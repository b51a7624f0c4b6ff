//! Queries with exact distances to the discs in the boxes, with known answers.
//!
//! `oracle/` compares the same queries on random boxes.

use broadleaf::orthtree::Orthtree;
use broadleaf::{
    Aabb, BruteForce, DynamicTree, Hit, Id, KdSweep, PencilSweep, Ray, SettledTree, SpatialIndexMut,
};

const RADIUS: f64 = 5.0;
/// A ray along y = 3 hits the discs 0 and 1 at 6, whose boxes it hits at 5 and 4, and the disc 2 at
/// 15. It hits box 3 first of all, which counts as empty.
const CENTERS: [[f64; 2]; 4] = [[10.0, 0.0], [9.0, 7.0], [20.0, 3.0], [5.5, -1.75]];

fn filled<B: SpatialIndexMut<f64, 2> + Default>() -> B {
    let mut index = B::default();
    let boxes = CENTERS.map(|center| Aabb::point(center).expanded(RADIUS));
    index.extend((0..).map(Id).zip(boxes));
    index
}

/// The point where a ray to the right enters a disc: exact, because the sides of its triangle are
/// 3, 4 and 5.
fn entry(hit: Hit<f64>) -> Option<f64> {
    let [x, y] = CENTERS[hit.id.index()];
    let half_chord = match (y - 3.0).abs() {
        0.0 => 5.0,
        3.0 => 4.0,
        4.0 => 3.0,
        _ => return None,
    };
    Some(x - half_chord)
}

/// The squared distance of a disc's center, which is more than the distance of its box.
fn to_center(hit: Hit<f64>) -> Option<f64> {
    let [x, y] = CENTERS[hit.id.index()];
    Some((x - 10.0).powi(2) + (y - 3.0).powi(2))
}

fn hits(expected: &[(f64, u32)]) -> Vec<Hit<f64>> {
    let hit = |&(reach, id): &(f64, u32)| Hit::new(reach, Id(id));
    expected.iter().map(hit).collect()
}

fn check_refined_ties<B: SpatialIndexMut<f64, 2> + Default>() {
    let index: B = filled();
    let ray = Ray::new([0.0, 3.0], [1.0, 0.0]).unwrap();
    assert_eq!(index.cast(&ray).unwrap().id, Id(3), "by boxes");
    assert_eq!(
        index.cast_ties_with(&ray, entry),
        hits(&[(6.0, 0), (6.0, 1)])
    );
    assert_eq!(index.cast_with(&ray, entry), Some(hits(&[(6.0, 0)])[0]));
    let all = hits(&[(6.0, 0), (6.0, 1), (15.0, 2)]);
    assert_eq!(index.cast_all_with(&ray, entry), all);
    let short = ray.up_to(6.0);
    assert_eq!(index.cast_all(&short).len(), 3, "box 2 begins at 15");
    let nan = |hit: Hit<f64>| {
        if hit.id == Id(1) {
            Some(6.0)
        } else {
            Some(f64::NAN)
        }
    };
    assert_eq!(
        index.cast_ties_with(&ray, nan),
        hits(&[(6.0, 1)]),
        "NaN is a miss"
    );
}

fn check_refined_distances<B: SpatialIndexMut<f64, 2> + Default>() {
    let index: B = filled();
    let place = [10.0, 3.0];
    let by_center = hits(&[(9.0, 0), (17.0, 1), (42.8125, 3), (100.0, 2)]);
    for k in 0..6 {
        let first = &by_center[..k.min(4)];
        assert_eq!(index.k_nearest_with(&place, k, to_center), first);
        assert_eq!(index.k_nearest_ties_with(&place, k, to_center), first);
    }
    let within = index.within_distance_with(&place, 5.0, to_center);
    assert_eq!(within, by_center[..2]);
    let even = |hit: Hit<f64>| to_center(hit).filter(|_| hit.id.0.is_multiple_of(2));
    assert_eq!(index.nearest_with(&place, even), Some(by_center[0]));
    assert_eq!(
        index.k_nearest_with(&place, 2, even),
        [by_center[0], by_center[3]]
    );
}

macro_rules! for_every_structure {
    ($check:ident) => {
        $check::<BruteForce<f64, 2>>();
        $check::<DynamicTree<f64, 2>>();
        $check::<KdSweep<f64, 2>>();
        $check::<Orthtree<f64, 2>>();
        $check::<PencilSweep<f64, 2>>();
        $check::<SettledTree<f64, 2>>();
    };
}

#[test]
fn refined_ties() {
    for_every_structure!(check_refined_ties);
}

#[test]
fn refined_distances() {
    for_every_structure!(check_refined_distances);
}
