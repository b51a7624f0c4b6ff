//! A list in memory that is not cleared first.

#![expect(unsafe_code, reason = "only what was pushed is initialised")]

use super::lane::LANES;
use core::mem::MaybeUninit;

/// A list of at most `N` numbers. Making one costs nothing, where an array of zeros of the same
/// size takes as long as a test of several nodes.
#[derive(Debug)]
pub(crate) struct List<const N: usize> {
    /// Those before `len` are initialised.
    numbers: [MaybeUninit<u32>; N],
    len: usize,
}

impl<const N: usize> List<N> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self {
            numbers: [MaybeUninit::uninit(); N],
            len: 0,
        }
    }

    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Appends the first `count` of these numbers, if there is room for all sixteen.
    #[inline(always)]
    pub(crate) fn push(&mut self, numbers: [u32; LANES], count: usize) {
        let room = self.numbers.get_mut(self.len..);
        if let Some(room) = room.and_then(|room| room.first_chunk_mut()) {
            *room = numbers.map(MaybeUninit::new);
            self.len += count.min(LANES);
        }
    }

    /// The number at an index, or 0 if there is none.
    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> u32 {
        let number = self.numbers[..self.len].get(index);
        // SAFETY: the numbers before `len` are initialised: `push` writes sixteen and `len` grows
        // by no more, and `truncate` makes it less.
        number.map_or(0, |number| unsafe { number.assume_init() })
    }

    /// Removes the numbers from this index on.
    #[inline(always)]
    pub(crate) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}
