//! The published quadtree, function by function: each comment names one of its functions, and the
//! lines below it do the same here.
//!
//! `cargo run -p broadleaf --example quadtree`

use broadleaf::orthtree::Config;
use broadleaf::{Aabb, Id, Quadtree, SpatialIndex, SpatialIndexMut};

/// An object of the program. The tree has only its id and its box.
struct Crate {
    id: Id,
    corner: [f32; 2],
    edge: f32,
}

impl Crate {
    /// Rows of crates of increasing size.
    fn new(i: u16) -> Self {
        Self {
            id: Id(i.into()),
            corner: [i % 20, i / 20].map(|x| 5.0 * f32::from(x)),
            edge: 3.0 + f32::from(i % 10) / 3.0,
        }
    }

    fn aabb(&self) -> Aabb<f32, 2> {
        Aabb::new(self.corner, self.corner.map(|x| x + self.edge))
    }
}

fn main() {
    // Quadtree(box): 16 values in a leaf, 8 levels.
    let root = Aabb::new([0.0, 0.0], [128.0, 128.0]);
    let mut tree = Quadtree::with_config(Config::original(root));
    let mut crates: Vec<_> = (0..400).map(Crate::new).collect();

    // Add
    for thing in &crates {
        tree.insert(thing.id, thing.aabb());
    }

    // Count, Contains
    assert_eq!(tree.len(), 400);
    assert!(tree.contains(Id(399)) && !tree.contains(Id(400)));

    // Query(box), Query(box, list)
    let region = Aabb::new([10.0, 10.0], [20.0, 14.0]);
    let mut list = Vec::new();
    tree.overlaps_into(&region, &mut list);
    let touching = crates.iter().filter(|thing| thing.aabb().overlaps(&region));
    assert!(touching.map(|thing| thing.id).eq(list));

    // FindAllIntersections
    let pairs = tree.pairs();
    let boxes = |pair: [Id; 2]| pair.map(|id| crates[id.index()].aabb());
    assert!(
        pairs
            .iter()
            .map(|&pair| boxes(pair))
            .all(|[a, b]| a.overlaps(&b))
    );

    // UpdateValue: returns the previous box.
    crates[7].corner = [100.0, 3.0];
    let old = tree.insert(Id(7), crates[7].aabb());
    assert_eq!(old.map(|aabb| aabb.min()), Some([35.0, 0.0]));

    // UpdateValues: moves boxes one by one, or rebuilds if the list is long.
    for thing in &mut crates {
        thing.corner[0] += 1.0;
    }
    tree.extend(crates.iter().map(|thing| (thing.id, thing.aabb())));
    assert_eq!(tree.get(Id(0)), Some(crates[0].aabb()));

    // RebuildTree
    tree.optimize();
    assert_eq!(tree.root(), root);

    // Find: the path to the cell of a value, the cell, and its other values.
    let location = tree.locate(Id(399)).expect("it is in the tree");
    assert!(location.cell.contains(&crates[399].aabb()));
    let others = tree.ids_at(&location).len() - 1;
    let (depth, path) = (location.depth, location.path);
    println!("crate 399 is {depth} levels deep, on path {path:b}, with {others} others");

    // The tree keeps a value outside the root. The original asserts that there is none.
    tree.insert(Id(0), Aabb::point([501.0, 501.0]));
    assert!(tree.locate(Id(0)).is_some_and(|at| at.is_outside));
    assert_eq!(tree.overlaps(&[501.0, 501.0]), [Id(0)]);

    // Remove
    assert!(tree.remove(Id(0)).is_some());
    assert!(tree.remove(Id(0)).is_none());
    println!("{} levels of cells, {} pairs", tree.depth(), pairs.len());

    // ClearTree, Dispose
    tree.clear();
    assert!(tree.is_empty());
    drop(tree);
}
