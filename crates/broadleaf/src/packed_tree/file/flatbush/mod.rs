//! Files of the format *flatbush*, version 3: boxes in the plane under a packed tree.
//!
//! JavaScript's `flatbush`, Rust's `geo-index` and Python's `geoindex-rs` share the format. Numbers
//! are little endian. `docs/reference/format.md` has the layout.

mod invalid;
mod layout;
mod number;
mod read;
mod tree;
mod write;

#[cfg(test)]
mod tests;

pub use self::invalid::{InvalidFlatbush, UnfitForFlatbush};
pub use self::number::FlatbushNumber;
pub use self::read::flatbush_encoding;
