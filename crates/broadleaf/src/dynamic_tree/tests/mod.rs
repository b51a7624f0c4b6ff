//! Trees too large for the oracle tests, and properties that no query shows: quality, and how
//! operations do their work.

mod bottom_up;
mod broken;
mod few;
mod stats;
#[cfg(feature = "rayon")]
mod threads;
mod window;
mod work;

extern crate std;

use super::config::{Balance, Config};
use super::tree::DynamicTree;
#[cfg(feature = "std")]
use crate::filter::CategoryMatrix;
use crate::geometry::Aabb;
use crate::index::{Accelerated, IndexCore, Pieces};
use crate::index::{SpatialIndex, SpatialIndexMut};
use crate::store::Id;
#[cfg(feature = "std")]
use crate::work::counted;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

pub(super) type Boxes = Vec<(Id, Aabb<f32, 3>)>;

/// Numbers in `0..1`, the same in every run.
fn random() -> impl FnMut() -> f32 {
    let mut state = 1_u32;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as f32 / (1 << 24) as f32
    }
}

pub(super) fn scattered(n: u32, edge: f32) -> Boxes {
    let mut random = random();
    let mut point = || [random(), random(), random()];
    (0..n)
        .map(Id)
        .map(|id| (id, point()))
        .map(|(id, min)| (id, Aabb::new(min, min.map(|coordinate| coordinate + edge))))
        .collect()
}

/// The boxes moved by up to `step` along each axis.
pub(super) fn moved(boxes: &Boxes, step: f32) -> Boxes {
    let mut random = random();
    let mut nudge = |coordinates: [f32; 3]| {
        let by = (random() - 0.5) * 2.0 * step;
        coordinates.map(|coordinate| coordinate + by)
    };
    let edge = |aabb: &Aabb<f32, 3>| aabb.max()[0] - aabb.min()[0];
    boxes
        .iter()
        .map(|(id, aabb)| (*id, nudge(aabb.min()), edge(aabb)))
        .map(|(id, min, edge)| (id, Aabb::new(min, min.map(|x| x + edge))))
        .collect()
}

fn tree_of(boxes: &Boxes) -> DynamicTree<f32, 3> {
    let mut tree = DynamicTree::default();
    tree.extend(boxes.iter().copied());
    tree
}

fn area(tree: &DynamicTree<f32, 3>) -> f64 {
    tree.stats().area_ratio
}

#[test]
fn every_way_to_build_gives_the_same_answers() {
    let boxes = scattered(3_000, 0.05);
    let built = tree_of(&boxes);
    let mut one_by_one = DynamicTree::default();
    boxes
        .iter()
        .for_each(|&(id, aabb)| assert_eq!(one_by_one.insert(id, aabb), None));
    let mut optimized = one_by_one.clone();
    optimized.optimize();
    let mut bottom_up = one_by_one.clone();
    bottom_up.rebuild_bottom_up();
    let mut low = built.clone();
    low.set_balance(Balance::Height);
    let mut low_bottom_up = low.clone();
    low_bottom_up.rebuild_bottom_up();

    let pairs = built.pairs();
    assert!(pairs.len() > 3_000, "{} pairs", pairs.len());
    let some: Vec<_> = boxes
        .iter()
        .map(|(id, _)| *id)
        .filter(|id| id.0 % 7 == 0)
        .collect();
    let some_pairs: Vec<_> = pairs
        .iter()
        .copied()
        .filter(|[a, b]| some.contains(a) || some.contains(b))
        .collect();
    for tree in [built, one_by_one, optimized, bottom_up, low, low_bottom_up] {
        tree.validate().unwrap();
        assert_eq!(tree.pairs(), pairs);
        assert_eq!(tree.pairs_of(&some), some_pairs);
    }
}

#[test]
fn insertion_is_not_much_worse_than_a_build() {
    let boxes = scattered(5_000, 0.01);
    let mut one_by_one = DynamicTree::default();
    boxes
        .iter()
        .for_each(|&(id, aabb)| assert_eq!(one_by_one.insert(id, aabb), None));
    let built = tree_of(&boxes);
    assert!(
        area(&one_by_one) < 1.4 * area(&built),
        "{} and {}",
        area(&one_by_one),
        area(&built)
    );
}

