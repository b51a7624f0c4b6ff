//! The compiled half of the Python package `broadleaf`.
//!
//! `python/broadleaf` brings every input into one of a few forms: arrays of `float32`, `float64`,
//! `int32` or `int64`, aligned and in the byte order of the machine. This crate reads them in place,
//! releases the interpreter while it works, and returns arrays.

mod any_boxes;
mod boxes;
mod call;
mod columns;
mod filter;
mod number;
mod pairs;
mod pool;

use pyo3::prelude::*;

/// The module `broadleaf._core`.
#[pymodule]
mod _core {
    #[pymodule_export]
    use crate::pairs::{count_pairs, pairs};
}
