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
//! Boxes that only touch are pairs. A question about interiors drops them once they are found.
//!
//! Questions may leave out pairs of boxes whose [`Filter`](crate::Filter)s ignore each other, and
//! pairs of different groups. The numbers that decide are sorted with the boxes and compared
//! sixteen at a time, before pairs are written. Groups that do not meet are swept one after the
//! other.
//!
//! Where a block has far more candidates than usual, the boxes are cut into tiles, or, if no cut
//! leaves them apart, distributed by the axes along which they are long. Each part is swept with
//! pencils of its own.
//!
//! **Cost** for n boxes: O(n + pairs) where they are spread evenly; see [`PairFinder`].
//!
//! **Sources**: sweep and prune in strips; box pruning with vector instructions after Terdiman
//! 2017; levels as in hierarchical grids (Overmars 1992).

#[cfg(feature = "rayon")]
mod block_tree;
mod boxes;
mod cell_counts;
#[cfg(test)]
mod checks;
mod chunk;
mod compare;
mod compare_selected;
mod corners;
mod filtered;
#[cfg(test)]
mod filtered_tests;
mod find_windows;
mod finder;
mod gather;
mod grid;
mod group_parts;
#[cfg(test)]
mod interior_tests;
mod interiors;
mod join;
mod keys;
mod labels;
mod level;
mod lists;
mod locate;
mod match_filter;
mod names;
mod nearby;
#[cfg(feature = "rayon")]
mod one_list;
mod operands;
#[cfg(feature = "rayon")]
mod par_query;
#[cfg(feature = "rayon")]
mod par_query_mut;
#[cfg(feature = "rayon")]
mod par_sweep;
mod partner;
mod partners;
mod parts;
mod per_box;
mod pulse;
mod query;
mod query_mut;
mod record;
mod records;
#[cfg(all(test, feature = "rayon"))]
mod records_tests;
mod refine;
mod ruler;
mod sample;
mod scratch;
mod selection;
mod shapes;
#[cfg(feature = "rayon")]
mod sort_lists;
mod sorted;
#[cfg(feature = "rayon")]
mod sorted_pieces;
mod spread;
mod starts;
mod sweeper;
#[cfg(test)]
mod tests;
#[cfg(feature = "rayon")]
mod thread_memory;
mod tile;
mod tile_sweeper;
mod tiles;
#[cfg(all(test, feature = "std"))]
mod work;
mod write_pairs;

pub(crate) use self::compare::Match;
pub use self::finder::PairFinder;
pub(crate) use self::keys::{FindKeys, KeyMemory};
pub(crate) use self::match_filter::MatchFilter;
pub use self::per_box::{PerBox, WrongLength};
pub use self::query::{PairQuery, cross_pairs, self_pairs};
pub use self::query_mut::PairQueryMut;
#[cfg(feature = "rayon")]
pub(crate) use self::sort_lists::{par_sort_pairs_into, par_sorted};
pub use crate::sort::sort_pairs;
