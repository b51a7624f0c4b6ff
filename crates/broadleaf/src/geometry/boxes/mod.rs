//! Boxes in the caller's memory, and conservative bounds.

pub(in crate::geometry) mod box_source;
pub(in crate::geometry) mod grown;
pub(in crate::geometry) mod margin;
pub(in crate::geometry) mod raw_boxes;
