//! Tests of `pairs.rs`.

use super::*;

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
    let long = super::super::tuning::MIN_SPLIT;
    let lens = [
        0,
        1,
        2,
        MIN_RADIX_LEN - 1,
        MIN_RADIX_LEN,
        5_000,
        long,
        long + 1,
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
        assert!(in_place == expected, "{len} pairs in {mask:?}");
        #[cfg(feature = "rayon")]
        {
            let (first, others) = pairs.split_at(len / 3);
            let lists = [first.to_vec(), Vec::new(), others.to_vec()];
            let mut sorted = Vec::new();
            sort_pairs_of(crate::executor::Parallel, &lists, &mut sorted);
            assert!(sorted == expected, "{len} pairs of lists in {mask:?}");
        }
        sort_pairs(&mut pairs);
        assert!(pairs == expected, "{len} pairs in {mask:?}");
    }
}
