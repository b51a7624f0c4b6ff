//! The packed tree: static, sixteen children to a node, no pointers.
//!
//! ```text
//!  root          │ A B C │               A node is the boxes of its children, up to sixteen, in
//!            ┌─────┘ │ └─────┐           columns: all lower ends on x, all lower ends on y, …
//!  level 1  a b c … d e f … g h i        The children of node i of a level are the nodes 16 i to
//!           │ │ │   │ │ │   │ │ │        16 i + 15 of the level below, so nothing points anywhere.
//!  level 0  leaf nodes: their children are the boxes, whose ids are stored beside them
//! ```
//!
//! Invariants, checked by `validate`:
//! * P1: every child has a valid box, whose numbers are coordinates of the type.
//! * P2: the box of a node is the union of its children's boxes.
//! * P3: the category of a node is the union of its children's categories.
//! * P4: the positions lead to all boxes, by ascending id.
//! * P5: the data of the boxes are consecutive and fill their section.
//!
//! `docs/reference/format.md` in the repository describes the bytes. [`PackedTree::from_flatbush`]
//! and [`PackedTree::to_flatbush`] read and write the files of npm's `flatbush`.
//!
//! Costs for n boxes: a build O(n log n); an overlap query O(log n + found) for boxes that do not
//! all overlap; all pairs O(n + found) likewise. Queries do not allocate, except `overlap_iter`,
//! `hit_iter` and joins with other structures. Among rods along every axis that are half as long as
//! the scene, all pairs cost O(n²): use [`PairFinder`](crate::PairFinder).
//!
//! Sources: the packed R-tree of Roussopoulos & Leifker 1985 and Kamel & Faloutsos 1993; median
//! cuts that fill all nodes as in the bulk loading of Lee & Lee 2003; boxes in columns after the
//! wide BVH of Wald, Benthin & Boulos 2008; the Hilbert curve after Hamilton 2006.

mod build;
mod file;
mod join;
mod levels;
mod node;
mod query;
mod report;
#[cfg(test)]
mod tests;
mod traits;
mod tree;
mod tuning;
mod validate;
mod view;

pub use self::build::order::Order;
pub use self::file::flatbush::{
    FlatbushNumber, InvalidFlatbush, UnfitForFlatbush, flatbush_encoding,
};
pub use self::file::format::PackedTreeHeader;
pub use self::file::invalid::InvalidPackedTree;
pub use self::tree::PackedTree;
pub use self::view::PackedTreeView;
