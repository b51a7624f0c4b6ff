//! The classes that hold boxes, and joins of two of them.

pub(crate) mod any_broad_phase;
pub(crate) mod broad_phase;
pub(crate) mod joins;
pub(crate) mod packed;
pub(crate) mod tree;
