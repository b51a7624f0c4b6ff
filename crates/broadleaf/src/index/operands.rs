//! What is joined, and what is searched in threads.

/// An index that is joined with the boxes of another one, piece by piece.
pub(super) struct Joined<'a, I: ?Sized, J: ?Sized> {
    pub(super) index: &'a I,
    pub(super) other: &'a J,
}

/// An index whose pairs are found on the threads of rayon's current pool.
#[cfg(feature = "rayon")]
pub(super) struct InThreads<'a, I: ?Sized>(pub(super) &'a I);
