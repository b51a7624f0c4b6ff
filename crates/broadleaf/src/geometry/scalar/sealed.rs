//! Keeps [`Scalar`](crate::geometry::Scalar) closed, so that methods can be added to it later.

/// A type that may be a [`Scalar`](crate::geometry::Scalar).
///
/// It is reachable, but hidden, for one number type of this crate's own tests. It is no part of the
/// interface and may change at any time.
pub trait Sealed {}
