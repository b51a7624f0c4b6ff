//! Boxes and points in typed arrays, for the modules of the npm package `broadleaf-wasm`.

mod boxes;

pub use self::boxes::{Boxes, check, points, rows};
