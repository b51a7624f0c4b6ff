//! A set of ids as bits.

use crate::store::Id;
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

/// A set that is built for a number of ids, and then only shrinks.
#[derive(Clone, Debug, Default)]
pub(super) struct IdBits {
    words: Vec<u64>,
    /// The ids beyond `words`.
    sparse: BTreeSet<Id>,
    len: usize,
}

impl IdBits {
    /// The set of these ids, which must ascend and differ.
    pub(super) fn of(ids: impl ExactSizeIterator<Item = Id> + Clone) -> Self {
        let len = ids.len();
        // At most a word for each id: one id of four billion must not cost half a gigabyte.
        let bits = len.saturating_mul(u64::BITS as usize);
        let in_words = |id: &Id| id.index() < bits;
        let last = ids.clone().take_while(in_words).last();
        let mut words = vec![0; last.map_or(0, |last| last.index() / 64 + 1)];
        let mut sparse = BTreeSet::new();
        for id in ids {
            match words.get_mut(id.index() / 64) {
                Some(word) => *word |= bit(id),
                None => _ = sparse.insert(id),
            }
        }
        Self { words, sparse, len }
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn contains(&self, id: Id) -> bool {
        match self.words.get(id.index() / 64) {
            Some(word) => word & bit(id) != 0,
            None => self.sparse.contains(&id),
        }
    }

    /// Removes an id. Returns whether the set contained it.
    pub(super) fn remove(&mut self, id: Id) -> bool {
        let had = self.contains(id);
        match self.words.get_mut(id.index() / 64) {
            Some(word) => *word &= !bit(id),
            None => _ = self.sparse.remove(&id),
        }
        self.len -= usize::from(had);
        had
    }

    /// All ids, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = Id> {
        let ids = (0..self.words.len() * 64).map(Id::at);
        let dense = ids.filter(|id| self.words[id.index() / 64] & bit(*id) != 0);
        dense.chain(self.sparse.iter().copied())
    }

    pub(super) fn bytes(&self) -> usize {
        // Nodes of a `BTreeSet` are about three quarters full.
        self.words.capacity() * size_of::<u64>() + self.sparse.len() * size_of::<Id>() * 4 / 3
    }
}

fn bit(id: Id) -> u64 {
    1 << (id.0 % 64)
}
