//! Boxes and points in typed arrays, for the modules of the npm package `broadleaf`.

mod boxes;
mod number;

pub use self::boxes::{Boxes, points, rows};
pub use self::number::Number;
