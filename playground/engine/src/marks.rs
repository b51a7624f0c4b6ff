//! What the page makes of a box: one byte each.

use broadleaf::Id;

/// The marks of boxes; a greater one hides a smaller one. The page's shader knows these numbers.
#[derive(Clone, Copy)]
pub(crate) enum Mark {
    Plain,
    Ended,
    Begun,
    Answer,
    FirstAnswer,
}

/// Marks boxes, and keeps the greatest mark of each.
pub(crate) fn mark(marks: &mut [u8], ids: impl IntoIterator<Item = Id>, mark: Mark) {
    for id in ids {
        let old = &mut marks[id.index()];
        *old = (*old).max(mark as u8);
    }
}