#[test]
fn optimize_repairs_what_jumps_left_behind() {
    let boxes = scattered(2_000, 0.01);
    let mut tree = tree_of(&boxes);
    let elsewhere = moved(&scattered(2_000, 0.01), 0.9);
    for &(id, aabb) in elsewhere.iter().step_by(5) {
        tree.insert(id, aabb);
    }
    let before = area(&tree);
    tree.optimize();
    tree.validate().unwrap();
    assert!(area(&tree) < before, "{} and {before}", area(&tree));
}

#[test]
fn optimizing_in_parts_repairs_as_much_as_at_once() {
    let boxes = scattered(2_000, 0.01);
    let mut tree = tree_of(&boxes);
    for &(id, aabb) in moved(&scattered(2_000, 0.01), 0.9).iter().step_by(5) {
        tree.insert(id, aabb);
    }
    let (damaged, pairs) = (area(&tree), tree.pairs());
    let mut whole = tree.clone();
    whole.optimize();
    for _ in 0..400 {
        tree.optimize_some(1);
        tree.validate().unwrap();
    }
    let repaired = damaged - area(&whole);
    assert!(repaired > 0.0);
    assert!(damaged - area(&tree) > 0.8 * repaired);
    assert_eq!(tree.pairs(), pairs);
    let shape = area(&tree);
    tree.optimize_some(usize::MAX);
    assert_eq!(area(&tree), shape, "nothing is left to repair");
}

#[test]
fn small_steps_keep_the_tree_and_large_ones_rebuild_it() {
    let mut boxes = scattered(2_000, 0.02);
    let mut tree = tree_of(&boxes);
    let order = |tree: &DynamicTree<f32, 3>| -> Vec<_> {
        boxes.iter().map(|(id, _)| tree.leaf(*id)).collect()
    };
    let fresh = order(&tree);
    tree.extend(moved(&boxes, 0.000_1));
    tree.validate().unwrap();
    assert_eq!(order(&tree), fresh, "a small step moves no leaf");
    tree.extend(moved(&boxes, 0.5));
    tree.validate().unwrap();
    assert_ne!(order(&tree), fresh, "a large step does");

    // However long it drifts, the tree stays about as good as a new one.
    for _ in 0..100 {
        boxes = moved(&boxes, 0.002);
        tree.extend(boxes.iter().copied());
        assert!(area(&tree) < 1.5 * area(&tree_of(&boxes)));
    }
    tree.validate().unwrap();
}

#[test]
fn of_a_part_that_moves_near_boxes_stay_in_their_leaves() {
    let mut boxes = scattered(2_000, 0.02);
    let mut tree = tree_of(&boxes);
    let order =
        |tree: &DynamicTree<f32, 3>| -> Vec<_> { (0..2_000).map(|i| tree.leaf(Id(i))).collect() };
    let fresh = order(&tree);
    tree.extend(moved(&boxes, 0.001).into_iter().step_by(20));
    tree.validate().unwrap();
    assert_eq!(order(&tree), fresh, "a refit moves no leaf");

    for (round, step) in [0.001, 0.9, 0.01].into_iter().cycle().take(60).enumerate() {
        let part = moved(&boxes, step).into_iter().skip(round % 15).step_by(15);
        for (id, aabb) in part.clone() {
            boxes[id.index()] = (id, aabb);
        }
        let new = (Id::at(boxes.len()), boxes[round].1);
        boxes.push(new);
        tree.extend(part.chain([(Id(0), boxes[1].1), boxes[0], new]));
        tree.validate().unwrap();
        assert_eq!(tree.pairs(), tree_of(&boxes).pairs());
        assert!(area(&tree) < 1.5 * area(&tree_of(&boxes)));
    }
}

#[test]
fn extend_copes_with_iterators_that_promise_too_little() {
    let boxes = scattered(500, 0.05);
    let mut tree = DynamicTree::default();
    tree.extend(boxes.iter().copied().filter(|_| true));
    tree.extend(moved(&boxes, 0.2).into_iter().filter(|(id, _)| id.0 < 400));
    tree.validate().unwrap();
    assert_eq!(tree.len(), 500);
    assert_eq!(tree.get(Id(450)), Some(boxes[450].1));
    assert_ne!(tree.get(Id(350)), Some(boxes[350].1));
}

#[test]
fn of_several_new_boxes_with_one_id_the_last_counts() {
    let point = |n: u32| Aabb::point([n as f32; 3]);
    let id = |n: u32| {
        Id(if n % 7 < 3 {
            n % 7
        } else {
            1_000_000 * (n % 50)
        })
    };
    let boxes: Boxes = (0..500).map(|n| (id(n), point(n))).collect();
    let mut tree = DynamicTree::new();
    tree.extend(boxes.iter().copied());
    tree.validate().unwrap();
    let model: BTreeMap<_, _> = boxes.into_iter().collect();
    assert!(tree.iter().eq(model));
}

