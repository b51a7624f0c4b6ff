//! Ids that are texts: written to a file beside the boxes, and loaded into memory at the end.
//!
//! The join itself uses row numbers as ids. Texts are looked up when the pairs of all tiles are put
//! together, when nothing else needs the memory.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use parquet::data_type::ByteArray;

use crate::error::{InFile, OutOfCoreError, Result};

/// The bytes of the length before each text in a file, and of its offset in memory.
const LEN_BYTES: u64 = 4;
const PLACE_BYTES: u64 = 8;

/// A file with one text for each row, empty for rows without a box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LabelFile {
    pub(crate) rows: u64,
    pub(crate) bytes: u64,
}

impl LabelFile {
    /// The memory that the texts take.
    pub(crate) fn memory(self) -> u64 {
        let places = self.rows.saturating_add(1).saturating_mul(PLACE_BYTES);
        self.bytes.saturating_add(places)
    }
}

/// Checks that the texts of all inputs fit into their share of the memory.
pub(crate) fn check_memory(files: impl Iterator<Item = LabelFile>, most: u64) -> Result<()> {
    let bytes = files.fold(0, |sum: u64, file| sum.saturating_add(file.memory()));
    if bytes <= most {
        return Ok(());
    }
    let wanted = bytes.saturating_mul(2);
    Err(OutOfCoreError::job(format!(
        "the texts of the ids take {bytes} bytes, more than half of the memory: give it at least \
         {wanted} bytes with --memory, or leave --id out and look ids up by the numbers of rows"
    )))
}

/// Writes the texts of one input.
#[derive(Debug)]
pub(crate) struct LabelWriter {
    file: BufWriter<File>,
    path: PathBuf,
    written: LabelFile,
    most: u64,
}

impl LabelWriter {
    /// Creates the file. If the texts take more memory than `most`, they are counted, not written.
    pub(crate) fn create(path: &Path, most: u64) -> Result<Self> {
        Ok(Self {
            file: BufWriter::new(File::create(path).in_file(path)?),
            path: path.to_owned(),
            written: LabelFile::default(),
            most,
        })
    }

    pub(crate) fn put(&mut self, labels: &[ByteArray]) -> Result<()> {
        for label in labels {
            let label = label.data();
            self.written.rows += 1;
            self.written.bytes = self.written.bytes.saturating_add(label.len() as u64);
            if self.written.memory() <= self.most {
                // Both readers have texts of less than 4 GB.
                let len = u32::try_from(label.len()).in_file(&self.path)?;
                let len = len.to_le_bytes();
                self.file.write_all(&len).in_file(&self.path)?;
                self.file.write_all(label).in_file(&self.path)?;
            }
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<LabelFile> {
        let file = self.file.into_inner().map_err(|error| error.into_error());
        let file = file.in_file(&self.path)?;
        file.sync_all().in_file(&self.path)?;
        Ok(self.written)
    }
}

/// The texts of one input in memory.
#[derive(Debug)]
pub(crate) struct Labels {
    text: String,
    /// Where the text of each row begins, and where the last one ends.
    places: Vec<usize>,
}

impl Labels {
    /// Reads the file that [`LabelWriter`] wrote.
    ///
    /// # Errors
    /// If the file has other contents.
    pub(crate) fn read(path: &Path, written: LabelFile) -> Result<Self> {
        let damaged = || OutOfCoreError::in_file(path, "the contents are not those of this run");
        let file = File::open(path).in_file(path)?;
        let lens = written.rows.checked_mul(LEN_BYTES);
        let wanted = lens.and_then(|lens| lens.checked_add(written.bytes));
        if wanted != Some(file.metadata().in_file(path)?.len()) {
            return Err(damaged());
        }
        // Checked sizes, which fit into memory.
        let size = |number: u64| usize::try_from(number).map_err(|_| damaged());
        let (rows, total) = (size(written.rows)?, size(written.bytes)?);
        let mut file = BufReader::new(file);
        let (mut bytes, mut places) = (vec![0; total], Vec::with_capacity(rows + 1));
        places.push(0);
        for _ in 0..rows {
            let mut len = [0; LEN_BYTES as usize];
            file.read_exact(&mut len).in_file(path)?;
            let start = places.last().copied().unwrap_or(0);
            let end = start + u32::from_le_bytes(len) as usize;
            let label = bytes.get_mut(start..end).ok_or_else(damaged)?;
            file.read_exact(label).in_file(path)?;
            places.push(end);
        }
        let text = String::from_utf8(bytes).map_err(|_| damaged())?;
        Ok(Self { text, places })
    }

    /// The text of a row; `None` if the row does not exist.
    pub(crate) fn get(&self, row: u64) -> Option<&str> {
        let row = usize::try_from(row).ok()?;
        let (start, end) = (self.places.get(row)?, self.places.get(row.checked_add(1)?)?);
        self.text.get(*start..*end)
    }
}
