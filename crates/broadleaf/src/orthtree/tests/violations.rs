//! `validate` finds each broken invariant.

use crate::geometry::Aabb;
use crate::index::{SpatialIndex, SpatialIndexMut};
use crate::orthtree::config::{Config, Root};
use crate::orthtree::node::{CellNode, NO_PARENT, NodeIndex, OUTSIDE, ROOT};
use crate::orthtree::tree::Quadtree;
use crate::store::Id;

const CELL: [i32; 2] = [64, 64];

/// A strict tree of three levels. The lower and the upper quarter of the root have three points
/// each, and one child for each point. A box crosses the center, another is outside.
fn tree() -> Quadtree<i32> {
    let config = Config::default()
        .with_leaf_capacity(2)
        .with_looseness(1.0)
        .with_fixed_root(Aabb::new([0, 0], CELL));
    let mut tree = Quadtree::with_config(config);
    let points = [[1, 1], [2, 30], [30, 2], [33, 33], [34, 62], [62, 34]];
    for (id, point) in (0..).map(Id).zip(points) {
        tree.insert(id, Aabb::point(point));
    }
    tree.insert(Id(6), Aabb::new([30, 30], [34, 34]));
    tree.insert(Id(7), Aabb::point([100, 100]));
    tree
}

/// The children of the root that have the points.
fn quarters(tree: &Quadtree<i32>) -> [NodeIndex; 2] {
    let first = tree.node(ROOT).children;
    assert!([first, first + 3].map(|child| tree.node(child).is_leaf()) == [false; 2]);
    [first, first + 3]
}

/// The leaf that holds the first point.
fn leaf(tree: &mut Quadtree<i32>) -> &mut CellNode<i32, 2> {
    let index = tree.entries[0].node;
    let leaf = tree.node_mut(index);
    assert!(leaf.is_leaf() && leaf.parent != ROOT && leaf.items[0].id == Id(0));
    leaf
}

fn widen_all(tree: &mut Quadtree<i32>) {
    for node in &mut tree.nodes {
        node.bounds = Aabb::new([0, 0], CELL);
    }
}

/// Checks that a correct tree becomes one that breaks this invariant.
fn assert_breaks(invariant: &str, corrupt: impl FnOnce(&mut Quadtree<i32>)) {
    let mut tree = tree();
    tree.validate().unwrap();
    corrupt(&mut tree);
    let violation = tree.validate().expect_err(invariant);
    assert_eq!(violation.invariant(), invariant);
}

#[test]
fn o1_the_id_map_finds_every_box() {
    let invariant = "O1: the id map finds every box";
    assert_breaks(invariant, |tree| tree.entries[0].index += 1);
    assert_breaks(invariant, |tree| tree.entries[0].node = ROOT);
    assert_breaks(invariant, |tree| {
        tree.slots.set(Id(0), 3);
    });
    assert_breaks(invariant, |tree| leaf(tree).items[0].slot = 1_000);
}

#[test]
fn o1_every_box_is_in_a_node() {
    assert_breaks("O1: every box is in a node", |tree| {
        let outside = tree.node_mut(OUTSIDE);
        outside.items.clear();
        outside.count = 0;
    });
}

#[test]
fn o2_a_count_is_the_number_of_boxes() {
    let invariant = "O2: a count is the number of boxes of the subtree";
    assert_breaks(invariant, |tree| tree.node_mut(ROOT).count += 1);
    assert_breaks(invariant, |tree| {
        let [quarter, _] = quarters(tree);
        tree.node_mut(quarter).count -= 1;
        tree.node_mut(ROOT).count -= 1;
    });
}

#[test]
fn o2_bounds_contain_the_boxes() {
    assert_breaks("O2: bounds contain all boxes of the subtree", |tree| {
        leaf(tree).bounds = Aabb::point([2, 2]);
    });
}

#[test]
fn o2_bounds_contain_those_of_the_children() {
    assert_breaks("O2: bounds and categories contain the children's", |tree| {
        let [quarter, _] = quarters(tree);
        tree.node_mut(quarter).bounds = Aabb::new([0, 0], [31, 31]);
    });
}

#[test]
fn o2_categories_contain_the_boxes() {
    assert_breaks("O2: categories contain all bits of the subtree", |tree| {
        leaf(tree).category = 1;
    });
}

#[test]
fn o2_categories_contain_those_of_the_children() {
    assert_breaks("O2: bounds and categories contain the children's", |tree| {
        let [quarter, _] = quarters(tree);
        tree.node_mut(quarter).category = 1;
    });
}

#[test]
fn o3_every_box_is_where_the_rule_puts_it() {
    let invariant = "O3: every box is in the node that the rule chooses";
    // In a leaf beside the cell, in the root although it fits into a child, and outside the root.
    assert_breaks(invariant, |tree| {
        widen_all(tree);
        leaf(tree).items[0].aabb = Aabb::point([60, 1]);
    });
    assert_breaks(invariant, |tree| {
        tree.node_mut(ROOT).items[0].aabb = Aabb::point([5, 5]);
        widen_all(tree);
    });
    assert_breaks(invariant, |tree| {
        let beyond = Aabb::new([0, 0], [65, 65]);
        let root = tree.node_mut(ROOT);
        (root.items[0].aabb, root.bounds) = (beyond, beyond);
    });
}

#[test]
fn o4_the_root_has_no_parent() {
    for top in [ROOT, OUTSIDE] {
        assert_breaks("O4: the root has no parent", |tree| {
            assert_eq!(tree.node(top).parent, NO_PARENT);
            tree.node_mut(top).parent = 4;
        });
    }
}

#[test]
fn o4_the_parent_of_a_child_is_its_parent() {
    assert_breaks("O4: the parent link of a child is its parent", |tree| {
        let [_, quarter] = quarters(tree);
        tree.node_mut(quarter).parent = quarter;
    });
}

#[test]
fn o4_the_cells_of_children_meet_at_the_center() {
    let invariant = "O4: the cells of children meet at the center";
    assert_breaks(invariant, |tree| {
        let [quarter, _] = quarters(tree);
        tree.node_mut(quarter).cell = Aabb::new([0, 0], [32, 33]);
    });
    assert_breaks(invariant, |tree| tree.node_mut(ROOT).center = [32, 33]);
}

#[test]
fn o5_what_fits_into_a_leaf_is_a_leaf() {
    assert_breaks("O5: a node whose boxes fit into a leaf is a leaf", |tree| {
        tree.config.leaf_capacity = 3;
    });
}

#[test]
fn o6_no_node_is_deeper_than_recorded() {
    assert_breaks("O6: no node is deeper than the recorded depth", |tree| {
        assert_eq!(tree.depth(), 2);
        tree.levels = 1;
    });
}

#[test]
fn o7_a_block_has_one_parent() {
    assert_breaks("O7: a block has one parent", |tree| {
        let [low, high] = quarters(tree);
        tree.node_mut(high).children = tree.node(low).children;
        widen_all(tree);
    });
}

#[test]
fn o7_a_block_is_reachable_or_free() {
    let invariant = "O7: every block is either reachable or free";
    assert_breaks(invariant, |tree| {
        tree.blocks.take();
    });
    assert_breaks(invariant, |tree| {
        let [low, _] = quarters(tree);
        tree.blocks.give_back(tree.node(low).children / 4);
    });
}

#[test]
fn o8_the_root_contains_the_cell_that_it_began_with() {
    let invariant = "O8: the root contains the cell that it began with";
    assert_breaks(invariant, |tree| {
        tree.config.root = Root::GrowingFrom(Aabb::new([0, -1], CELL));
    });
}
