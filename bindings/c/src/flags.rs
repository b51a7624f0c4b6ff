//! Flags of pairs and queries.

use crate::failure::Failure;
use crate::status::Status;

pub(crate) const INTERIORS: u32 = 1;
pub(crate) const UNSORTED: u32 = 2;
pub(crate) const FAT: u32 = 4;
pub(crate) const CONTAINED: u32 = 8;
pub(crate) const ONE_WAY: u32 = 16;

/// That there are no other flags than these, or an error.
#[inline]
pub(crate) fn check(flags: u32, known: u32) -> Result<(), Failure> {
    let others = flags & !known;
    if others == 0 {
        return Ok(());
    }
    let text = format_args!("flags: {others:#x} has no meaning here");
    Err(Failure::new(Status::Option, text).value(others.into()))
}
