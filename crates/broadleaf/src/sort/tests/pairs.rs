//! Tests of `pairs.rs`.

use super::*;
#[cfg(feature = "std")]
use crate::work::counted;

/// Pairs of ids in `mask`, the same in every run.
fn pairs_in(len: usize, mask: [u32; 2]) -> Vec<[Id; 2]> {
    let mut state = 7_u64;
    let mut random = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32
    };
    (0..len)
        .map(|_| mask.map(|mask| Id(random() & mask)))
        .collect()
}

#[test]
fn agrees_with_the_standard_sort() {
    let lens = [
        0,
        1,
        2,
        MIN_RADIX_LEN - 1,
        MIN_RADIX_LEN,
        5_000,
        1 << 19,
        (1 << 19) + 1,
    ];
    let masks = [
        [!0, !0],
        [0, 0],
        [1, 1],
        [3, !0],
        [!0, 3],
        [0x1_ffff, 0x1_ffff],
        [0x10_1000, 0x10_1000],
        [0x8000_0000, 7],
    ];
    for (len, mask) in lens
        .into_iter()
        .flat_map(|len| masks.map(|mask| (len, mask)))
    {
        let mut pairs = pairs_in(len, mask);
        let mut expected = pairs.clone();
        expected.sort_unstable();
        let mut in_place = pairs.clone();
        sort_pairs_in_place(&mut in_place);
        assert_eq!(in_place, expected, "{len} pairs in {mask:?}");
        let key = |[a, b]: &[Id; 2]| u64::from(a.0) << 32 | u64::from(b.0);
        let keys: Vec<_> = pairs.iter().map(key).collect();
        let parts = keys.split_at(len / 3);
        let parts = [parts.0, &[], parts.1].into_iter();
        let mut to = alloc::vec![7; len];
        sort_keys_of(parts, &mut to, &mut keys.clone(), u64::BITS);
        assert!(to.iter().copied().eq(expected.iter().map(key)));
        sort_pairs(&mut pairs);
        assert_eq!(pairs, expected);
    }
}

#[cfg(feature = "rayon")]
#[test]
fn parts_are_sorted_into_one_list() {
    for len in [0, 1, MIN_RADIX_LEN - 1, MIN_RADIX_LEN, 5_000, 1 << 19] {
        for mask in [[!0, !0], [0, 0], [0xff, 0xffff], [0x1_ffff, 0x1_ffff]] {
            let pairs = pairs_in(len, mask);
            let mut expected = pairs.clone();
            expected.sort_unstable();
            let (first, others) = pairs.split_at(len / 3);
            let mut to = alloc::vec![[Id(7); 2]; len];
            let parts = [first, &[], others].into_iter();
            sort_pairs_of(parts, &mut to, &mut pairs.clone());
            assert!(to == expected, "{len} pairs in {mask:?}");
        }
    }
}

#[cfg(feature = "std")]
#[test]
fn keys_that_lie_far_apart_take_two_passes() {
    let pairs = pairs_in(10_000, [0x1_ffff; 2]);
    let keys: Vec<_> = pairs.iter().map(|pair| as_number(pair, 17)).collect();
    let (mut to, mut scratch) = (keys.clone(), keys.clone());
    let (first, others) = keys.split_at(4_000);
    let parts = [first, others].into_iter();
    let looks = counted(|| sort_keys_of(parts, &mut to, &mut scratch, 34)).0;
    assert_eq!(looks, 2 * 10_000);
}

#[test]
fn keys_that_crowd_in_few_upper_bits_are_sorted() {
    // All but one agree in the bits that are sorted by digits.
    let keys: Vec<u64> = (0..3_000).rev().chain([1 << 60]).collect();
    let mut expected = keys.clone();
    expected.sort_unstable();
    let (mut to, mut scratch) = (keys.clone(), keys.clone());
    sort_keys_of([&keys[..]].into_iter(), &mut to, &mut scratch, u64::BITS);
    assert_eq!(to, expected);
}
