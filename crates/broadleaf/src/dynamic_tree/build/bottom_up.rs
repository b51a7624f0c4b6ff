//! The slow build of high quality: repeatedly joins the two closest subtrees, from the leaves up.
//!
//! ```text
//!  chain  a ──▶ b ──▶ c ⇄ d       Each is the nearest of the one before. c and d are each other's
//!                     └─┬─┘       nearest: joined. The chain goes on from b.
//!                      c d
//! ```
//!
//! Box2D searches all pairs for the cheapest join, once for each join: O(n³). Chains of nearest
//! neighbours find the same clusters in O(n²) (Benzécri 1982): the cost of a union never falls when
//! one of its parts grows, so no later join can come between two mutual nearest neighbours. Only
//! the order of the joins differs, so they are sorted by cost at the end.
//!
//! The result is an order of the leaves. The common builder cuts it from above, at the latest join
//! that the balance allows, so one builder serves this build, the build along a curve, and both
//! balances.

use super::scratch::Leaf;
use crate::curve::Keyed;
use crate::dynamic_tree::config::Balance;
use crate::dynamic_tree::cost::BoxCost;
use crate::dynamic_tree::layout::NodeIndex;
use crate::dynamic_tree::tree::DynamicTree;
use crate::dynamic_tree::update::decay::Decay;
use crate::executor::Sequential;
use crate::geometry::{Aabb, Real, Scalar};
use alloc::vec;
use alloc::vec::Vec;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Rebuilds the whole tree by repeatedly joining the two subtrees whose common box costs least,
    /// as far as the balance allows. With [`Balance::Height`], the leaves keep the order of these
    /// joins and are repeatedly cut in the middle.
    ///
    /// Costs O(n²) time and O(n) memory by nearest-neighbour chains (Benzécri 1982); the search of
    /// Box2D for the same tree costs O(n³). Useful for up to a few thousand boxes that never move;
    /// `rebuild` is often as good.
    #[doc(alias = "rebuildBottomUp")]
    #[inline(never)]
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
    pub(crate) fn join_at(&mut self, root: NodeIndex, leaves: &[Leaf<S, D>], max_height: u32) {
        let boxes = leaves.iter().map(|leaf| leaf.node.aabb).collect();
        let mut order = Dendrogram::of(boxes).into_order();
        let balance = self.config.balance;
        let cut = |order: &mut [Keyed], max_height| last_join(order, balance, max_height);
        self.build_ordered(Sequential, root, &mut order, leaves, max_height, cut);
    }
}

/// The cut that the balance allows between the subtrees that were joined last.
fn last_join(order: &[Keyed], balance: Balance, max_height: u32) -> usize {
    let allowed = (1..order.len()).filter(|&cut| balance.cut(order.len(), cut, max_height) == cut);
    allowed.max_by_key(|&cut| order[cut].key).unwrap_or(1)
}

/// The joins of clusters, in order: the first cluster keeps its index, the second disappears.
struct Dendrogram<R> {
    leaf_count: usize,
    joins: Vec<ClusterJoin<R>>,
}

#[derive(Clone, Copy)]
struct ClusterJoin<R> {
    kept: usize,
    gone: usize,
    cost: BoxCost<R>,
}

impl<R: Real> Dendrogram<R> {
    /// Follows nearest neighbours until two are mutual, and joins those two.
    ///
    /// The clusters are those of a search of all pairs for each join: a union never costs less when
    /// one of its parts grows.
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
            joins.push(ClusterJoin { kept, gone, cost });
        }
        Self { leaf_count, joins }
    }

    /// An order of the leaves that keeps every cluster together. The key of a leaf is the rank, by
    /// cost, of the join with the cluster before it.
    fn into_order(mut self) -> Vec<Keyed> {
        // Stable, and a cluster costs at least as much as its parts, so parts stay before wholes.
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

/// The cluster whose join with `of` costs least, and that cost. A tie goes to `preferred`, else to
/// the first.
fn nearest_neighbour<S: Scalar, const D: usize>(
    boxes: &[Aabb<S, D>],
    alive: &[usize],
    of: usize,
    preferred: Option<usize>,
) -> (usize, BoxCost<S::Real>) {
    let joined = |other: usize| boxes[of].union(&boxes[other]);
    let cost = |other: usize| (other, BoxCost::of(&joined(other)));
    let others = alive.iter().copied().filter(|&other| other != of);
    // An area nearly always decides, at half the price of a full cost.
    let closer = |best: (usize, BoxCost<S::Real>), other: usize| {
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
