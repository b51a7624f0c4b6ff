//! Moves items to buckets by numbers that the caller computes, in pieces that threads share.

use alloc::vec::Vec;
use core::array;

use crate::executor::{Cost, Executor};

/// Items with numbers below `N`, cut into pieces.
///
/// A first loop numbers and counts the items of each piece. The counts determine where the items of
/// each piece and number go, and a second loop moves each item there once.
pub(crate) struct Partition<'a, T, const N: usize> {
    pieces: Vec<NumberedItems<'a, T, N>>,
}

struct NumberedItems<'a, T, const N: usize> {
    items: &'a [T],
    /// The number of each item.
    numbers: &'a mut [u8],
    /// How many items have each number.
    counts: [u32; N],
}

impl<'a, T: Copy + Send + Sync, const N: usize> Partition<'a, T, N> {
    /// Finds the number of each item; `cost` is that of one item. `find` writes the numbers of a
    /// piece and returns how often each occurs.
    pub(crate) fn find(
        executor: impl Executor,
        cost: Cost,
        items: &'a [T],
        numbers: &'a mut [u8],
        find: impl Fn(&[T], &mut [u8]) -> [u32; N] + Sync,
    ) -> Self {
        let piece = match executor.shares(items.len(), cost) {
            true => cost.piece(),
            false => items.len().max(1),
        };
        let pieces = items.chunks(piece).zip(numbers.chunks_mut(piece));
        let mut pieces: Vec<_> = pieces
            .map(|(items, numbers)| NumberedItems {
                items,
                numbers,
                counts: [0; N],
            })
            .collect();
        executor.for_each_mut(&mut pieces, |_, piece| {
            piece.counts = find(piece.items, piece.numbers);
        });
        Self { pieces }
    }

    /// How many items have each number.
    pub(crate) fn counts(&self) -> [u32; N] {
        array::from_fn(|number| self.pieces.iter().map(|piece| piece.counts[number]).sum())
    }

    /// Copies the items to `sorted`, number by number in this order. Items with equal numbers keep
    /// their order.
    pub(crate) fn copy_to(self, executor: impl Executor, mut sorted: &mut [T], order: [usize; N]) {
        let mut targets: Vec<[&mut [T]; N]> = self
            .pieces
            .iter()
            .map(|_| array::from_fn(|_| <&mut [T]>::default()))
            .collect();
        for number in order {
            for (piece, targets) in self.pieces.iter().zip(&mut targets) {
                let len = piece.counts[number] as usize;
                targets[number] = sorted.split_off_mut(..len).unwrap_or_default();
            }
        }
        let mut tasks: Vec<_> = self.pieces.iter().zip(targets).collect();
        executor.for_each_mut(&mut tasks, |_, (piece, targets)| {
            let mut next = [0; N];
            for (item, &number) in piece.items.iter().zip(&*piece.numbers) {
                let next = &mut next[usize::from(number)];
                targets[usize::from(number)][*next] = *item;
                *next += 1;
            }
        });
    }
}

#[cfg(test)]
#[path = "tests/partition.rs"]
mod tests;
