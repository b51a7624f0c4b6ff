//! The bytes of a tree, and how changes break them.

mod centers;
mod cuts;
mod levels;
mod measure;

use super::build::order::Order;
use super::build::pack::write_numbers;
use super::tree::PackedTree;
use super::view::PackedTreeView;
use crate::geometry::{Aabb, Counted, Probe, Ray};
use crate::index::SpatialIndex;
use crate::store::Id;
use alloc::string::ToString;
use alloc::vec::Vec;

fn lattice(count: i32) -> Vec<Aabb<i32, 2>> {
    let corner = |i: i32| [i * 7 % 41, i * 5 % 43];
    (0..count)
        .map(|i| Aabb::new(corner(i), corner(i).map(|x| x + i % 4)))
        .collect()
}

/// The invariant that `validate` names for a tree of 300 boxes after a change of its bytes.
fn broken(change: impl FnOnce(&mut PackedTree<i32, 2>)) -> &'static str {
    let mut tree = PackedTree::from_boxes(&lattice(300))
        .unwrap()
        .with_categories(|id| id.0 | 1);
    tree.validate().unwrap();
    change(&mut tree);
    tree.validate().unwrap_err().invariant()
}

#[test]
fn p1_a_child_without_a_box() {
    let error = broken(|tree| {
        // The lower end of the last box on x.
        let start = tree.sections.nodes.end - 4 * 64;
        write_numbers(
            &mut tree.bytes[start..start + 4],
            [i32::MAX.cast_unsigned()].into_iter(),
        );
    });
    assert_eq!(error, "P1: every child has a box");
}

#[test]
fn p2_a_node_with_another_box() {
    let error = broken(|tree| {
        let start = tree.sections.nodes.start;
        write_numbers(
            &mut tree.bytes[start..start + 4],
            [(-1_i32).cast_unsigned()].into_iter(),
        );
    });
    assert_eq!(
        error,
        "P2: the box of a node is the union of its children's"
    );
}

#[test]
fn p3_a_node_with_another_category() {
    let error = broken(|tree| {
        let start = tree.sections.categories.start;
        write_numbers(&mut tree.bytes[start..start + 4], [0].into_iter());
    });
    assert_eq!(
        error,
        "P3: the category of a node is the union of its children's"
    );
}

#[test]
fn p4_an_id_twice() {
    let error = broken(|tree| {
        let start = tree.sections.ids.start;
        let second = tree.bytes[start + 4..start + 8].to_vec();
        tree.bytes[start..start + 4].copy_from_slice(&second);
    });
    assert_eq!(
        error,
        "P4: the positions lead to all boxes, by ascending id"
    );
}

#[test]
fn the_greatest_id_tells_whether_ids_are_rows() {
    let boxes = [[1, 2], [3, 4], [0, 0]].map(Aabb::point);
    let greatest = |ids: [u32; 3]| {
        let items = ids.into_iter().map(Id).zip(boxes);
        items.collect::<PackedTree<_, 2>>().view().greatest_id()
    };
    assert_eq!(
        PackedTree::from_boxes(&boxes).unwrap().view().greatest_id(),
        Some(Id(2))
    );
    assert_eq!(PackedTree::<i32, 2>::default().view().greatest_id(), None);
    assert_eq!(
        [greatest([2, 0, 1]), greatest([0, 7, 3])],
        [2, 7].map(|id| Some(Id(id)))
    );
}

#[test]
fn bytes_of_another_kind_are_refused() {
    let tree = PackedTree::from_boxes(&lattice(20)).unwrap();
    let error = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = tree.as_bytes().to_vec();
        change(&mut bytes);
        let error = PackedTreeView::<i32, 2>::from_bytes(&bytes).unwrap_err();
        assert_eq!(PackedTree::<i32, 2>::from_bytes(&bytes).unwrap_err(), error);
        error.to_string()
    };
    assert_eq!(
        error(&|bytes| bytes.truncate(9)),
        "9 bytes, but the tree has 64"
    );
    assert_eq!(
        error(&|bytes| bytes.truncate(900)),
        "900 bytes, but the tree has 1088"
    );
    assert_eq!(
        error(&|bytes| bytes[0] = b'x'),
        "the first eight bytes are not \"BRDLEAFT\""
    );
    assert_eq!(error(&|bytes| bytes[8] = 9), "unknown version 9");
    assert_eq!(
        error(&|bytes| bytes[12] = 3),
        "unknown coordinates: kind 3, 32 bits, 0 of them fractional"
    );
    assert_eq!(
        error(&|bytes| bytes[12] = 2),
        "the coordinates are of type 32-bit unsigned integer, not 32-bit integer"
    );
    assert_eq!(
        error(&|bytes| bytes[24] = 3),
        "the boxes have 3 dimensions, not 2"
    );
}

