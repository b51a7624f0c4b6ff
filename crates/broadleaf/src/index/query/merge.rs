//! Merging of sorted sequences.

use core::iter::from_fn;

/// The items of two sorted iterators, sorted by `key`.
pub(crate) fn merged<T, K: PartialOrd>(
    left: impl Iterator<Item = T>,
    right: impl Iterator<Item = T>,
    key: impl Fn(&T) -> K,
) -> impl Iterator<Item = T> {
    let (mut left, mut right) = (left.peekable(), right.peekable());
    from_fn(move || match (left.peek(), right.peek()) {
        (Some(first), Some(second)) if key(second) < key(first) => right.next(),
        (Some(_), _) => left.next(),
        (None, _) => right.next(),
    })
}
