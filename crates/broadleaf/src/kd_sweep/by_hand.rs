//! Tests of a tree that is known in every detail: its nodes and statistics, and what `validate`
//! reports when one of them is wrong.
//!
//! ```text
//!   x 0 2 4   10        20        31          nodes                   items   ids
//!     ▪ ▪ ▪             ┆                     0 root, cut at x = 20   0..12
//!              ▄▄▄▄▄▄▄▄▄┆                     ├ 1 crossing            0..4    3 4 5 6
//!                ▄▄▄▄▄▄▄┆                     ├ 2 below               4..7    0 1 2
//!                  ▄▄▄▄▄┆                     └ 3 above, cut at 26    7..12
//!                       ┆▄                      ├ 4 crossing          7..8    9
//!                       ┆  ▪ ▪ ▪ ▪ ▪            ├ 5 below             8..10   7 8
//!                              ┆                └ 6 above             10..12  10 11
//! ```

use alloc::string::ToString;
use alloc::vec::Vec;

use super::config::Config;
use super::median_build::{Cut, CutOrLeaf, Node};
use super::sweep::KdSweep;
use crate::geometry::Aabb;
use crate::index::{SpatialIndex, SpatialIndexMut};
use crate::report::NodeView;
use crate::store::{Id, to_u32};

type Tree = KdSweep<f64, 2>;

/// Where the boxes begin and end along x. Along y all go from 0 to 1.
const ALONG_X: [[f64; 2]; 12] = [
    [0.0, 1.0],
    [2.0, 3.0],
    [4.0, 5.0],
    [10.0, 20.0],
    [12.0, 20.0],
    [14.0, 20.0],
    [20.0, 21.0],
    [22.0, 23.0],
    [24.0, 25.0],
    [26.0, 27.0],
    [28.0, 29.0],
    [30.0, 31.0],
];

fn aabb([start, end]: [f64; 2]) -> Aabb<f64, 2> {
    Aabb::new([start, 0.0], [end, 1.0])
}

fn tree_of(along_x: [[f64; 2]; 12]) -> Tree {
    let mut tree = KdSweep::with_config(Config::default().with_leaf_capacity(4));
    tree.extend((0..).map(Id).zip(along_x.map(aabb)));
    tree
}

fn tree() -> Tree {
    let tree = tree_of(ALONG_X);
    assert_eq!(tree.validate(), Ok(()));
    tree
}

fn views(tree: &Tree) -> Vec<NodeView<f64, 2>> {
    let mut views = Vec::new();
    tree.for_each_node(|view| views.push(view));
    views
}

#[test]
fn the_nodes_are_those_of_the_figure() {
    let tree = tree();
    let nodes = tree.nodes.iter().map(|node| (node.range(), node.nodes));
    assert!(nodes.eq([
        (0..12, 7),
        (0..4, 1),
        (4..7, 1),
        (7..12, 4),
        (7..8, 1),
        (8..10, 1),
        (10..12, 1),
    ]));
    let ids = tree.items.iter().map(|item| item.id.0);
    assert!(ids.eq([3, 4, 5, 6, 0, 1, 2, 9, 7, 8, 10, 11]));
}

#[test]
fn statistics_of_a_known_tree() {
    let stats = tree().stats();
    assert_eq!((stats.len, stats.nodes), (12, 7 + 12));
    // The deepest box is below the root, node 3 and a leaf. Node 3 is one higher than its siblings.
    assert_eq!((stats.height, stats.max_balance), (3, 1));
    // Width and height of every node, from the root to the leaves, then of every box.
    let nodes = [32.0, 12.0, 6.0, 10.0, 2.0, 4.0, 4.0];
    let boxes = ALONG_X.map(|[start, end]| end - start + 1.0);
    let sum = nodes.iter().chain(&boxes).sum::<f64>();
    assert_eq!((sum, stats.area_ratio), (115.0, 115.0 / 32.0));
    let items = size_of_val(&*tree().items);
    assert!(stats.bytes > items + 4 * 12 && stats.bytes < 10 * items);
}

#[test]
fn statistics_of_infinite_boxes() {
    let mut along_x = ALONG_X;
    along_x[0][0] = f64::NEG_INFINITY;
    along_x[3][1] = f64::INFINITY;
    let tree = tree_of(along_x);
    assert_eq!(tree.validate(), Ok(()));
    let stats = tree.stats();
    assert_eq!((stats.nodes, stats.height, stats.max_balance), (19, 3, 1));
    // As infinite as the root: the root itself, nodes 1 and 2, and two boxes.
    assert_eq!(stats.area_ratio, 5.0);
    let heights = |tree: &Tree| views(tree).into_iter().map(|view| view.height).collect();
    let heights: [Vec<_>; 2] = [heights(&tree), heights(&self::tree())];
    assert_eq!(heights[0], heights[1]);
}

/// The boxes below a cut end before it, the boxes above it start after it, all others touch it.
#[test]
fn views_have_the_cuts_of_their_nodes() {
    let views = views(&tree());
    let cuts = views.iter().filter_map(|view| view.cut);
    assert!(cuts.eq([(0, 20.0), (0, 26.0)]));
    let mut sides = [[0; 3]; 2];
    for (i, view) in views.iter().enumerate() {
        let Some((axis, at)) = view.cut else { continue };
        let below = views[i + 1..].iter();
        let below = below.take_while(|other| other.level > view.level);
        for aabb in below.filter(|view| view.id.is_some()).map(|view| view.aabb) {
            let is_before = aabb.max()[axis] < at;
            let is_after = aabb.min()[axis] > at;
            let side = usize::from(is_before) + 2 * usize::from(is_after);
            sides[usize::from(view.level > 0)][side] += 1;
        }
    }
    assert_eq!(sides, [[4, 3, 5], [1, 2, 2]], "crossing, below, above");
}

