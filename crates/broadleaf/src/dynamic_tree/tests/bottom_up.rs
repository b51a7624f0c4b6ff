//! Tests of `build/bottom_up.rs`.

use crate::dynamic_tree::config::Balance;
use crate::dynamic_tree::layout::NodeIndex;
use crate::dynamic_tree::tree::DynamicTree;
use crate::geometry::Aabb;
use alloc::vec::Vec;
extern crate std;

use crate::dynamic_tree::config::Config;
use crate::index::{SpatialIndex, SpatialIndexMut};
use crate::store::Id;
use std::collections::BTreeSet;

type Cluster = BTreeSet<Id>;

/// Numbers in `0..1`, the same in every run.
fn random(seed: u32) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state >> 8) / f64::from(1 << 24)
    }
}

/// Half of a box's surface, from the definition: the sum over all ways to leave out one axis.
fn surface<const D: usize>(aabb: &Aabb<f64, D>) -> f64 {
    let (min, max) = (aabb.min(), aabb.max());
    let side = |axis: usize| max[axis] - min[axis];
    let face = |without: usize| {
        (0..D)
            .filter(|&axis| axis != without)
            .map(side)
            .product::<f64>()
    };
    (0..D).map(face).sum()
}

/// Repeatedly joins the pair whose common box has the least surface: O(n³).
fn greedy_clusters<const D: usize>(boxes: &[Aabb<f64, D>]) -> BTreeSet<Cluster> {
    let leaves = (0..).map(Id).zip(boxes);
    let mut alive: Vec<_> = leaves
        .map(|(id, &aabb)| (Cluster::from([id]), aabb))
        .collect();
    let mut clusters = BTreeSet::new();
    while alive.len() > 1 {
        let pairs = (0..alive.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        let cost = |&(a, b): &(usize, usize)| surface(&alive[a].1.union(&alive[b].1));
        let (a, b) = pairs
            .min_by(|x, y| cost(x).total_cmp(&cost(y)))
            .expect("two are alive");
        let (members, aabb) = alive.swap_remove(a);
        alive[b].0.extend(members);
        alive[b].1 = alive[b].1.union(&aabb);
        clusters.insert(alive[b].0.clone());
    }
    clusters
}

/// The boxes below each inner node.
fn clusters_of<const D: usize>(tree: &DynamicTree<f64, D>) -> BTreeSet<Cluster> {
    let mut clusters = alloc::collections::BTreeMap::<_, Cluster>::new();
    for (id, leaf) in tree.leaves.iter() {
        let mut index = NodeIndex(leaf);
        while index != NodeIndex::ROOT {
            index = tree.parent(index);
            clusters.entry(index).or_default().insert(id);
        }
    }
    clusters.into_values().collect()
}

fn inserted<const D: usize>(boxes: &[Aabb<f64, D>], balance: Balance) -> DynamicTree<f64, D> {
    let mut tree = DynamicTree::with_config(Config { balance });
    for (id, &aabb) in (0..).map(Id).zip(boxes) {
        tree.insert(id, aabb);
    }
    tree
}

fn check<const D: usize>(count: u32, seed: u32, edge: f64) {
    let mut random = random(seed);
    let boxes: Vec<Aabb<f64, D>> = (0..count)
        .map(|_| {
            let min = [(); D].map(|()| random());
            Aabb::new(min, min.map(|x| x + edge * random()))
        })
        .collect();
    let mut tree = inserted(&boxes, Balance::Area);
    tree.rebuild_bottom_up();
    tree.validate().unwrap();
    assert_eq!(
        clusters_of(&tree),
        greedy_clusters(&boxes),
        "{count} boxes, seed {seed}"
    );
}

/// Unit squares in a row: 0 and 1 are joined first, then 2 and 3, then these four, then 4.
#[test]
fn by_height_the_order_of_the_joins_is_cut_in_the_middle() {
    let squares = [0.0, 1.5, 10.0, 12.0, 40.0].map(|x| Aabb::new([x, 0.0], [x + 1.0, 1.0]));
    let clusters = |of: &[&[u32]]| -> BTreeSet<Cluster> {
        of.iter()
            .map(|ids| ids.iter().copied().map(Id).collect())
            .collect()
    };
    let all: &[u32] = &[0, 1, 2, 3, 4];
    let expected = [
        (
            Balance::Area,
            clusters(&[&[0, 1], &[2, 3], &[0, 1, 2, 3], all]),
        ),
        // Beside the other four, whose tree has height 2, leaf 4 would not be balanced.
        (
            Balance::Height,
            clusters(&[&[0, 1], &[3, 4], &[2, 3, 4], all]),
        ),
    ];
    for (balance, expected) in expected {
        let mut tree = inserted(&squares, balance);
        tree.rebuild_bottom_up();
        tree.validate().unwrap();
        assert_eq!(clusters_of(&tree), expected, "{balance:?}");
    }
}

/// The costs differ from each other, so there is only one greedy tree.
#[test]
fn a_rebuild_from_below_is_the_greedy_tree() {
    for count in [0, 1, 2, 3, 5, 17, 60] {
        for seed in 0..12 {
            for edge in [0.0, 0.1, 1.0] {
                check::<2>(count, seed, edge);
                check::<3>(count, seed, edge);
            }
        }
    }
}
