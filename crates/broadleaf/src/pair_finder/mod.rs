//! Pairs from scratch, by sweeping pencils.
//!
//! ```text
//!        +----+----+----+----+     Space is cut into pencils: long cells along one axis, as wide as
//!       /    /    /    /    /|     the boxes themselves. A box belongs to the pencil of its lower
//!      +----+----+----+----+ |     corner and reaches no farther than into the next pencil. Within
//!      |    | #######      | +     a pencil, boxes are sorted by where they begin. Blocks of sixteen
//!      |    | #  |   #     |/|     boxes are compared with their candidates: boxes of the same
//!      +----+-#--+---#-----+ |     pencil, of the pencils beside it that come later, and of the
//!      |    | #######      | +     coarser pencils that hold larger boxes.
//!      +----+----+----+----+/
//! ```
//!
//! [`PairFinder`] finds the pairs of boxes in the caller's memory.
//! [`PencilSweep`](crate::PencilSweep) is a structure around it, and
//! [`near`](crate::SpatialIndex::near) finds the pairs of boxes of any index with it.
//!
//! Boxes that only touch are pairs. A query for interiors drops them after they are found.
//!
//! Short lists are not sorted into several pencils: up to 20 boxes are compared by a double loop
//! (`order/operands.rs`), up to 128 sixteen at a time (`sweep/few_boxes.rs`), and up to 512 share
//! one pencil.
//!
//! **Where to start**: `finder.rs`, `parts/part_sweeper.rs`, then `sweep/sweeper.rs`, whose two
//! functions `sort` and `sweep` are the whole algorithm. `order/` sorts boxes into a grid, `sweep/`
//! compares them, `parts/` divides boxes that do not suit a single grid. `Sorted`
//! (`order/sorted.rs`) documents the contract between the first two. Tuning constants are in
//! `tuning.rs`, reasons in `docs/internals/pencil-sweep.md`, experiments in `docs/log`.
//!
//! The forms that a box takes on its way to a pair:
//!
//! ```text
//!   form                   where                      why it is copied
//!   the caller's           any `BoxSource`
//!   sampled                `order/sample.rs`          one in 32: extents are selected, not sorted
//!   chunk                  `order/chunk.rs`           64 boxes by axis, for vector loops
//!   record                 `order/records.rs`         key and index: 8 bytes are sorted, not boxes
//!   columns                `order/boxes.rs`           in sweep order, for blocks of sixteen
//!   nearby                 `sweep/windows.rs`         boxes of coarser pencils near eight blocks
//!   block, candidate       `sweep/compare.rs`         in registers
//!   match                  `sweep/compare.rs`         a candidate, and a mask of the block
//!   pair of indices        `sweep/write_pairs.rs`     256 at a time for the visitor
//! ```
//!
//! In a crowd, the boxes of each part are copied first (`parts/part.rs`). With filters or parts, a
//! number or a tag replaces the index until there are matches (`sweep/names.rs`).
//!
//! **Cost** for n boxes: O(n + pairs) if they are spread evenly; see [`PairFinder`].
//!
//! **Sources**: sweep and prune in strips; box pruning with vector instructions after Terdiman
//! 2017; levels as in hierarchical grids (Overmars 1992).

#[cfg(feature = "rayon")]
mod block_tree;
mod filtered;
mod finder;
mod keys;
#[cfg(feature = "rayon")]
mod one_list;
mod order;
#[cfg(feature = "rayon")]
mod par_query;
#[cfg(feature = "rayon")]
mod par_query_mut;
mod parts;
#[cfg(feature = "rayon")]
mod pieces;
mod query;
mod query_mut;
#[cfg(feature = "rayon")]
mod sort_lists;
mod sweep;
#[cfg(test)]
mod tests;
#[cfg(feature = "rayon")]
mod thread_memory;
mod tuning;

pub use self::finder::PairFinder;
pub(crate) use self::keys::{FindKeys, KeyMemory};
#[cfg(feature = "rayon")]
pub(crate) use self::pieces::PairPieces;
pub use self::query::{PairQuery, cross_pairs, self_pairs};
pub use self::query_mut::PairQueryMut;
#[cfg(feature = "rayon")]
pub(crate) use self::sort_lists::{par_sort_pairs_into, par_sorted};
pub(crate) use self::sweep::{Match, MatchFilter};
pub use self::sweep::{PerBox, WrongLength};
pub use crate::sort::sort_pairs;
