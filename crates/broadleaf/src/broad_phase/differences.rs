//! Merging two sorted lists of keys.

use core::hint::select_unpredictable;

use crate::store::store_if;

/// The number of keys that are looked at in the same way.
const STEPS: usize = 256;
/// If more than this number of them are noted, a processor predicts badly which are.
const MANY: usize = STEPS / 6;

/// A key, and which list it is in.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Note(u64);

impl Note {
    fn new(key: u64, was: bool, is: bool) -> Self {
        Self(key << 2 | u64::from(is) << 1 | u64::from(was))
    }

    pub(super) fn key(self) -> u64 {
        self.0 >> 2
    }

    /// Whether the key is in the list of then.
    pub(super) fn was(self) -> bool {
        self.0 & 1 != 0
    }

    /// Whether the key is in the list of now.
    pub(super) fn is(self) -> bool {
        self.0 & 2 != 0
    }
}

/// The keys that are in one of two lists, in order, and, if asked for, those in both.
pub(super) struct Differences<'a> {
    then: &'a [u64],
    now: &'a [u64],
    with_both: bool,
    /// Whether many of the last keys were noted.
    are_many: bool,
    notes: [Note; STEPS],
}

impl<'a> Differences<'a> {
    /// Of sorted lists. Keys have at most 62 bits, and each is in a list once.
    pub(super) fn new(then: &'a [u64], now: &'a [u64], with_both: bool) -> Self {
        Self {
            then,
            now,
            with_both,
            are_many: false,
            notes: [Note::default(); STEPS],
        }
    }

    /// The next keys. There may be none among those that were looked at.
    pub(super) fn next(&mut self) -> Option<&[Note]> {
        let len = if self.then.is_empty() || self.now.is_empty() {
            self.take_rest()?
        } else if self.are_many {
            self.merge::<true>()
        } else {
            self.merge::<false>()
        };
        self.are_many = len > MANY;
        Some(&self.notes[..len])
    }

    /// Merges the next keys of both lists. If many of them are likely to differ, no branch depends
    /// on that, and keys are loaded ahead; otherwise it is predicted that a key is in both lists.
    fn merge<const LIKELY: bool>(&mut self) -> usize {
        let (mut first, mut second, mut len) = (0, 0, 0);
        let key_at = |keys: &[u64], index: usize| keys.get(index).copied().unwrap_or(u64::MAX);
        let mut ahead = (key_at(self.then, 0), key_at(self.now, 0));
        for _ in 0..STEPS {
            let (Some(&old), Some(&new)) = (self.then.get(first), self.now.get(second)) else {
                break;
            };
            if !LIKELY && old == new && !self.with_both {
                (first, second) = (first + 1, second + 1);
                continue;
            }
            let (old, new) = if LIKELY { ahead } else { (old, new) };
            let (was, is) = (old <= new, new <= old);
            if LIKELY {
                // Loaded before it is known which of them is needed.
                let next = (key_at(self.then, first + 1), key_at(self.now, second + 1));
                let old = select_unpredictable(was, next.0, old);
                ahead = (old, select_unpredictable(is, next.1, new));
            }
            let note = Note::new(old.min(new), was, is);
            store_if(
                &mut self.notes,
                &mut len,
                note,
                (was != is) | self.with_both,
            );
            first += usize::from(was);
            second += usize::from(is);
        }
        self.then = &self.then[first..];
        self.now = &self.now[second..];
        len
    }

    /// The next keys of the list that is not empty.
    fn take_rest(&mut self) -> Option<usize> {
        let was = self.now.is_empty();
        let rest = if was { &mut self.then } else { &mut self.now };
        let keys = rest.split_off(..rest.len().min(STEPS))?;
        for (note, &key) in self.notes.iter_mut().zip(keys) {
            *note = Note::new(key, was, !was);
        }
        (!keys.is_empty()).then_some(keys.len())
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// Every key below `end` of which `in_then` or `in_now` says so.
    fn check(end: u64, in_then: impl Fn(u64) -> bool, in_now: impl Fn(u64) -> bool) {
        let then: Vec<_> = (0..end).filter(|&key| in_then(key)).collect();
        let now: Vec<_> = (0..end).filter(|&key| in_now(key)).collect();
        for with_both in [false, true] {
            let mut found = Vec::new();
            let mut differences = Differences::new(&then, &now, with_both);
            while let Some(notes) = differences.next() {
                found.extend_from_slice(notes);
            }
            let found = found.iter().map(|note| (note.key(), note.was(), note.is()));
            let expected = (0..end).map(|key| (key, in_then(key), in_now(key)));
            assert!(found.eq(expected.filter(|&(_, was, is)| was != is || was && with_both)));
        }
    }

    #[test]
    fn notes_every_key_that_is_in_one_list_or_in_both() {
        for end in [0, 1, 2, 255, 256, 257, 511, 512, 513, 5_000] {
            check(end, |_| true, |_| true);
            check(end, |_| true, |_| false);
            check(end, |_| false, |_| true);
            check(end, |key| key % 2 == 0, |key| key % 2 == 1);
            check(end, |key| key % 3 == 0, |key| key % 2 == 0);
            check(end, |key| key < 2_000, |key| key >= 1_000);
            check(end, |key| key >= 1_000, |key| key % 7 > 0 && key < 2_000);
        }
    }
}
