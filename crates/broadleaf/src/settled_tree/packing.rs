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
//! Either choice may turn out wrong. If the changed boxes rest, every query pays for them in the
//! slower tree; if they keep moving, packing them is wasted. Only later changes show which, so the
//! wait grows by [`PATIENCE`] each time that moves led to a packing, without a limit: like the
//! doubling of a list, packing restless boxes then costs less and less for each change. Boxes that
//! come and go are as restless. Changes that are mostly new boxes reset the wait. Where all boxes
//! move, packing after every quarter takes 2.0 to 2.4 times as long, and waiting for twice the
//! changes 1.3 to 1.6 times (uniform 3D and polylines, 20,000 boxes; Xeon, 2 shared processors,
//! 2026-11-28).
//!
//! A few boxes do not fill a node of a packed tree, so sixteen changed boxes always stay in the
//! dynamic tree.

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
    /// How many of `len` boxes may have changed before all are packed.
    pub(super) fn changed_limit(len: usize) -> usize {
        LANES + len / BOXES_PER_CHANGED
    }

    /// The number of changed boxes: in the dynamic tree, or packed but not current.
    fn changed(&self) -> usize {
        self.recent.len() + self.packed.len() - self.rested.len()
    }

    /// Counts changes, `moves` of which moved or removed a box.
    pub(super) fn count_changes(&mut self, changes: usize, moves: usize) {
        self.changes += changes;
        self.moves += moves;
    }

    /// Packs if it is due.
    pub(super) fn pack_in_time(&mut self) {
        if self.rested.len() == 0 && !self.packed.is_empty() {
            self.packed = PackedTree::default();
        }
        if self.changed() > Self::changed_limit(self.len()) && self.is_due() {
            self.pack_in_turn(Vec::new());
        }
    }

    /// Whether there were enough changes after the last packing.
    pub(super) fn is_due(&self) -> bool {
        let limit = Self::changed_limit(self.len());
        self.changes > limit.saturating_mul(self.patience)
    }

    /// Packs, and makes the next wait longer if at least half of the changes moved or removed a
    /// box. Half, because boxes that come and go are inserted as often.
    pub(super) fn pack_in_turn(&mut self, more: Vec<(Id, Aabb<S, D>)>) {
        let are_restless = 2 * self.moves >= self.changes;
        self.patience = if are_restless {
            self.patience.saturating_mul(PATIENCE)
        } else {
            1
        };
        self.pack_with(more);
    }

    /// Packs, unless too few boxes have changed to gain anything.
    #[inline(never)]
    pub(super) fn settle(&mut self) {
        if self.changed() > self.len() / BOXES_PER_NEGLIGIBLE {
            self.pack_with(Vec::new());
        } else {
            self.recent.optimize();
        }
    }

    /// Packs all boxes and `more`, which replace boxes with the same id.
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
