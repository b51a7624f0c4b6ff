//! The metrics of trees that are known cell by cell.

use crate::geometry::Aabb;
use crate::index::{SpatialIndex, SpatialIndexMut};
use crate::orthtree::config::Config;
use crate::orthtree::tree::{Octree, Quadtree};
use crate::report::NodeView;
use crate::store::Id;
use alloc::vec::Vec;

/// One level of cells of edge 4 below the root. Two of them have a point, the root has a box across
/// its center, and one point is outside.
fn quadtree() -> Quadtree<f32> {
    let config = Config::default()
        .with_leaf_capacity(1)
        .with_looseness(1.0)
        .with_fixed_root(Aabb::new([0.0; 2], [8.0; 2]));
    let mut tree = Quadtree::with_config(config);
    tree.insert(Id(0), Aabb::point([1.0; 2]));
    tree.insert(Id(1), Aabb::point([7.0; 2]));
    tree.insert(Id(2), Aabb::new([3.0; 2], [5.0; 2]));
    tree.insert(Id(3), Aabb::point([20.0; 2]));
    tree
}

#[test]
fn every_metric_of_a_quadtree_has_its_known_value() {
    let tree = quadtree();
    let stats = tree.stats();
    // Five cells and four boxes; the points in the cells are two steps below the root.
    assert_eq!((stats.len, stats.nodes, stats.height), (4, 9, 2));
    assert_eq!(tree.depth(), 1);
    // A cell with a point beside one without.
    assert_eq!(stats.max_balance, 1);
    // Half perimeters: the root 16, its children 8 each, the box across the center 4.
    assert_eq!(stats.area_ratio, (16.0 + 4.0 * 8.0 + 4.0) / 16.0);
}

#[test]
fn an_infinite_box_counts_as_one_visit() {
    let mut tree = quadtree();
    let finite = tree.stats();
    tree.insert(Id(4), Aabb::EVERYWHERE);
    let stats = tree.stats();
    assert_eq!((stats.len, stats.nodes), (5, 10));
    assert_eq!((stats.height, stats.max_balance), (2, 1));
    assert_eq!(stats.area_ratio, finite.area_ratio + 1.0);
}

#[test]
fn every_view_of_a_quadtree_is_known() {
    let mut views = Vec::new();
    quadtree().for_each_node(|view| views.push(view));
    let cell = |x: f32, y: f32| Aabb::new([x, y], [x + 4.0, y + 4.0]);
    let root = Aabb::new([0.0; 2], [8.0; 2]);
    assert_eq!(
        views,
        [
            NodeView::inner(root, 0, 2),
            NodeView::leaf(Aabb::new([3.0; 2], [5.0; 2]), 1, Id(2)),
            NodeView::inner(cell(0.0, 0.0), 1, 1),
            NodeView::leaf(Aabb::point([1.0; 2]), 2, Id(0)),
            NodeView::inner(cell(4.0, 0.0), 1, 0),
            NodeView::inner(cell(0.0, 4.0), 1, 0),
            NodeView::inner(cell(4.0, 4.0), 1, 1),
            NodeView::leaf(Aabb::point([7.0; 2]), 2, Id(1)),
            NodeView::leaf(Aabb::point([20.0; 2]), 0, Id(3)),
        ]
    );
}

#[test]
fn every_metric_of_an_octree_has_its_known_value() {
    let config = Config::default()
        .with_leaf_capacity(1)
        .with_max_depth(2)
        .with_initial_root(Aabb::new([0; 3], [8; 3]));
    let mut tree = Octree::with_config(config);
    let stats = tree.stats();
    assert_eq!((stats.len, stats.nodes, stats.height), (0, 0, 0));
    assert_eq!((stats.max_balance, stats.area_ratio), (0, 0.0));
    for (id, x) in (0..).map(Id).zip([0, 1, 7]) {
        tree.insert(id, Aabb::new([x; 3], [x + 1; 3]));
    }
    let stats = tree.stats();
    // Cells of edge 8, 4, 2 and 1: 1, 7, 1 and 8. The two low boxes are in the lowest cell of edge
    // 2, since the level between would have one child with boxes.
    assert_eq!((stats.len, stats.nodes, stats.height), (3, 20, 3));
    assert_eq!((tree.depth(), stats.max_balance), (2, 2));
    // Faces of cubes: 192, 48, 12 and 3 for the cells, 3 for a box.
    let sum = f64::from(192 + 7 * 48 + 12 + 8 * 3 + 3 * 3);
    assert!((stats.area_ratio - sum / 192.0).abs() < 1e-12);
    tree.remove(Id(0));
    tree.remove(Id(1));
    let stats = tree.stats();
    assert_eq!((stats.len, stats.nodes, stats.height), (1, 1, 0));
    assert_eq!((stats.max_balance, stats.area_ratio), (0, 1.0));
    assert_eq!(tree.depth(), 0);
}
