//! A structure that is chosen when the program runs: from a setting, the command line or a test.
//!
//! Answers do not depend on the choice, so a program may offer it freely. Each call passes one
//! branch more than a call of the structure itself; the visits inside the call pass none.

mod choice;
mod kind;
mod one_of;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;
mod traits;

pub use self::choice::AnyStructure;
pub use self::kind::{StructureKind, UnknownStructure};
