//! The pairs of one tile, and where they go.

mod sink;
mod tile;

pub(crate) use self::sink::{Limit, Sink};
pub(crate) use self::tile::{Rules, TileJoin, Work, tasks};
