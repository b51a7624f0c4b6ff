//! The C interface of Broadleaf. `include/broadleaf.h` describes it.
//!
//! `doors` has the functions of the header, which pass their pointers to a `Caller`; whatever it
//! hands on is checked. `unsafe` stands where memory of the caller is read or written, and in
//! handles.

#![deny(clippy::undocumented_unsafe_blocks)]

mod boxes;
mod broad_phase;
mod buffers;
mod caller;
pub mod doors;
mod failure;
mod filter;
mod flags;
mod handle;
mod index;
mod kind;
mod line;
mod number;
mod pairs;
mod query;
mod status;
mod threads;
mod versioned;
