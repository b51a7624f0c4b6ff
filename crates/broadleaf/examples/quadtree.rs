//! The published quadtree, function by function: every heading is one of its functions, and the
//! lines below it are what a program writes here.
//!
//! `cargo run -p broadleaf --example quadtree`

use broadleaf::orthtree::Config;
use broadleaf::{Aabb, Id, Quadtree, SpatialIndex, SpatialIndexMut};

/// A thing of the program. The tree knows its number and its box only.
struct Crate {
    corner: [f32; 2],
    edge: f32,
}

impl Crate {
    fn aabb(&self) -> Aabb<f32, 2> {
        Aabb::new(self.corner, self.corner.map(|x| x + self.edge))
    }
}

/// Rows of crates, each a little larger than the one before it.
fn crates() -> Vec<Crate> {
    let place = |i: u16| Crate {
        corner: [i % 20, i / 20].map(|x| 5.0 * f32::from(x)),
        edge: 3.0 + f32::from(i % 10) / 3.0,
    };
    (0..400).map(place).collect()
}

fn main() {
    // Quadtree(box, valueThreshold, maxDepth, rebuildThreshold): every parameter has a default.
    let root = Aabb::new([0.0, 0.0], [128.0, 128.0]);
    let config = Config::default()
        .with_fixed_root(root)
        .with_looseness(1.0)
        .with_leaf_capacity(16)
        .with_max_depth(8)
        .with_rebuild_threshold(1.5);
    config.check().expect("the parameters make sense");
    let mut tree = Quadtree::with_config(config);
    let mut crates = crates();
    let id = |i: usize| Id(u32::try_from(i).expect("there are 400"));

    // Add
    for (i, thing) in crates.iter().enumerate() {
        tree.insert(id(i), thing.aabb());
    }

    // Count, Contains
    assert_eq!(tree.len(), 400);
    assert!(tree.contains(Id(399)) && !tree.contains(Id(400)));

    // Query(box), Query(box, list)
    let region = Aabb::new([10.0, 10.0], [20.0, 14.0]);
    let found = tree.overlaps(&region);
    assert!(
        found
            .iter()
            .all(|id| crates[id.index()].aabb().overlaps(&region))
    );
    let mut list = Vec::new();
    tree.overlaps_into(&region, &mut list);
    assert_eq!(list, found);

    // FindAllIntersections
    let pairs = tree.pairs();
    let boxes: Vec<_> = crates.iter().map(Crate::aabb).collect();
    assert!(
        pairs
            .iter()
            .all(|[a, b]| boxes[a.index()].overlaps(&boxes[b.index()]))
    );

    // UpdateValue: the old box comes back.
    crates[7].corner = [100.0, 3.0];
    let old = tree.insert(Id(7), crates[7].aabb());
    assert_eq!(old.map(|aabb| aabb.min()), Some([35.0, 0.0]));

    // UpdateValues: one by one, or by a rebuild if the list is long.
    for thing in &mut crates {
        thing.corner[0] += 1.0;
    }
    let moved = crates.iter().enumerate();
    tree.extend(moved.map(|(i, thing)| (id(i), thing.aabb())));
    assert_eq!(tree.get(Id(0)).map(|aabb| aabb.min()), Some([1.0, 0.0]));

    // RebuildTree
    tree.optimize();
    assert_eq!(tree.root(), root);

    // Find: the path to the cell that holds a value, the cell, and what else is in it.
    let location = tree.locate(Id(399)).expect("it is in the tree");
    assert!(location.cell.contains(&crates[399].aabb()));
    assert!(tree.ids_at(&location).contains(&Id(399)));
    println!(
        "crate 399 is {} levels deep, on path {:b}, with {} others in its cell",
        location.depth,
        location.path,
        tree.ids_at(&location).len() - 1
    );

    // A value outside the root is kept. The original asserts that there is none.
    crates[0].corner = [500.0, 500.0];
    tree.insert(Id(0), crates[0].aabb());
    assert!(
        tree.locate(Id(0))
            .is_some_and(|location| location.is_outside)
    );
    assert_eq!(tree.overlaps(&[501.0, 501.0]), [Id(0)]);

    // Remove
    assert!(tree.remove(Id(0)).is_some());
    assert!(tree.remove(Id(0)).is_none());

    let stats = tree.stats();
    println!(
        "{} crates in {} levels of cells, {} pairs",
        stats.len,
        tree.depth(),
        pairs.len()
    );

    // ClearTree, Dispose
    tree.clear();
    assert!(tree.is_empty());
    drop(tree);
}
