//! Boxes and numbers in arrays, and their types.

pub(crate) mod any_boxes;
pub(crate) mod boxes;
pub(crate) mod columns;
pub(crate) mod names;
pub(crate) mod number;
