//! Functions of numbers that have the same bits on every machine, and bounds for what rounds.
//!
//! `core` has no root and no sine, and those of a system's library differ in the last bits, so all
//! of them are made of `+ - * /` here. `rounding.rs` has the margins of the tests of shapes.

pub(in crate::geometry) mod root;
pub(in crate::geometry) mod rounding;
pub(in crate::geometry) mod sine;
pub(in crate::geometry) mod there_and_back;
