//! Upkeep: repairing what single moves left behind.

use super::build::Leaf;
use super::{Balance, DynamicTree, Id, NodeIndex, Scalar, Vec, vec};
use crate::BroadPhase;

/// From this share of stale boxes on, `optimize` rebuilds everything.
const REBUILD_SHARE: usize = 4;
/// The most leaves of a subtree that is rebuilt because of one stale box.
const CHUNK: u32 = 32;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Remembers that a box was inserted or moved by itself.
    pub(super) fn note_stale(&mut self, id: Id) {
        if self.stale.len() <= self.len() / REBUILD_SHARE {
            self.stale.push(id);
        }
    }

    /// Rebuilds the small subtrees around stale boxes, or everything if there are many.
    pub(super) fn rebuild_stale(&mut self) {
        if self.stale.len() > self.len() / REBUILD_SHARE {
            self.rebuild();
            return;
        }
        let stale = core::mem::take(&mut self.stale);
        // A rebuilt subtree keeps its weight but not its height, so under `Balance::Height` only a full rebuild is safe.
        if self.balance == Balance::Area {
            let mut roots: Vec<_> = stale.iter().filter_map(|&id| self.chunk_around(self.leaf(id)?)).collect();
            roots.sort_unstable();
            roots.dedup();
            roots.iter().for_each(|&root| self.rebuild_below(root));
            roots.iter().for_each(|&root| self.refit_heights_above(root));
        }
        self.stale = stale;
        self.stale.clear();
    }

    /// The largest subtree around a leaf that is small enough to rebuild, if there is anything to rebuild.
    fn chunk_around(&self, leaf: NodeIndex) -> Option<NodeIndex> {
        let mut root = leaf;
        while root != NodeIndex::ROOT && self.node(self.kin_of(root).parent).weight <= CHUNK {
            root = self.kin_of(root).parent;
        }
        (self.node(root).weight > 2).then_some(root)
    }

    fn rebuild_below(&mut self, root: NodeIndex) {
        let mut leaves = Vec::with_capacity(CHUNK as usize);
        let mut pairs = vec![self.node(root).children()];
        while let Some(pair) = pairs.pop() {
            for (node, category) in self.pairs[pair as usize].into_iter().zip(self.kin[pair as usize].categories) {
                if node.is_leaf() {
                    leaves.push(Leaf { node, category });
                } else {
                    pairs.push(node.children());
                }
            }
            self.free_pair(pair);
        }
        self.build_at(root, &leaves);
    }

    fn refit_heights_above(&mut self, root: NodeIndex) {
        let mut below = root;
        while below != NodeIndex::ROOT {
            let parent = self.kin_of(below).parent;
            if !self.refit(parent) {
                return;
            }
            below = parent;
        }
    }
}
