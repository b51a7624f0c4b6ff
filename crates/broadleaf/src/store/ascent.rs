//! Ids that ascend occur once each, so that nobody has to look for repetitions.

use super::id::Id;

/// Whether ids are in ascending order, each once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ascent {
    /// The ids so far are below.
    pub(super) end: usize,
    pub(super) holds: bool,
}

impl Ascent {
    pub(crate) const START: Self = Self {
        end: 0,
        holds: true,
    };

    /// Continues with an id.
    #[inline]
    pub(crate) fn add(&mut self, id: Id) {
        self.holds &= self.end <= id.index();
        self.end = id.index().saturating_add(1);
    }
}
