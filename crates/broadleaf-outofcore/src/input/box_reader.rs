//! Readers of boxes.

use broadleaf_scenes::Skipped;
use parquet::data_type::ByteArray;

use crate::error::Result;
use crate::number::Number;
use crate::record::Record;

/// The number of rows to read at a time.
pub(crate) const CHUNK: usize = 8192;

/// Some rows that were read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rows {
    /// The number of rows: 0 at the end.
    pub(crate) rows: usize,
    /// The number of these rows without a box.
    pub(crate) without_box: u64,
}

/// Reads boxes from a part of a file.
pub(crate) trait BoxReader<S: Number, const D: usize> {
    /// Appends the boxes of the next rows, up to some thousands.
    fn read(&mut self, boxes: &mut Vec<Record<S, D>>) -> Result<Rows>;

    /// The ids of the rows that were just read, if ids are texts: one for each row, empty for a row
    /// without a box.
    fn labels(&mut self) -> Vec<ByteArray> {
        Vec::new()
    }

    /// What was skipped besides rows without a box, once all rows are read.
    fn skipped(&self) -> Skipped {
        Skipped::default()
    }
}
