//! The commands, one file each.

pub(crate) mod ccd;
pub(crate) mod completions;
pub(crate) mod demo;
pub(crate) mod diff;
pub(crate) mod draw;
mod input;
pub(crate) mod man;
pub(crate) mod query;
pub(crate) mod run;
pub(crate) mod scene;
pub(crate) mod stats;