#[test]
fn a_tree_is_the_same_for_any_number_of_threads() {
    let boxes: Vec<_> = (0..20)
        .flat_map(|k| {
            lattice(1_000)
                .into_iter()
                .map(move |aabb| aabb.translated([k * 50, 0]))
        })
        .collect();
    for order in [Order::Cuts, Order::Curve] {
        let tree = PackedTree::with_order(&boxes, order).unwrap();
        tree.validate().unwrap();
        #[cfg(feature = "rayon")]
        for threads in [1, 2, 3, 8] {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            let parallel = pool
                .install(|| PackedTree::par_with_order(&boxes, order))
                .unwrap();
            assert_eq!(parallel.as_bytes(), tree.as_bytes(), "{threads} threads");
        }
    }
}

#[test]
fn cuts_fill_every_node_but_the_last() {
    // Every cut of 16 × 256 boxes in a square lattice falls between rows or columns.
    let boxes: Vec<_> = (0..64 * 64)
        .map(|i| Aabb::point([i % 64, i / 64]))
        .collect();
    let tree = PackedTree::from_boxes(&boxes).unwrap();
    let mut leaf_areas = Vec::new();
    tree.for_each_node(|node| {
        if node.height == 1 {
            leaf_areas.push(node.aabb.extents());
        }
    });
    assert_eq!(leaf_areas.len(), 256);
    assert!(leaf_areas.iter().all(|&extents| extents == [3.0, 3.0]));
    let leaves = 0..tree.view().levels.leaf_nodes();
    let mut ids = leaves.map(|leaf| tree.view().ids_of(leaf));
    assert!(
        ids.all(|ids| ids.is_sorted()),
        "an order of the boxes alone"
    );
}

/// The search computes with reciprocals, whose errors are not relative below the normal numbers.
#[test]
fn rays_reach_all_boxes_at_the_least_parameters() {
    let start = 1e-36_f32.to_bits();
    let boxes: Vec<_> = (0..400)
        .map(|i| Aabb::new([f32::from_bits(start + i), -1.0], [1.0, 1.0]))
        .collect();
    let tree = PackedTree::from_boxes(&boxes).unwrap();
    for speed in (9_000..9_200).map(|speed| speed as f32) {
        let ray = Ray::new([0.0, 0.0], [speed, 0.0]).unwrap();
        let reaches: Vec<_> = boxes.iter().filter_map(|aabb| ray.reach(aabb)).collect();
        let first = reaches.iter().take_while(|&&reach| reach == reaches[0]);
        assert!(reaches[0] > 0.0 && reaches.is_sorted());
        assert_eq!(tree.cast_ties(&ray).len(), first.count(), "{speed}");
        assert_eq!(tree.cast_all(&ray).len(), boxes.len());
    }
}

/// The search begins at the lowest level with few nodes.
#[test]
fn trees_of_every_shape_at_the_top_answer_alike() {
    for count in [1, 16, 17, 48, 64, 65, 256, 257, 512, 1_024, 1_025, 4_097] {
        let boxes = lattice(count);
        let tree = PackedTree::from_boxes(&boxes).unwrap();
        for window in [Aabb::EVERYWHERE, boxes[0], Aabb::new([3, 5], [20, 9])] {
            let touching = (0..).map(Id).zip(&boxes);
            let touching = touching.filter(|(_, aabb)| aabb.overlaps(&window));
            let expected: Vec<_> = touching.map(|(id, _)| id).collect();
            assert_eq!(tree.overlaps(&window), expected, "{count}");
            assert_eq!(tree.count_overlaps(&window), expected.len());
            // The same query without SIMD.
            let odd = |aabb: &Aabb<i32, 2>| aabb.overlaps(&window);
            assert_eq!(tree.overlaps(&odd), expected);
        }
    }
}

#[test]
fn questions_test_few_boxes() {
    let boxes: Vec<_> = (0..100 * 100)
        .map(|i| {
            Aabb::new(
                [3 * (i % 100), 3 * (i / 100)],
                [3 * (i % 100) + 1, 3 * (i / 100) + 1],
            )
        })
        .collect();
    for order in [Order::Cuts, Order::Curve] {
        let tree = PackedTree::with_order(&boxes, order).unwrap();
        for corner in (0..280).step_by(35) {
            let window = Counted::new(Aabb::new([corner; 2], [corner + 6; 2]));
            assert!((4..=9).contains(&tree.overlaps(&window).len()));
            assert!(window.tests() < 80, "{order:?} {}", window.tests());
            let point = Counted::new([corner, 297 - corner]);
            assert!(tree.nearest(&point).is_some());
            assert!(point.tests() < 400, "{order:?} {}", point.tests());
        }
    }
}
