//! The settled tree: a packed tree of the boxes that rest, and a dynamic tree of the others.
//!
//! ```text
//!   insert, move                       every query
//!        │                          ┌───────┴────────┐
//!        ▼        packing           ▼                ▼
//!     recent ───────────────▶    packed           recent
//!  (DynamicTree)              (PackedTree),    (DynamicTree)
//!        ▲                    of which only
//!        └── moved ────────── `rested` counts
//! ```
//!
//! A packed box that moves or goes is only removed from `rested`. When more than a share of all
//! boxes has changed, all boxes are packed again.
//!
//! Invariants, checked by `validate`:
//! * R1: an id that rested is in the packed tree.
//! * R2: no id that rested is in the dynamic tree.
//!
//! Costs for n boxes: a query of the packed tree and of the dynamic tree of the changed boxes; a
//! change O(log n) amortized over many, a single one of which may cost O(n log n); a bulk `extend`
//! of more boxes than a share of all O(n log n).

mod from_boxes;
mod id_bits;
mod packing;
mod parts;
mod pieces;
mod report;
#[cfg(test)]
mod tests;
mod traits;
mod tree;
mod tuning;
mod update;

pub use self::tree::SettledTree;
