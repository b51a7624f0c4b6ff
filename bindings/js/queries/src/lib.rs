//! The module of pairs from scratch and of boxes at rest, of the npm package `broadleaf-wasm`.
//!
//! `js/` checks the types of arguments. This crate copies the numbers, works on them and returns
//! typed arrays.

mod answer;
mod count;
pub mod filter;
pub mod found;
pub mod packed;
pub mod pairs;
mod tree;
