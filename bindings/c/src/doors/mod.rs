//! The functions of the header. Each takes its pointers to the room behind it.

pub mod broad_phase;
pub mod index;
pub mod library;
pub mod pairs;
