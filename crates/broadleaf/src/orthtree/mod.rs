//! The orthtree: [`Quadtree`] in 2D, [`Octree`] in 3D.
//!
//! ```text
//!   ┌───────────┬─────┬─────┐      A cell is halved along every axis when it has too many boxes. A box
//!   │         ▄▄│▄▄   │     │      goes into the deepest cell that it fits into. A box that crosses a
//!   │         ▀▀│▀▀ ──┼─────┤      boundary (▄▄) stays above it, unless the tree is loose: then it
//!   │           │  ▪  │ ▪▪  │      may overhang its cell.
//!   ├───────────┼─────┴─────┤
//!   │    ▪      │           │      Every node has bounds around the boxes of its subtree. Queries
//!   │           │           │      test the bounds, not the cell.
//!   └───────────┴───────────┘
//!                         ▪▪       Boxes that do not fit into the root are kept in a list.
//! ```
//!
//! Invariants, checked by `validate`:
//! * O1: every box is in one node, and the id map finds it.
//! * O2: a node's count is the number of boxes of its subtree; its bounds and categories contain
//!   those of the boxes.
//! * O3: in a strict tree, every box is in the node that the rule chooses (`choice.rs`).
//! * O4: the parent link of a child is its parent. In a strict tree, the cells of children meet at
//!   the parent's center; a loose tree leaves out levels with one child each (`skip.rs`).
//! * O5: a node whose boxes fit into a leaf is a leaf.
//! * O6: no node is deeper than the recorded depth, and every path fits into 128 bits.
//! * O7: every block of children is either reachable or free, and free nodes are empty leaves.
//! * O8: the root contains the cell that it began with, if that is given.
//!
//! Boxes as long as the scene stay in the cells at the top, where every query visits them; where
//! boxes or their distances grow exponentially, most cells are at the limit of depth. Use
//! [`KdSweep`](crate::KdSweep) or [`PackedTree`](crate::PackedTree) for such scenes.
//!
//! Sources: Finkel & Bentley 1974; lazily split quadtrees with values in inner nodes; loose octrees
//! after Ulrich 2000, growing and shrinking at the root.

mod box_run;
mod build;
mod choice;
mod config;
mod invalid_config;
mod location;
mod looseness;
mod node;
mod nodes;
mod pairs;
#[cfg(feature = "rayon")]
mod parallel;
mod place;
mod plan;
mod planner;
mod rebuild;
mod root;
mod rule;
mod skip;
mod split;
#[cfg(test)]
mod tests;
mod traits;
mod tree;
mod tuning;
mod update;
mod validate;

pub use self::config::{Config, Root};
pub use self::invalid_config::InvalidConfig;
pub use self::location::Location;
pub use self::tree::{Octree, Orthtree, Quadtree};
