//! The module of intervals by key, of the npm package `broadleaf-wasm`.
//!
//! The JavaScript in `js/` checks the arguments and numbers the keys. This crate does the work on
//! float64, which holds all numbers that JavaScript passes exactly.

pub mod answer;
pub mod cover;
pub mod list;
pub mod nearest;
pub mod pairs;

use wasm_bindgen::prelude::*;

/// Whether this number of bytes still fits into the memory of the module.
#[wasm_bindgen(js_name = hasRoom)]
#[must_use]
pub fn has_room(bytes: f64) -> bool {
    broadleaf_js_arrays::has_room(bytes)
}