#[test]
fn of_consecutive_ids_some_are_new() {
    let (boxes, later) = (scattered(150, 0.1), moved(&scattered(150, 0.1), 0.1));
    let mut tree = tree_of(&boxes[..100].to_vec());
    tree.extend(later[50..].iter().copied());
    tree.validate().unwrap();
    let expected = boxes[..50].iter().chain(&later[50..]);
    assert!(tree.iter().eq(expected.copied()));
}

/// A pair of nodes for each inner node and one for the root, whatever comes and goes.
#[test]
fn each_insert_takes_a_pair_of_nodes_and_each_removal_gives_one_back() {
    let boxes = scattered(300, 0.05);
    for config in [Config::default(), Config::original()] {
        let mut tree = DynamicTree::with_config(config);
        for (count, &(id, aabb)) in (1..).zip(&boxes) {
            tree.insert(id, aabb);
            assert_eq!((tree.siblings.len(), tree.pool.free().len()), (count, 0));
        }
        for _ in 0..5 {
            for (count, (id, _)) in (1..).zip(&boxes[100..]) {
                tree.remove(*id);
                assert_eq!((tree.siblings.len(), tree.pool.free().len()), (300, count));
            }
            for (count, &(id, aabb)) in (1..).zip(&boxes[100..]) {
                tree.insert(id, aabb);
                assert_eq!(
                    (tree.siblings.len(), tree.pool.free().len()),
                    (300, 200 - count)
                );
            }
            tree.validate().unwrap();
        }
    }
}

#[test]
fn a_tree_that_shrank_for_long_does_not_tolerate_more() {
    let boxes = scattered(1_000, 0.02);
    let small: Boxes = boxes
        .iter()
        .map(|&(id, aabb)| {
            (
                id,
                Aabb::new(aabb.min().map(|x| x * 0.3), aabb.max().map(|x| x * 0.3)),
            )
        })
        .collect();
    let mut tree = tree_of(&boxes);
    (0..3_000).for_each(|_| tree.extend(small.iter().copied()));
    let mut elsewhere = boxes.clone();
    elsewhere.reverse();
    let elsewhere: Boxes = elsewhere
        .iter()
        .zip(&boxes)
        .map(|((_, aabb), (id, _))| (*id, *aabb))
        .collect();
    tree.extend(elsewhere.iter().copied());
    assert!(
        area(&tree) <= 1.01 * area(&tree_of(&elsewhere)),
        "rebuilt at once"
    );
}

#[test]
fn an_iterator_that_panics_leaves_the_tree_as_it_was() {
    let boxes = scattered(20, 0.1);
    let mut tree = tree_of(&boxes);
    let panicking = moved(&boxes, 5.0)
        .into_iter()
        .inspect(|(id, _)| assert!(id.0 < 10, "as users' code may"));
    assert!(
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| tree.extend(panicking))).is_err()
    );
    tree.validate().unwrap();
    assert!(tree.iter().eq(boxes.iter().copied()));
}

/// Where all nodes overlap, and where an empty half ends the overlap.
#[test]
fn pairs_are_found_once_where_nodes_overlap_and_where_they_do_not() {
    let pile = |n: u32, at: f32| (0..n).map(move |_| Aabb::new([at; 3], [at + 1.0; 3]));
    let lattice = (0..512_u16).map(|i| [i % 8, i / 8 % 8, i / 64].map(f32::from));
    let touching = lattice.map(|min| Aabb::new(min, min.map(|x| x + 1.0)));
    let scene: Vec<_> = pile(200, 0.5)
        .chain(touching)
        .chain(pile(90, 20.0))
        .collect();
    let boxes: Boxes = (0..).map(Id).zip(scene).collect();
    let overlap = |i: usize, j: usize| boxes[i].1.overlaps(&boxes[j].1);
    let all = 0..boxes.len();
    let pairs = all
        .clone()
        .flat_map(|i| (i + 1..boxes.len()).map(move |j| (i, j)));
    let expected: Vec<_> = pairs
        .filter(|&(i, j)| overlap(i, j))
        .map(|(i, j)| [boxes[i].0, boxes[j].0])
        .collect();
    let (tree, mut single) = (tree_of(&boxes), DynamicTree::default());
    single.extend(boxes[..300].iter().copied());
    for &(id, aabb) in &boxes[300..] {
        single.insert(id, aabb);
    }
    assert!(tree.pairs() == expected && single.pairs() == expected);
    let some: Vec<_> = (0..boxes.len()).step_by(3).map(Id::at).collect();
    let wanted = |id: &Id| id.0.is_multiple_of(3);
    let of_some = expected.iter().filter(|pair| pair.iter().any(wanted));
    assert!(tree.pairs_of(&some).iter().eq(of_some));
    let between = tree.cross_pairs(&single).len();
    assert_eq!(between, 2 * expected.len() + boxes.len());
}

