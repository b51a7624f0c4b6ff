//! The root: growth and shrinking.

use broadleaf::geometry::Scalar;
use broadleaf::orthtree::{Config, Location, Orthtree};
use broadleaf::{Aabb, BruteForce, Id, Octree, Quadtree, SpatialIndex, SpatialIndexMut};

/// A strict tree with small leaves.
pub(super) fn small<S: Scalar, const D: usize>() -> Orthtree<S, D> {
    Orthtree::with_config(Config::default().with_leaf_capacity(2).with_looseness(1.0))
}

/// Defect: growth that mirrors an axis, so that objects pile up in the root.
#[test]
fn growth_mirrors_no_axis() {
    for corner in 0..8 {
        let mut tree: Octree<i64> = small();
        for i in 0..64 {
            tree.insert(
                Id(i),
                Aabb::point([i % 4, i / 4 % 4, i / 16].map(|x| 10 * i64::from(x) + 1)),
            );
        }
        let far = [0, 1, 2].map(|axis| {
            if corner >> axis & 1 == 0 {
                -1_000_000
            } else {
                1_000_000
            }
        });
        tree.insert(Id(64), Aabb::point(far));
        tree.validate().unwrap();
        assert!(
            (0..64).all(|i| tree.locate(Id(i)).unwrap().depth >= 10),
            "the old tree has become a child of a child of …"
        );
        assert_eq!(tree.remove(Id(64)), Some(Aabb::point(far)));
        tree.validate().unwrap();
        assert!(
            tree.root().extents()[0] < 200.0,
            "the root has shrunk to {:?}",
            tree.root()
        );
    }
}

/// Defects: growth in the wrong direction or with mirrored cells; boxes piled up in the new root;
/// parent links that are stale afterwards.
#[test]
fn growing_and_shrinking_keep_every_box_in_its_cell() {
    for (corner, looseness) in
        (0..8_u128).flat_map(|corner| [(corner, 1.0), (corner, 1.5), (corner, 2.0)])
    {
        let mut tree: Octree<i32> = Octree::with_config(
            Config::default()
                .with_leaf_capacity(2)
                .with_looseness(looseness),
        );
        tree.insert(Id(65), Aabb::new([0; 3], [32; 3]));
        for i in 0..64 {
            tree.insert(
                Id(i as u32),
                Aabb::point([i % 4, i / 4 % 4, i / 16].map(|x| 10 * x + 1)),
            );
        }
        tree.insert(Id(64), Aabb::new([2; 3], [30; 3]));
        let root = tree.root();
        let locations = |tree: &Octree<i32>| {
            (0..65)
                .map(|i| tree.locate(Id(i)).unwrap())
                .collect::<Vec<_>>()
        };
        let paths = |locations: &[Location<i32, 3>]| {
            let path = |location: &Location<i32, 3>| (location.path, location.depth);
            locations.iter().map(path).collect::<Vec<_>>()
        };
        let before = locations(&tree);
        assert_eq!((root, before[64].depth), (Aabb::new([0; 3], [32; 3]), 0));

        tree.insert(
            Id(65),
            Aabb::point([0, 1, 2].map(|axis| {
                if corner >> axis & 1 == 0 {
                    1_000_000
                } else {
                    -1_000_000
                }
            })),
        );
        tree.validate().unwrap();
        assert_eq!(tree.root().extents(), [f64::from(32 << 15); 3]);
        // Fifteen doublings: each time the old root becomes the child on the other side. A loose
        // tree makes them in one level.
        let levels = if looseness > 1.0 { 1 } else { 15 };
        let above = (0..levels).fold(0, |path, _| path << 3 | corner);
        let below = |(path, depth): &(u128, u32)| (above << (3 * depth) | path, depth + levels);
        assert_eq!(
            paths(&locations(&tree)),
            paths(&before).iter().map(below).collect::<Vec<_>>()
        );

        tree.remove(Id(65));
        tree.validate().unwrap();
        assert_eq!((tree.root(), locations(&tree)), (root, before));
    }
}

