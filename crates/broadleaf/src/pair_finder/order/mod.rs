//! Boxes in the order of a grid.
//!
//! The first half of every query. It knows nothing of pairs. [`Sorted`] lists its guarantees to the
//! sweep, which the tests check for random scenes.
//!
//! ```text
//!   caller's boxes ─▶ Sample ─▶ Spread of each axis ─▶ Grid: pencils, and levels of them
//!        │                                              │
//!        │        Locate: keys of 64 boxes at a time ◀──┘
//!        │          │
//!        │        Records: key and index, sorted
//!        │          │
//!        └─────▶  Gather: boxes in this order, axis by axis ─▶ Sorted
//! ```

mod boxes;
mod cell_counts;
mod chunk;
mod gather;
mod grid;
mod level;
mod locate;
mod operands;
mod record;
mod records;
mod sample;
mod sorted;
mod spread;
#[cfg(test)]
mod tests;

pub(super) use self::boxes::{Boxes, PADDING};
pub(super) use self::grid::Grid;
pub(super) use self::level::Level;
pub(super) use self::operands::{Operands, Sources};
pub(super) use self::record::{Record, index_of, key_of, record, sort_key};
pub(super) use self::sample::Sample;
pub(super) use self::sorted::Sorted;
