//! Comparisons of values that are never NaN: coordinates of boxes, reaches, costs.

use core::cmp::Ordering;

/// The lesser of two values; `a` if they are equal or `b` is NaN.
#[inline]
pub(crate) fn lesser<T: Copy + PartialOrd>(a: T, b: T) -> T {
    if b < a { b } else { a }
}

/// The greater of two values; `a` if they are equal or `b` is NaN.
#[inline]
pub(crate) fn greater<T: Copy + PartialOrd>(a: T, b: T) -> T {
    if b > a { b } else { a }
}

/// The order of two values; `Equal` if either is NaN.
#[inline]
pub(crate) fn compare<T: PartialOrd>(a: &T, b: &T) -> Ordering {
    a.partial_cmp(b).unwrap_or(Ordering::Equal)
}
