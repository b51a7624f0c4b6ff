//! When boxes are packed, and how.
//!
//! ```text
//!  changed boxes │      ╱│     ╱│                 ╱      A quarter of all boxes has changed: pack.
//!  a quarter ────┼─────╱─│────╱─│────────────────╱──     If half of them moved or went, boxes may
//!                │   ╱   │  ╱   │       ╱‾‾‾‾‾‾‾‾‾       be restless: the next packing waits for
//!                │ ╱     │╱     │    ╱‾                  four times as many changes, and so on.
//!                └───────┴──────┴────────────────▶ changes
//! ```
//!
//! Two things may be wrong with boxes that changed. If they rest now, every query pays for them in
//! the slower tree; if they go on moving, a packing is for nothing. Which of them it is shows only
//! later, so the wait grows by [`PATIENCE`] each time that moves led to a packing, without a limit:
//! packings of restless boxes then cost less and less for each change, as the doubling of a list
//! does. Boxes that come and go are as restless. Changes that are mostly new boxes set the wait
//! back. To pack after every quarter takes 2.0 to 2.4 times as long where all boxes move, and to
//! wait for twice the changes 1.3 to 1.6 times (uniform 3D and polylines, 20,000 boxes; Xeon, 2
//! shared processors, 2026-11-28).
//!
//! Few boxes fill no node of a packed tree: sixteen changed ones are always left to the dynamic
//! tree.

use super::id_bits::IdBits;
use super::tree::SettledTree;
use super::tuning::{BOXES_PER_CHANGED, BOXES_PER_NEGLIGIBLE, PATIENCE};
use crate::geometry::{Aabb, Scalar};
use crate::index::{SpatialIndex, SpatialIndexMut};
use crate::packed_tree::{Order, PackedTree};
use crate::simd::LANES;
use crate::store::Id;
use alloc::vec::Vec;

impl<S: Scalar, const D: usize> SettledTree<S, D> {
    /// The number of boxes that may have changed, of `len`, before all are packed.
    pub(super) fn changed_limit(len: usize) -> usize {
        LANES + len / BOXES_PER_CHANGED
    }

    /// The number of boxes that changed: that are in the dynamic tree, or packed for nothing.
    fn changed(&self) -> usize {
        self.recent.len() + self.packed.len() - self.rested.len()
    }

    /// Counts changes, of which `moves` moved or removed a box.
    pub(super) fn count_changes(&mut self, changes: usize, moves: usize) {
        self.changes += changes;
        self.moves += moves;
    }

    /// Packs if it is time.
    pub(super) fn pack_in_time(&mut self) {
        if self.rested.len() == 0 && !self.packed.is_empty() {
            self.packed = PackedTree::default();
        }
        if self.changed() > Self::changed_limit(self.len()) && self.is_due() {
            self.pack_in_turn(Vec::new());
        }
    }

    /// Whether there were enough changes since the boxes were packed.
    pub(super) fn is_due(&self) -> bool {
        let limit = Self::changed_limit(self.len());
        self.changes > limit.saturating_mul(self.patience)
    }

    /// Packs, and waits longer the next time if at least half of the changes moved or removed a
    /// box: so many do where boxes come and go.
    pub(super) fn pack_in_turn(&mut self, more: Vec<(Id, Aabb<S, D>)>) {
        let are_restless = 2 * self.moves >= self.changes;
        self.patience = if are_restless {
            self.patience.saturating_mul(PATIENCE)
        } else {
            1
        };
        self.pack_with(more);
    }

    /// Packs, unless too few boxes changed to gain anything.
    #[inline(never)]
    pub(super) fn settle(&mut self) {
        if self.changed() > self.len() / BOXES_PER_NEGLIGIBLE {
            self.pack_with(Vec::new());
        } else {
            self.recent.optimize();
        }
    }

    /// Packs all boxes and more, which replace those with the same id.
    fn pack_with(&mut self, more: Vec<(Id, Aabb<S, D>)>) {
        let mut packed = PackedTree::from_items(self.iter().chain(more), Order::default());
        if self.has_categories {
            packed = packed.with_categories(|id| self.category(id).unwrap_or(u32::MAX));
        }
        let ids: Vec<_> = packed.iter().map(|(id, _)| id).collect();
        self.rested = IdBits::of(ids.iter().copied());
        self.packed = packed;
        self.recent.clear();
        (self.changes, self.moves) = (0, 0);
    }
}
