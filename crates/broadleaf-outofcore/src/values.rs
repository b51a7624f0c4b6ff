//! Values of columns that are carried along, and ids that are texts: written to a file beside the
//! boxes, and looked up when the pairs of all tiles are put together.
//!
//! The join itself uses row numbers as ids. A lookup takes sorted rows, and reads the file once
//! from its start to its end, without the parts that it does not need; so it takes as much memory
//! as the values that it finds.

use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use parquet::data_type::ByteArray;

use crate::error::{InFile, OutOfCoreError, Result};

/// A value as bytes: of a text, or of a number, lowest byte first; `None` if it is missing.
pub(crate) type Value = Option<ByteArray>;

/// The bytes of the length before each value.
const LEN_BYTES: usize = 4;
/// The length of a missing value. Both readers have values of less than 4 GB.
const MISSING: u32 = u32::MAX;
/// The number of rows of a part that is read as a whole: with short texts, some pages of a disk.
const PART: u64 = 512;

/// A file with a value for each row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ValueFile {
    pub(crate) rows: u64,
    /// The length of the file.
    pub(crate) bytes: u64,
    /// Whether the values of a text table are texts.
    pub(crate) is_text: bool,
    /// Where each part begins.
    pub(crate) places: Vec<u64>,
}

/// Writes the values of one column.
#[derive(Debug)]
pub(crate) struct ValueWriter {
    file: BufWriter<File>,
    path: PathBuf,
    written: ValueFile,
}

impl ValueWriter {
    pub(crate) fn create(path: &Path, is_text: bool) -> Result<Self> {
        Ok(Self {
            file: BufWriter::with_capacity(1 << 18, File::create(path).in_file(path)?),
            path: path.to_owned(),
            written: ValueFile {
                is_text,
                ..ValueFile::default()
            },
        })
    }

