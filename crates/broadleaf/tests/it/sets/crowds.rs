//! Crowds of hundreds of boxes, sparse and dense, near and far apart.

use broadleaf::orthtree::Orthtree;
use broadleaf::{Aabb, BroadPhase, BruteForce, DynamicTree, KdSweep, PackedTree, SpatialIndexMut};

use super::answers::{check_counts, check_pairs_of_one, check_pairs_of_two};
use super::{Boxes, with_ids};
use crate::random::numbers;

/// Boxes in a square at `corner`.
fn crowd(count: usize, corner: [i64; 2], side: i64, size: i64) -> Boxes<i64, 2> {
    let mut below = numbers(count as u64);
    let boxes = (0..count).map(|_| {
        let min = corner.map(|x| x + below(side));
        Aabb::new(min, min.map(|x| x + below(size)))
    });
    with_ids(boxes.collect())
}

fn check_large<B: SpatialIndexMut<i64, 2> + Default>(
    [ours, theirs]: [&Boxes<i64, 2>; 2],
    distance: f64,
) {
    let [mut index, mut other] = [B::default(), B::default()];
    index.extend(ours.iter().copied());
    other.extend(theirs.iter().copied());
    let windows: Vec<_> = theirs
        .iter()
        .map(|item| item.1.expanded(300))
        .take(20)
        .collect();
    check_counts(&index, ours, &windows);
    check_pairs_of_one(&index, ours, distance);
    check_pairs_of_two(&index, &other, [ours, theirs], distance);
    check_pairs_of_two(&other, &index, [theirs, ours], distance);
}

fn check_all_large(boxes: [&Boxes<i64, 2>; 2], distance: f64) {
    check_large::<BruteForce<i64, 2>>(boxes, distance);
    check_large::<DynamicTree<i64, 2>>(boxes, distance);
    check_large::<Orthtree<i64, 2>>(boxes, distance);
    check_large::<KdSweep<i64, 2>>(boxes, distance);
}

#[test]
fn sparse_scenes_are_joined() {
    let ours = crowd(500, [0, 0], 1_000_000, 9);
    let theirs = crowd(400, [500, 0], 1_000_000, 9);
    check_all_large([&ours, &theirs], 10_000.0);
}

#[test]
fn two_crowds_far_apart_are_not_measured_pair_by_pair() {
    let ours = crowd(300, [0, 0], 1_000, 2);
    let theirs = crowd(310, [90_000, 70_000], 1_000, 2);
    check_all_large([&ours, &theirs], 60.0);
}

#[test]
fn a_crowd_in_one_place_is_matched() {
    let ours = crowd(300, [0, 0], 50, 400);
    let mut theirs = crowd(300, [100, 0], 60, 400);
    theirs.truncate(290);
    check_all_large([&ours, &theirs], 3.0);
}

#[test]
fn few_boxes_ask_many() {
    let ours = crowd(500, [0, 0], 2_000, 30);
    let theirs = crowd(7, [0, 0], 2_000, 300);
    check_all_large([&ours, &theirs], 20.0);
    check_all_large([&ours, &Vec::new()], 20.0);
}

/// A lattice, whose neighbors are all equally close, so that the smallest ids decide.
#[test]
fn the_smallest_ids_of_a_lattice_are_closest() {
    let lattice = |from: i64| (from..from + 20).flat_map(move |x| (0..20).map(move |y| [x, y]));
    let boxes = |from| {
        let points = lattice(from).map(|[x, y]| Aabb::new([4 * x, 4 * y], [4 * x + 1, 4 * y + 1]));
        with_ids(points.collect())
    };
    check_all_large([&boxes(0), &boxes(20)], 3.0);
}

#[test]
fn references_packed_trees_and_views_of_a_broad_phase_answer_too() {
    let boxes = crowd(60, [0, 0], 300, 20);
    let mut broad_phase = BroadPhase::<(), i64, 2>::default();
    let ids: Vec<_> = boxes
        .iter()
        .map(|item| broad_phase.create(item.1, ()).id())
        .collect();
    let boxes: Boxes<i64, 2> = ids
        .into_iter()
        .zip(boxes.into_iter().map(|item| item.1))
        .collect();
    let tree: DynamicTree<i64, 2> = boxes.iter().copied().collect();
    check_pairs_of_one(&broad_phase.tight(), &boxes, 9.0);
    check_pairs_of_two(&broad_phase.tight(), &&tree, [&boxes, &boxes], 9.0);
    check_pairs_of_two(&&tree, &broad_phase.tight(), [&boxes, &boxes], 9.0);
    let packed: PackedTree<i64, 2> = boxes.iter().copied().collect();
    check_pairs_of_one(&packed.view(), &boxes, 9.0);
    check_pairs_of_two(&packed, &broad_phase.tight(), [&boxes, &boxes], 9.0);
}
