//! The sorted keys of pairs.

use alloc::vec::Vec;

use crate::executor::Sequential;
use crate::geometry::Aabb;
use crate::pair_finder::finder::PairFinder;
use crate::pair_finder::keys::{FindKeys, KeyMemory};
use crate::store::Id;

/// The keys of the same pairs, of slots with 10 and with 17 bits.
fn check(executor: impl FindKeys) {
    let corner = |i: i32| [i * 37 % 101, i * 53 % 97];
    let boxes: Vec<_> = (0..1_000)
        .map(|i| Aabb::new(corner(i), corner(i).map(|x| x + 9)))
        .collect();
    let mut finder = PairFinder::default();
    let expected = finder.ask_all(&boxes[..]).pairs();
    assert!(expected.len() > 10_000);
    let mut memory = KeyMemory::default();
    for bits in [10, 17, 10] {
        let mut keys = alloc::vec![7; 3];
        let slot = |index: u32| u64::from(index) << (bits - 10);
        let key = |[a, b]: [u32; 2]| slot(a.min(b)) << bits | slot(a.max(b));
        let query = finder.ask_all(&boxes[..]);
        executor.find_keys(query, key, &mut memory, &mut keys);
        let expected = expected.iter().map(|&[Id(a), Id(b)]| key([a, b]));
        assert!(keys.into_iter().eq(expected), "{bits} bits");
    }
}

#[test]
fn keys_are_sorted_in_one_list_and_in_buckets() {
    check(Sequential);
    #[cfg(feature = "rayon")]
    check(crate::executor::Parallel);
}
