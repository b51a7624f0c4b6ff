//! The build: boxes are put into the order of a KD tree, and get nodes in pre-order above them.
//!
//! ```text
//!                  cut x                     nodes  ┌ cut x ┬ crossing ┬ below … ┬ above … ┐
//!        ┌───────────┼───────────┐           boxes          │ ▄▄ ▄▄    │ ▪ ▪ ▪ ▪ │ ▪ ▪ ▪ ▪ │
//!    crossing      below       above
//!     ▄▄ ▄▄     ┌────┼────┐   ▪ ▪ ▪ ▪        A node stores the number of nodes in its subtree: the
//!               ▪    ▪ ▪  ▪                  next sibling is that many nodes further on.
//! ```
//!
//! A cut goes through the start of the median box of a sample. Boxes that end before it are below
//! it, boxes that start after it are above it, and all others cross it and are cut again along the
//! other axes. Cuts of up to seven levels are chosen at once.
//!
//! Start with `subtree.rs`, which alternates between the other parts: `cuts.rs` chooses cuts,
//! `division.rs` sorts boxes by them, `leaf.rs` sorts the boxes of a leaf.

mod cut;
mod cuts;
mod division;
mod leaf;
mod memory;
mod node;
mod spreads;
mod subtree;

pub(in crate::kd_sweep) use self::cut::{Cut, Side};
pub(in crate::kd_sweep) use self::memory::KdMemory;
pub(in crate::kd_sweep) use self::node::{CutOrLeaf, Node, SweptBox, children, siblings};
pub(in crate::kd_sweep) use self::subtree::{build, max_depth};
