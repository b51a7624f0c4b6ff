//! Readers of boxes.

use broadleaf_scenes::Skipped;

use crate::error::Result;
use crate::number::Number;
use crate::record::Record;
use crate::values::Value;

/// The number of rows to read at a time.
pub(crate) const CHUNK: usize = 8192;

/// Some rows that were read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rows {
    /// The number of rows: 0 at the end.
    pub(crate) rows: usize,
    /// The number of these rows without a box.
    pub(crate) without_box: u64,
    /// The number of these rows with a box, but without a key.
    pub(crate) without_key: u64,
}

/// What a pass reads besides boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reading {
    /// The values of columns that are carried along.
    pub(crate) values: bool,
}

/// What is read besides boxes.
#[derive(Debug, Default)]
pub(crate) struct Beside {
    /// For each column that is carried along, the value of each row that was just read.
    pub(crate) values: Vec<Vec<Value>>,
    /// The key of each box that was just read, if rows have keys.
    pub(crate) keys: Vec<Vec<u8>>,
}

/// Reads boxes from a part of a file.
pub(crate) trait BoxReader<S: Number, const D: usize> {
    /// Appends the boxes of the next rows, up to some thousands.
    fn read(&mut self, boxes: &mut Vec<Record<S, D>>) -> Result<Rows>;

    /// What was just read besides boxes.
    fn beside(&mut self) -> Beside {
        Beside::default()
    }

    /// What was skipped besides rows without a box, once all rows are read.
    fn skipped(&self) -> Skipped {
        Skipped::default()
    }
}
