//! The balance of the tree of Box2D, and the default balance.

use broadleaf::dynamic_tree::{Balance, Config};
use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex, SpatialIndexMut};

use crate::random::numbers;

/// Whether the heights keep the promise of the balance, computed from the nodes alone.
fn check_heights(tree: &DynamicTree<f32, 3>, what: &str) {
    let (len, stats) = (tree.len() as f64, tree.stats());
    let mut highest = 0;
    tree.for_each_node(|node| highest = highest.max(node.level));
    assert_eq!((tree.height(), stats.height), (highest, highest));
    let most = if tree.config().balance == Balance::Height {
        assert!(stats.max_balance <= 1, "{what}: {}", stats.max_balance);
        1.44 * len.log2() + 1.0
    } else {
        2.0 * len.log2() + 4.0
    };
    assert!(highest as f64 <= most, "{what}: {highest} > {most}");
}

/// Inserts 200 boxes one by one and removes all but one.
fn check(what: &str, aabb: impl Fn(i32) -> Aabb<f32, 3>) {
    for config in [Config::default(), Config::original()] {
        let mut tree = DynamicTree::with_config(config);
        for (id, i) in (0..200).map(Id).zip(0..) {
            tree.insert(id, aabb(i));
            check_heights(&tree, what);
        }
        tree.validate().unwrap();
        // From one end, so that the other subtree becomes too high.
        for id in (0..199).map(Id) {
            tree.remove(id);
            check_heights(&tree, what);
        }
        tree.validate().unwrap();
    }
}

/// Input that degrades a tree without balance to a list.
#[test]
fn heights_are_what_the_policies_promise_after_every_insert_and_removal() {
    let power = |base: f32, i: i32| base.powi(i);
    check("a row", |i| Aabb::point([i as f32, 0.0, 0.0]));
    check("one place", |_| Aabb::point([1.0; 3]));
    check("ever farther", |i| Aabb::point([power(1.3, i), 0.0, 0.0]));
    check("ever larger", |i| {
        Aabb::new([-power(1.2, i); 3], [i as f32; 3])
    });
    check("ever smaller", |i| {
        Aabb::new([-power(1.2, 200 - i); 3], [0.0; 3])
    });
}

/// Changing the balance rebuilds the tree: for a power of two, it has the least height.
#[test]
fn a_change_of_the_balance_rebuilds() {
    let mut below = numbers(9);
    let mut tree = DynamicTree::default();
    tree.extend((0..4_096).map(|id| {
        let point = [(); 3].map(|()| below(100_000) as f32);
        (Id(id), Aabb::point(point))
    }));
    check_heights(&tree, "built");
    assert!(tree.height() > 12, "by area");
    tree.set_balance(Balance::Height);
    assert_eq!(tree.height(), 12);
    check_heights(&tree, "built by height");
}
