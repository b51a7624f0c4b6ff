//! What is joined, and what is searched in threads.

/// Two indexes of any kinds, whose pairs are searched.
pub(crate) struct Joined<'a, I: ?Sized, J: ?Sized> {
    pub(crate) left: &'a I,
    pub(crate) right: &'a J,
}

/// An index whose pairs are found on the threads of rayon's current pool.
#[cfg(feature = "rayon")]
pub(in crate::index) struct InThreads<'a, I: ?Sized>(pub(in crate::index) &'a I);

impl<I: ?Sized, J: ?Sized> Clone for Joined<'_, I, J> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I: ?Sized, J: ?Sized> Copy for Joined<'_, I, J> {}
