//! The free slots of a broad phase, from which a new proxy takes the lowest.

use alloc::vec::Vec;

/// A set of slots that finds its least member. It has one bit per slot, and one summary bit per
/// word, set unless the word is zero.
#[derive(Clone, Debug, Default)]
pub(crate) struct FreeSlots {
    words: Vec<u64>,
    summary: Vec<u64>,
}

impl FreeSlots {
    pub(crate) fn reserve_total(&mut self, len: usize) {
        let words = len.div_ceil(64);
        self.words.reserve(words.saturating_sub(self.words.len()));
        let summary = words.div_ceil(64);
        self.summary
            .reserve(summary.saturating_sub(self.summary.len()));
    }

    pub(crate) fn set(&mut self, slot: usize, is_free: bool) {
        let word = slot / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
            self.summary.resize(word / 64 + 1, 0);
        }
        set_bit(&mut self.words[word], slot % 64, is_free);
        let has_free = self.words[word] != 0;
        set_bit(&mut self.summary[word / 64], word % 64, has_free);
    }

    /// The least slot. Reads one word per 4096 slots.
    pub(crate) fn least(&self) -> Option<usize> {
        let (block, word) = first_bit(&self.summary)?;
        let word = 64 * block + word;
        Some(64 * word + self.words[word].trailing_zeros() as usize)
    }
}

fn first_bit(words: &[u64]) -> Option<(usize, usize)> {
    let word = words.iter().position(|&word| word != 0)?;
    Some((word, words[word].trailing_zeros() as usize))
}

fn set_bit(word: &mut u64, bit: usize, value: bool) {
    *word = *word & !(1 << bit) | u64::from(value) << bit;
}

#[cfg(test)]
#[path = "tests/free_slots.rs"]
mod tests;
