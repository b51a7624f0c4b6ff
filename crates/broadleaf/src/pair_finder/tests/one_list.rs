//! One list of the pairs of all pieces.

use alloc::vec;
use alloc::vec::Vec;

use crate::pair_finder::one_list::OneList;
use crate::store::{Id, ScratchPool};

/// The number of a piece is also its number of pairs.
fn pairs_of(piece: usize) -> impl Iterator<Item = [Id; 2]> {
    let numbers = (0..u32::MAX).take(piece);
    numbers.map(move |number| [Id(number), Id(u32::try_from(piece).expect("few pieces"))])
}

/// Each of the first `nested` pieces ends after all pieces that begin after it.
fn find(one_list: &OneList<'_>, nested: usize) {
    one_list.begin_next(|piece, list| {
        if nested > 1 {
            find(one_list, nested - 1);
        }
        list.extend(pairs_of(piece));
    });
}

#[test]
fn has_the_pairs_of_all_pieces_in_order_whichever_ends_first() {
    const PIECES: usize = 20;
    let expected: Vec<_> = (0..PIECES).flat_map(pairs_of).collect();
    let mut spares = ScratchPool::default();
    for nested in 1..=PIECES {
        for len_before in [0, 50, 1_000] {
            let mut list = vec![[Id(7); 2]; len_before];
            let one_list = OneList::new(&mut list, PIECES, spares);
            find(&one_list, nested);
            (nested..PIECES).for_each(|_| find(&one_list, 1));
            spares = one_list.finish();
            assert_eq!(list, expected, "{nested} nested, {len_before} before");
        }
    }
}

#[test]
fn memory_is_used_again() {
    let mut list = Vec::new();
    let one_list = OneList::new(&mut list, 100, ScratchPool::default());
    (0..100).for_each(|_| find(&one_list, 1));
    let spares = one_list.finish();
    assert!(spares.take().is_some() && spares.take().is_none());
}
