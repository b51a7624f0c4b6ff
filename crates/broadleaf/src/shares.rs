//! Sorting items by a small number, in pieces that threads share.

use alloc::vec::Vec;
use core::array;

use crate::executor::Executor;

/// Items with numbers below `N`, cut into pieces.
pub(crate) struct Shares<'a, T, const N: usize> {
    pieces: Vec<Piece<'a, T, N>>,
}

/// Consecutive items.
struct Piece<'a, T, const N: usize> {
    items: &'a [T],
    /// By item, its number.
    numbers: &'a mut [u8],
    /// By number, the number of its items.
    counts: [u32; N],
}

impl<'a, T: Copy + Send + Sync, const N: usize> Shares<'a, T, N> {
    /// Finds the numbers of items in pieces of this length. `find` writes those of a piece, and
    /// returns how often each occurs.
    pub(crate) fn find(
        executor: impl Executor,
        piece: usize,
        items: &'a [T],
        numbers: &'a mut [u8],
        find: impl Fn(&[T], &mut [u8]) -> [u32; N] + Sync,
    ) -> Self {
        let pieces = items.chunks(piece).zip(numbers.chunks_mut(piece));
        let mut pieces: Vec<_> = pieces
            .map(|(items, numbers)| Piece {
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

    /// By number, the number of its items.
    pub(crate) fn counts(&self) -> [u32; N] {
        array::from_fn(|number| self.pieces.iter().map(|piece| piece.counts[number]).sum())
    }

    /// Copies the items to `sorted`, number by number in this order. Items with equal numbers keep
    /// their order.
    pub(crate) fn copy_to(self, executor: impl Executor, mut sorted: &mut [T], order: [usize; N]) {
        let empty = || Place {
            items: Default::default(),
            next: 0,
        };
        let mut places: Vec<_> = self
            .pieces
            .iter()
            .map(|_| [(); N].map(|()| empty()))
            .collect();
        for number in order {
            for (piece, places) in self.pieces.iter().zip(&mut places) {
                let len = piece.counts[number] as usize;
                places[number].items = sorted.split_off_mut(..len).unwrap_or_default();
            }
        }
        let mut tasks: Vec<_> = self.pieces.iter().zip(places).collect();
        executor.for_each_mut(&mut tasks, |_, (piece, places)| {
            for (item, &number) in piece.items.iter().zip(&*piece.numbers) {
                let Place { items, next } = &mut places[usize::from(number)];
                items[*next] = *item;
                *next += 1;
            }
        });
    }
}

/// Where the items of a piece with one number go.
struct Place<'a, T> {
    items: &'a mut [T],
    /// The index of the next one.
    next: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::executor::Sequential;
    use alloc::vec;

    #[test]
    fn items_are_sorted_in_the_given_order_and_keep_their_own() {
        let items: Vec<u32> = (0..100).map(|i| i * 7 % 101).collect();
        let (mut numbers, mut sorted) = (vec![0; 100], vec![0; 100]);
        let find = |items: &[u32], numbers: &mut [u8]| {
            let mut counts = [0; 3];
            for (item, number) in items.iter().zip(numbers) {
                *number = u8::try_from(item % 3).expect("below three");
                counts[usize::from(*number)] += 1;
            }
            counts
        };
        let shares = Shares::find(Sequential, 7, &items, &mut numbers, find);
        let of = |number| items.iter().copied().filter(move |item| item % 3 == number);
        let counts = [0, 1, 2].map(|number| u32::try_from(of(number).count()).expect("few"));
        assert_eq!(shares.counts(), counts);
        shares.copy_to(Sequential, &mut sorted, [2, 0, 1]);
        let expected: Vec<_> = of(2).chain(of(0)).chain(of(1)).collect();
        assert_eq!(sorted, expected);
    }
}
