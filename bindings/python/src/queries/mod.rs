//! Queries of a structure, and their answers as arrays.

pub(crate) mod answers;
pub(crate) mod asked;
pub(crate) mod casts;
pub(crate) mod filtered;
pub(crate) mod nearest;
pub(crate) mod one_window;
pub(crate) mod wide_windows;
pub(crate) mod window;
pub(crate) mod windows;
