//! Tests of `merge.rs`.

use alloc::vec::Vec;

use super::*;

/// Every key below `end` for which `in_before` or `in_after` returns true.
fn check(end: u64, in_before: impl Fn(u64) -> bool, in_after: impl Fn(u64) -> bool) {
    let before: Vec<_> = (0..end).filter(|&key| in_before(key)).collect();
    let after: Vec<_> = (0..end).filter(|&key| in_after(key)).collect();
    for with_both in [false, true] {
        let mut found = Vec::new();
        for_each_difference(&before, &after, with_both, |key, was, is| {
            found.push((key, was, is));
        });
        let expected = (0..end).map(|key| (key, in_before(key), in_after(key)));
        let expected = expected.filter(|&(_, was, is)| was != is || was && with_both);
        assert!(found.into_iter().eq(expected));
    }
}

#[test]
fn notes_every_key_that_is_in_one_list_or_in_both() {
    for end in [0, 1, 2, 255, 256, 257, 511, 512, 513, 5_000] {
        check(end, |_| true, |_| true);
        check(end, |_| true, |_| false);
        check(end, |_| false, |_| true);
        check(end, |key| key % 2 == 0, |key| key % 2 == 1);
        check(end, |key| key % 3 == 0, |key| key % 2 == 0);
        check(end, |key| key < 2_000, |key| key >= 1_000);
        check(end, |key| key >= 1_000, |key| key % 7 > 0 && key < 2_000);
    }
}
