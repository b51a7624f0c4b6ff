//! The rule that selects the node of a box.

use broadleaf::geometry::Scalar;
use broadleaf::orthtree::{Config, Location};
use broadleaf::{Aabb, BruteForce, Fixed, Hit, Id, Quadtree, SpatialIndex, SpatialIndexMut};

/// A strict tree of one level over 0..=8, one box in each corner.
fn corners() -> Quadtree<i32> {
    let fixed_root = Aabb::new([0, 0], [8, 8]);
    let mut tree = Quadtree::with_config(
        Config::default()
            .with_leaf_capacity(1)
            .with_max_depth(1)
            .with_looseness(1.0)
            .with_fixed_root(fixed_root),
    );
    for (id, corner) in (100..).map(Id).zip([[0, 0], [8, 0], [0, 8], [8, 8]]) {
        tree.insert(id, Aabb::point(corner));
    }
    tree
}

/// The child that a box goes into from any other position, 0 to 3 with x in the lowest bit; `None`
/// if it stays.
fn quadrant(min: [i32; 2], max: [i32; 2]) -> Option<u128> {
    let aabb = Aabb::new(min, max);
    let moved_from = |start| {
        let mut tree = corners();
        tree.insert(Id(0), start);
        tree.insert(Id(0), aabb);
        tree.validate().unwrap();
        tree.locate(Id(0)).unwrap()
    };
    let location = moved_from(aabb);
    for corner in [[0, 0], [8, 0], [0, 8], [8, 8]] {
        assert_eq!(moved_from(Aabb::point(corner)), location);
    }
    (location.depth == 1).then_some(location.path)
}

#[test]
fn the_quadrant_rule_is_half_open() {
    // x: left if its right side is left of the center, right if its left side is not.
    assert_eq!(quadrant([1, 1], [3, 2]), Some(0));
    assert_eq!(quadrant([1, 1], [4, 2]), None);
    assert_eq!(quadrant([4, 1], [6, 2]), Some(1));
    assert_eq!(quadrant([4, 1], [4, 2]), Some(1));
    assert_eq!(quadrant([3, 1], [5, 2]), None);
    // y: bottom if its top is not above the center, top if its bottom is.
    assert_eq!(quadrant([1, 1], [2, 4]), Some(0));
    assert_eq!(quadrant([1, 4], [2, 4]), Some(0));
    assert_eq!(quadrant([1, 4], [2, 5]), None);
    assert_eq!(quadrant([1, 5], [2, 6]), Some(2));
    assert_eq!(quadrant([5, 5], [6, 6]), Some(3));
    // The root's own boundary belongs to the root.
    assert_eq!(quadrant([0, 0], [0, 0]), Some(0));
    assert_eq!(quadrant([8, 8], [8, 8]), Some(3));
}

#[test]
fn the_loose_rule_goes_by_center_and_overhang() {
    let child = |looseness, from, to| {
        let fixed_root = Aabb::new([0, 0], [32, 32]);
        let mut tree = Quadtree::with_config(
            Config::default()
                .with_leaf_capacity(1)
                .with_max_depth(1)
                .with_looseness(looseness)
                .with_fixed_root(fixed_root),
        );
        tree.insert(Id(1), Aabb::point([0, 0]));
        tree.insert(Id(2), Aabb::point([32, 32]));
        tree.insert(Id(0), Aabb::new([from; 2], [to; 2]));
        let Location { path, depth, .. } = tree.locate(Id(0)).unwrap();
        (depth == 1).then_some(path)
    };
    // Cells of 16 may be overhung by 8.
    assert_eq!((child(2.0, 0, 24), child(2.0, 0, 25)), (Some(0), None));
    assert_eq!((child(2.0, 8, 31), child(2.0, 7, 31)), (Some(3), None));
    assert_eq!((child(2.0, 8, 23), child(2.0, 8, 24)), (Some(0), Some(3)));
    // By 4.
    assert_eq!((child(1.5, 0, 20), child(1.5, 0, 21)), (Some(0), None));
    assert_eq!((child(1.5, 12, 31), child(1.5, 11, 31)), (Some(3), None));
}

