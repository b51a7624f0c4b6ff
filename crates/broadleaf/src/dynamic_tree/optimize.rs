//! Upkeep: repairing what single moves left behind.

use super::{Balance, DynamicTree, NodeIndex};
use crate::geometry::Scalar;
use crate::index::SpatialIndex;
use crate::store::Id;
use alloc::vec;
use alloc::vec::Vec;

/// From this share of changed boxes on, `optimize` rebuilds everything.
const REBUILD_SHARE: usize = 4;
/// The most leaves of a subtree that is rebuilt because of one stale box. Joining them costs their
/// number squared.
const CHUNK: u32 = 16;

/// Boxes inserted or moved one by one since the last `optimize`.
#[derive(Clone, Debug, Default)]
pub(super) struct Stale {
    count: usize,
    /// Not all of them any more once there are so many that everything will be rebuilt.
    pub(super) ids: Vec<Id>,
}

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    pub(super) fn note_stale(&mut self, id: Id) {
        self.stale.count += 1;
        if self.stale.ids.len() <= self.len() / REBUILD_SHARE {
            self.stale.ids.push(id);
        }
    }

    pub(super) fn forget_stale(&mut self) {
        self.stale.count = 0;
        self.stale.ids.clear();
    }

    /// Rebuilds the small subtrees around stale boxes, or everything if there are many.
    pub(super) fn rebuild_stale(&mut self) {
        if self.stale.count > self.len() / REBUILD_SHARE {
            self.rebuild();
        } else if self.balance == Balance::Area {
            let mut roots: Vec<_> = self
                .stale
                .ids
                .iter()
                .filter_map(|&id| self.chunk_around(self.leaf(id)?))
                .collect();
            roots.sort_unstable();
            roots.dedup();
            roots
                .iter()
                .for_each(|&root| self.rebuild_below(root, self.node(root).shape.height()));
            roots
                .iter()
                .for_each(|&root| self.refit_heights_above(root));
        }
        self.forget_stale();
    }

    /// The largest subtree around a leaf that is small enough to rebuild, if there is anything to
    /// rebuild.
    fn chunk_around(&self, leaf: NodeIndex) -> Option<NodeIndex> {
        let mut root = leaf;
        while root != NodeIndex::ROOT && self.node(self.parent(root)).shape.weight() <= CHUNK {
            root = self.parent(root);
        }
        (self.node(root).shape.weight() > 2).then_some(root)
    }

    /// Builds a subtree anew, no higher than `height_limit`. What is above does not know its new
    /// height yet.
    pub(super) fn rebuild_below(&mut self, root: NodeIndex, height_limit: u32) {
        let mut leaves = Vec::new();
        let mut pairs = vec![self.node(root).children()];
        while let Some(pair) = pairs.pop() {
            for place in [0, 1].map(|side| NodeIndex::new(pair, side)) {
                match self.leaf_at(place) {
                    leaf if leaf.node.is_leaf() => leaves.push(leaf),
                    inner => pairs.push(inner.node.children()),
                }
            }
            self.free_pair(pair);
        }
        if leaves.len() <= CHUNK as usize {
            self.join_at(root, &leaves, height_limit);
        } else {
            self.build_at(root, &leaves, height_limit);
        }
    }

    /// Recomputes the ancestors of a rebuilt subtree. It is as heavy as before and no higher, which
    /// [`Balance::Area`] allows.
    fn refit_heights_above(&mut self, root: NodeIndex) {
        let mut below = root;
        while below != NodeIndex::ROOT && self.refit(self.parent(below)) {
            below = self.parent(below);
        }
    }
}