/// Defects: shrinking drops the root's own objects; parent links are stale after growth or
/// shrinking.
#[test]
fn shrinking_keeps_the_roots_own_boxes() {
    let mut tree: Quadtree<i32> = small();
    for i in 0..16 {
        tree.insert(Id(i as u32), Aabb::point([i % 4 * 2, i / 4 * 2]));
    }
    let wide = Aabb::new([-500, -500], [500, 500]);
    tree.insert(Id(16), wide);
    tree.insert(Id(17), Aabb::point([1_000, 1_000]));
    tree.remove(Id(17));
    tree.validate().unwrap();
    assert_eq!(tree.get(Id(16)), Some(wide));
    assert_eq!(tree.overlaps(&[400, 400]), [Id(16)]);
    tree.remove(Id(16));
    tree.validate().unwrap();
    assert_eq!(tree.len(), 16);
}

#[test]
fn a_box_that_reaches_the_end_of_the_range_does_not_stop_growth() {
    fn check<S: Scalar>(first: Aabb<S, 2>, place: impl Fn(i32) -> S) {
        let mut tree = Quadtree::default();
        tree.insert(Id(0), first);
        for i in 1..200 {
            tree.insert(Id(i as u32), Aabb::point([place(i % 20), place(-i)]));
        }
        tree.validate().unwrap();
        assert!(
            tree.iter()
                .all(|(id, _)| !tree.locate(id).unwrap().is_outside),
            "{first:?}"
        );
        assert!(tree.locate(Id(199)).unwrap().depth > 0);
    }
    let f32s = |min, max| check::<f32>(Aabb::new(min, max), |x| x as f32 * 1e34);
    f32s([-f32::MAX, -1.0], [f32::MAX, 0.0]);
    f32s([-2e38, -1.0], [2e38, 0.0]);
    f32s([f32::MAX, 0.0], [f32::MAX, 0.0]);
    f32s([-f32::MAX; 2], [f32::MAX; 2]);
    let i32s = |min, max| check::<i32>(Aabb::new(min, max), |x| x * 100_000);
    i32s([i32::MIN, 0], [i32::MAX, 0]);
    i32s([i32::MAX, 0], [i32::MAX, 0]);
    i32s([i32::MIN; 2], [i32::MIN; 2]);
    i32s([i32::MIN; 2], [i32::MAX; 2]);
}

/// A tree whose root begins as a cell, with small leaves.
fn growing_from<S: Scalar, const D: usize>(cell: Aabb<S, D>, looseness: f64) -> Orthtree<S, D> {
    let config = Config::default()
        .with_leaf_capacity(2)
        .with_looseness(looseness)
        .with_initial_root(cell);
    Orthtree::with_config(config)
}

#[test]
fn a_given_root_grows_and_shrinks_back() {
    let cell = Aabb::new([-10, 0, 20], [22, 32, 52]);
    for (corner, looseness) in (0..8).flat_map(|corner| [(corner, 1.0), (corner, 2.0)]) {
        // A leaf, and a tree of several levels.
        for count in [0, 1, 2, 40] {
            let mut tree = growing_from(cell, looseness);
            assert_eq!(tree.root(), cell);
            for i in 0..count {
                let place = [i % 4, i / 4 % 4, i / 16].map(|x| 8 * x + 1);
                let min = cell.min();
                let point = [0, 1, 2].map(|axis| min[axis] + place[axis]);
                tree.insert(Id(i as u32), Aabb::point(point));
            }
            assert_eq!(tree.root(), cell);
            let far = [0, 1, 2].map(|axis| 500 - 1_000 * (corner >> axis & 1));
            tree.insert(Id(100), Aabb::point(far));
            tree.validate().unwrap();
            let grown = tree.root();
            assert_eq!(
                grown.extents(),
                [512.0 + 512.0 * f64::from(corner > 0); 3],
                "{grown:?}"
            );
            assert!(grown.contains(&cell) && grown.contains_point(&far));
            tree.optimize();
            assert_eq!(tree.root(), grown, "a rebuild grows the same way");
            tree.remove(Id(100));
            tree.validate().unwrap();
            assert_eq!(tree.root(), cell, "{count} boxes");
            tree.insert(Id(100), Aabb::point(far));
            tree.clear();
            assert_eq!(tree.root(), cell);
        }
    }
}

