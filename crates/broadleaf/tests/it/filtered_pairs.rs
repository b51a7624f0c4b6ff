//! Pairs filtered by categories, against the pairs of all categories, tested one by one.

use broadleaf::filter::CategoryMatrix;
use broadleaf::{
    Aabb, BruteForce, DynamicTree, Id, KdSweep, Octree, PackedTree, PencilSweep, SettledTree,
    SpatialIndex, SpatialIndexMut,
};
use std::ops::ControlFlow;

/// In no category, in one, in several, in all.
const CATEGORIES: [u32; 7] = [0, 1, 2, 3, 4, 1 << 31, u32::MAX];

fn matrices() -> [CategoryMatrix; 6] {
    [
        CategoryMatrix::ALL,
        CategoryMatrix::NONE,
        CategoryMatrix::ALL.without(1, 1),
        CategoryMatrix::NONE.with(1, 2).with(4, 4),
        CategoryMatrix::ALL.without(3, 7).without(1 << 31, u32::MAX),
        CategoryMatrix::NONE.with(1 << 31, 1 << 31),
    ]
}

/// Crowds of boxes; neighbours are mostly in the same category.
fn scene(n: u32, seed: u32) -> Vec<(Id, Aabb<f32, 3>, u32)> {
    let mut state = seed;
    let mut random = |limit: u32| {
        state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        (state >> 8) % limit
    };
    let item = |i| {
        let crowd = random(12);
        let min = [0; 3].map(|_| (crowd * 7 + random(16)) as f32);
        let category = match random(8) {
            0 => random(7),
            _ => crowd % 7,
        };
        let max = min.map(|x| x + random(4) as f32);
        (
            Id(3 * i),
            Aabb::new(min, max),
            CATEGORIES[category as usize],
        )
    };
    (0..n).map(item).collect()
}

/// The results of all forms of a query against tests of the categories of every pair.
fn check(
    left: &(impl SpatialIndex<f32, 3> + Sync),
    right: &(impl SpatialIndex<f32, 3> + Sync),
    reference: [&BruteForce<f32, 3>; 2],
) {
    let category = |index: usize, id| reference[index].category(id).unwrap();
    for matrix in matrices() {
        let mut expected = reference[0].pairs();
        expected.retain(|&[a, b]| matrix.allows(category(0, a), category(0, b)));
        let filtered = left.filtered(&matrix);
        assert_eq!(filtered.pairs(), expected);
        assert_eq!(filtered.count_pairs(), expected.len() as u64);
        assert_eq!(filtered.any_pair(), !expected.is_empty());
        #[cfg(feature = "rayon")]
        {
            assert_eq!(filtered.par_pairs(), expected);
            assert_eq!(filtered.par_count_pairs(), expected.len() as u64);
        }
        let first = filtered.try_for_each_pair(|a, b| ControlFlow::Break([a, b]));
        assert!(
            first
                .break_value()
                .is_none_or(|pair| expected.contains(&pair))
        );

        let mut expected = reference[0].cross_pairs(reference[1]);
        expected.retain(|&[a, b]| matrix.allows(category(0, a), category(1, b)));
        assert_eq!(filtered.cross_pairs(right), expected);
        assert_eq!(filtered.count_cross_pairs(right), expected.len() as u64);
        #[cfg(feature = "rayon")]
        {
            assert_eq!(filtered.par_cross_pairs(right), expected);
            let count = filtered.par_count_cross_pairs(right);
            assert_eq!(count, expected.len() as u64);
        }
    }
}

fn filled<B: SpatialIndexMut<f32, 3> + Default>(items: &[(Id, Aabb<f32, 3>, u32)]) -> B {
    let mut structure = B::default();
    for &(id, aabb, category) in items {
        structure.insert_with_category(id, aabb, category);
    }
    structure
}

fn check_structure<B: SpatialIndexMut<f32, 3> + Default + Sync>(sizes: &[u32]) {
    for &n in sizes {
        let scenes = [scene(n, 5), scene(n / 2 + 1, 6)];
        let [left, right] = scenes
            .each_ref()
            .map(|items| filled::<BruteForce<_, 3>>(items));
        let [a, b] = scenes.each_ref().map(|items| filled::<B>(items));
        check(&a, &b, [&left, &right]);
        check(&&a, &right, [&left, &right]);
    }
}

#[test]
fn filtered_pairs_are_those_whose_categories_meet() {
    const SIZES: [u32; 5] = [0, 1, 2, 17, 400];
    check_structure::<BruteForce<f32, 3>>(&SIZES);
    check_structure::<DynamicTree<f32, 3>>(&SIZES);
    // Several pieces of work for threads.
    check_structure::<DynamicTree<f32, 3>>(&[2_500]);
    check_structure::<SettledTree<f32, 3>>(&SIZES);
    check_structure::<Octree<f32>>(&SIZES);
    check_structure::<KdSweep<f32, 3>>(&SIZES);
    check_structure::<PencilSweep<f32, 3>>(&SIZES);
}

#[test]
fn packed_trees_skip_categories_that_do_not_meet() {
    for n in [0, 1, 16, 17, 900, 5000] {
        let scenes = [scene(n, 7), scene(n / 3 + 1, 8)];
        let [left, right] = scenes
            .each_ref()
            .map(|items| filled::<BruteForce<_, 3>>(items));
        let [a, b] = scenes.each_ref().map(|items| {
            let category = |id: Id| items[id.index() / 3].2;
            let boxes = items.iter().map(|&(id, aabb, _)| (id, aabb));
            boxes
                .collect::<PackedTree<_, 3>>()
                .with_categories(category)
        });
        check(&a, &b, [&left, &right]);
        check(&a.view(), &b, [&left, &right]);
        check(&a, &right, [&left, &right]);
    }
}

#[test]
fn boxes_without_categories_are_in_all_of_them() {
    let items = scene(300, 9);
    let boxes = || items.iter().map(|&(id, aabb, _)| (id, aabb));
    let packed: PackedTree<_, 3> = boxes().collect();
    let dynamic: DynamicTree<_, 3> = boxes().collect();
    let all = packed.pairs();
    let some = CategoryMatrix::NONE.with(4, 8);
    assert!(!all.is_empty());
    assert_eq!(packed.filtered(&some).pairs(), all);
    assert_eq!(dynamic.filtered(&some).pairs(), all);
    assert!(!packed.filtered(&CategoryMatrix::NONE).any_pair());
    assert!(!dynamic.filtered(&CategoryMatrix::NONE).any_pair());
}

#[test]
fn a_matrix_is_symmetric() {
    let matrix = CategoryMatrix::NONE.with(0b11, 0b100).without(0b10, 0b1100);
    for (a, b, is_allowed) in [(1, 4, true), (2, 4, false), (3, 4, true), (1, 2, false)] {
        assert_eq!(matrix.allows(a, b), is_allowed, "{a} {b}");
        assert_eq!(matrix.allows(b, a), is_allowed, "{b} {a}");
    }
    assert_eq!((matrix.mask(4), matrix.mask(1), matrix.mask(0)), (1, 4, 0));
}
