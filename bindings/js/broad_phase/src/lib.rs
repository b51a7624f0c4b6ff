//! The module of broad phases, of the npm package `broadleaf-wasm`.
//!
//! The JavaScript in `js/` checks the types of arguments and writes them to the memory of the
//! module, does the calls, and copies the answers from there.

mod answer;
mod any_broad_phase;
mod asked;
pub mod broad_phase;
mod changes;
mod given;
mod ids;
mod pairs;
mod problem;
mod queries;
