//! Coordinates as integers in the same order.

use super::path::Dispatch;

/// An integer whose order is the order of coordinates: `i32` or `i64`.
///
/// Keys are compared sixteen at a time. The trait is sealed.
pub trait Key: Dispatch + Ord {}

impl Key for i32 {}
impl Key for i64 {}
