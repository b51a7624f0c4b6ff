//! Lists that are sorted in buckets.

use alloc::vec::Vec;

use super::boxes;
use crate::geometry::{Aabb, Scalar};
use crate::pair_finder::finder::PairFinder;

fn sorted_in_buckets<S: Scalar, const D: usize>(n: usize, scalar: impl Fn(i64) -> S) {
    let boxes: Vec<Aabb<S, D>> = boxes(n, scalar);
    let (mut one, mut threads) = (PairFinder::new(), PairFinder::new());
    let pairs = one.within(&boxes).unwrap().unsorted_pairs();
    one.check_sorted(&boxes);
    assert!(threads.within(&boxes).unwrap().par_unsorted_pairs() == pairs);
    threads.check_sorted(&boxes);
    let (front, back) = boxes.split_at(n / 4);
    let pairs = one.between(front, back).unwrap().unsorted_pairs();
    assert!(threads.between(front, back).unwrap().par_unsorted_pairs() == pairs);
}

#[test]
fn threads_sort_as_one_does() {
    for n in [(1 << 14) - 1, 1 << 14, 30_000] {
        sorted_in_buckets::<f32, 2>(n, |x| x as f32);
        sorted_in_buckets::<f64, 3>(n, |x| x as f64);
        sorted_in_buckets::<i64, 3>(n, |x| x << 30);
    }
}

/// From this length on, a single thread also sorts in buckets.
#[test]
fn long_lists_are_sorted() {
    let boxes: Vec<_> = (0..(1_u32 << 19) + 7)
        .map(|i| Aabb::point([i.wrapping_mul(2_654_435_761) >> 4, i].map(i64::from)))
        .collect();
    let mut finder = PairFinder::new();
    assert_eq!(finder.within(&boxes).unwrap().count_pairs(), 0);
    finder.check_sorted(&boxes);
}
