//! The slow build of high quality: join the closest boxes, from the leaves up.

use super::config::Balance;
use super::cost::Cost;
use super::decay::Decay;
use super::layout::NodeIndex;
use super::scratch::Leaf;
use super::tree::DynamicTree;
use crate::curve::Keyed;
use crate::executor::Sequential;
use crate::geometry::{Aabb, Real, Scalar};
use alloc::vec;
use alloc::vec::Vec;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Builds the whole tree anew by joining, again and again, the two subtrees whose common box
    /// costs least, as far as the balance allows: with [`Balance::Height`], the leaves in the order
    /// of these joins, cut in the middle again and again.
    ///
    /// Costs O(n²) time and O(n) memory by nearest-neighbour chains (Benzécri 1982), where the
    /// search of Box2D for the same tree costs O(n³). Useful for at most a few thousand boxes that
    /// never move; `rebuild` is often as good.
    #[doc(alias = "rebuildBottomUp")]
    pub fn rebuild_bottom_up(&mut self) {
        let leaves: Vec<_> = self
            .leaves
            .iter()
            .map(|(_, index)| self.leaf_at(NodeIndex(index)))
            .collect();
        self.free_all();
        self.join_at(NodeIndex::ROOT, &leaves, u32::MAX);
        self.stale.clear();
        self.decay = Decay::default();
    }

    /// Fills an unused node with a tree of the leaves, joined from below.
    pub(super) fn join_at(&mut self, root: NodeIndex, leaves: &[Leaf<S, D>], max_height: u32) {
        let boxes = leaves.iter().map(|leaf| leaf.node.aabb).collect();
        let mut order = Dendrogram::of(boxes).into_order();
        let balance = self.config.balance;
        let cut = |order: &mut [Keyed], max_height| last_join(order, balance, max_height);
        self.build_ordered(Sequential, root, &mut order, leaves, max_height, cut);
    }
}

/// Of the cuts that the balance allows, the one between the subtrees that were joined last.
fn last_join(order: &[Keyed], balance: Balance, max_height: u32) -> usize {
    let allowed = (1..order.len()).filter(|&cut| balance.cut(order.len(), cut, max_height) == cut);
    allowed.max_by_key(|&cut| order[cut].key).unwrap_or(1)
}

/// The joins of clusters, in order: the first cluster keeps its index, the second disappears.
struct Dendrogram<R> {
    leaf_count: usize,
    joins: Vec<Join<R>>,
}

#[derive(Clone, Copy)]
struct Join<R> {
    kept: usize,
    gone: usize,
    cost: Cost<R>,
}

impl<R: Real> Dendrogram<R> {
    /// Follows nearest neighbours until two are each other's nearest, and joins these.
    ///
    /// A union never costs less when one of its parts grows, so the clusters are the same as with a
    /// search of all pairs each time.
    fn of<S: Scalar<Real = R>, const D: usize>(mut boxes: Vec<Aabb<S, D>>) -> Self {
        let leaf_count = boxes.len();
        let mut alive: Vec<usize> = (0..leaf_count).collect();
        let mut joins = Vec::with_capacity(leaf_count);
        let mut chain: Vec<usize> = Vec::new();
        while alive.len() > 1 {
            let end = chain.last().copied().unwrap_or(alive[0]);
            if chain.is_empty() {
                chain.push(end);
            }
            let before = chain.len().checked_sub(2).map(|index| chain[index]);
            let (next, cost) = nearest_neighbour(&boxes, &alive, end, before);
            if before != Some(next) {
                chain.push(next);
                continue;
            }
            chain.truncate(chain.len() - 2);
            let (kept, gone) = (end.min(next), end.max(next));
            boxes[kept] = boxes[kept].union(&boxes[gone]);
            alive.retain(|&cluster| cluster != gone);
            joins.push(Join { kept, gone, cost });
        }
        Self { leaf_count, joins }
    }

    /// The leaves in an order that keeps every cluster together. The key of a leaf is the rank, by
    /// cost, of the join with the cluster before it.
    fn into_order(mut self) -> Vec<Keyed> {
        // Stable, and a cluster's cost is no less than its parts', so parts stay before wholes.
        self.joins.sort_by(|a, b| a.cost.compare(b.cost));
        // Clusters as linked lists of leaves.
        let mut next: Vec<Option<usize>> = vec![None; self.leaf_count];
        let mut last: Vec<usize> = (0..self.leaf_count).collect();
        let mut rank: Vec<u32> = vec![0; self.leaf_count];
        for (join, number) in self.joins.iter().zip(1..) {
            next[last[join.kept]] = Some(join.gone);
            last[join.kept] = last[join.gone];
            rank[join.gone] = number;
        }
        let first = (self.leaf_count > 0).then_some(0);
        let leaves = core::iter::successors(first, |&leaf| next[leaf]);
        #[expect(clippy::cast_possible_truncation, reason = "leaves are counted in u32")]
        leaves
            .map(|leaf| Keyed {
                key: rank[leaf],
                index: leaf as u32,
            })
            .collect()
    }
}

/// The cluster whose join with `of` costs least, and that cost. Of equal ones, `preferred`, else
/// the first.
fn nearest_neighbour<S: Scalar, const D: usize>(
    boxes: &[Aabb<S, D>],
    alive: &[usize],
    of: usize,
    preferred: Option<usize>,
) -> (usize, Cost<S::Real>) {
    let joined = |other: usize| boxes[of].union(&boxes[other]);
    let cost = |other: usize| (other, Cost::of(&joined(other)));
    let others = alive.iter().copied().filter(|&other| other != of);
    // An area decides nearly always, and costs half as much as a cost.
    let closer = |best: (usize, Cost<S::Real>), other: usize| {
        if best.1.is_less_than_area(joined(other).half_area()) {
            return best;
        }
        let next = cost(other);
        if next.1.is_less(best.1) { next } else { best }
    };
    let mut others = preferred.into_iter().chain(others);
    let first = others.next().expect("more than one cluster is alive");
    others.fold(cost(first), closer)
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
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

    /// Joins, again and again, of all pairs the one whose common box has the least surface: O(n³).
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

    /// A tree of boxes that were inserted one by one.
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
            // 4 beside the other four would be three levels higher than they.
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

    /// Costs are different numbers here, so there is only one greedy tree.
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
}
