//! Repairs the damage that single moves cause.
//!
//! ```text
//!        ╱╲            A moved box is stale: the nodes around its leaf fit its previous position.
//!       ╱  ╲           The largest subtree of at most sixteen leaves around it is taken apart and
//!      ╱ ╱╲ ╲          joined again from below (`build/bottom_up.rs`), no higher than before, so
//!     ╱ ╱16╲ ╲         that the balance above still holds.
//! ```
//!
//! Sixteen, because joining costs the number of leaves squared: the repair of one box costs about
//! as much as an insert, which `optimize_some` promises. Joining, because a build along a curve
//! makes such a small subtree worse than it was (area 352 to 372 instead of 299). All subtrees are
//! rebuilt first, and the heights above them recomputed afterwards, because they share ancestors.
//! Where a quarter of all boxes is stale, a build costs less.

use crate::dynamic_tree::config::Balance;
use crate::dynamic_tree::layout::NodeIndex;
use crate::dynamic_tree::tree::DynamicTree;
use crate::dynamic_tree::tuning::MAX_CHUNK;
use crate::executor::Sequential;
use crate::geometry::Scalar;
use crate::store::Id;
use alloc::vec;
use alloc::vec::Vec;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Rebuilds the small subtrees around stale boxes, or everything if there are many.
    #[inline(never)]
    pub(crate) fn rebuild_stale(&mut self) {
        if self.stale.is_large(self.leaves.len()) {
            self.rebuild();
        } else {
            self.rebuild_some(usize::MAX);
        }
    }

    /// Rebuilds the small subtrees around at most `count` stale boxes.
    #[inline(never)]
    pub(crate) fn rebuild_some(&mut self, count: usize) {
        let some = self.stale.take(count);
        if self.config.balance == Balance::Area {
            self.rebuild_around(&some);
        }
    }

    fn rebuild_around(&mut self, ids: &[Id]) {
        let chunk = |&id: &Id| self.chunk_around(self.leaf(id)?);
        let mut chunks: Vec<_> = ids.iter().filter_map(chunk).collect();
        chunks.sort_unstable();
        chunks.dedup();
        for &root in &chunks {
            self.rebuild_below(root, self.node(root).shape.height());
        }
        for &root in &chunks {
            self.refit_heights_above(root);
        }
    }

    /// The largest subtree around a leaf that is small enough to rebuild; `None` if it is too small
    /// to change.
    fn chunk_around(&self, leaf: NodeIndex) -> Option<NodeIndex> {
        let mut root = leaf;
        while root != NodeIndex::ROOT && self.node(self.parent(root)).shape.weight() <= MAX_CHUNK {
            root = self.parent(root);
        }
        (self.node(root).shape.weight() > 2).then_some(root)
    }

    /// Rebuilds a subtree, at most `max_height` high. Does not update the shapes of its ancestors.
    pub(crate) fn rebuild_below(&mut self, root: NodeIndex, max_height: u32) {
        let mut leaves = Vec::new();
        let mut todo = vec![self.node(root).children()];
        while let Some(siblings) = todo.pop() {
            for index in [0, 1].map(|side| NodeIndex::new(siblings, side)) {
                match self.leaf_at(index) {
                    leaf if leaf.node.is_leaf() => leaves.push(leaf),
                    inner => todo.push(inner.node.children()),
                }
            }
            self.free(siblings);
        }
        if leaves.len() <= MAX_CHUNK as usize {
            self.join_at(root, &leaves, max_height);
        } else {
            self.build_at(Sequential, root, &leaves, max_height);
        }
    }

    /// Recomputes the ancestors of a rebuilt subtree. It is as heavy as before and no higher, so
    /// [`Balance::Area`] holds above it.
    fn refit_heights_above(&mut self, root: NodeIndex) {
        let mut below = root;
        while below != NodeIndex::ROOT && self.refit(self.parent(below)) {
            below = self.parent(below);
        }
    }
}
