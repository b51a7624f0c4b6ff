//! Masked queries against answers that are computed without a mask.
//!
//! The other tests pass the same [`Masked`] to the oracle and to the structure, so they cannot
//! detect a mask that admits too much or too little.

use broadleaf::geometry::Masked;
use broadleaf::{
    Aabb, BruteForce, DynamicTree, Hit, Id, KdSweep, PencilSweep, Quadtree, Ray, SettledTree,
    SpatialIndexMut,
};

/// In no category, in one, in several, in all.
const CATEGORIES: [u32; 6] = [0, 1, 2, 3, 1 << 31, u32::MAX];
const MASKS: [u32; 7] = [0, 1, 2, 3, 4, 1 << 31, u32::MAX];

/// The box `i` of a row, one box per unit.
fn aabb(i: u32) -> Aabb<f32, 2> {
    Aabb::new([i as f32, 0.0], [i as f32 + 0.5, 1.0])
}

fn category(i: u32) -> u32 {
    CATEGORIES[i as usize % CATEGORIES.len()]
}

fn filled<B: SpatialIndexMut<f32, 2> + Default>() -> B {
    let mut structure = B::default();
    structure.extend((0..100).map(|i| (Id(i), aabb(i))));
    for i in 0..100 {
        structure.set_category(Id(i), category(i));
    }
    structure
}

/// The boxes whose category shares a bit with each mask, in the order in which a ray along the row
/// hits them.
fn admitted(masks: &[u32]) -> Vec<Id> {
    (0..100)
        .filter(|&i| masks.iter().all(|mask| category(i) & mask != 0))
        .map(Id)
        .collect()
}

fn ids(hits: Vec<Hit<f32>>) -> Vec<Id> {
    hits.into_iter().map(|hit| hit.id).collect()
}

fn check<B: SpatialIndexMut<f32, 2> + Default>() {
    let structure: B = filled();
    let ray = Ray::new([-1.0, 0.5], [1.0, 0.0]).unwrap();
    let (point, all) = ([-1.0, 0.5], Aabb::EVERYWHERE);
    for mask in MASKS {
        let expected = admitted(&[mask]);
        assert_eq!(structure.overlaps(&Masked::new(all, mask)), expected);
        assert_eq!(
            structure.any_overlap(&Masked::new(all, mask)),
            !expected.is_empty()
        );
        let (ray, point) = (Masked::new(ray, mask), Masked::new(point, mask));
        assert_eq!(ids(structure.cast_all(&ray)), expected, "{mask:#x}");
        let first = structure.cast(&ray).map(|hit| hit.id);
        assert_eq!(first, expected.first().copied(), "{mask:#x}");
        assert_eq!(ids(structure.k_nearest(&point, 100)), expected, "{mask:#x}");
        let near = expected.iter().take(3).copied().collect::<Vec<_>>();
        assert_eq!(ids(structure.k_nearest(&point, 3)), near, "{mask:#x}");
        assert_eq!(ids(structure.within_distance(&point, 200.0)), expected);

        // Both of two nested masks must admit a box.
        for outer in MASKS {
            let both = admitted(&[mask, outer]);
            let of = Masked::new(all, mask);
            assert_eq!(structure.overlaps(&Masked::new(of, outer)), both);
            let around = Masked::new(ray, outer);
            assert_eq!(ids(structure.cast_all(&around)), both);
            let around = Masked::new(point, outer);
            assert_eq!(ids(structure.k_nearest(&around, 100)), both);
        }
    }
}

#[test]
fn masked_questions_have_the_answers_of_the_admitted_boxes() {
    check::<BruteForce<f32, 2>>();
    check::<DynamicTree<f32, 2>>();
    check::<SettledTree<f32, 2>>();
    check::<Quadtree<f32>>();
    check::<KdSweep<f32, 2>>();
    check::<PencilSweep<f32, 2>>();
}
