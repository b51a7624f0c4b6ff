//! Sorting items by child, in pieces that threads share.

use super::choice::{Choice, Counts, STAYS, find_children};
use super::node::Item;
use crate::executor::Executor;
use crate::geometry::Scalar;
use alloc::vec::Vec;
use core::array;

/// From this number of items on, threads share the work.
pub(super) const MIN_SHARED: usize = 1 << 13;
/// The number of items of a piece.
const PIECE: usize = 1 << 12;

/// Consecutive items.
struct Piece<'a, S, const D: usize> {
    items: &'a [Item<S, D>],
    /// By item, its child.
    children: &'a mut [u8],
    counts: Counts,
    /// By child, the places of its items.
    places: [&'a mut [Item<S, D>]; STAYS as usize + 1],
}

/// Copies items to `sorted`, child by child; returns the number of items of each child.
pub(super) fn divide<S: Scalar, const D: usize>(
    executor: impl Executor,
    choice: &Choice<S, D>,
    items: &[Item<S, D>],
    mut sorted: &mut [Item<S, D>],
    children: &mut [u8],
) -> Counts {
    let pieces = items.chunks(PIECE).zip(children.chunks_mut(PIECE));
    let mut pieces: Vec<_> = pieces
        .map(|(items, children)| Piece {
            items,
            children,
            counts: [0; STAYS as usize + 1],
            places: array::from_fn(|_| Default::default()),
        })
        .collect();
    executor.for_each_mut(&mut pieces, |_, piece| {
        piece.counts = find_children(choice, piece.items, piece.children);
    });
    let mut counts = [0; STAYS as usize + 1];
    for (child, total) in counts.iter_mut().enumerate() {
        for piece in &mut pieces {
            let count = piece.counts[child];
            *total += count;
            piece.places[child] = sorted.split_off_mut(..count as usize).unwrap_or_default();
        }
    }
    executor.for_each_mut(&mut pieces, |_, piece| piece.copy_items());
    counts
}

impl<S: Copy, const D: usize> Piece<'_, S, D> {
    /// Copies the items to their places.
    fn copy_items(&mut self) {
        for (item, &child) in self.items.iter().zip(&*self.children) {
            if let Some(place) = self.places[usize::from(child)].split_off_first_mut() {
                *place = *item;
            }
        }
    }
}
