//! Ids that ascend occur once each, so that nobody has to look for repetitions.

use super::id::Id;

/// Whether ids are in ascending order, each once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ascent {
    /// The least id, or more than any id.
    pub(crate) first: usize,
    /// All ids are below.
    pub(super) end: usize,
    pub(super) holds: bool,
}

impl Ascent {
    /// Of no ids.
    pub(crate) const START: Self = Self {
        first: usize::MAX,
        end: 0,
        holds: true,
    };

    #[cfg(test)]
    pub(crate) fn of(ids: impl IntoIterator<Item = Id>) -> Self {
        let mut ascent = Self::START;
        ids.into_iter().for_each(|id| ascent.add(id));
        ascent
    }

    /// Continues with an id.
    #[inline]
    pub(crate) fn add(&mut self, id: Id) {
        self.holds &= self.end <= id.index();
        self.first = self.first.min(id.index());
        self.end = self.end.max(id.index().saturating_add(1));
    }

    /// Continues with other ids, which come next if `first`, the next one, is their least.
    #[cfg(feature = "rayon")]
    pub(crate) fn then(self, next: Self, first: Id) -> Self {
        let are_next = first.index() == next.first && self.end <= next.first;
        Self {
            first: self.first.min(next.first),
            end: self.end.max(next.end),
            holds: self.holds && next.holds && are_next,
        }
    }
}

#[cfg(test)]
#[path = "tests/ascent.rs"]
mod tests;
