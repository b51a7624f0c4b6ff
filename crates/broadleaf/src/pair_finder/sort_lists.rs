//! Sorting pairs that were found in several pieces.

use alloc::vec::Vec;

use crate::executor::{Executor, Parallel};
use crate::sort::sort_pairs_of;
use crate::sorted_lists::{Dealer, Dealt, sort_dealt_into};
use crate::store::{Id, ScratchPool};

/// The pairs of all lists, sorted, on the threads of rayon's current pool.
pub(crate) fn par_sorted(lists: &[Vec<[Id; 2]>]) -> Vec<[Id; 2]> {
    let mut pairs = Vec::new();
    par_sort_pairs_into(lists, &mut pairs);
    pairs
}

/// Replaces `pairs` by the pairs of all lists, sorted, on the threads of rayon's current pool.
pub(crate) fn par_sort_pairs_into(lists: &[Vec<[Id; 2]>], pairs: &mut Vec<[Id; 2]>) {
    let key = |&[first, _]: &[Id; 2]| u64::from(first.0);
    let greatest = Parallel.map(lists.len(), |i| lists[i].iter().map(key).max());
    let dealer = Dealer::new(greatest.into_iter().flatten().max().unwrap_or_default());
    let mut dealt = ScratchPool::<Dealt<_>>::default();
    Parallel.map(lists.len(), |i| {
        dealt.lend(Dealt::default, |dealt| {
            dealt.extend(dealer, lists[i].iter().map(|pair| (key(pair), *pair)));
        });
    });
    let scratch = ScratchPool::default();
    sort_dealt_into(
        Parallel,
        dealt.all(),
        pairs,
        &scratch,
        [Id(0); 2],
        |parts, pairs, scratch| sort_pairs_of(parts.iter(), pairs, scratch),
    );
}
