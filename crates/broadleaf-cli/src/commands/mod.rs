//! The commands, one file each.

pub(crate) mod broad_phase;
pub(crate) mod ccd;
pub(crate) mod completions;
pub(crate) mod demo;
pub(crate) mod diff;
pub(crate) mod draw;
pub(crate) mod forces;
pub(crate) mod index;
mod input;
pub(crate) mod man;
pub(crate) mod package;
#[cfg(feature = "pairs")]
pub(crate) mod pairs;
pub(crate) mod query;
pub(crate) mod run;
pub(crate) mod scene;
pub(crate) mod stats;
