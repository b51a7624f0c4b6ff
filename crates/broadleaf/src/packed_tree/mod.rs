//! The packed tree.

mod build;
mod bytes;
mod categories;
mod cuts;
mod format;
mod hit_iter;
mod invalid;
mod join;
mod levels;
mod measure;
mod node;
mod order;
mod overlap;
mod overlap_iter;
mod pairs;
mod reach;
mod report;
mod spatial_index;
mod tree;
mod validate;
mod view;

pub use self::invalid::InvalidPackedTree;
pub use self::order::Order;
pub use self::tree::PackedTree;
pub use self::view::PackedTreeView;
