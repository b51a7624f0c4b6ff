//! Seals [`Scalar`](crate::geometry::Scalar), so that methods can be added without breaking
//! callers.

/// A type that may be a [`Scalar`](crate::geometry::Scalar).
///
/// It is reachable, but hidden, for a number type in this crate's tests. It is not part of the
/// interface and may change at any time.
pub trait Sealed {}
