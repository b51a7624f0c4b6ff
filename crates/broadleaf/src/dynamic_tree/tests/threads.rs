//! Trees that threads build and change equal those of one thread.

extern crate std;

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::iter::{IntoParallelRefIterator, ParallelExtend, ParallelIterator};

use crate::dynamic_tree::layout::NodeIndex;
use crate::dynamic_tree::tests::{moved, scattered};
use crate::dynamic_tree::tree::DynamicTree;
use crate::geometry::Aabb;
use crate::index::{SpatialIndex, SpatialIndexMut};
use crate::store::Id;

#[test]
fn threads_build_the_same_tree() {
    // Enough leaves for several threads, some at one position, some with categories.
    let mut state = 5_u64;
    let mut below = |limit: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        i32::try_from((state >> 33) % limit).unwrap()
    };
    let boxes: Vec<_> = (0..40_000)
        .map(|i| {
            let min = if i % 9 == 0 {
                [7; 2]
            } else {
                [below(3_000), below(3_000)]
            };
            (Id(i), Aabb::new(min, min.map(|x| x + below(9))))
        })
        .collect();
    let nodes = |tree: &DynamicTree<i32, 2>| {
        let mut nodes = Vec::new();
        tree.for_each_node(|node| nodes.push(node));
        nodes
    };
    let mut expected = DynamicTree::new();
    expected.extend(boxes.iter().copied());
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new();
        let pool = pool.num_threads(threads).build().unwrap();
        let mut tree = DynamicTree::new();
        pool.install(|| tree.par_extend(boxes.clone()));
        assert!(nodes(&tree) == nodes(&expected));
        for id in (0..40_000).step_by(100) {
            tree.set_category(Id(id), id);
        }
        pool.install(|| tree.par_rebuild());
        tree.validate().unwrap();
        assert_eq!(tree.category(Id(300)), Some(300));
        assert_eq!(tree.category(Id(301)), Some(u32::MAX));
        assert_eq!(tree.parents, expected.parents);
    }
}

/// Moves of consecutive ids, of others, and in a tree that does not lie as a build leaves it.
#[test]
fn threads_move_boxes_as_one_does() {
    // A grid, so that both subtrees below the root have as many leaves.
    let place = |i: u32| [i % 32, i / 32 % 32, i / 1024].map(|x| x as f32);
    let boxes: Vec<_> = (0..16_384)
        .map(|i| (Id(i), Aabb::point(place(i))))
        .collect();
    let steps = [
        moved(&boxes, 0.1),
        moved(&boxes, 0.2)[3_000..15_000].to_vec(),
        moved(&boxes, 0.3).into_iter().step_by(2).collect(),
        moved(&boxes, 0.4).into_iter().rev().collect(),
    ];
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
    let pool = pool.unwrap();
    let as_built: fn(&mut DynamicTree<f32, 3>) = |_| ();
    let reinsert = |tree: &mut DynamicTree<f32, 3>| {
        let some: Vec<_> = tree.iter().step_by(97).collect();
        some.iter().for_each(|&(id, _)| _ = tree.remove(id));
        some.iter()
            .for_each(|&(id, aabb)| _ = tree.insert(id, aabb));
    };
    // The subtrees below the root are swapped, but not the nodes below them.
    let swap = |tree: &mut DynamicTree<f32, 3>| {
        tree.siblings[1].swap(0, 1);
        for side in [0, 1] {
            let root = NodeIndex::new(1, side);
            let children = tree.node(root).children();
            tree.parents[children as usize] = root;
        }
    };
    for prepare in [as_built, reinsert, swap] {
        let mut one: DynamicTree<f32, 3> = boxes.iter().copied().collect();
        prepare(&mut one);
        one.validate().unwrap();
        let (mut threads, mut expected) = (one.clone(), BTreeMap::from_iter(boxes.clone()));
        for step in &steps {
            one.extend(step.iter().copied());
            pool.install(|| threads.par_extend(step.clone()));
            expected.extend(step.iter().copied());
            threads.validate().unwrap();
            assert!(
                threads
                    .iter()
                    .eq(expected.iter().map(|(&id, &aabb)| (id, aabb)))
            );
            assert!(threads.siblings == one.siblings);
        }
    }
}

#[test]
fn a_parallel_iterator_that_panics_leaves_the_tree_as_it_was() {
    let boxes = scattered(10_000, 0.01);
    let mut tree: DynamicTree<f32, 3> = boxes.iter().copied().collect();
    for number_of_panic in [0, 5_000, 9_999] {
        let moves = boxes.par_iter().map(|&(id, _)| {
            assert_ne!(id, Id(number_of_panic), "on purpose");
            (id, Aabb::point([7.0; 3]))
        });
        let result = catch_unwind(AssertUnwindSafe(|| tree.par_extend(moves)));
        assert!(result.is_err());
        tree.validate().unwrap();
        assert!(tree.iter().eq(boxes.iter().copied()));
    }
}
