//! A structure chosen at run time: by a setting, on the command line or in a test.
//!
//! This is a separate crate because only programs that offer the choice need it, and because a
//! change to one structure should not recompile all of them.
//!
//! Answers do not depend on the choice, so a program may offer it freely. Each call costs one
//! branch more than a call of the structure itself; visits inside the call cost no more.

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
