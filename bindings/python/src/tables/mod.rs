//! Pairs of rows of lists and tables, and intervals.

pub(crate) mod components;
pub(crate) mod filter;
pub(crate) mod intervals;
pub(crate) mod measures;
pub(crate) mod pairs;
pub(crate) mod periodic;
pub(crate) mod tiling;
