//! The module of broad phases, of the npm package `broadleaf-wasm`.
//!
//! `js/` checks the types of arguments. This crate copies the numbers, works on them and returns
//! typed arrays.

mod any_broad_phase;
pub mod broad_phase;
