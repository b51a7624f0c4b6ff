//! The slow best build: join what is closest, from the leaves up.

use super::build::Leaf;
use super::cost::Cost;
use super::{Balance, DynamicTree, NodeIndex};
use crate::geometry::Real;
use crate::geometry::{Aabb, Scalar};
use crate::morton::Keyed;
use alloc::vec::Vec;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Builds the whole tree anew by joining, again and again, the two subtrees whose common box
    /// costs least, as far as the balance allows.
    ///
    /// Costs O(n²) time and O(n) memory by nearest-neighbour chains (Benzécri 1982), where Box2D's
    /// search for the same tree costs O(n³). Worth trying for a few thousand boxes that never move;
    /// `rebuild` is often as good.
    #[doc(alias = "rebuildBottomUp")]
    pub fn rebuild_bottom_up(&mut self) {
        let leaves: Vec<_> = self
            .leaves
            .iter()
            .map(|(_, place)| self.leaf_at(NodeIndex(place)))
            .collect();
        self.reset_pairs();
        self.join_at(NodeIndex::ROOT, &leaves, u32::MAX);
        self.forget_stale();
        self.forget_decay();
    }

    /// Fills an unused place with a tree of the leaves, joined from below.
    pub(super) fn join_at(&mut self, root: NodeIndex, leaves: &[Leaf<S, D>], height_limit: u32) {
        let mut order =
            Dendrogram::of(leaves.iter().map(|leaf| leaf.node.aabb).collect()).into_order();
        let balance = self.balance;
        self.build_ordered(
            root,
            &mut order,
            leaves,
            height_limit,
            &mut |order, height_limit| last_join(order, balance, height_limit),
        );
    }
}

/// Of the cuts that the balance allows, the one between the subtrees that were joined last.
fn last_join(order: &[Keyed], balance: Balance, height_limit: u32) -> usize {
    let allowed =
        (1..order.len()).filter(|&cut| balance.cut(order.len(), cut, height_limit) == cut);
    allowed.max_by_key(|&cut| order[cut].key).unwrap_or(1)
}

/// Which clusters were joined, in order: the first keeps its name, the second's disappears.
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
    /// The cost of a union never shrinks when one side grows, so that joins the same clusters as
    /// searching all pairs each time.
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
            let before = chain.len().checked_sub(2).map(|place| chain[place]);
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

    /// The leaves so that every cluster is together; each with the rank, by cost, of the join with
    /// what precedes it.
    fn into_order(mut self) -> Vec<Keyed> {
        // Stable, and a cluster's cost is no less than its parts', so parts stay before wholes.
        self.joins.sort_by(|a, b| a.cost.compare(b.cost));
        // Clusters as linked lists of leaves.
        let mut next: Vec<Option<usize>> = alloc::vec![None; self.leaf_count];
        let mut last: Vec<usize> = (0..self.leaf_count).collect();
        let mut rank: Vec<u32> = alloc::vec![0; self.leaf_count];
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

/// The cluster that `of` would best be joined with: `favourite` if it is among the best, else the
/// first of them.
fn nearest_neighbour<S: Scalar, const D: usize>(
    boxes: &[Aabb<S, D>],
    alive: &[usize],
    of: usize,
    favourite: Option<usize>,
) -> (usize, Cost<S::Real>) {
    let joined = |other: usize| Cost::of(&boxes[of].union(&boxes[other]));
    let mut best = favourite.map(|favourite| (favourite, joined(favourite)));
    for &other in alive.iter().filter(|&&other| other != of) {
        let cost = joined(other);
        if best.is_none_or(|(_, least)| cost.is_less(least)) {
            best = Some((other, cost));
        }
    }
    best.expect("more than one cluster is alive")
}