    pub(crate) fn put(&mut self, values: &[Value]) -> Result<()> {
        for value in values {
            if self.written.rows.is_multiple_of(PART) {
                self.written.places.push(self.written.bytes);
            }
            let data = value.as_ref().map_or(&[][..], ByteArray::data);
            let len = match value {
                Some(_) => u32::try_from(data.len()).in_file(&self.path)?,
                None => MISSING,
            };
            self.file
                .write_all(&len.to_le_bytes())
                .in_file(&self.path)?;
            self.file.write_all(data).in_file(&self.path)?;
            self.written.rows += 1;
            self.written.bytes += (LEN_BYTES + data.len()) as u64;
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<ValueFile> {
        let file = self.file.into_inner().map_err(|error| error.into_error());
        let file = file.in_file(&self.path)?;
        file.sync_all().in_file(&self.path)?;
        Ok(self.written)
    }
}

/// Values that were looked up, in the order of their rows.
#[derive(Debug, Default)]
pub(crate) struct Found {
    bytes: Vec<u8>,
    /// Where each value begins, and whether it is there; then where the last one ends.
    places: Vec<(usize, bool)>,
}

impl Found {
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The value of the row with this rank; `None` if it is missing.
    pub(crate) fn get(&self, rank: usize) -> Option<&[u8]> {
        let (start, is_there) = *self.places.get(rank)?;
        let end = self
            .places
            .get(rank + 1)
            .map_or(self.bytes.len(), |next| next.0);
        is_there.then(|| self.bytes.get(start..end)).flatten()
    }
}

/// Looks values up.
#[derive(Debug)]
pub(crate) struct ValueReader {
    file: File,
    path: PathBuf,
    written: ValueFile,
    /// The position in the file.
    at: u64,
    part: Vec<u8>,
}

impl ValueReader {
    /// Opens the file that [`ValueWriter`] wrote.
    ///
    /// # Errors
    /// If the file has another length.
    pub(crate) fn open(path: &Path, written: &ValueFile) -> Result<Self> {
        let file = File::open(path).in_file(path)?;
        if file.metadata().in_file(path)?.len() != written.bytes {
            return Err(damaged(path));
        }
        Ok(Self {
            file,
            path: path.to_owned(),
            written: written.clone(),
            at: 0,
            part: Vec::new(),
        })
    }

    /// The mean number of bytes of a value.
    pub(crate) fn mean(&self) -> u64 {
        self.written.bytes / self.written.rows.max(1)
    }

    /// The values of rows in ascending order; `None` if they have more than `most` bytes.
    pub(crate) fn look_up(&mut self, rows: &[u64], most: u64) -> Result<Option<Found>> {
        let mut found = Found::default();
        found.places.reserve_exact(rows.len());
        for rows in rows.chunk_by(|a, b| a / PART == b / PART) {
            let part = rows[0] / PART;
            self.read_part(part)?;
            take(&self.part, part * PART, rows, &mut found).ok_or_else(|| damaged(&self.path))?;
            if found.bytes.len() as u64 > most {
                return Ok(None);
            }
        }
        Ok(Some(found))
    }

    fn read_part(&mut self, part: u64) -> Result<()> {
        let place = |part: u64| {
            self.written
                .places
                .get(usize::try_from(part).ok()?)
                .copied()
        };
        let start = place(part).ok_or_else(|| damaged(&self.path))?;
        let end = place(part + 1).unwrap_or(self.written.bytes);
        let len = end
            .checked_sub(start)
            .and_then(|len| usize::try_from(len).ok());
        self.part.resize(len.ok_or_else(|| damaged(&self.path))?, 0);
        if self.at != start {
            self.file.seek(SeekFrom::Start(start)).in_file(&self.path)?;
        }
        self.file.read_exact(&mut self.part).in_file(&self.path)?;
        self.at = end;
        Ok(())
    }
}

/// Takes the values of `rows` from a part that begins with the row `first`; `None` if the part
/// does not have them.
fn take(mut part: &[u8], first: u64, rows: &[u64], found: &mut Found) -> Option<()> {
    let mut row = first;
    for wanted in rows {
        loop {
            let (len, rest) = part.split_first_chunk::<LEN_BYTES>()?;
            let len = u32::from_le_bytes(*len);
            let is_there = len != MISSING;
            let size = if is_there { len as usize } else { 0 };
            let (value, rest) = rest.split_at_checked(size)?;
            part = rest;
            row += 1;
            if row > *wanted {
                found.places.push((found.bytes.len(), is_there));
                found.bytes.extend_from_slice(value);
                break;
            }
        }
    }
    Some(())
}

fn damaged(path: &Path) -> OutOfCoreError {
    OutOfCoreError::in_file(path, "the contents are not those of this run")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_their_rows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("values");
        let text =
            |row: u64| (row % 7 != 3).then(|| "x".repeat((row % 5) as usize) + &row.to_string());
        let values: Vec<Value> = (0..2000)
            .map(|row| text(row).map(|text| ByteArray::from(text.as_str())))
            .collect();
        let mut writer = ValueWriter::create(&path, true).unwrap();
        values
            .chunks(300)
            .for_each(|some| writer.put(some).unwrap());
        let written = writer.finish().unwrap();
        let mut reader = ValueReader::open(&path, &written).unwrap();
        for step in [1, 2, 13, 700, 1999] {
            let rows: Vec<u64> = (0..2000).step_by(step).collect();
            let found = reader.look_up(&rows, u64::MAX).unwrap().unwrap();
            for (rank, row) in rows.iter().enumerate() {
                let expected = text(*row);
                assert_eq!(
                    found.get(rank),
                    expected.as_ref().map(String::as_bytes),
                    "{row}"
                );
            }
        }
        assert!(reader.look_up(&[0, 1, 2], 3).unwrap().is_none());
        let refusal = reader.look_up(&[2000], 9).unwrap_err().to_string();
        assert!(
            refusal.ends_with("the contents are not those of this run"),
            "{refusal}"
        );
    }
}
