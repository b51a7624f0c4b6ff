//! Boxes that touch the planes between the cells of a strict tree.

use crate::geometry::Aabb;
use crate::index::{SpatialIndex, SpatialIndexMut};
use crate::orthtree::config::Config;
use crate::orthtree::tree::Quadtree;
use crate::store::Id;

/// Squares at a distance of 1, except on both sides of the planes that cut the root.
fn squares() -> Quadtree<i32> {
    let config = Config::default()
        .with_leaf_capacity(1)
        .with_looseness(1.0)
        .with_fixed_root(Aabb::new([0, 0], [32, 32]));
    let mut tree = Quadtree::with_config(config);
    let starts = [1, 3, 5, 14, 16, 18];
    for (i, (x, y)) in (0..).zip(starts.iter().flat_map(|&x| starts.map(|y| (x, y)))) {
        let end = |start| if start == 14 { 16 } else { start + 1 };
        tree.insert(Id(i), Aabb::new([x, y], [end(x), end(y)]));
    }
    tree
}

#[test]
fn squares_touch_across_the_planes_of_a_strict_tree() {
    // Six along each plane, and two across both where they meet.
    assert_eq!(squares().pairs().len(), 6 + 6 + 2);
}

#[test]
fn the_location_of_a_box_leads_to_it() {
    let tree = squares();
    assert!(tree.depth() > 2);
    for (id, aabb) in tree.iter() {
        let location = tree.locate(id).unwrap();
        assert!(location.cell.contains(&aabb));
        assert!(tree.ids_at(&location).contains(&id));
    }
}
