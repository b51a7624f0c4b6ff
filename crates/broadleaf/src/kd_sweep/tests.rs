//! Larger trees, and threads.

use super::config::Config;
#[cfg(feature = "rayon")]
use super::slice_mut::KdSliceMut;
use super::sweep::KdSweep;
use crate::geometry::Scalar;
use crate::geometry::{Aabb, Probe};
use crate::index::{Hit, SpatialIndex, SpatialIndexMut};
use crate::store::Id;
use alloc::vec::Vec;
use core::array;
#[cfg(feature = "rayon")]
use rayon::iter::ParallelExtend;
#[cfg(feature = "rayon")]
use std::sync::Mutex;

fn random(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Boxes with edges up to `edge`, all over the unit cube.
fn uniform<const D: usize>(count: usize, edge: f64) -> Vec<(Id, Aabb<f64, D>)> {
    let mut random = random(count as u64);
    let mut aabb = || {
        let min: [f64; D] = array::from_fn(|_| random());
        Aabb::new(min, min.map(|x| x + edge * random()))
    };
    (0..).map(Id).zip((0..count).map(|_| aabb())).collect()
}

fn small_leaves<S: Scalar, const D: usize>(boxes: usize) -> KdSweep<S, D> {
    KdSweep::with_config(Config::default().with_leaf_capacity(boxes))
}

/// A tree that is not tidy: some boxes have been removed, and some have moved.
fn untidy<const D: usize>(count: usize) -> KdSweep<f64, D> {
    let boxes = uniform::<D>(count, 0.05);
    let mut index = small_leaves(8);
    index.extend(boxes.iter().copied());
    for i in 0..count / 12 {
        index.insert(boxes[i * 7 % count].0, boxes[i * 11 % count].1);
        index.remove(boxes[(i * 13 + 1) % count].0);
    }
    assert!(index.stale > 0 && !index.pending().is_empty());
    index
}

/// Compares every query that has a special path here with a scan of all boxes.
fn check_answers<S: Scalar, const D: usize>(index: &KdSweep<S, D>) {
    index.validate().unwrap();
    let boxes: Vec<_> = index.iter().collect();
    let mut pairs = Vec::new();
    for (i, (a, aabb)) in boxes.iter().enumerate() {
        pairs.extend(
            boxes[i + 1..]
                .iter()
                .filter(|(_, other)| aabb.overlaps(other))
                .map(|(b, _)| [*a, *b]),
        );
    }
    assert_eq!(index.pairs(), pairs);
    let same = boxes.iter().map(|&(id, _)| [id, id]);
    let mut with_itself: Vec<_> = pairs
        .iter()
        .flat_map(|&[a, b]| [[a, b], [b, a]])
        .chain(same)
        .collect();
    with_itself.sort_unstable();
    assert_eq!(index.cross_pairs(index), with_itself);
    let ids: Vec<_> = boxes.iter().map(|&(id, _)| id).step_by(3).collect();
    let is_given = |id: &Id| ids.binary_search(id).is_ok();
    assert!(
        index.pairs_of(&ids).into_iter().eq(pairs
            .iter()
            .copied()
            .filter(|[a, b]| is_given(a) || is_given(b)))
    );
    for (_, aabb) in boxes.iter().step_by(97) {
        let touched = boxes
            .iter()
            .filter(|(_, other)| aabb.overlaps(other))
            .map(|&(id, _)| id);
        assert!(index.overlaps(aabb).into_iter().eq(touched));
        let mut hits: Vec<_> = boxes
            .iter()
            .filter_map(|(id, other)| {
                Some(Hit {
                    reach: aabb.reach(other)?,
                    id: *id,
                })
            })
            .collect();
        hits.sort();
        assert_eq!(index.k_nearest(aabb, 9), hits[..9]);
    }
}

#[test]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
fn answers_on_larger_trees_are_right() {
    for edge in [0.0, 0.01, 0.3] {
        let mut index = KdSweep::default();
        index.extend(uniform::<3>(3_000, edge));
        check_answers(&index);
        let mut index = small_leaves(4);
        index.extend(uniform::<2>(3_000, edge));
        check_answers(&index);
    }
    // On a lattice boxes touch, and many start at a cut.
    let mut random = random(1);
    let mut lattice = |cells: f64| (random() * cells) as i32;
    let mut index = small_leaves(8);
    index.extend((0..2_000).map(|i| {
        let min = [lattice(60.0), lattice(60.0), lattice(9.0)];
        (Id(i), Aabb::new(min, min.map(|x| x + lattice(3.0))))
    }));
    check_answers(&index);
    check_answers(&untidy::<2>(2_000));
    check_answers(&untidy::<3>(2_000));
}

/// Infinite along one axis: cutting that axis is useless.
#[test]
fn boxes_that_all_cross_are_cut_elsewhere() {
    let endless = |(id, aabb): (Id, Aabb<f64, 3>)| {
        let ([x, y, _], [u, v, _]) = (aabb.min(), aabb.max());
        (
            id,
            Aabb::new([x, y, f64::NEG_INFINITY], [u, v, f64::INFINITY]),
        )
    };
    let mut index = small_leaves(16);
    index.extend(uniform::<3>(4_000, 0.01).into_iter().map(endless));
    assert!(
        index
            .nodes
            .iter()
            .filter(|node| node.is_leaf())
            .all(|leaf| leaf.range().len() <= 16)
    );
    check_answers(&index);
}

/// Every sampled box is far from all others.
#[test]
fn misleading_samples_do_not_make_the_tree_deep() {
    for period in 2..40 {
        let boxes = (0..4_000_u32).map(|i| {
            (
                Id(i),
                Aabb::point([if i % period == 0 {
                    f64::from(i).exp2()
                } else {
                    f64::from(i) * 1e-9
                }]),
            )
        });
        let mut index = small_leaves(2);
        index.extend(boxes);
        index.validate().unwrap();
    }
}

#[test]
fn equal_boxes_are_one_leaf() {
    let mut index = KdSweep::default();
    index.extend((0..100_000).map(|i| (Id(i), Aabb::new([1, 2, 3], [4, 5, 6]))));
    assert_eq!(index.nodes.len(), 1);
    assert_eq!(index.overlaps(&[4, 5, 6]).len(), 100_000);
    for i in 0..100_000 {
        index.remove(Id(i));
    }
    index.validate().unwrap();
    assert!(index.is_empty() && index.nodes.is_empty());
}

#[cfg(feature = "rayon")]
#[test]
fn threads_change_nothing() {
    let built_by = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        pool.install(|| {
            let mut index = KdSweep::default();
            index.par_extend(uniform::<3>(40_000, 0.03));
            let built = index.clone();
            for (id, aabb) in uniform::<3>(200, 0.3) {
                index.insert(id, aabb);
            }
            let pairs = index.par_pairs();
            let visited = Mutex::new(Vec::new());
            index.par_for_each_pair(|a, b| visited.lock().unwrap().push([a, b]));
            let mut visited = visited.into_inner().unwrap();
            visited.sort_unstable();
            assert!(visited == pairs);
            index.par_optimize();
            assert!(index.is_tidy());
            (built, pairs)
        })
    };
    let mut sequential = KdSweep::default();
    sequential.extend(uniform::<3>(40_000, 0.03));
    let ids =
        |index: &KdSweep<f64, 3>| -> Vec<_> { index.items.iter().map(|item| item.id).collect() };
    let results = [1, 2, 3, 8].map(built_by);
    for (built, pairs) in &results {
        assert!(built.nodes == sequential.nodes && ids(built) == ids(&sequential));
        assert!(*pairs == results[0].1);
    }
    sequential.extend(uniform::<3>(200, 0.3));
    assert!(results[0].1 == sequential.pairs());
}

#[cfg(feature = "rayon")]
#[test]
fn threads_visit_each_pair_of_things_once() {
    let mut things: Vec<_> = uniform::<2>(10_000, 0.02)
        .into_iter()
        .map(|(id, aabb)| (id, aabb, Vec::new()))
        .collect();
    let mut index = KdSliceMut::par_new(&mut things, |thing| thing.1).unwrap();
    index.par_for_each_pair_mut(|a, b| a.2.push(b.0));
    let mut sweep = KdSweep::default();
    sweep.extend(uniform::<2>(10_000, 0.02));
    let mut visited: Vec<_> = things
        .iter()
        .flat_map(|(a, _, partners)| partners.iter().map(|&b| [*a, b]))
        .collect();
    visited.sort_unstable();
    assert!(visited == sweep.pairs());
}
