//! All functions of the published quadtree, against a plain list.

use std::collections::BTreeMap;

use broadleaf::orthtree::Config;
use broadleaf::{Aabb, Id, Quadtree, SpatialIndex, SpatialIndexMut};

/// The published parameters.
fn published() -> Config<f32, 2> {
    Config::original(Aabb::new([0.0; 2], [100.0; 2]))
}

/// A quadtree beside a list that has the same boxes.
struct Both {
    tree: Quadtree<f32>,
    list: BTreeMap<Id, Aabb<f32, 2>>,
}

impl Both {
    fn new(count: u32) -> Self {
        let mut both = Self {
            tree: Quadtree::with_config(published()),
            list: BTreeMap::new(),
        };
        (0..count).for_each(|id| both.put(id, aabb(id)));
        both.check();
        both
    }

    fn put(&mut self, id: u32, aabb: Aabb<f32, 2>) {
        let old = self.list.insert(Id(id), aabb);
        assert_eq!(self.tree.insert(Id(id), aabb), old);
    }

    fn check(&self) {
        self.tree.validate().unwrap();
        let list = self.list.iter().map(|(&id, &aabb)| (id, aabb));
        assert!(self.tree.iter().eq(list));
    }

    /// The overlaps of a box according to the list.
    fn overlaps(&self, region: &Aabb<f32, 2>) -> Vec<Id> {
        let list = self.list.iter();
        let touched = list.filter(|(_, aabb)| aabb.overlaps(region));
        touched.map(|(&id, _)| id).collect()
    }
}

/// Small boxes all over the root, some of which touch each other.
fn aabb(id: u32) -> Aabb<f32, 2> {
    let mixed = id.wrapping_mul(2_654_435_761);
    let min = [mixed >> 8, mixed >> 20].map(|bits| (bits % 97) as f32);
    Aabb::new(min, min.map(|x| x + (id % 4) as f32))
}

#[test]
fn add() {
    let both = Both::new(500);
    // Seventeen are too many for one leaf, sixteen are not.
    let depths = [16, 17].map(|count| Both::new(count).tree.depth());
    assert_eq!((depths[0], depths[1] > 0), (0, true));
    assert!((1..=8).contains(&both.tree.depth()));
}

#[test]
fn remove() {
    let mut both = Both::new(500);
    for id in (0..500).filter(|id| id % 30 != 7) {
        assert_eq!(both.tree.remove(Id(id)), both.list.remove(&Id(id)));
        assert_eq!(both.tree.remove(Id(id)), None, "it is gone");
        both.check();
    }
    assert_eq!(
        both.tree.depth(),
        1,
        "17 are left: the root and its children"
    );
    both.tree.remove(Id(7));
    assert_eq!(both.tree.depth(), 0, "16 fit into the root");
}

#[test]
fn contains_and_count() {
    let mut both = Both::new(100);
    assert!(both.tree.contains(Id(99)) && !both.tree.contains(Id(100)));
    assert_eq!(both.tree.len(), 100);
    both.put(99, Aabb::point([5.0, 5.0]));
    assert_eq!(both.tree.len(), 100, "it has only moved");
    both.tree.remove(Id(99));
    assert!(!both.tree.contains(Id(99)));
    assert_eq!((both.tree.len(), both.tree.is_empty()), (99, false));
}

#[test]
fn query() {
    let both = Both::new(800);
    let mut into = vec![Id(12_345)];
    for i in 0..100 {
        let region = aabb(7 * i).expanded((i % 10) as f32);
        let expected = both.overlaps(&region);
        assert_eq!(both.tree.overlaps(&region), expected);
        both.tree.overlaps_into(&region, &mut into);
        assert_eq!(into, expected, "the list of the caller is cleared first");
        assert_eq!(both.tree.count_overlaps(&region), expected.len());
    }
}

