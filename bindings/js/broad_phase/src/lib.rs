//! The module of broad phases, of the npm package `broadleaf-wasm`.
//!
//! The JavaScript in `js/` checks the types of arguments. This crate copies the numbers, does the
//! work and returns typed arrays.

mod any_broad_phase;
pub mod broad_phase;
