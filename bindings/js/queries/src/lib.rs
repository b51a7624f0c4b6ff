//! The module of pairs from scratch and of boxes at rest, of the npm package `broadleaf-wasm`.
//!
//! The JavaScript in `js/` checks the types of arguments. This crate copies the numbers, does the
//! work and returns typed arrays.

mod answer;
mod count;
pub mod filter;
pub mod found;
pub mod packed;
pub mod pairs;
mod tree;
