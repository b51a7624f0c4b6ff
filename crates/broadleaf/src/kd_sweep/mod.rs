//! The KD tree with sweep and prune: [`KdSweep`], [`KdSlice`] over a borrowed slice, and
//! [`KdSliceMut`], which gives access to pairs of mutable elements.
//!
//! ```text
//!   ┌──────────┬───────────┐      A cut goes through the start of a median box. A box below it never
//!   │  ▪▪    ▄▄│▄▄   ▪     │      touches a box above it. The boxes that cross it (▄▄) are cut again
//!   │     ▪    │       ▪▪  │      along the other axes.
//!   │──────────┤ ▪         │
//!   │  ▪     ▄▄│▄▄─────────│      nodes  ┌ cut x ┬ crossing ┬ below … ┬ above … ┐    in pre-order
//!   │     ▪    │     ▪▪  ▪ │      items          │ ▄▄ ▄▄    │ ▪ ▪ ▪ ▪ │ ▪ ▪ ▪ ▪ │ ○ ○
//!   └──────────┴───────────┘                                                     pending: changed
//!                                                                                after the last build
//! ```
//!
//! Invariants, checked by `validate`:
//! * K1: the id map finds one item for every id. An item of the tree that it does not find is
//!   *stale*.
//! * K2: a node's bounds and categories contain those of all items in its subtree.
//! * K3: the items of siblings are consecutive and together those of their parent; a node stores
//!   the number of nodes in its subtree.
//! * K4: an item below a cut ends before it, an item above starts after it, all others touch it.
//! * K5: the items of a leaf are sorted by their starts along its axis, and the greatest end up to
//!   every item is stored.
//! * K6: no leaf is deeper than 3 log₂ n + 6 + D.
//! * K7: the numbers of pending and of stale items are limited.
//!
//! Among rods along every axis that are infinite on one side, all pairs cost O(n²): use
//! [`PairFinder`](crate::PairFinder).
//!
//! Sources: broccoli (T. Reed), which sorts the boxes that cross a divider along the other axis, in
//! 2D; cuts of several levels from a sample as in Blelloch et al. 1991.

#[cfg(feature = "rayon")]
#[cfg(test)]
mod by_hand;
mod config;
mod median_build;
mod pairs;
#[cfg(feature = "rayon")]
mod par_slice_pairs;
#[cfg(feature = "rayon")]
mod parallel;
mod slice;
mod slice_hits;
mod slice_mut;
mod slice_pairs;
mod sweep;
#[cfg(test)]
mod tests;
mod traits;
mod tree;
mod tuning;
mod update;
mod validate;

pub use self::config::Config;
pub use self::slice::KdSlice;
pub use self::slice_hits::SharedHit;
pub use self::slice_mut::KdSliceMut;
pub use self::sweep::KdSweep;
