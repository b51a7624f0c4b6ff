//! Two sorted sequences as one.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merges_and_chains() {
        let merge = |a: &[u32], b: &[u32]| -> alloc::vec::Vec<u32> {
            merged(a.iter().copied(), b.iter().copied(), |&item| item).collect()
        };
        assert_eq!(merge(&[1, 4, 5], &[0, 2, 9]), [0, 1, 2, 4, 5, 9]);
        assert_eq!(merge(&[], &[3]), [3]);
        assert_eq!(merge(&[3, 7], &[]), [3, 7]);
    }
}
