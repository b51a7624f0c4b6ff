//! The number types of coordinates and measures.
//!
//! `traits.rs` has the laws; `float.rs`, `integer.rs` and `fixed/` implement them, with one macro
//! each. `encoding.rs` describes coordinates in files.

pub(in crate::geometry) mod encoding;
pub(in crate::geometry) mod fixed;
mod float;
mod integer;
#[doc(hidden)]
pub mod sealed;
pub(in crate::geometry) mod traits;
