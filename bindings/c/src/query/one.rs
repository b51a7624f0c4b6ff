//! Queries of one window or cast.

use crate::failure::Failure;
use crate::status::Status;

/// That there is one, or an error.
pub(crate) fn must_be_one(count: usize, name: &str) -> Result<(), Failure> {
    if count == 1 {
        return Ok(());
    }
    let text = format_args!("{name}: {count}, expected one");
    Err(Failure::new(Status::Size, text).value(count as f64))
}