#[test]
fn find_all_intersections() {
    let mut both = Both::new(600);
    both.put(600, Aabb::new([49.0; 2], [51.0; 2]));
    both.put(601, Aabb::new([-5.0; 2], [105.0; 2]));
    let mut expected = Vec::new();
    for (&a, aabb) in &both.list {
        let others = both.overlaps(aabb).into_iter().filter(|&b| a < b);
        expected.extend(others.map(|b| [a, b]));
    }
    assert!(expected.len() > 1_000);
    assert_eq!(both.tree.pairs(), expected);
    let mut into = vec![[Id(9); 2]];
    both.tree.pairs_into(&mut into);
    assert_eq!(into, expected);
}

#[test]
fn update_value() {
    let mut both = Both::new(300);
    for id in 0..300 {
        // Within its cell, into a child, into another quarter, and out of the root and back.
        let small = Aabb::point(aabb(id).min());
        let far = aabb(id + 1_000);
        let outside = far.translated([1_000.0, 0.0]);
        for moved in [small, far, outside, aabb(id).expanded(3.0)] {
            both.put(id, moved);
        }
        both.check();
    }
}

#[test]
fn update_values() {
    let mut both = Both::new(300);
    let moved: Vec<_> = (0..300).map(|id| (Id(id), aabb(id + 77))).collect();
    both.list.extend(moved.iter().copied());
    both.tree.extend(moved.iter().copied());
    both.check();
    // From 1.5 times the number of boxes on the tree is rebuilt.
    let twice = moved.iter().chain(&moved[..150]).copied();
    both.tree.extend(twice);
    both.check();
}

#[test]
fn rebuild_tree() {
    let mut both = Both::new(300);
    both.tree.optimize();
    both.check();
    assert_eq!(both.tree.root(), Aabb::new([0.0; 2], [100.0; 2]));
    let [depth, nodes] = [both.tree.depth() as usize, both.tree.stats().nodes];
    let fresh = Both::new(300).tree;
    assert_eq!(
        [fresh.depth() as usize, fresh.stats().nodes],
        [depth, nodes]
    );
}

#[test]
fn find() {
    let both = Both::new(500);
    for (&id, aabb) in &both.list {
        let location = both.tree.locate(id).unwrap();
        assert!(location.cell.contains(aabb));
        let edge = 100.0 / f32::from(1_u8 << location.depth);
        assert_eq!(location.cell.extents(), [edge; 2]);
        // The path in x and in y is the number of the cell in a grid of that depth.
        let mut column_and_row = [0_u32; 2];
        for level in 0..location.depth {
            let bits = location.path >> (2 * level);
            column_and_row[0] |= u32::from(bits & 1 != 0) << level;
            column_and_row[1] |= u32::from(bits & 2 != 0) << level;
        }
        assert_eq!(
            location.cell.min(),
            column_and_row.map(|at| at as f32 * edge)
        );
        let others = both.tree.ids_at(&location);
        assert!(others.is_sorted() && others.contains(&id));
        assert!(
            others
                .iter()
                .all(|&id| both.tree.locate(id) == Some(location))
        );
    }
    assert_eq!(both.tree.locate(Id(500)), None);
}

#[test]
fn clear_tree() {
    let mut both = Both::new(500);
    let bytes = both.tree.stats().bytes;
    both.tree.clear();
    both.list.clear();
    both.check();
    assert!(both.tree.is_empty() && both.tree.depth() == 0);
    let cleared = both.tree.stats().bytes;
    assert!(cleared > 0 && cleared <= bytes, "the memory is kept");
    (0..50).for_each(|id| both.put(id, aabb(id)));
    both.check();
}

#[test]
fn parameters() {
    let config = *Quadtree::with_config(published()).config();
    assert_eq!(config, published());
    assert_eq!(config.check(), Ok(()));
    // The original can be used without knowing them.
    assert_eq!(Quadtree::<f32>::new().config(), &Config::default());
    let mut deep = Quadtree::with_config(published().with_leaf_capacity(1).with_max_depth(3));
    deep.extend((0..9).map(|id| (Id(id), Aabb::point([1.0; 2]))));
    assert_eq!(deep.depth(), 3, "no deeper, however many there are");
}
