//! The compiled half of the npm package `broadleaf`.
//!
//! `js/` checks the types of every argument and says which [`Kind`](kind::Kind) of boxes it has.
//! This crate copies the numbers, works on them and returns typed arrays.

mod answers;
mod any_world;
mod boxes;
pub mod kind;
mod number;
pub mod packed;
pub mod pairs;
mod tree;
pub mod world;
