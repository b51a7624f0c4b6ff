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
//! B sinks, F rises, G stays. Of all boxes only that of C changes, to B ∪ G, so the rotation saves
//! `cost(C) − cost(B ∪ G)`. [`Balance::Area`] rotates if that is more than 0, [`Balance::Height`]
//! if the heights of B and C differ by more than 1.

use super::config::Balance;
use super::cost::{is_undecided, sides_difference};
use super::layout::NodeIndex;
use super::tree::DynamicTree;
use crate::geometry::{Aabb, Real, Scalar};

/// An exchange of a node with a child of its sibling.
#[derive(Clone, Copy)]
struct Swap<R> {
    sinking: NodeIndex,
    rising: NodeIndex,
    /// By area, or by sides.
    saved: R,
}

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Recomputes and improves the ancestors of a node up to `last`, or until nothing changes any
    /// more.
    ///
    /// `grown` is the highest node below whose box is known to have grown.
    pub(super) fn refit_above(
        &mut self,
        node: NodeIndex,
        last: NodeIndex,
        mut grown: Option<NodeIndex>,
    ) {
        let mut below = node;
        while below != NodeIndex::ROOT {
            let index = self.parent(below);
            let before = self.node(index).aabb;
            let changed = self.refit(index);
            // An exchange two levels above the growth can still save cost. Higher exchanges save
            // no more than before.
            let may_save = grown.is_some_and(|grown| grown == below || self.parent(grown) == below);
            let improved = self.improve(index, below, may_save);
            if index == last || !(changed || improved) {
                return;
            }
            if !before.contains(&self.node(index).aabb) {
                grown = Some(index);
            }
            below = index;
        }
    }

    /// Restores the balance of a node's children, or saves cost if `may_save`. `below` is the child
    /// that changed. Returns whether anything changed.
    fn improve(&mut self, index: NodeIndex, below: NodeIndex, may_save: bool) -> bool {
        let balance = self.config.balance;
        let [a, b] = self.siblings[below.siblings()].map(|child| child.shape);
        let swap = match (balance, balance.allows(a, b)) {
            (Balance::Area, false) => {
                self.rebuild_below(index, a.above(b).min_height() + 1);
                return true;
            }
            (Balance::Area, true) if may_save => self
                .best_swap(&[below.sibling()])
                .filter(|swap| swap.saved > S::Real::ZERO),
            (Balance::Height, false) => self.best_swap(&[below, below.sibling()]),
            (_, true) => None,
        };
        if let Some(swap) = swap {
            self.rotate(index, swap);
        }
        swap.is_some()
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

    /// The exchange that saves most when one of the nodes `sinking` changes places with a child of
    /// its sibling.
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
    /// compares the sibling's boxes before and after.
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
