//! Parallel pairs equal sequential ones, for every structure, history and number of threads.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use broadleaf::geometry::Real;
use broadleaf::orthtree::{self, Orthtree};
use broadleaf::{
    Aabb, DynamicTree, Id, KdSweep, PackedTree, PairFinder, PencilSweep, SettledTree, SpatialIndex,
    SpatialIndexMut,
};
use proptest::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::inputs::{TestScalar, for_all};
use crate::random::grid_boxes;

/// Boxes on a grid, enough of them for several pieces of work.
fn boxes<S: TestScalar, const D: usize>() -> impl Strategy<Value = Vec<Aabb<S, D>>> {
    (0_usize..6_000, 20_u32..200, 1_u32..4, any::<u32>())
        .prop_map(|(count, cells, size, seed)| grid_boxes(count, [cells, size], seed))
}

/// The boxes of an index, and the ids that belong to them.
fn listed<S: TestScalar, const D: usize>(
    index: &impl SpatialIndex<S, D>,
) -> (Vec<Id>, Vec<Aabb<S, D>>) {
    index.iter().unzip()
}

/// All pairs of two lists, found by another algorithm than the structures use.
fn pairs_between<S: TestScalar, const D: usize>(
    (first, first_boxes): &(Vec<Id>, Vec<Aabb<S, D>>),
    (second, second_boxes): &(Vec<Id>, Vec<Aabb<S, D>>),
) -> Vec<[Id; 2]> {
    let mut finder = PairFinder::new();
    let mut pairs = finder
        .between(first_boxes, second_boxes)
        .unwrap()
        .unsorted_pairs();
    for pair in &mut pairs {
        *pair = [first[pair[0].index()], second[pair[1].index()]];
    }
    pairs.sort_unstable();
    pairs
}

fn assert_same<S: TestScalar, const D: usize>(
    index: &(impl SpatialIndex<S, D> + Sync),
    other: &(impl SpatialIndex<S, D> + Sync),
    pools: &[ThreadPool],
) {
    let (ours, theirs) = (listed(index), listed(other));
    let mut within = pairs_between(&ours, &ours);
    within.retain(|[a, b]| a < b);
    let with = pairs_between(&ours, &theirs);
    let mut folds = Vec::new();
    let near = [
        index.interiors(),
        index.near(S::Real::ONE),
        index.near(S::Real::INFINITY),
        index.near(S::Real::ZERO - S::Real::ONE),
    ];
    // All pairs of many boxes are too many.
    let near = if ours.0.len() < 300 {
        &near[..]
    } else {
        &near[..2]
    };
    let expected: Vec<_> = near
        .iter()
        .map(|near| [near.pairs(), near.cross_pairs(other)])
        .collect();
    for pool in pools {
        pool.install(|| {
            for (near, [within, with]) in near.iter().zip(&expected) {
                assert!(near.par_pairs() == *within);
                assert_eq!(near.par_count_pairs(), within.len() as u64);
                assert!(near.par_cross_pairs(other) == *with);
                assert_eq!(near.par_count_cross_pairs(other), with.len() as u64);
            }
            assert!(index.par_pairs() == within);
            assert!(index.par_cross_pairs(other) == with);
            let list = |pairs: &mut Vec<_>, a, b| pairs.push([a, b]);
            folds.push([
                index.par_fold_pairs(Vec::new, list),
                index.par_fold_cross_pairs(other, Vec::new, list),
                near[1].par_fold_pairs(Vec::new, list),
                near[1].par_fold_cross_pairs(other, Vec::new, list),
            ]);
        });
    }
    assert!(
        folds.iter().all(|fold| *fold == folds[0]),
        "pieces depend on the index alone"
    );
}

fn pools() -> [ThreadPool; 3] {
    [1, 2, 5].map(|threads| {
        ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap()
    })
}

/// The boxes in a structure that has a history.
fn with_history<S: TestScalar, B: SpatialIndexMut<S, D>, const D: usize>(
    mut index: B,
    boxes: &[Aabb<S, D>],
    stride: usize,
) -> B {
    index.extend((0..).map(Id).zip(boxes.iter().copied()));
    for id in (0..boxes.len()).step_by(stride) {
        index.remove(Id(id.try_into().unwrap()));
    }
    for (id, &aabb) in (0..).map(Id).zip(boxes.iter().rev()).step_by(2 * stride) {
        index.insert(id, aabb);
    }
    index.validate().unwrap();
    index
}

fn check<S: TestScalar, B: SpatialIndexMut<S, D> + Sync, const D: usize>(empty: fn() -> B) {
    let pools = pools();
    for_all(
        6,
        (boxes::<S, D>(), boxes(), 3_usize..300),
        |(a, b, stride)| {
            let (a, b) = (
                with_history(empty(), &a, stride),
                with_history(empty(), &b, stride + 1),
            );
            assert_same(&a, &b, &pools);
        },
    );
}

macro_rules! par_pair_tests {
    ($($structure:ident: $S:ty, $D:literal, $empty:expr;)*) => { $(
        #[test]
        fn $structure() {
            check::<$S, _, $D>(|| $empty);
        }
    )* };
}

par_pair_tests! {
    dynamic_tree: f32, 3, DynamicTree::default();
    settled_tree: i64, 2, SettledTree::default();
    kd_sweep: f32, 3, KdSweep::default();
    pencil_sweep: f32, 3, PencilSweep::default();
    orthtree: i64, 2, Orthtree::default();
    orthtree_strict: i64, 2, Orthtree::with_config(
        orthtree::Config::default().with_looseness(1.0),
    );
}

#[test]
fn packed_tree() {
    let inputs = (boxes::<f32, 3>(), boxes(), 1_usize..9);
    let pools = pools();
    for_all(6, inputs, |(a, b, stride)| {
        let packed = |boxes: &[Aabb<f32, 3>]| {
            let boxes = boxes.iter().copied().step_by(stride);
            (7..)
                .step_by(3)
                .map(Id)
                .zip(boxes)
                .collect::<PackedTree<_, 3>>()
        };
        let (a, b) = (packed(&a), packed(&b));
        assert_same(&a, &b, &pools);
        // Of different kinds: the boxes of the smaller index are joined with the larger one.
        let tree: DynamicTree<f32, 3> = b.iter().collect();
        assert_same(&&a.view(), &tree, &pools[1..2]);
        assert_same(&tree, &a, &pools[1..2]);
    });
}

#[test]
fn every_form_has_all_pairs() {
    let row = |y: i32| {
        (0..5_000).map(move |i| (Id(i), Aabb::new([2 * i as i32, y], [2 * i as i32 + 2, 9])))
    };
    let tree = DynamicTree::from_iter(row(0));
    let other = DynamicTree::from_iter(row(9));
    let visits = AtomicU64::new(0);
    let visit = |_, _| _ = visits.fetch_add(1, Relaxed);
    tree.par_for_each_pair(visit);
    assert_eq!(visits.swap(0, Relaxed), tree.par_count_pairs());
    assert_eq!(tree.par_count_pairs(), 4_999);
    tree.par_for_each_cross_pair(&other, visit);
    assert_eq!(visits.into_inner(), tree.par_count_cross_pairs(&other));
    assert_eq!(tree.par_count_cross_pairs(&other), 14_998);
}
