//! Disjoint sets of boxes that are united step by step.

use crate::index::answers::Answers;
use crate::store::{Id, IdMap, to_u32};
use alloc::vec::Vec;

/// Disjoint sets of ids.
///
/// Galler & Fischer 1964, with the path halving of Tarjan & van Leeuwen 1984. The root of a set is
/// its smallest id, in whatever order sets are united.
pub(in crate::index) struct Components {
    /// Ascending.
    ids: Vec<Id>,
    /// The index of each id in `ids`.
    indices: IdMap,
    /// By index: a smaller index of the same set; the index itself at the root.
    above: Vec<u32>,
}

impl Components {
    /// A set for each id; `ids` must ascend.
    pub(in crate::index) fn new(ids: impl Iterator<Item = Id>) -> Self {
        let ids: Vec<_> = ids.collect();
        let mut indices = IdMap::default();
        indices.reserve(ids.len());
        for (&id, index) in ids.iter().zip(0..) {
            indices.set(id, index);
        }
        let above = (0..to_u32(ids.len())).collect();
        Self {
            ids,
            indices,
            above,
        }
    }

    /// Unites the sets of two ids; ignores unknown ids.
    pub(in crate::index) fn unite(&mut self, a: Id, b: Id) {
        let indices = self.indices.get(a).zip(self.indices.get(b));
        if let Some((a, b)) = indices {
            let (a, b) = (self.root(a), self.root(b));
            self.above[a.max(b) as usize] = a.min(b);
        }
    }

    fn root(&mut self, mut index: u32) -> u32 {
        loop {
            let above = self.above[index as usize];
            if above == index {
                return index;
            }
            let next = self.above[above as usize];
            self.above[index as usize] = next;
            index = next;
        }
    }

    /// The sets by their smallest ids, each ascending.
    pub(in crate::index) fn into_lists(mut self) -> Answers<Id> {
        let mut lengths = Vec::new();
        // From here on, each index has the number of its set.
        for index in 0..self.above.len() {
            let above = self.above[index] as usize;
            self.above[index] = if above == index {
                lengths.push(0);
                to_u32(lengths.len() - 1)
            } else {
                self.above[above]
            };
            lengths[self.above[index] as usize] += 1;
        }
        let mut lists = Answers::filled(lengths.iter().copied(), self.ids.first().copied());
        let mut rest = lengths;
        for (&id, &set) in self.ids.iter().zip(&self.above).rev() {
            let set = set as usize;
            rest[set] -= 1;
            lists.get_mut(set)[rest[set]] = id;
        }
        lists
    }
}
