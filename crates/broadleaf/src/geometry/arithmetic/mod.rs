//! Functions whose results have the same bits on every machine, and bounds for rounding errors.
//!
//! `core` has neither root nor sine, and system libraries differ in the last bits, so all functions
//! here use `+ - * /` only. `rounding.rs` has the margins for tests of shapes.

pub(in crate::geometry) mod root;
pub(in crate::geometry) mod rounding;
pub(in crate::geometry) mod sine;
pub(in crate::geometry) mod there_and_back;
