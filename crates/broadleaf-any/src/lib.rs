//! A structure that is chosen when the program runs: from a setting, the command line or a test.
//!
//! A crate of its own, since it is for programs that let their users choose, and since whoever
//! changes a structure should not compile all of them.
//!
//! Answers do not depend on the choice, so a program may offer it freely. Each call passes one
//! branch more than a call of the structure itself; the visits inside the call pass none.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod choice;
mod kind;
mod one_of;
#[cfg(test)]
mod tests;
mod traits;

pub use self::choice::AnyStructure;
pub use self::kind::{StructureKind, UnknownStructure};
