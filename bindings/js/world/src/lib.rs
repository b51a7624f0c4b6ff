//! The module of worlds, of the npm package `broadleaf-wasm`.
//!
//! `js/` checks the types of arguments. This crate copies the numbers, works on them and returns
//! typed arrays.

mod any_world;
pub mod world;
