//! The operands of a join.
//!
//! A separate file: `index_core.rs` needs the type, and `joined.rs`, which has its methods, needs
//! `index_core.rs`.

/// Two indexes of any types whose pairs are searched.
pub(crate) struct Joined<'a, I: ?Sized, J: ?Sized> {
    pub(crate) left: &'a I,
    pub(crate) right: &'a J,
}

impl<I: ?Sized, J: ?Sized> Clone for Joined<'_, I, J> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I: ?Sized, J: ?Sized> Copy for Joined<'_, I, J> {}
