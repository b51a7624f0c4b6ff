//! Tests of `cost.rs`.

use super::*;

#[test]
fn pieces_are_all_items_once() {
    for nanoseconds in [1, 3, 250, 1_000_000] {
        let cost = Cost::nanoseconds(nanoseconds);
        for items in [0, 1, cost.piece(), cost.piece() + 1, 5 * cost.piece() - 1] {
            let all: usize = (0..cost.pieces(items))
                .map(|piece| cost.range(piece, items).len())
                .sum();
            assert_eq!(all, items);
            assert!(cost.range(cost.pieces(items), items).is_empty());
        }
    }
}

#[test]
fn dear_items_are_shared_early_and_in_small_pieces() {
    assert_eq!(Cost::nanoseconds(2).piece(), 8_192);
    assert!(!Cost::nanoseconds(2).is_shared(16_383));
    assert!(Cost::nanoseconds(2).is_shared(16_384));
    assert_eq!(Cost::nanoseconds(250).piece(), 64);
    assert!(Cost::nanoseconds(250).is_shared(128));
}
