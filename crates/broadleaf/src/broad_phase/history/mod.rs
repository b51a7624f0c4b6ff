//! history

pub(crate) mod boxes;
pub(crate) mod bytes;
pub(crate) mod hash;
pub(crate) mod header;
pub(crate) mod image;
pub(crate) mod journal;
pub(crate) mod mixer;
pub(crate) mod restore;
pub(crate) mod restore_error;
pub(crate) mod rewind;
pub(crate) mod save;
