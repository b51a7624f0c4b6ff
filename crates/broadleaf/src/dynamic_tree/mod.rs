//! The dynamic AABB tree.
//!
//! ```text
//!               root              Every inner node has two children that lie side by side in
//!             ┌──┴──┐             memory, so one index denotes both, and one cache line holds both
//! siblings 3: A     B             boxes (f32, 3D). Leaves hold the boxes; inner nodes only serve
//!          ┌──┴──┐  └ leaf 7      the search.
//! siblings 9: C  D
//!        leaf 2  leaf 5
//! ```
//!
//! Invariants, checked by `validate`:
//! * T1: an inner node's box is the union of its children's boxes.
//! * T2: the weight, height and category of an inner node are the sum, one more than the maximum,
//!   and the union of its children's.
//! * T3: the parent link of siblings leads to the node that links to them.
//! * T4: siblings are as balanced as the [`Balance`] demands.
//! * T5: the id map leads to every leaf and to no other node.
//! * T6: every pair of siblings is either reachable from the root or free, and free nodes are
//!   unused.
//!
//! Costs for n boxes: insert, remove and move O(log n), at worst with `Balance::Height` and for all
//! but contrived input with `Balance::Area`; an overlap query O(log n + found) for boxes that do
//! not all overlap; all pairs O(n + found) likewise; `optimize` after m moves O(m log m); a bulk
//! `extend` O(n) on most inputs and O(n log n) at worst. A tree holds at most 2^31 boxes.
//!
//! Two kinds of input cost more. Where coordinates are of all magnitudes, independently on each
//! axis, queries visit most boxes, and a build sorts up to a hundred times: use
//! [`KdSweep`](crate::KdSweep). Among rods along every axis that are as long as the scene, all
//! pairs together cost about n^1.5: [`PairFinder`](crate::PairFinder) costs less.
//!
//! Sources: the tree of Box2D 2.3 (Catto) and btDbvt (Presson); area-driven insertion and rotation
//! after Goldsmith & Salmon 1987 and Kopta et al. 2012; weight balance after Nievergelt & Reingold
//! 1973; bulk build in Morton order after Lauterbach et al. 2009.

mod build;
mod config;
mod cost;
mod layout;
mod pairs;
mod query;
mod stats;
#[cfg(test)]
mod tests;
mod traits;
mod tree;
mod tuning;
mod update;
mod validate;

pub use self::config::{Balance, Config};
pub use self::tree::DynamicTree;
