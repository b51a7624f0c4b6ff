//! A scene in a broad phase: every box is a proxy with a margin.

mod args;
mod ids;
mod margin;
mod play;

pub(crate) use self::args::StageArgs;
pub(crate) use self::play::{Moved, Stage};