/// Checks that `validate` finds a broken invariant and its location.
fn check(broken: &Tree, invariant: &str, location: &str) {
    let violation = broken.validate().unwrap_err();
    assert_eq!(
        (violation.invariant(), violation.location()),
        (invariant, location)
    );
    let text = violation.to_string();
    assert!(text.contains(invariant) && text.contains(location));
}

fn swap_items(tree: &mut Tree, a: usize, b: usize) {
    tree.items.swap(a, b);
    tree.indices.set(tree.items[a].id, to_u32(a));
    tree.indices.set(tree.items[b].id, to_u32(b));
}

#[test]
fn k1_the_id_map_finds_one_item_for_every_id() {
    let mut broken = tree();
    broken.indices.remove(Id(9));
    check(
        &broken,
        "K1: every item of the tree is stale or found by the id map",
        "the tree",
    );
    let mut broken = tree();
    broken.insert(Id(50), aabb([7.0, 8.0]));
    assert_eq!(broken.validate(), Ok(()));
    broken.indices.set(Id(50), 13);
    check(
        &broken,
        "K1: the id map finds all pending items",
        "the pending list",
    );
    let mut broken = tree();
    broken.indices.set(Id(50), 3);
    check(&broken, "K1: the id map finds items only", "the id map");
}

#[test]
fn k2_bounds_and_categories_contain_those_of_the_subtree() {
    let mut broken = tree();
    broken.nodes[2].bounds = aabb([0.0, 4.5]);
    check(
        &broken,
        "K2: bounds contain all boxes of the subtree",
        "node 2",
    );
    let mut broken = tree();
    broken.nodes[3].category = 0b110;
    check(
        &broken,
        "K2: categories contain all bits of the subtree",
        "node 3",
    );
}

#[test]
fn k3_siblings_have_consecutive_items_and_all_of_their_parent() {
    let mut broken = tree();
    broken.nodes[0].nodes = 6;
    check(&broken, "K3: the root has all items and nodes", "the root");
    let mut broken = tree();
    broken.nodes[2].start = 5;
    check(
        &broken,
        "K3: the items of siblings are consecutive",
        "node 2",
    );
    let mut broken = tree();
    broken.nodes[6].end = 11;
    check(
        &broken,
        "K3: the children have all items and nodes of their parent",
        "node 3",
    );
}

#[test]
fn k4_children_lie_on_their_sides_of_the_cut() {
    let with_root_cut = |at: f64| {
        let (mut broken, cut) = (tree(), Cut { axis: 0, at });
        let is_crossed = true;
        broken.nodes[0].kind = CutOrLeaf::Cut { cut, is_crossed };
        broken
    };
    check(
        &with_root_cut(15.0),
        "K4: a child is on one side of its cut",
        "node 1",
    );
    check(
        &with_root_cut(9.0),
        "K4: the items that cross a cut are its first child",
        "node 1",
    );
    let mut broken = tree();
    swap_items(&mut broken, 8, 10);
    swap_items(&mut broken, 9, 11);
    check(
        &broken,
        "K4: the child below a cut precedes the one above it",
        "node 3",
    );
}

#[test]
fn k5_leaves_are_sorted_and_their_greatest_ends_known() {
    let mut broken = tree();
    swap_items(&mut broken, 4, 5);
    check(&broken, "K5: the items of a leaf are sorted", "node 2");
    let mut broken = tree();
    broken.max_ends[9] = 26.0;
    check(
        &broken,
        "K5: the greatest end up to every item is known",
        "node 5",
    );
}

#[test]
fn k6_no_leaf_is_empty_or_too_deep() {
    let invariant = "K6: no leaf is empty or too deep";
    // Cuts that are below all boxes, nested: the greatest depth of 12 boxes is 17.
    let mut broken = tree();
    let (cut, is_crossed) = (Cut { axis: 0, at: -1.0 }, false);
    let useless = |nodes: u32| Node {
        kind: CutOrLeaf::Cut { cut, is_crossed },
        nodes,
        ..broken.nodes[0]
    };
    let mut nodes: Vec<_> = (8..24).rev().map(useless).collect();
    nodes.extend(&broken.nodes);
    broken.nodes = nodes;
    check(&broken, invariant, "node 20");
    broken.nodes.remove(0);
    assert_eq!(broken.validate(), Ok(()));

    let mut broken: Tree = (0..).map(Id).zip(ALONG_X.map(aabb)).collect();
    broken.optimize();
    broken.nodes[0].end = 0;
    check(&broken, invariant, "node 0");
}

#[test]
fn k7_pending_and_stale_items_are_limited() {
    let invariant = "K7: the numbers of pending and of stale items are limited";
    let mut broken = tree();
    for (id, x) in (0..5).map(|i| (Id(20 + i), f64::from(i))) {
        assert_eq!(broken.validate(), Ok(()));
        broken.put(id, aabb([x, x]));
    }
    check(&broken, invariant, "the pending list");
    let mut broken = tree();
    for id in (0..5).map(Id) {
        assert_eq!(broken.validate(), Ok(()));
        broken.take(id);
    }
    check(&broken, invariant, "the pending list");
}
