//! Tests of `stays.rs`.

use super::*;
use alloc::vec;

#[test]
fn pairs_are_inserted_and_removed_in_place() {
    let pair = |n: u32| [ProxyId::new(n / 4, 0), ProxyId::new(9 + n % 4, 0)];
    let of = |bits: u32| -> Vec<_> { (0..6).filter(|n| bits >> n & 1 == 1).map(pair).collect() };
    for all in 0..64 {
        for new in (0..64).filter(|new| new & !all == 0) {
            let mut pairs = of(all & !new);
            insert_pairs(&mut pairs, &of(new));
            assert_eq!(pairs, of(all));
            remove_pairs(&mut pairs, &of(new));
            assert_eq!(pairs, of(all & !new));
        }
    }
    let mut none = vec![];
    insert_pairs(&mut none, &[]);
    assert!(none.is_empty());
}
