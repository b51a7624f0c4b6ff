//! When boxes are packed, and how.

use super::id_bits::IdBits;
use super::tree::SettledTree;
use crate::geometry::{Aabb, Scalar};
use crate::index::{BroadPhase, SpatialIndex};
use crate::packed_tree::{Order, PackedTree};
use crate::store::Id;
use alloc::vec::Vec;

/// Up to this number of changed boxes are never packed unless asked for.
const MIN_CHANGED: usize = 64;
/// One changed box among this number of boxes is few.
const BOXES_PER_CHANGED: usize = 4;
/// With fewer changed boxes than one among this number, packing would gain nothing.
const BOXES_PER_NEGLIGIBLE: usize = 64;
/// Boxes that move all the time are packed after this number of changes for each box at the latest:
/// then packing costs little beside the changes.
const MAX_PATIENCE: usize = 64;

impl<S: Scalar, const D: usize> SettledTree<S, D> {
    /// The number of boxes that may have changed, of `len`, before all are packed.
    pub(super) fn changed_limit(len: usize) -> usize {
        MIN_CHANGED + len / BOXES_PER_CHANGED
    }

    /// The number of boxes that changed: that are in the dynamic tree, or packed for nothing.
    fn changed(&self) -> usize {
        self.recent.len() + self.packed.len() - self.rested.len()
    }

    /// Counts changes, and packs if it is time.
    pub(super) fn note_changes(&mut self, changes: usize, moves: usize) {
        self.changes += changes;
        self.moves += moves;
        if self.rested.len() == 0 && !self.packed.is_empty() {
            self.packed = PackedTree::default();
        }
        let limit = Self::changed_limit(self.len());
        if self.changed() > limit && self.changes > limit.saturating_mul(self.patience) {
            let are_restless = self.moves > self.changes / 2;
            let patience = if are_restless { self.patience * 2 } else { 1 };
            self.pack_with(Vec::new());
            self.patience = patience.min(MAX_PATIENCE);
        }
    }

    /// Packs, unless too few boxes changed to gain anything.
    pub(super) fn settle(&mut self) {
        if self.changed() > self.len() / BOXES_PER_NEGLIGIBLE {
            self.pack_with(Vec::new());
        } else {
            self.recent.optimize();
        }
    }

    /// Packs all boxes and more, which replace those with the same id.
    pub(super) fn pack_with(&mut self, more: Vec<(Id, Aabb<S, D>)>) {
        let mut packed = PackedTree::from_boxes(self.iter().chain(more), Order::default());
        if self.has_categories {
            packed = packed.with_categories(|id| self.category(id).unwrap_or(u32::MAX));
        }
        let ids: Vec<_> = packed.iter().map(|(id, _)| id).collect();
        self.rested = IdBits::of(ids.iter().copied());
        self.packed = packed;
        self.recent.clear();
        (self.changes, self.moves, self.patience) = (0, 0, 1);
    }
}
