//! The tree that [`KdSweep`](crate::KdSweep) is built on: boxes in the order of a KD tree, and
//! nodes in pre-order above them.
//!
//! ```text
//!                  cut x                     nodes  ┌ cut x ┬ crossing ┬ below … ┬ above … ┐
//!        ┌───────────┼───────────┐           boxes          │ ▄▄ ▄▄    │ ▪ ▪ ▪ ▪ │ ▪ ▪ ▪ ▪ │
//!    crossing      below       above
//!     ▄▄ ▄▄     ┌────┼────┐   ▪ ▪ ▪ ▪        A node stores the number of nodes in its subtree: the
//!               ▪    ▪ ▪  ▪                  next sibling is that many nodes further on.
//! ```
//!
//! A cut goes through the start of a sampled median box. The boxes that end before it are below it,
//! those that start after it are above it, all others cross it and are cut again along the other
//! axes. Cuts of up to seven levels are chosen at once.

mod build;
mod cut;
mod cuts;
mod division;
mod extents;
mod leaf;
mod node;
mod run;

pub(crate) use self::build::{Scratch, build, max_depth};
pub(crate) use self::cut::{Cut, Side};
pub(crate) use self::cuts::MIN_SAMPLE;
pub(crate) use self::node::{Item, Kind, Node, children};
