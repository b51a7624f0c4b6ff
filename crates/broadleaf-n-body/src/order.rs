//! Comparisons of numbers that are rarely NaN: methods such as [`f64::min`] are not part of
//! [`Real`].
//!
//! [`Real`]: broadleaf::geometry::Real

use core::cmp::Ordering;

/// The smaller of two numbers; `a` if they are equal or `b` is NaN.
#[inline]
pub(super) fn lesser<T: Copy + PartialOrd>(a: T, b: T) -> T {
    if b < a { b } else { a }
}

/// The larger of two numbers; `a` if they are equal or `b` is NaN.
#[inline]
pub(super) fn greater<T: Copy + PartialOrd>(a: T, b: T) -> T {
    if b > a { b } else { a }
}

/// The order of two numbers; equal if either is NaN.
#[inline]
pub(super) fn compare<T: PartialOrd>(a: &T, b: &T) -> Ordering {
    a.partial_cmp(b).unwrap_or(Ordering::Equal)
}
