//! Refit and rotate on the way up.
//!
//! A rotation exchanges a node with a child of its sibling, here B with F:
//!
//! ```text
//!         A                       A
//!      ┌──┴──┐                 ┌──┴──┐
//!      B     C       ──▶       F     C'           (A (B (D E) C (F G)))
//!     ┌┴┐   ┌┴┐               ┌┴┐   ┌┴┐     becomes (A F (C' (B (D E) G)))
//!     D E   F G               . .   B G
//! ```
//!
//! B sinks, F rises, G stays. Only the box of C changes, to B ∪ G, so the rotation saves `cost(C) −
//! cost(B ∪ G)`. [`Balance::Area`] rotates if this is positive, [`Balance::Height`] if the heights
//! of B and C differ by more than 1.

use super::descend::LeafPlace;
use crate::dynamic_tree::config::Balance;
use crate::dynamic_tree::cost::{is_undecided, sides_difference};
use crate::dynamic_tree::layout::NodeIndex;
use crate::dynamic_tree::tree::DynamicTree;
use crate::geometry::{Aabb, Real, Scalar};

/// An exchange of a node with a child of its sibling.
#[derive(Clone, Copy)]
struct Swap<R> {
    sinking: NodeIndex,
    rising: NodeIndex,
    /// The saved cost, by area or by sides.
    saved: R,
}

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Recomputes and improves the ancestors of a node up to `last`, or until nothing changes.
    /// Rotates only to restore the balance: no box is known to have grown.
    pub(crate) fn refit_above(&mut self, node: NodeIndex, last: NodeIndex) {
        let mut below = node;
        let mut boxes_change = true;
        while below != NodeIndex::ROOT && below != last {
            let index = self.parent(below);
            let before = *self.node(index);
            let changed = if boxes_change {
                let category = self.category_of(index);
                let changed = self.refit(index);
                boxes_change =
                    before.aabb != self.node(index).aabb || category != self.category_of(index);
                changed
            } else {
                self.refit_shape(index, below)
            };
            let improved = self.improve(index, below, false);
            if !(changed || improved) {
                return;
            }
            let is_only_lighter =
                !boxes_change && before.shape.without_leaf() == Some(self.node(index).shape);
            below = if is_only_lighter {
                self.take_leaf_above(index, last)
            } else {
                index
            };
        }
    }

    /// Subtracts a leaf from the weights of the ancestors of a node up to `last`, while the balance
    /// allows it. Nothing else changes there. Returns the last node that is up to date.
    fn take_leaf_above(&mut self, node: NodeIndex, last: NodeIndex) -> NodeIndex {
        let mut below = node;
        while below != NodeIndex::ROOT && below != last {
            let index = self.parent(below);
            let shape = self.node(index).shape.without_leaf();
            let Some(shape) = shape.filter(|&shape| self.config.balance.allows_weight(shape))
            else {
                break;
            };
            self.node_mut(index).shape = shape;
            below = index;
        }
        below
    }

    /// Updates the heights from a new leaf's parent up to the start of its descent. Improves the
    /// tree where a box has grown within the last two levels: exchanges above these save no more
    /// than before the insert.
    pub(crate) fn refit_heights(&mut self, start: NodeIndex, place: LeafPlace) {
        let mut below = place.sibling;
        // The nodes on the path from `below` up that have grown, including the leaf's parent.
        let mut grown = place.depth - place.fitting + 1;
        let mut fitting = 0;
        while below != start {
            let index = self.parent(below);
            let changed = self.refit_shape(index, below);
            (grown, fitting) = (grown.saturating_sub(1), fitting + u32::from(grown == 0));
            let improved = self.improve(index, below, fitting < 2);
            if !(changed || improved || fitting < 2) {
                return;
            }
            below = index;
        }
    }

    /// Recomputes the height and the weight of the parent of `child`; returns whether they changed.
    #[inline]
    fn refit_shape(&mut self, index: NodeIndex, child: NodeIndex) -> bool {
        let [a, b] = &self.siblings[child.siblings()];
        let shape = a.shape.above(b.shape);
        let changed = self.node(index).shape != shape;
        self.node_mut(index).shape = shape;
        changed
    }

    /// Restores the balance of a node's children, or saves cost if `may_save`. `below` is the child
    /// that changed. Returns whether the tree changed.
    #[inline]
    fn improve(&mut self, index: NodeIndex, below: NodeIndex, may_save: bool) -> bool {
        let balance = self.config.balance;
        let [a, b] = &self.siblings[below.siblings()];
        let allowed = balance.allows(a.shape, b.shape);
        let may_save = may_save && balance == Balance::Area && self.may_save(below);
        (may_save || !allowed) && self.exchange_or_rebuild(index, below, allowed)
    }

    fn exchange_or_rebuild(&mut self, index: NodeIndex, below: NodeIndex, allowed: bool) -> bool {
        let swap = match (self.config.balance, allowed) {
            (Balance::Area, false) => {
                if !self.straighten(index) {
                    let max_height = self.node(index).shape.min_height() + 1;
                    self.rebuild_below(index, max_height);
                }
                return true;
            }
            (Balance::Area, true) => self
                .best_swap(&[below.sibling()])
                .filter(|swap| swap.saved > S::Real::ZERO),
            (Balance::Height, _) => self.best_swap(&[below, below.sibling()]),
        };
        if let Some(swap) = swap {
            self.rotate(index, swap);
        }
        swap.is_some()
    }

    /// Whether exchanging a child of `parent` with the sibling of `parent` may save area: a quick
    /// test that most nodes fail.
    #[inline]
    fn may_save(&self, parent: NodeIndex) -> bool {
        let (node, uncle) = (self.node(parent), self.node(parent.sibling()));
        if !node.is_inner() {
            return false;
        }
        let before = node.aabb.half_area();
        let [a, b] = self.children(node);
        let [first, second] = [a, b].map(|stays| uncle.aabb.union(&stays.aabb).half_area());
        !(before < first && before < second)
    }

    fn rotate(&mut self, index: NodeIndex, swap: Swap<S::Real>) {
        let Swap {
            sinking, rising, ..
        } = swap;
        let (node, category) = (*self.node(sinking), self.category_of(sinking));
        self.copy_node(rising, sinking);
        self.set_node(rising, node, category);
        self.refit(sinking.sibling());
        self.refit(index);
    }

    /// The exchange of one of the nodes `sinking` with a child of its sibling that saves most.
    fn best_swap(&self, sinking: &[NodeIndex]) -> Option<Swap<S::Real>> {
        let best = self.best_swap_by(sinking, |before, after| {
            before.half_area() - after.half_area()
        })?;
        if is_undecided(best.saved, S::Real::ZERO) {
            self.best_swap_by_sides(sinking)
        } else {
            Some(best)
        }
    }

    #[cold]
    fn best_swap_by_sides(&self, sinking: &[NodeIndex]) -> Option<Swap<S::Real>> {
        self.best_swap_by(sinking, sides_difference)
    }

    #[inline]
    fn best_swap_by(
        &self,
        sinking: &[NodeIndex],
        saved: impl Fn(&Aabb<S, D>, &Aabb<S, D>) -> S::Real + Copy,
    ) -> Option<Swap<S::Real>> {
        let swaps = sinking
            .iter()
            .flat_map(|&sinking| self.swaps_of(sinking, saved));
        swaps.reduce(|best, next| if next.saved > best.saved { next } else { best })
    }

    /// The exchanges of `sinking` with a child of its sibling that the balance allows. `saved`
    /// compares the previous and the new box of the sibling.
    #[inline]
    fn swaps_of(
        &self,
        sinking: NodeIndex,
        saved: impl Fn(&Aabb<S, D>, &Aabb<S, D>) -> S::Real,
    ) -> impl Iterator<Item = Swap<S::Real>> {
        let (node, sibling) = (self.node(sinking), self.node(sinking.sibling()));
        let children = sibling.is_inner().then(|| sibling.children());
        let balance = self.config.balance;
        let swaps = [0, 1].map(|side| {
            let rising = NodeIndex::new(children?, side);
            let staying = self.node(rising.sibling());
            let joined = node.shape.above(staying.shape);
            let allowed = balance.allows(node.shape, staying.shape)
                && balance.allows(self.node(rising).shape, joined);
            let saved = saved(&sibling.aabb, &node.aabb.union(&staying.aabb));
            allowed.then_some(Swap {
                sinking,
                rising,
                saved,
            })
        });
        swaps.into_iter().flatten()
    }
}
