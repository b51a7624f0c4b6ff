//! The display of a box, as one byte.

use broadleaf::Id;

/// The marks of boxes; a larger one hides a smaller one. The page's shader uses the same numbers.
#[derive(Clone, Copy)]
pub(crate) enum Mark {
    Plain,
    Ended,
    Begun,
    Answer,
    FirstAnswer,
}

/// Marks boxes; each keeps its largest mark.
pub(crate) fn mark(marks: &mut [u8], ids: impl IntoIterator<Item = Id>, mark: Mark) {
    for id in ids {
        let old = &mut marks[id.index()];
        *old = (*old).max(mark as u8);
    }
}
