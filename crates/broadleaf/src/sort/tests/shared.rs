//! Tests of `shared.rs`.

use alloc::vec;

use super::*;
#[cfg(feature = "rayon")]
use crate::executor::Parallel;
#[cfg(feature = "std")]
use crate::work::counted;

/// Keys of at most `bits` bits with their numbers, the same in every run. With `are_crowded`, most
/// keys have fewer bits.
fn items(len: usize, bits: u32, are_crowded: bool) -> Vec<(u64, usize)> {
    let mut state = 7_u64;
    let mut key = |number| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let key = (state ^ state >> 29).checked_shr(64 - bits).unwrap_or(0);
        if are_crowded && number % 5 > 0 {
            key >> 9
        } else {
            key
        }
    };
    (0..len).map(|number| (key(number), number)).collect()
}

/// Sorts items in both ways; the items are in the order of their numbers.
fn check(executor: impl Executor, items: &[(u64, usize)]) {
    let mut expected = items.to_vec();
    expected.sort();
    let mut sorted = items.to_vec();
    sort_by_key(executor, &mut sorted, &mut Vec::new(), |item| item.0);
    assert!(sorted == expected, "{} items", items.len());
    let (first, others) = items.split_at(items.len() / 3);
    let lists = [first.to_vec(), Vec::new(), others.to_vec()];
    let mut sorted = vec![(7, 7); 9];
    let scratch = &mut Vec::new();
    sort_lists(executor, &lists, &mut sorted, scratch, (0, 0), |item| {
        item.0
    });
    assert!(sorted.is_sorted_by_key(|item| item.0));
    // Items of lists with equal keys are in any order.
    sorted.sort();
    assert!(sorted == expected, "{} items of lists", items.len());
}

#[test]
fn agrees_with_the_standard_sort() {
    let sizes = [
        (0, 64),
        (1, 32),
        (9_000, 0),
        (40_001, 32),
        (100_000, 22),
        (50_003, 3),
        (30_000, 64),
        (MIN_SPLIT + 1, 40),
    ];
    for (len, bits) in sizes {
        for are_crowded in [false, true] {
            let items = items(len, bits, are_crowded);
            check(Sequential, &items);
            #[cfg(feature = "rayon")]
            check(Parallel, &items);
        }
    }
}

#[cfg(feature = "std")]
#[test]
fn sparse_keys_take_two_passes() {
    let items = items(10_000, 34, false);
    let (first, others) = items.split_at(4_000);
    let lists = [first.to_vec(), others.to_vec()];
    let (sorted, scratch) = (&mut Vec::new(), &mut Vec::new());
    let sort = || sort_lists(Sequential, &lists, sorted, scratch, (0, 0), |item| item.0);
    assert_eq!(counted(sort).0, 2 * 10_000);
}

#[test]
fn keys_that_crowd_in_few_upper_bits_are_sorted() {
    // All but one agree in the bits that are sorted by digits.
    let keys = (0..3_000).rev().chain([1 << 60]);
    let items: Vec<_> = keys.zip(0..).collect();
    check(Sequential, &items);
}
