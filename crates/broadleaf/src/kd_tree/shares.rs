//! Sorting items by the part that they belong to, in pieces that threads share.

use alloc::vec::Vec;
use core::array;

use super::cuts::{Cuts, MAX_PARTS};
use super::division::{Division, find_parts};
use super::node::Item;
use crate::executor::Executor;
use crate::geometry::Scalar;

/// From this number of items on, it is faster on two threads.
pub(super) const MIN_SHARED: usize = 1 << 14;
/// The number of pieces: some for each thread, and few enough that their lists of places are short.
const PIECES: usize = 8;

/// Consecutive items.
struct Piece<'a, 't, S, const D: usize> {
    items: &'a [Item<S, D>],
    /// By item, its part.
    parts: &'a mut [u8],
    /// The number of items of each part.
    own: [u32; MAX_PARTS],
    /// By part, the places of its items.
    places: [&'t mut [Item<S, D>]; MAX_PARTS],
}

/// Does what [`Division::of`] does, in pieces.
pub(super) fn divide<S: Scalar, const D: usize>(
    executor: impl Executor,
    items: &[Item<S, D>],
    sorted: &mut [Item<S, D>],
    parts: &mut [u8],
    cuts: Cuts<S>,
) -> Division<S> {
    let len = items.len().div_ceil(PIECES);
    let pieces = items.chunks(len).zip(parts.chunks_mut(len));
    let mut pieces: Vec<_> = pieces
        .map(|(items, parts)| Piece {
            items,
            parts,
            own: [0; MAX_PARTS],
            places: array::from_fn(|_| Default::default()),
        })
        .collect();
    executor.for_each_mut(&mut pieces, |_, piece| {
        piece.own = find_parts(&cuts, piece.items, piece.parts);
    });
    let own = array::from_fn(|part| pieces.iter().map(|piece| piece.own[part]).sum());
    let division = Division::new(cuts, own);
    let mut rest = sorted;
    for part in division.order() {
        for piece in &mut pieces {
            let count = piece.own[part] as usize;
            piece.places[part] = rest.split_off_mut(..count).unwrap_or_default();
        }
    }
    executor.for_each_mut(&mut pieces, |_, piece| piece.copy_items());
    division
}

impl<S: Copy, const D: usize> Piece<'_, '_, S, D> {
    /// Copies the items to their places.
    fn copy_items(&mut self) {
        for (item, &part) in self.items.iter().zip(&*self.parts) {
            if let Some(place) = self.places[usize::from(part)].split_off_first_mut() {
                *place = *item;
            }
        }
    }
}
