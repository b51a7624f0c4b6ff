//! A list in uninitialised memory.

#![expect(unsafe_code, reason = "only what was pushed is initialised")]

use super::lane::LANES;
use core::mem::MaybeUninit;

/// A list of at most `N` numbers. Creating one costs nothing, but zeroing an array of its size
/// takes as long as testing several nodes.
#[derive(Debug)]
pub(crate) struct List<const N: usize> {
    /// The numbers before `len` are initialised.
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

    /// Appends the first `count` of these numbers if there is room for all sixteen.
    #[inline(always)]
    pub(crate) fn push(&mut self, numbers: [u32; LANES], count: usize) {
        let room = self.numbers.get_mut(self.len..);
        if let Some(room) = room.and_then(|room| room.first_chunk_mut()) {
            *room = numbers.map(MaybeUninit::new);
            self.len += count.min(LANES);
        }
    }

    /// The number at an index; 0 if the index is not less than `len`.
    #[inline(always)]
    pub(crate) fn get(&self, index: usize) -> u32 {
        let number = self.numbers[..self.len].get(index);
        // SAFETY: the numbers before `len` are initialised: `push` writes sixteen numbers and
        // increases `len` by at most sixteen, and `truncate` only decreases it.
        number.map_or(0, |number| unsafe { number.assume_init() })
    }

    /// Removes the numbers from this index on.
    #[inline(always)]
    pub(crate) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}
