//! Indexes of one kind or another behind one handle.

pub(crate) mod any_index;
pub(crate) mod change;
pub(crate) mod changing;
pub(crate) mod cross;
pub(crate) mod handle;
pub(crate) mod make;
pub(crate) mod packed;
pub(crate) mod read;
