//! Tests of `build/cuts.rs`.

use crate::executor::Sequential;
use crate::packed_tree::build::centers::Center;
use crate::packed_tree::build::cuts::{Uncut, cut_items, write_leaf};
use crate::simd::LANES;
use crate::store::to_u32;
use crate::work;
use alloc::vec::Vec;

#[test]
fn the_items_of_a_leaf_are_written_in_order_of_index() {
    for len in 0..=LANES {
        let indices = (0..len).map(|i| to_u32(i * 7 % 17) << 27);
        let items: Vec<_> = indices
            .map(|index| Center {
                center: [0.0; 2],
                index,
            })
            .collect();
        let mut order = alloc::vec![0; len];
        write_leaf(&items, &mut order);
        let mut expected: Vec<_> = items.iter().map(|item| item.index).collect();
        expected.sort();
        assert_eq!(order, expected);
    }
}

#[cfg(feature = "std")]
#[test]
fn cuts_select_among_few_items() {
    // Two primes scatter the items over a square.
    let scatter = |index: u32, prime: u32| (index.wrapping_mul(prime) >> 8) as f32;
    let items = (0..50_000).map(|index| Center {
        center: [2_654_435_761, 2_246_822_519].map(|prime| scatter(index, prime)),
        index,
    });
    let mut items: Vec<_> = items.collect();
    let mut scratch = items.clone();
    let mut order = alloc::vec![0; items.len()];
    let uncut = Uncut {
        items: &mut items,
        scratch: &mut scratch,
        order: &mut order,
    };
    let cut = || cut_items(uncut, &|_| false, Sequential);
    let looks = work::counted(cut).0 as f64 / 50_000.0;
    assert!(looks < 16.0, "{looks} comparisons of each box");
}