#[test]
fn categories_set_in_bulk_are_those_set_one_by_one() {
    let boxes = scattered(500, 0.05);
    let category = |id: Id| 1 << (id.0 % 5);
    let mut bulk = tree_of(&boxes);
    bulk.set_categories(boxes.iter().map(|&(id, _)| (id, category(id))));
    bulk.set_categories([(Id(1_000), 7)]);
    let mut single = DynamicTree::default();
    for &(id, aabb) in &boxes {
        single.insert_with_category(id, aabb, category(id));
    }
    for tree in [&mut bulk, &mut single] {
        for (id, aabb) in moved(&boxes, 0.3) {
            tree.insert_with_category(id, aabb, category(id) << 1);
        }
        tree.validate().unwrap();
        assert!((0..500).all(|id| tree.category(Id(id)) == Some(2 << (id % 5))));
        assert_eq!(tree.category(Id(1_000)), None);
    }
}

#[test]
fn more_dimensions_work_and_room_is_a_hint() {
    let mut tree = DynamicTree::<i32, 4>::default();
    tree.reserve(usize::MAX);
    tree.extend((0..300).map(|i| {
        (
            Id(i),
            Aabb::point([i as i32, (i * 7 % 13) as i32, (i % 5) as i32, -(i as i32)]),
        )
    }));
    tree.validate().unwrap();
    assert_eq!(tree.nearest(&[7, 10, 2, -7]).map(|hit| hit.id), Some(Id(7)));
    let mut many = DynamicTree::<f32, 40>::default();
    many.extend((0..50).map(|i| (Id(i), Aabb::point([i as f32; 40]))));
    many.validate().unwrap();
}

#[test]
fn dense_crowds_have_the_pairs_of_all_others() {
    // Batches of tests that all find overlaps, which are then joined by recursion.
    let crowd = scattered(1000, 0.9);
    let apart = scattered(1000, 0.01);
    let all: Boxes = (0..)
        .map(Id)
        .zip(crowd.iter().chain(&apart).map(|&(_, aabb)| aabb))
        .collect();
    let (tree, others) = (tree_of(&all), tree_of(&moved(&crowd, 0.05)));
    let overlapping = |a: &Boxes, b: &Boxes| {
        let pairs = a
            .iter()
            .flat_map(|&(i, a)| b.iter().map(move |&(j, b)| (i, j, a.overlaps(&b))));
        let pairs = pairs.filter(|&(.., overlap)| overlap);
        pairs.map(|(i, j, _)| [i, j]).collect::<Vec<_>>()
    };
    let expected: Vec<_> = overlapping(&all, &all)
        .into_iter()
        .filter(|[i, j]| i < j)
        .collect();
    assert!(expected.len() > 300_000);
    assert!(tree.pairs() == expected);
    assert!(tree.cross_pairs(&others) == overlapping(&all, &moved(&crowd, 0.05)));
}

#[cfg(feature = "std")]
#[test]
fn pieces_of_filtered_pairs_skip_subtrees() {
    let mut tree: DynamicTree<f32, 3> = scattered(5_000, 0.05).into_iter().collect();
    tree.set_categories((0..5_000).map(|id| (Id(id), 1)));
    let looks = |pieces: &dyn Pieces| {
        let search = |piece| pieces.for_each_pair(piece, &mut |_, _| ());
        counted(|| (0..pieces.count()).for_each(search)).0
    };
    let all = looks(&*tree.accelerated().pair_pieces(None).expect("pieces"));
    let none = CategoryMatrix::NONE.with(2, 2);
    let few = looks(&*tree.accelerated().pair_pieces(Some(&none)).expect("pieces"));
    assert!(few < all / 4, "{few} of {all}");
}
