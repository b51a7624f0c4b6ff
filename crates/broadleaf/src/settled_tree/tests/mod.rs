//! Tests of when boxes are packed, which callers cannot see.

mod id_bits;

use super::tree::SettledTree;
use crate::geometry::{Aabb, Masked};
use crate::index::{SpatialIndex, SpatialIndexMut};
use crate::store::Id;

fn at(x: u32) -> Aabb<i64, 2> {
    let x = i64::from(x);
    Aabb::new([3 * x, x % 7], [3 * x + 2, x % 7 + 1])
}

fn row(len: u32) -> SettledTree<i64, 2> {
    (0..len).map(|i| (Id(i), at(i))).collect()
}

/// The numbers of boxes in the packed tree, of those that rested, and in the dynamic tree.
fn lens(tree: &SettledTree<i64, 2>) -> [usize; 3] {
    tree.validate().unwrap();
    [tree.packed.len(), tree.rested.len(), tree.recent.len()]
}

#[test]
fn a_bulk_load_is_packed_and_a_few_moves_are_not() {
    let mut tree = row(1_000);
    assert_eq!(lens(&tree), [1_000, 1_000, 0]);
    for round in 0..100 {
        tree.insert(Id(7), at(2_000 + round));
        tree.insert(Id(8), at(3_000 + round));
    }
    tree.remove(Id(9));
    assert_eq!(lens(&tree), [1_000, 997, 2]);
    tree.optimize();
    assert_eq!(lens(&tree), [1_000, 997, 2], "too few to gain anything");
    tree.extend((20..60).map(|i| (Id(i), at(5_000 + i))));
    assert_eq!(lens(&tree), [1_000, 957, 42]);
    tree.optimize();
    assert_eq!(lens(&tree), [999, 999, 0]);
    tree.clear();
    assert_eq!(lens(&tree), [0, 0, 0]);
}

#[test]
fn boxes_that_come_one_by_one_are_packed_now_and_then() {
    let mut tree = SettledTree::new();
    let mut packings = 0;
    for i in 0..10_000 {
        tree.insert(Id(i), at(i));
        packings += usize::from(tree.recent.is_empty());
    }
    let [packed, rested, recent] = lens(&tree);
    assert_eq!((packed, rested + recent), (rested, 10_000));
    assert!(recent < 2_600 && packings < 25, "{recent}, {packings}");
}

#[test]
fn boxes_that_move_all_the_time_are_packed_more_and_more_rarely() {
    let mut tree = row(1_000);
    let mut packings = 0;
    for round in 1..101 {
        for i in 0..1_000 {
            tree.insert(Id(i), at(i + round));
            packings += usize::from(tree.recent.is_empty());
        }
    }
    assert!((3..15).contains(&packings), "{packings}");
    for id in (0..1_000).map(Id) {
        tree.remove(id);
    }
    assert_eq!(lens(&tree), [0, 0, 0]);
}

#[test]
fn a_box_keeps_its_categories_when_it_moves_and_when_it_is_packed() {
    let mut tree = row(200);
    let question = |x: i64| Masked {
        of: [3 * x, x % 7],
        mask: 0b10,
    };
    for id in [5, 6, 150].map(Id) {
        assert_eq!(tree.set_category(id, 1 << (id.0 % 2)), Some(u32::MAX));
    }
    assert_eq!(lens(&tree)[1], 200, "a category is no change of the box");
    for _ in 0..2 {
        assert_eq!(tree.overlaps(&question(5)), [Id(5)]);
        assert!(!tree.any_overlap(&question(6)) && !tree.any_overlap(&question(150)));
        assert_eq!(tree.overlaps(&question(7)), [Id(7)]);
        tree.insert(Id(5), at(5));
        tree.extend([(Id(6), at(6)), (Id(7), at(7))]);
        assert_eq!((tree.category(Id(6)), tree.recent.len()), (Some(1), 3));
        assert_eq!(tree.overlaps(&question(5)), [Id(5)]);
        assert!(!tree.any_overlap(&question(6)));
        tree.extend((200..600).map(|i| (Id(i), at(i))));
        assert_eq!(lens(&tree)[2], 0);
    }
}

#[test]
fn nodes_are_those_of_both_parts_but_for_boxes_that_left() {
    let mut tree = row(100);
    tree.insert(Id(3), at(500));
    tree.remove(Id(4));
    let mut ids = alloc::vec::Vec::new();
    let mut nodes = 0;
    tree.for_each_node(|node| {
        nodes += 1;
        ids.extend(node.id);
    });
    ids.sort_unstable();
    assert!(ids.into_iter().eq(tree.iter().map(|(id, _)| id)));
    let stats = tree.stats();
    assert_eq!((stats.len, stats.nodes, stats.height), (99, nodes, 2));
    assert!(stats.area_ratio > 0.0 && stats.bytes > tree.packed.as_bytes().len());
}

#[test]
fn what_is_wrong_is_named() {
    let mut both = row(100);
    both.recent.insert(Id(3), at(3));
    let violation = both.validate().unwrap_err();
    assert_eq!(
        violation.invariant(),
        "R2: no id that rested is in the dynamic tree"
    );
    let mut missing = row(100);
    missing.packed = row(99).packed;
    let violation = missing.validate().unwrap_err();
    assert_eq!(
        violation.invariant(),
        "R1: an id that rested is in the packed tree"
    );
}
