//! Sorts lists of any length by key, on one thread or many.

use alloc::vec::Vec;

use super::buckets::Buckets;
use super::deal::{Dealer, PIECE, Starts, deal};
use super::prefetch::prefetch_target;
use super::sparse::{Dense, Density, Sparse, sort_items, sort_parts};
use super::tuning::{COST_OF_A_KEY, MIN_SPLIT};
use crate::executor::{Executor, Sequential};

/// Sorts items by ascending key on one thread; equal keys keep their order.
pub(crate) fn radix_sort<T: Copy + Send + Sync>(
    items: &mut [T],
    scratch: &mut Vec<T>,
    key: impl Fn(&T) -> u64 + Sync,
) {
    sort_by_key(Sequential, items, scratch, key);
}

/// Sorts items by ascending key on one thread. No two keys are equal, and they lie far apart, so a
/// few items are sorted without counts of digits.
pub(crate) fn sort_sparse<T: Copy + Send + Sync>(
    items: &mut [T],
    scratch: &mut Vec<T>,
    key: impl Fn(&T) -> u64 + Sync,
) {
    fit(scratch, items);
    sort_in_place(Sequential, items, scratch, Sparse, &key);
}

/// Sorts items by ascending key; equal keys keep their order.
pub(crate) fn sort_by_key<T: Copy + Send + Sync>(
    executor: impl Executor,
    items: &mut [T],
    scratch: &mut Vec<T>,
    key: impl Fn(&T) -> u64 + Sync,
) {
    fit(scratch, items);
    sort_in_place(executor, items, scratch, Dense, &key);
}

/// A number as its own key. A function, so that all sorts of numbers have one type.
pub(crate) fn itself(number: &u64) -> u64 {
    *number
}

fn fit<T: Copy>(scratch: &mut Vec<T>, items: &[T]) {
    scratch.truncate(items.len());
    scratch.extend_from_slice(&items[scratch.len()..]);
}

/// [`sort_by_key`] with a `scratch` of the same length as `items`.
pub(super) fn sort_in_place<T: Copy + Send + Sync>(
    executor: impl Executor,
    items: &mut [T],
    scratch: &mut [T],
    density: impl Density,
    key: &(impl Fn(&T) -> u64 + Sync),
) {
    let differing = differing(executor, &[&*items], key);
    if is_dealt(executor, items.len()) {
        let dealer = Dealer::new(items.len(), bits(differing));
        let starts = deal_all(executor, dealer, &[&*items], scratch, key);
        let pieces = scratch.chunks(PIECE).zip(&starts);
        Buckets::new(dealer, pieces).sort_all(executor, items, density, key);
    } else {
        sort_items(items, scratch, differing, density, key);
    }
}

/// Replaces `sorted` by the items of all lists in the order of their keys, which lie far apart: see
/// [`Sparse`]. `filler` is any item.
pub(crate) fn sort_lists<T: Copy + Send + Sync>(
    executor: impl Executor,
    lists: &[Vec<T>],
    sorted: &mut Vec<T>,
    scratch: &mut Vec<T>,
    filler: T,
    key: impl Fn(&T) -> u64 + Sync,
) {
    let len = lists.iter().map(Vec::len).sum();
    sorted.resize(len, filler);
    scratch.resize(len.max(scratch.len()), filler);
    let scratch = &mut scratch[..len];
    let differing = differing(executor, lists, &key);
    if is_dealt(executor, len) {
        let dealer = Dealer::new(len, bits(differing));
        let starts = deal_all(executor, dealer, lists, scratch, &key);
        let mut rest = &*scratch;
        let pieces = pieces(lists).zip(&starts).map(|(piece, starts)| {
            let dealt = rest.split_off(..piece.len()).unwrap_or_default();
            (dealt, starts)
        });
        Buckets::new(dealer, pieces).sort_all(executor, sorted, Sparse, key);
    } else if let [list] = lists {
        // A single list needs no allocation.
        sort_parts(&[list], sorted, scratch, differing, Sparse, &key);
    } else {
        let lists: Vec<_> = lists.iter().map(Vec::as_slice).collect();
        sort_parts(&lists, sorted, scratch, differing, Sparse, &key);
    }
}

/// Whether items are first dealt out to buckets: for threads, or because the list does not fit into
/// a cache.
fn is_dealt(executor: impl Executor, len: usize) -> bool {
    executor.shares(len, COST_OF_A_KEY) || len >= MIN_SPLIT
}

/// How many lower bits contain all bits that differ.
fn bits(differing: u64) -> u32 {
    u64::BITS - differing.leading_zeros()
}

fn pieces<'a, T: 'a>(lists: &'a [impl AsRef<[T]>]) -> impl Iterator<Item = &'a [T]> {
    lists.iter().flat_map(|list| list.as_ref().chunks(PIECE))
}

/// The bits in which the keys of the items differ.
fn differing<T: Sync>(
    executor: impl Executor,
    lists: &[impl AsRef<[T]>],
    key: &(impl Fn(&T) -> u64 + Sync),
) -> u64 {
    let all = || lists.iter().map(AsRef::as_ref);
    let Some(first) = all().flatten().next().map(key) else {
        return 0;
    };
    let fold = |piece: &[T]| {
        piece
            .iter()
            .fold(0, |bits, item| bits | (key(item) ^ first))
    };
    if !executor.shares(all().map(<[T]>::len).sum(), COST_OF_A_KEY) {
        // One thread needs no allocation.
        return all().fold(0, |bits, list| bits | fold(list));
    }
    let pieces: Vec<_> = pieces(lists).collect();
    let of_pieces = executor.map(pieces.len(), |piece| fold(pieces[piece]));
    of_pieces.into_iter().fold(0, |bits, other| bits | other)
}

/// Writes the items of all lists to `to`, each piece in the order of buckets. Returns where the
/// buckets of each piece begin.
fn deal_all<T: Copy + Send + Sync>(
    executor: impl Executor,
    dealer: Dealer,
    lists: &[impl AsRef<[T]>],
    mut to: &mut [T],
    key: &(impl Fn(&T) -> u64 + Sync),
) -> Vec<Starts> {
    let mut pieces: Vec<_> = pieces(lists)
        .map(|items| {
            let to = to.split_off_mut(..items.len()).unwrap_or_default();
            (items, to, Starts::default())
        })
        .collect();
    executor.for_each_mut(&mut pieces, |_, (items, to, starts)| {
        prefetch_target(to);
        let mut buckets = [0; PIECE];
        for (bucket, item) in buckets.iter_mut().zip(*items) {
            *bucket = dealer.bucket(key(item));
        }
        *starts = deal(&buckets[..items.len()], to, |place| items[place]);
    });
    pieces.into_iter().map(|(.., starts)| starts).collect()
}

#[cfg(test)]
#[path = "tests/shared.rs"]
mod tests;
