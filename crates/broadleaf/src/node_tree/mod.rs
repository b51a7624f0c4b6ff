//! The common part of trees whose nodes hold lists of boxes, [`KdSweep`](crate::KdSweep) and
//! [`Orthtree`](crate::orthtree::Orthtree): one walk for each kind of query.
//!
//! ```text
//!            top             The top is a pseudo-node: it has the boxes below no node, and its
//!         ╭───┴───╮          children are the topmost nodes. Walks begin there, so pending boxes,
//!       node    node         boxes outside the root and an empty tree are no special cases.
//!       ╭─┴─╮   ▪ ▪ ▪
//!     node node              A node has bounds around the boxes at and below it, and the union of
//!     ▪ ▪  ▪ ▪ ▪             their categories. Boxes may be at any node.
//! ```
//!
//! Begin with `tree.rs`, the trait that a tree implements. `search.rs` has the queries with one
//! region or probe, `descent.rs` the query boxes that descend a tree together, `found_pairs.rs` the
//! buffer between a search for pairs and its visitor, `views.rs` statistics and views of nodes.

mod descent;
mod found_pairs;
mod search;
mod tree;
mod tuning;
mod views;

pub(crate) use self::descent::Descent;
pub(crate) use self::found_pairs::FoundPairs;
pub(crate) use self::search::{bounds_of_count, hits_in_order, visit_hits, visit_touched};
pub(crate) use self::tree::{NodeSummary, NodeTree, TOP};
pub(crate) use self::views::{measure, visit_views};
