//! Boxes in the caller's memory, and boxes that are grown so that they surely contain something.

pub(in crate::geometry) mod box_source;
pub(in crate::geometry) mod grown;
pub(in crate::geometry) mod margin;
pub(in crate::geometry) mod raw_boxes;
