//! Tests of this room.

mod class_matrix;
mod filter;
