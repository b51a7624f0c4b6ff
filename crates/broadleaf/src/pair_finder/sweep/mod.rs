//! The comparison of sorted boxes.
//!
//! The second half of every query compares blocks of sixteen boxes with their candidates. It relies
//! on the contract of [`Sorted`](super::order::Sorted) alone.
//!
//! ```text
//!   Sorted ─▶ Pass: which list is cut into blocks, and where candidates come from
//!               │
//!             BlockSweep: pencil after pencil, block after block
//!               │ Partners: the pencils near that of the block
//!               │ windows: of each, the boxes that may touch the block ── Selection: all of them,
//!               │                                                         or those near its bounds
//!             compare: masks of sixteen boxes, a Match for each candidate
//!               │ Refine: drops pairs that another part owns or that filters refuse
//!             write_pairs ─▶ the visitor
//! ```

mod block_sweep;
mod compare;
mod compare_selected;
mod few_boxes;
mod interiors;
mod labels;
mod names;
mod pair_filter;
mod partners;
mod pass;
mod per_box;
mod refine;
mod scratch;
mod selection;
mod sweeper;
#[cfg(test)]
mod tests;
mod windows;
mod write_pairs;

#[cfg(feature = "rayon")]
pub(super) use self::block_sweep::BlockSweep;
pub(crate) use self::compare::Match;
pub(super) use self::few_boxes::{are_few, visit_few};
pub(super) use self::interiors::Interiors;
pub(super) use self::names::MAX_TAGGED;
pub(crate) use self::pair_filter::MatchFilter;
pub(super) use self::pair_filter::PairFilter;
#[cfg(feature = "rayon")]
pub(super) use self::pass::Pass;
pub use self::per_box::{PerBox, WrongLength};
#[cfg(feature = "rayon")]
pub(super) use self::scratch::Scratch;
pub(super) use self::sweeper::Sweeper;
