//! The fields of a row.

use std::io::Read;

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use super::lines::Lines;
use super::number::shown;
use crate::error::SceneError;

/// The fields of one row at a time.
pub(super) struct Record {
    separator: u8,
    line: Vec<u8>,
    /// The concatenated fields; those of a line with quotes are unquoted.
    bytes: Vec<u8>,
    /// Where each field ends.
    ends: Vec<usize>,
    /// The number of bytes between two fields.
    gap: usize,
    quoted: Reader,
    /// The number of the first line of the row, from 1.
    pub(super) number: u64,
}

impl Record {
    pub(super) fn new(separator: u8) -> Self {
        Self {
            separator,
            line: Vec::new(),
            bytes: Vec::new(),
            ends: Vec::new(),
            gap: 1,
            quoted: ReaderBuilder::new().delimiter(separator).build(),
            number: 0,
        }
    }

    /// Reads the next row; false at the end of the file.
    pub(super) fn read(&mut self, lines: &mut Lines<impl Read>) -> Result<bool, SceneError> {
        if !lines.next(&mut self.line)? {
            return Ok(false);
        }
        self.number = lines.number;
        if self.line.contains(&b'"') {
            self.split_quoted(lines)?;
        } else {
            self.split();
        }
        Ok(true)
    }

    /// Splits a line without quotes.
    pub(super) fn split(&mut self) {
        self.ends.clear();
        self.gap = 1;
        std::mem::swap(&mut self.bytes, &mut self.line);
        let bytes = self.bytes.iter().enumerate();
        let ends = bytes.filter(|(_, byte)| **byte == self.separator);
        self.ends.extend(ends.map(|(at, _)| at));
        self.ends.push(self.bytes.len());
    }

    /// Splits a line with quotes, in which a field may continue on the next line.
    fn split_quoted(&mut self, lines: &mut Lines<impl Read>) -> Result<(), SceneError> {
        self.gap = 0;
        self.quoted.reset();
        let (mut written, mut ended) = (0, 0);
        self.ends.clear();
        loop {
            self.line.push(b'\n');
            let mut input = self.line.as_slice();
            loop {
                self.bytes.resize(written + input.len() + 1, 0);
                self.ends.resize(ended + input.len() + 1, 0);
                let (out, ends) = (&mut self.bytes[written..], &mut self.ends[ended..]);
                let (result, read, wrote, fields) = self.quoted.read_record(input, out, ends);
                (input, written, ended) = (&input[read..], written + wrote, ended + fields);
                if result == ReadRecordResult::Record {
                    self.bytes.truncate(written);
                    self.ends.truncate(ended);
                    return refuse_rest(input);
                }
                if input.is_empty() {
                    break;
                }
            }
            self.line.clear();
            if written > MAX_QUOTED || !lines.more(&mut self.line)? {
                return Err(SceneError::new("a quote is not closed"));
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// A trimmed field; empty if the row has fewer fields.
    pub(super) fn field(&self, number: usize) -> &[u8] {
        let Some(&end) = self.ends.get(number) else {
            return &[];
        };
        let start = match number {
            0 => 0,
            _ => self.ends[number - 1] + self.gap,
        };
        self.bytes[start..end].trim_ascii()
    }

    /// A field as text; invalid UTF-8 is replaced.
    pub(super) fn text(&self, number: usize) -> String {
        String::from_utf8_lossy(self.field(number)).into_owned()
    }
}

/// An error if a line has more data after its row.
fn refuse_rest(rest: &[u8]) -> Result<(), SceneError> {
    if rest.trim_ascii().is_empty() {
        return Ok(());
    }
    Err(SceneError::new(format!(
        "\"{}\" follows a CR within the line: lines end in LF, CR LF or CR, all alike",
        shown(rest.trim_ascii())
    )))
}

/// The most bytes of a row with quotes, as for a line.
const MAX_QUOTED: usize = 1 << 24;

impl std::fmt::Debug for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Record")
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}
