//! What reads boxes.

use crate::error::Result;
use crate::number::Number;
use crate::record::Record;

/// The number of boxes that are read at a time.
pub(crate) const CHUNK: usize = 8192;

/// Reads boxes from a part of a file.
pub(crate) trait BoxReader<S: Number, const D: usize> {
    /// Appends boxes of the next rows, some thousands, and returns the number of these rows: 0 at
    /// the end.
    fn read(&mut self, boxes: &mut Vec<Record<S, D>>) -> Result<usize>;
}
