//! Questions about sets of boxes against a naive model, on two lists of boxes.

use std::ops::ControlFlow;

use broadleaf::geometry::{Masked, Probe, Real};
use broadleaf::index::ClosestPair;
use broadleaf::kd_sweep::Config;
use broadleaf::orthtree::Orthtree;
use broadleaf::{
    Aabb, AnyStructure, BroadPhase, BruteForce, DynamicTree, Fixed, Hit, Id, KdSweep, PackedTree,
    PencilSweep, SpatialIndex, World,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::erased::Erased;
use crate::inputs::{Mode, TestScalar, aabb, for_all, for_every_number, point, real};

type Boxes<S, const D: usize> = Vec<(Id, Aabb<S, D>)>;

/// When two boxes are a pair.
#[derive(Clone, Copy, Debug)]
enum Relation<R> {
    Overlap,
    Within(R),
}

fn are_related<S: TestScalar, const D: usize>(
    relation: Relation<S::Real>,
    a: &Aabb<S, D>,
    b: &Aabb<S, D>,
) -> bool {
    match relation {
        Relation::Overlap => a.overlaps(b),
        Relation::Within(distance) => {
            let zero = S::Real::from_f64(0.0);
            assert_eq!(a.reach(b), b.reach(a), "distances are symmetric");
            zero <= distance && a.reach(b).unwrap() <= distance * distance
        }
    }
}

fn model_pairs<S: TestScalar, const D: usize>(
    relation: Relation<S::Real>,
    boxes: &Boxes<S, D>,
) -> Vec<[Id; 2]> {
    let mut pairs = model_pairs_with(relation, boxes, boxes);
    pairs.retain(|[a, b]| a < b);
    pairs
}

fn model_pairs_with<S: TestScalar, const D: usize>(
    relation: Relation<S::Real>,
    ours: &Boxes<S, D>,
    theirs: &Boxes<S, D>,
) -> Vec<[Id; 2]> {
    let mut pairs = Vec::new();
    for (a, aabb) in ours {
        for (b, other) in theirs {
            if are_related(relation, aabb, other) {
                pairs.push([*a, *b]);
            }
        }
    }
    pairs
}

/// The components of a graph, by repeated relabeling with the smallest label of a neighbor.
fn model_components(ids: &[Id], edges: &[[Id; 2]]) -> Vec<Vec<Id>> {
    let mut labels: Vec<Id> = ids.to_vec();
    let at = |id: Id| ids.binary_search(&id).unwrap();
    while let Some(&[a, b]) = edges.iter().find(|[a, b]| labels[at(*a)] != labels[at(*b)]) {
        let (low, high) = (at(a).min(at(b)), at(a).max(at(b)));
        let (low, high) = (labels[low].min(labels[high]), labels[low].max(labels[high]));
        for label in &mut labels {
            if *label == high {
                *label = low;
            }
        }
    }
    ids.iter()
        .filter(|&&root| labels[at(root)] == root)
        .map(|&root| {
            ids.iter()
                .copied()
                .filter(|&id| labels[at(id)] == root)
                .collect()
        })
        .collect()
}

/// The least of some pairs of boxes by squared distance and ids.
fn model_closest<S: TestScalar, const D: usize>(
    pairs: &[[Id; 2]],
    ours: &Boxes<S, D>,
    theirs: &Boxes<S, D>,
) -> Option<ClosestPair<S::Real>> {
    let find = |boxes: &Boxes<S, D>, id| boxes.iter().find(|item| item.0 == id).unwrap().1;
    let measured = pairs.iter().map(|&ids| ClosestPair {
        reach: find(ours, ids[0]).reach(&find(theirs, ids[1])).unwrap(),
        ids,
    });
    measured.min()
}

fn check_pairs_of_one<S: TestScalar, const D: usize>(
    index: &impl SpatialIndex<S, D>,
    boxes: &Boxes<S, D>,
    distance: S::Real,
) {
    let near = index.near(distance);
    let expected = model_pairs(Relation::Within(distance), boxes);
    assert_eq!(near.pairs(), expected, "{distance}");
    assert_eq!(near.count_pairs(), expected.len() as u64);
    assert_eq!(near.any_pair(), !expected.is_empty());
    let mut pairs = vec![[Id(7); 2]];
    near.pairs_into(&mut pairs);
    assert_eq!(pairs, expected);
    let mut visited = Vec::new();
    let flow = near.try_for_each_pair(|a, b| {
        visited.push([a, b]);
        if visited.len() == 3 {
            ControlFlow::Break("three")
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(flow.is_break(), expected.len() >= 3);
    assert_eq!(visited.len(), expected.len().min(3));
    assert!(visited.iter().all(|pair| expected.contains(pair)));

    let ids: Vec<_> = boxes.iter().map(|item| item.0).collect();
    let is_edge = |a: Id, b: Id| !(a.0 + b.0).is_multiple_of(3);
    let some = |pairs: &[[Id; 2]]| -> Vec<_> {
        pairs
            .iter()
            .copied()
            .filter(|&[a, b]| is_edge(a, b))
            .collect()
    };
    let lists = |answers: broadleaf::index::Answers<Id>| -> Vec<_> {
        answers.iter().map(<[Id]>::to_vec).collect()
    };
    let overlaps = model_pairs(Relation::Overlap, boxes);
    assert_eq!(lists(near.components()), model_components(&ids, &expected));
    assert_eq!(
        lists(near.components_where(is_edge)),
        model_components(&ids, &some(&expected))
    );
    assert_eq!(lists(index.components()), model_components(&ids, &overlaps));
    assert_eq!(
        lists(index.components_where(is_edge)),
        model_components(&ids, &some(&overlaps))
    );

    assert_eq!(near.closest_pair(), model_closest(&expected, boxes, boxes));
    let infinity = S::Real::INFINITY;
    let all = model_pairs(Relation::Within(infinity), boxes);
    assert_eq!(all.len(), boxes.len() * boxes.len().saturating_sub(1) / 2);
    assert_eq!(index.closest_pair(), model_closest(&all, boxes, boxes));
}

fn check_pairs_of_two<S: TestScalar, const D: usize>(
    index: &impl SpatialIndex<S, D>,
    other: &impl SpatialIndex<S, D>,
    [ours, theirs]: [&Boxes<S, D>; 2],
    distance: S::Real,
) {
    let near = index.near(distance);
    let expected = model_pairs_with(Relation::Within(distance), ours, theirs);
    assert_eq!(near.pairs_with(other), expected, "{distance}");
    assert_eq!(near.count_pairs_with(other), expected.len() as u64);
    assert_eq!(near.any_pair_with(other), !expected.is_empty());
    let mut pairs = vec![[Id(7); 2]];
    near.pairs_with_into(other, &mut pairs);
    assert_eq!(pairs, expected);
    let mut left = 2;
    let flow = near.try_for_each_pair_with(other, |a, b| {
        assert!(expected.contains(&[a, b]));
        left -= 1;
        if left == 0 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(flow.is_break(), expected.len() >= 2);

    let split = |pairs: &[[Id; 2]]| -> [Vec<Id>; 2] {
        let ids = ours.iter().map(|item| item.0);
        let (with, without) = ids.partition(|&id| pairs.iter().any(|pair| pair[0] == id));
        [with, without]
    };
    let [with, without] = split(&expected);
    assert_eq!(
        (near.semi_join(other), near.anti_join(other)),
        (with, without)
    );
    let [with, without] = split(&model_pairs_with(Relation::Overlap, ours, theirs));
    assert_eq!(
        (index.semi_join(other), index.anti_join(other)),
        (with, without)
    );

    assert_eq!(
        near.closest_pair_with(other),
        model_closest(&expected, ours, theirs)
    );
    let all = model_pairs_with(Relation::Within(S::Real::INFINITY), ours, theirs);
    assert_eq!(all.len(), ours.len() * theirs.len());
    assert_eq!(
        index.closest_pair_with(other),
        model_closest(&all, ours, theirs)
    );
}

fn check_places<S: TestScalar, const D: usize>(
    index: &impl SpatialIndex<S, D>,
    boxes: &Boxes<S, D>,
    places: &[[S; D]],
    [distance, infinity]: [S::Real; 2],
    k: usize,
) {
    let batch = index.batch();
    let expected = |place: &[S; D], distance: S::Real, k| {
        let mut hits: Vec<_> = boxes
            .iter()
            .map(|(id, aabb)| Hit {
                reach: place.reach(aabb).unwrap(),
                id: *id,
            })
            .filter(|hit| S::Real::ZERO <= distance && hit.reach <= distance * distance)
            .collect();
        hits.sort();
        hits.truncate(k);
        hits
    };
    for place in places {
        for distance in [distance, infinity] {
            let hits = expected(place, distance, k);
            assert_eq!(index.k_nearest_within(place, k, distance), hits);
            let mut into = vec![Hit {
                reach: distance,
                id: Id(0),
            }];
            index.k_nearest_within_into(place, k, distance, &mut into);
            assert_eq!(into, hits);
            let nearest = expected(place, distance, 1).first().copied();
            assert_eq!(index.nearest_within(place, distance), nearest);
        }
    }
    let answers = batch.k_nearest_within(places, k, distance);
    let lists: Vec<_> = places
        .iter()
        .map(|place| expected(place, distance, k))
        .collect();
    assert!(answers.iter().eq(lists.iter().map(Vec::as_slice)));
}

/// Counts and estimates of windows, with a mask and without, and of a region that is no box.
fn check_counts<S: TestScalar, const D: usize>(
    index: &impl SpatialIndex<S, D>,
    boxes: &Boxes<S, D>,
    windows: &[Aabb<S, D>],
) {
    for window in windows {
        let expected = boxes.iter().filter(|item| item.1.overlaps(window)).count();
        assert_eq!(index.count_overlaps(window), expected);
        assert_eq!(
            index.estimate_overlaps(window, usize::MAX),
            expected..=expected
        );
        for max_nodes in [0, 1, 2, 5, 1_000] {
            let estimate = index.estimate_overlaps(window, max_nodes);
            assert!(estimate.contains(&expected), "{estimate:?} {expected}");
            assert!(*estimate.end() <= boxes.len());
            assert!(max_nodes < 1_000 || estimate == (expected..=expected));
        }
        let masked = Masked {
            of: *window,
            mask: 2,
        };
        let admitted = |id| index.category(id).unwrap() & 2 > 0;
        let of_mask = boxes
            .iter()
            .filter(|item| item.1.overlaps(window) && admitted(item.0));
        assert_eq!(index.count_overlaps(&masked), of_mask.count());
        let region = |aabb: &Aabb<S, D>| aabb.overlaps(window);
        assert_eq!(index.estimate_overlaps(&region, 0), expected..=expected);
    }
}

/// Ids with gaps, so that an id is no index.
fn with_ids<S: TestScalar, const D: usize>(boxes: Vec<Aabb<S, D>>) -> Boxes<S, D> {
    (0..).map(|i| Id(3 * i + i % 2)).zip(boxes).collect()
}

fn distances<R: Real>(mode: Mode) -> impl Strategy<Value = R> {
    prop_oneof![
        6 => real(mode),
        1 => Just(R::from_f64(0.0)),
        1 => Just(R::INFINITY),
        1 => Just(R::from_f64(f64::NAN)),
        1 => Just(R::from_f64(1e-40)),
        1 => (0_u32..400).prop_map(|percent| R::from_f64(f64::from(percent) * 0.01)),
    ]
}

fn check<S: TestScalar, const D: usize, B: BroadPhase<S, D>>(
    mode: Mode,
    cases: u32,
    empty: fn() -> B,
) {
    let inputs = (
        vec(aabb::<S, D>(mode), 0..40),
        prop_oneof![
            vec(aabb::<S, D>(mode), 0..40),
            vec(aabb::<S, D>(mode), 0..3)
        ],
        vec(point::<S, D>(mode), 0..8),
        distances::<S::Real>(mode),
        0_usize..5,
    );
    for_all(cases, inputs, |(ours, theirs, places, distance, k)| {
        let (ours, theirs) = (with_ids(ours), with_ids(theirs));
        let (mut index, mut other) = (empty(), empty());
        index.extend(ours.iter().copied());
        other.extend(theirs.iter().copied());
        let windows: Vec<_> = theirs.iter().map(|item| item.1).take(9).collect();
        for (id, _) in ours.iter().step_by(3) {
            index.set_category(*id, 1);
        }
        check_counts(&index, &ours, &windows);
        check_pairs_of_one(&index, &ours, distance);
        check_pairs_of_two(&index, &other, [&ours, &theirs], distance);
        check_pairs_of_two(&other, &index, [&theirs, &ours], distance);
        check_pairs_of_two(&index, &index, [&ours, &ours], distance);
        check_places(&index, &ours, &places, [distance, S::Real::INFINITY], k);

        // Boxes that have left a tree, and others that are not in it yet.
        let changed: Vec<_> = ours.into_iter().skip(2).zip(theirs).collect();
        let mut ours: Boxes<S, D> = index.iter().collect();
        for ((id, _), (_, aabb)) in changed {
            index.insert(id, aabb);
            ours.iter_mut().find(|item| item.0 == id).unwrap().1 = aabb;
        }
        index.remove(Id(0));
        ours.retain(|item| item.0 != Id(0));
        check_counts(&index, &ours, &windows);
    });
}

macro_rules! set_tests {
    ($($structure:ident: $empty:expr;)*) => { $(
        #[test]
        fn $structure() {
            for_every_number!(calls: check, 12, Erased::new($empty));
        }
    )* };
}

set_tests! {
    brute_force: BruteForce::default();
    dynamic_tree: DynamicTree::default();
    kd_sweep: KdSweep::with_config(Config::default().with_leaf_capacity(2));
    kd_sweep_pending: KdSweep::default();
    pencil_sweep: PencilSweep::default();
    orthtree: Orthtree::default();
    orthtree_small_leaves: Orthtree::with_config(
        broadleaf::orthtree::Config::default().with_leaf_capacity(2)
    );
    any_structure: AnyStructure::default();
}

/// Whole numbers below a limit, always the same ones.
fn numbers(seed: u64) -> impl FnMut(i64) -> i64 {
    let mut state = seed;
    move |limit| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as i64 % limit
    }
}

/// Boxes in a square at `corner`.
fn crowd(count: usize, corner: [i64; 2], side: i64, size: i64) -> Boxes<i64, 2> {
    let mut below = numbers(count as u64);
    let boxes = (0..count).map(|_| {
        let min = corner.map(|x| x + below(side));
        Aabb::new(min, min.map(|x| x + below(size)))
    });
    with_ids(boxes.collect())
}

fn check_large<B: BroadPhase<i64, 2> + Default>(
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

/// A lattice, whose neighbors are all equally close: the smallest ids decide.
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
fn references_packed_trees_and_views_of_a_world_answer_too() {
    let boxes = crowd(60, [0, 0], 300, 20);
    let mut world = World::<(), i64, 2>::default();
    let ids: Vec<_> = boxes
        .iter()
        .map(|item| world.create_proxy(item.1, ()).id())
        .collect();
    let boxes: Boxes<i64, 2> = ids
        .into_iter()
        .zip(boxes.into_iter().map(|item| item.1))
        .collect();
    let tree: DynamicTree<i64, 2> = boxes.iter().copied().collect();
    check_pairs_of_one(&world.tight(), &boxes, 9.0);
    check_pairs_of_two(&world.tight(), &&tree, [&boxes, &boxes], 9.0);
    check_pairs_of_two(&&tree, &world.tight(), [&boxes, &boxes], 9.0);
    let packed: PackedTree<i64, 2> = boxes.iter().copied().collect();
    check_pairs_of_one(&packed.view(), &boxes, 9.0);
    check_pairs_of_two(&packed, &world.tight(), [&boxes, &boxes], 9.0);
}
