//! Boxes and points in typed arrays, for the modules of the npm package `broadleaf-wasm`.

mod boxes;
mod input;
mod room;

pub use self::boxes::{Boxes, check, points, rows};
pub use self::input::Input;
pub use self::room::has_room;
