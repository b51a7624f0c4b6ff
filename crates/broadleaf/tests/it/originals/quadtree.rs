//! The published quadtree: its parameters as a preset, its cells, its merges and its lists.

use std::collections::BTreeMap;

use broadleaf::orthtree::{Config, Root};
use broadleaf::{Aabb, Id, Quadtree, SpatialIndex, SpatialIndexMut};

use crate::random::numbers;

type Boxes = Vec<(Id, Aabb<f32, 2>)>;

const EDGE: f32 = 1024.0;

fn root() -> Aabb<f32, 2> {
    Aabb::new([0.0; 2], [EDGE; 2])
}

fn boxes(count: u32, edge: i64) -> Boxes {
    let mut below = numbers(count.into());
    let mut aabb = || {
        let min = [(); 2].map(|()| below(1_000 - edge) as f32);
        Aabb::new(min, min.map(|x| x + below(edge) as f32))
    };
    (0..count).map(|id| (Id(id), aabb())).collect()
}

/// The cells of boxes by the published rules: depth and lower corner. A cell with at most 16 boxes,
/// or 8 levels deep, has no children; a box that crosses a center line stays above.
fn places(boxes: Boxes, [x, y]: [f32; 2], depth: i32, to: &mut BTreeMap<Id, (i32, [f32; 2])>) {
    let half = EDGE / 2.0_f32.powi(depth + 1);
    let mut quarters: [Boxes; 4] = Default::default();
    let has_children = boxes.len() > 16 && depth < 8;
    for (id, aabb) in boxes {
        let ([left, bottom], [right, top]) = (aabb.min(), aabb.max());
        let column = if right < x + half {
            Some(0)
        } else {
            (left >= x + half).then_some(1)
        };
        let row = if top <= y + half {
            Some(0)
        } else {
            (bottom > y + half).then_some(2)
        };
        match (column, row) {
            (Some(column), Some(row)) if has_children => quarters[column + row].push((id, aabb)),
            _ => _ = to.insert(id, (depth, [x, y])),
        }
    }
    for (i, quarter) in quarters
        .into_iter()
        .enumerate()
        .filter(|(_, quarter)| !quarter.is_empty())
    {
        let corner = [x + half * (i % 2) as f32, y + half * (i / 2) as f32];
        places(quarter, corner, depth + 1, to);
    }
}

/// The preset gives the cells of the original, for any history of the tree, in the original's order
/// of children, x before y.
#[test]
fn the_preset_has_the_cells_of_the_original() {
    let config = Config::original(root());
    assert_eq!((config.leaf_capacity, config.max_depth), (16, 8));
    assert_eq!((config.looseness, config.rebuild_threshold), (1.0, 1.5));
    assert_eq!((config.root, config.check()), (Root::Fixed(root()), Ok(())));
    for (count, edge) in [(16, 9), (17, 9), (3_000, 9), (3_000, 200), (300, 1)] {
        let boxes = boxes(count, edge);
        let mut expected = BTreeMap::new();
        places(boxes.clone(), [0.0; 2], 0, &mut expected);
        let mut tree = Quadtree::with_config(config);
        for &(id, aabb) in &boxes {
            tree.insert(id, aabb);
        }
        let mut built = Quadtree::with_config(config);
        built.extend(boxes);
        for tree in [tree, built] {
            for (&id, &place) in &expected {
                let location = tree.locate(id).unwrap();
                assert_eq!((location.depth as i32, location.cell.min()), place);
            }
        }
    }
}

/// The original does not try to merge a node that loses its own box, so it stays split until a box
/// leaves one of its children.
#[test]
fn a_node_that_loses_a_box_of_its_own_merges() {
    let mut tree = Quadtree::with_config(Config::original(root()));
    // One box across the center, 16 in the lower left quarter.
    tree.insert(Id(16), Aabb::new([500.0; 2], [520.0; 2]));
    for id in (0..16).map(Id) {
        tree.insert(id, Aabb::point([id.0 as f32 * 20.0, 5.0]));
    }
    let depths = |tree: &Quadtree<f32>| [0, 16].map(|id| tree.locate(Id(id)).map(|at| at.depth));
    assert_eq!(depths(&tree), [Some(1), Some(0)]);
    tree.remove(Id(16));
    tree.validate().unwrap();
    assert_eq!(depths(&tree), [Some(0), None], "16 fit into the root");
}

/// The original appends to lists; forms that end in `_into` replace their contents.
#[test]
fn lists_are_replaced_and_can_be_appended_to() {
    let mut tree = Quadtree::with_config(Config::original(root()));
    tree.extend(boxes(200, 90));
    let [first, second] =
        [[0.0, 0.0], [300.0, 400.0]].map(|min| Aabb::new(min, min.map(|x| x + 90.0)));
    let [found, more] = [&first, &second].map(|region| tree.overlaps(region));
    assert!(!found.is_empty() && !more.is_empty());
    let mut list = found.clone();
    tree.overlaps_into(&second, &mut list);
    assert_eq!(list, more);
    let mut list = found.clone();
    list.extend(tree.overlap_iter(&second));
    list[found.len()..].sort_unstable();
    assert_eq!(list, [found, more].concat());
}