#[test]
fn what_is_outside_a_fixed_root_is_kept() {
    let mut tree = corners();
    tree.insert(Id(0), Aabb::new([7, 7], [9, 9]));
    tree.insert(Id(1), Aabb::point([100, 100]));
    let outside = tree.locate(Id(0)).unwrap();
    assert!(outside.is_outside && outside.cell == Aabb::EVERYWHERE);
    assert_eq!((outside.path, outside.depth), (0, 0));
    assert_eq!(
        (tree.locate(Id(1)), tree.locate(Id(2))),
        (Some(outside), None)
    );
    assert_eq!(tree.ids_at(&outside), [Id(0), Id(1)]);
    assert_eq!(tree.pairs(), [[Id(0), Id(103)]]);
    assert_eq!(tree.overlaps(&[100, 100]), [Id(1)]);
    assert_eq!(tree.nearest(&[90, 100]), Some(Hit::new(100.0, Id(1))));
    assert_eq!(tree.root(), Aabb::new([0, 0], [8, 8]));
    tree.optimize();
    tree.insert(Id(2), Aabb::new([99, 99], [101, 101]));
    tree.validate().unwrap();
    assert_eq!(tree.pairs(), [[Id(0), Id(103)], [Id(1), Id(2)]]);
    tree.insert(Id(1), Aabb::point([1, 1]));
    assert!(!tree.locate(Id(1)).unwrap().is_outside, "it has come back");
}

#[test]
fn a_node_whose_boxes_fit_into_a_leaf_becomes_one() {
    let fixed_root = Aabb::new([0, 0], [64, 64]);
    let mut tree = Quadtree::with_config(
        Config::default()
            .with_leaf_capacity(2)
            .with_looseness(1.0)
            .with_fixed_root(fixed_root),
    );
    for (id, x) in (0..).map(Id).zip([1, 3, 5]) {
        tree.insert(id, Aabb::point([x, x]));
    }
    let depths =
        |tree: &Quadtree<i32>| [0, 1, 2].map(|i| tree.locate(Id(i)).map(|location| location.depth));
    assert_eq!(depths(&tree), [Some(4); 3]);
    tree.insert(Id(2), Aabb::point([60, 60]));
    tree.validate().unwrap();
    assert_eq!(
        depths(&tree),
        [Some(1); 3],
        "two are left in the lower quarter"
    );
    tree.remove(Id(2));
    tree.validate().unwrap();
    assert_eq!(depths(&tree), [Some(0), Some(0), None]);
}

#[test]
fn pairs_are_found_within_nodes_between_layers_and_between_siblings() {
    for looseness in [1.0, 2.0] {
        let fixed_root = Aabb::new([0, 0], [64, 64]);
        let mut tree = Quadtree::with_config(
            Config::default()
                .with_leaf_capacity(2)
                .with_looseness(looseness)
                .with_fixed_root(fixed_root),
        );
        // Boxes of seven sizes at a hundred places, some of them outside.
        let boxes = (0..700).map(|i| {
            let (corner, size) = ([i / 7 % 10, i / 70].map(|x| 8 * x - 8), 1 << (i % 7));
            (Id(i as u32), Aabb::new(corner, corner.map(|x| x + size)))
        });
        tree.extend(boxes);
        let mut oracle = BruteForce::default();
        oracle.extend(tree.iter());
        assert_eq!(tree.pairs(), oracle.pairs());
    }
}

/// Whether the four corners of a root go into its four children.
fn check_center<S: Scalar>(low: S, high: S) {
    for looseness in [1.0, 2.0] {
        let fixed_root = Aabb::new([low; 2], [high; 2]);
        let mut tree = Quadtree::with_config(
            Config::default()
                .with_leaf_capacity(1)
                .with_looseness(looseness)
                .with_fixed_root(fixed_root),
        );
        for (id, corner) in (0..)
            .map(Id)
            .zip([[low, low], [high, low], [low, high], [high, high]])
        {
            tree.insert(id, Aabb::point(corner));
        }
        tree.validate().unwrap();
        let locations = (0..4).map(|i| tree.locate(Id(i)).unwrap());
        assert!(
            (locations.map(|location| (location.path, location.depth)))
                .eq((0..4).map(|path| (path, 1))),
            "{low} to {high}, looseness {looseness}"
        );
    }
}

/// Defect: the center `(min + max) / 2` overflows, or `min + (max - min) / 2` does.
#[test]
fn centers_do_not_overflow() {
    for (low, high) in [
        (-f32::MAX, f32::MAX),
        (f32::MAX / 2.0, f32::MAX),
        (-f32::MAX, -f32::MAX / 2.0),
    ] {
        check_center(low, high);
    }
    for (low, high) in [
        (i32::MIN, i32::MAX),
        (i32::MAX / 2, i32::MAX),
        (i32::MIN, i32::MIN / 2),
    ] {
        check_center(low, high);
    }
    for (low, high) in [
        (i64::MIN, i64::MAX),
        (i64::MAX / 2, i64::MAX),
        (i64::MIN, i64::MIN / 2),
    ] {
        check_center(low, high);
        check_center(Fixed::<16>::from_bits(low), Fixed::from_bits(high));
    }
}
