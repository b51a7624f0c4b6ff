//! History: earlier steps, bytes and hashes of a state.
//!
//! ```text
//!   a slot that changes ─▶ Journal: as it was at the last step ─▶ rewind
//!   every slot ─▶ Image ─┬─▶ hash: a sum over slots
//!                        └─▶ save ─▶ bytes ─▶ restore, which checks each of them
//! ```
//!
//! The image of a slot (`image.rs`) is common to all of these. `bytes.rs`, `boxes.rs` and
//! `header.rs` are the codec, which the logs of `crate::log` share. Start at `image.rs`.

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
