//! The tree of Box2D: the position of a new leaf, the tree after a removal, and the cost of a
//! query.

use broadleaf::dynamic_tree::Config;
use broadleaf::geometry::{Ball, Counted, Region};
use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex, SpatialIndexMut};

use crate::random::numbers;

fn unit(x: f32) -> Aabb<f32, 2> {
    Aabb::new([x, 0.0], [x + 1.0, 1.0])
}

fn inserted(config: Config, places: &[f32]) -> DynamicTree<f32, 2> {
    let mut tree = DynamicTree::with_config(config);
    for (id, &x) in (0..).map(Id).zip(places) {
        tree.insert(id, unit(x));
    }
    tree.validate().unwrap();
    tree
}

/// The ids below each inner node, sorted.
fn clusters(tree: &DynamicTree<f32, 2>) -> Vec<Vec<u32>> {
    let mut nodes = Vec::new();
    tree.for_each_node(|node| nodes.push((node.level, node.id)));
    let below = |start: usize| {
        let level = nodes[start].0;
        let subtree = nodes[start + 1..]
            .iter()
            .take_while(move |node| node.0 > level);
        let mut ids: Vec<_> = subtree.filter_map(|node| node.1).map(|id| id.0).collect();
        ids.sort_unstable();
        ids
    };
    let inner = (0..nodes.len()).filter(|&at| nodes[at].1.is_none());
    let mut clusters: Vec<_> = inner.map(below).collect();
    clusters.sort();
    clusters
}

/// A leaf beside a node of area A adds a node; below it, A grows and the child adds its share. The
/// difference is A, as in Box2D 3. Box2D 2.3 descends while twice A exceeds the share. Balanced by
/// height, because rotations that save area undo the difference.
#[test]
fn descent_stops_where_a_node_costs_less_than_its_child_adds() {
    let (beside, below) = ([vec![0, 1], vec![0, 1, 2]], [vec![0, 1, 2], vec![1, 2]]);
    for (x, share, expected) in [(3.0, 3.0, &below), (6.0, 6.0, &beside), (9.0, 9.0, &beside)] {
        let tree = inserted(Config::original(), &[0.0, 2.0, x]);
        // Half of a perimeter, as both measure it: the pair, and the new leaf beside 1.
        let area = unit(0.0).union(&unit(2.0)).half_area();
        assert_eq!((area, unit(2.0).union(&unit(x)).half_area()), (4.0, share));
        assert_eq!(clusters(&tree), *expected, "{x}");
        let there = if 2.0 * area < share { &beside } else { &below };
        assert_eq!(
            there == expected,
            x != 6.0,
            "the only one of these that differs"
        );
    }
}

/// The sibling takes the place of the parent, and the boxes above shrink.
#[test]
fn a_removal_leaves_the_sibling_in_the_place_of_the_parent() {
    let mut tree = inserted(Config::default(), &[0.0, 2.0, 20.0, 22.0, 100.0]);
    assert_eq!(
        clusters(&tree),
        [
            vec![0, 1],
            vec![0, 1, 2, 3],
            vec![0, 1, 2, 3, 4],
            vec![2, 3]
        ]
    );
    tree.remove(Id(3));
    tree.validate().unwrap();
    assert_eq!(
        clusters(&tree),
        [vec![0, 1], vec![0, 1, 2], vec![0, 1, 2, 4]]
    );
    let boxes: Vec<_> = tree.ancestors(Id(2)).map(|node| node.aabb).collect();
    let to = |x| unit(0.0).union(&unit(x));
    assert_eq!(boxes, [unit(20.0), to(20.0), to(100.0)]);
    tree.remove(Id(4));
    assert_eq!(
        (clusters(&tree), tree.bounds()),
        (vec![vec![0, 1], vec![0, 1, 2]], Some(to(20.0)))
    );
}

/// The boxes that a region must be compared with: the root, and both children of each node that it
/// touches. Inner nodes, and leaves.
fn compared(tree: &DynamicTree<f32, 2>, region: &impl Region<f32, 2>) -> [u64; 2] {
    // By level, whether the node that is open there is touched.
    let mut is_touched = vec![true];
    let mut counts = [0; 2];
    tree.for_each_node(|node| {
        is_touched.truncate(node.level + 1);
        let is_compared = is_touched[node.level];
        counts[usize::from(node.id.is_some())] += u64::from(is_compared);
        is_touched.push(is_compared && region.may_touch_inside(&node.aabb));
    });
    counts
}

/// The sum of `nodeVisits` and `leafVisits` of `b2TreeStats`; a closure as region separates them.
#[test]
fn a_question_counts_the_boxes_that_it_is_compared_with() {
    let mut below = numbers(7);
    let mut tree = DynamicTree::new();
    for id in (0..2_000).map(Id) {
        let [x, y] = [(); 2].map(|()| below(1_000) as f32);
        tree.insert(id, Aabb::new([x, y], [x + 5.0, y + 5.0]));
    }
    for _ in 0..50 {
        let center = [(); 2].map(|()| below(1_000) as f32);
        let ball = Counted::new(Ball {
            center,
            radius: 30.0,
        });
        let found = tree.overlaps(&ball).len();
        let [inner, leaves] = compared(&tree, &ball.clone().into_inner());
        assert_eq!(ball.tests(), inner + leaves);
        assert!(leaves >= found as u64 && inner > 0);
        let window = Counted::new(Aabb::point(center).expanded(30.0));
        tree.overlaps(&window);
        let [inner, leaves] = compared(&tree, &window.clone().into_inner());
        assert_eq!(window.tests(), inner + leaves);
        assert!(window.tests() < 400, "of 3,999 nodes");
    }
}
