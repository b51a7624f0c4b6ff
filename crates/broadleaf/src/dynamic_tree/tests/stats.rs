//! Tests of `stats.rs`.

use crate::dynamic_tree::layout::NodeIndex;
use crate::dynamic_tree::tree::DynamicTree;
use crate::geometry::Aabb;
use crate::index::{SpatialIndex, SpatialIndexMut};
use crate::report::Stats;
use crate::store::Id;
use alloc::vec::Vec;

/// A tree of boxes inserted one by one, which must have this shape: for each node, parents first,
/// its level, height and id.
fn tree<const D: usize>(
    boxes: &[Aabb<f64, D>],
    shape: &[(usize, usize, Option<u32>)],
) -> DynamicTree<f64, D> {
    let mut tree = DynamicTree::new();
    for (id, &aabb) in (0..).map(Id).zip(boxes) {
        tree.insert(id, aabb);
    }
    let mut nodes = Vec::new();
    tree.for_each_node(|node| nodes.push((node.level, node.height, node.id.map(|id| id.0))));
    nodes.sort_unstable();
    assert_eq!(nodes, shape);
    tree
}

fn check<const D: usize>(tree: &DynamicTree<f64, D>, expected: (usize, usize, usize, f64)) {
    let Stats {
        len,
        nodes,
        height,
        max_balance,
        area_ratio,
        ..
    } = tree.stats();
    let (known, ratio) = ((expected.0, expected.1, expected.2), expected.3);
    assert_eq!((height, max_balance, nodes), known);
    assert!(
        (area_ratio - ratio).abs() < 1e-12,
        "{area_ratio}, not {ratio}"
    );
    let boxes = tree.iter().map(|(_, aabb)| aabb);
    assert_eq!(tree.bounds(), Aabb::enclosing(boxes));
    assert_eq!((len, tree.height()), (tree.leaves.len(), height));
}

/// Two unit squares near each other, a third and a fourth increasingly far away.
#[test]
fn metrics_of_a_tree_built_by_hand() {
    let unit = |x: f64| Aabb::new([x, 0.0], [x + 1.0, 1.0]);
    check(&tree::<2>(&[], &[]), (0, 0, 0, 0.0));
    check(&tree(&[unit(0.0)], &[(0, 0, Some(0))]), (0, 0, 1, 1.0));
    let pair = tree(
        &[unit(0.0), unit(2.0)],
        &[(0, 1, None), (1, 0, Some(0)), (1, 0, Some(1))],
    );
    // Half the perimeters: 2 and 2 in 3 + 1.
    check(&pair, (1, 0, 3, 8.0 / 4.0));
    let list = [unit(0.0), unit(2.0), unit(15.0), unit(99.0)];
    let shape = [
        (0, 3, None),
        (1, 0, Some(3)),
        (1, 2, None),
        (2, 0, Some(2)),
        (2, 1, None),
        (3, 0, Some(0)),
        (3, 0, Some(1)),
    ];
    // Leaves 4 * 2, then 3 + 1, 16 + 1 and 100 + 1.
    check(&tree(&list, &shape), (3, 2, 7, 130.0 / 101.0));
}

/// In 2D a flat box has half a perimeter; in 3D boxes on one line have no area.
#[test]
fn metrics_of_flat_and_infinite_boxes() {
    let shape = [(0, 1, None), (1, 0, Some(0)), (1, 0, Some(1))];
    let flat = [0.0, 6.0].map(|x| Aabb::new([x, 0.0], [x + 2.0, 0.0]));
    check(&tree(&flat, &shape), (1, 0, 3, 12.0 / 8.0));
    let points = [0.0, 6.0].map(|x| Aabb::point([x, 0.0]));
    check(&tree(&points, &shape), (1, 0, 3, 6.0 / 6.0));
    let line = [0.0, 6.0].map(|x| Aabb::new([x, 0.0, 0.0], [x + 2.0, 0.0, 0.0]));
    check(&tree(&line, &shape), (1, 0, 3, 0.0));
    let same = [Aabb::point([3.0, 3.0, 3.0]); 2];
    check(&tree(&same, &shape), (1, 0, 3, 0.0));
    // Infinite nodes count as 1; finite ones are negligible beside them.
    let ray = Aabb::new([0.0, 0.0], [f64::INFINITY, 1.0]);
    check(&tree(&[ray, flat[0]], &shape), (1, 0, 3, 2.0));
    check(&tree(&[Aabb::EVERYWHERE, flat[0]], &shape), (1, 0, 3, 2.0));
    let slab = Aabb::new([0.0, 0.0, 0.0], [f64::INFINITY, 1.0, 0.0]);
    check(&tree(&[slab, slab], &shape), (1, 0, 3, 3.0));
}

/// The number of steps from a node to the deepest leaf below it, counted by a walk.
fn counted_height(tree: &DynamicTree<u32, 2>, index: NodeIndex) -> usize {
    let node = tree.node(index);
    if node.is_leaf() {
        return 0;
    }
    let children = [0, 1].map(|side| NodeIndex::new(node.children(), side));
    let [a, b] = children.map(|child| counted_height(tree, child));
    1 + a.max(b)
}

#[test]
fn ancestors_have_the_heights_that_a_walk_counts() {
    let mut tree = DynamicTree::new();
    for id in 0..200_u32 {
        tree.insert(Id(id), Aabb::point([id * id % 97, id % 13]));
    }
    for id in (0..200).map(Id) {
        let path: Vec<_> = tree.ancestors(id).collect();
        let mut index = tree.leaf(id).unwrap();
        for (node, level) in path.iter().zip((0..path.len()).rev()) {
            assert_eq!((node.level, node.aabb), (level, tree.node(index).aabb));
            assert_eq!(node.height, counted_height(&tree, index));
            assert_eq!(node.id, (index == tree.leaf(id).unwrap()).then_some(id));
            index = tree.parent(index);
        }
        assert_eq!(path[path.len() - 1].height, tree.height());
    }
    tree.remove(Id(5));
    assert_eq!(tree.ancestors(Id(5)).count(), 0);
}