#[test]
fn a_given_root_stays_where_no_box_is() {
    let cell = Aabb::new([0.0, 0.0], [64.0, 64.0]);
    let mut tree = growing_from(cell, 1.0);
    let far = (0..30).map(|i| (Id(i), Aabb::point([900.0 + i as f32, 900.0])));
    tree.extend(far);
    tree.validate().unwrap();
    assert_eq!(tree.root(), Aabb::new([0.0, 0.0], [1024.0, 1024.0]));
    (0..29).for_each(|i| _ = tree.remove(Id(i)));
    tree.validate().unwrap();
    assert!(
        tree.root().contains(&cell),
        "all boxes are in another quarter"
    );
    tree.remove(Id(29));
    assert_eq!((tree.root(), tree.len()), (cell, 0));
}

#[test]
fn a_given_root_loses_nothing() {
    let cells = [
        Aabb::new([0, 0], [8, 8]),
        Aabb::new([-3, 5], [4, 6]),
        Aabb::point([1, 1]),
        Aabb::new([0, 0], [5, 0]),
        Aabb::EVERYWHERE,
        Aabb::new([i32::MAX - 9; 2], [i32::MAX; 2]),
    ];
    for (cell, looseness) in cells
        .into_iter()
        .flat_map(|cell| [(cell, 1.0), (cell, 1.3)])
    {
        let (mut tree, mut oracle) = (growing_from(cell, looseness), BruteForce::default());
        let mut state = 9_u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % below
        };
        for _ in 0..2_000 {
            let id = Id(random(60));
            let reach = 1 << random(30);
            let [x, y, size] = [(); 3].map(|()| random(reach) as i32);
            let sign = if random(2) == 0 { 1 } else { -1 };
            let min = [sign * x / 2, -sign * y / 2];
            let aabb = Aabb::new(min, min.map(|x| x + size / 9));
            if random(3) == 0 {
                assert_eq!(tree.remove(id), oracle.remove(id));
            } else {
                assert_eq!(tree.insert(id, aabb), oracle.insert(id, aabb));
            }
            if random(50) == 0 {
                tree.optimize();
            }
            tree.validate().unwrap();
        }
        assert!(tree.iter().eq(oracle.iter()));
        assert_eq!(tree.pairs(), oracle.pairs());
    }
}

#[test]
fn the_nodes_of_all_boxes_hold_each_box_once() {
    let config = Config::default()
        .with_leaf_capacity(2)
        .with_looseness(1.0)
        .with_fixed_root(Aabb::new([0; 3], [128; 3]));
    let mut tree = Octree::with_config(config);
    tree.extend((0..500).map(|i| {
        let min = [i % 8, i / 8 % 8, i / 64].map(|x| 10 * x);
        (Id(i as u32), Aabb::new(min, min.map(|x| x + i % 13)))
    }));
    tree.insert(Id(500), Aabb::EVERYWHERE);
    let mut nodes: Vec<Location<i32, 3>> = Vec::new();
    for (id, aabb) in tree.iter() {
        let location = tree.locate(id).unwrap();
        assert!(
            location.cell.contains(&aabb),
            "a strict cell contains its boxes"
        );
        assert!(tree.ids_at(&location).contains(&id));
        assert_eq!(location.cell, cell_of(&tree, &location));
        if !nodes.contains(&location) {
            nodes.push(location);
        }
    }
    let mut ids: Vec<_> = nodes.iter().flat_map(|node| tree.ids_at(node)).collect();
    ids.sort_unstable();
    assert!(ids.into_iter().eq((0..=500).map(Id)));
    // A location of a node that is gone, and one that never was.
    let [mut deepest, old] = [*nodes.iter().max_by_key(|node| node.depth).unwrap(); 2];
    (deepest.path, deepest.depth) = (deepest.path << 3, deepest.depth + 1);
    assert!(tree.ids_at(&deepest).is_empty());
    deepest.depth = u32::MAX;
    assert!(tree.ids_at(&deepest).is_empty());
    tree.clear();
    assert!(tree.ids_at(&old).is_empty());
}

/// The cell of a path from the root, computed from the root alone.
fn cell_of(tree: &Octree<i32>, location: &Location<i32, 3>) -> Aabb<i32, 3> {
    if location.is_outside {
        return Aabb::EVERYWHERE;
    }
    let (mut min, mut max) = (tree.root().min(), tree.root().max());
    for level in (0..location.depth).rev() {
        for axis in 0..3 {
            let center = min[axis] + (max[axis] - min[axis]) / 2;
            let is_upper = location.path >> (3 * level + axis as u32) & 1 == 1;
            if is_upper {
                min[axis] = center;
            } else {
                max[axis] = center;
            }
        }
    }
    Aabb::new(min, max)
}
