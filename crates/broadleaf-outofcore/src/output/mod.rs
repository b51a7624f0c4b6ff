//! Files of pairs: one part for each tile, joined at the end.

mod cells;
mod csv;
mod parquet;
mod table;
mod times;

use std::fs::File;
use std::path::{Path, PathBuf};

pub(crate) use self::cells::write_field;
use self::csv::CsvPart;
use self::parquet::{ParquetPart, Whole};
pub(crate) use self::table::{Content, NO_ROW, OutputColumn, Table};
use crate::error::{InFile, OutOfCoreError, Result};
use crate::how::Marks;
use crate::id::IdKind;

/// How pairs are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PairFormat {
    pub(crate) is_parquet: bool,
    /// The ids of the first and of the second box.
    pub(crate) ids: [IdKind; 2],
    /// Whether parts have row numbers for which values are looked up.
    pub(crate) looks_up: bool,
    /// What is kept instead of pairs.
    pub(crate) marks: Option<Marks>,
}

/// Whether a file of pairs is Parquet, by its name.
pub(crate) fn is_parquet(path: &Path) -> Result<bool> {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    match ending.to_lowercase().as_str() {
        "parquet" => Ok(true),
        "csv" => Ok(false),
        _ => {
            let problem = "a file of pairs ends in .parquet or .csv";
            Err(OutOfCoreError::in_file(path, problem))
        }
    }
}

impl PairFormat {
    /// Creates the file for the pairs of one tile.
    pub(crate) fn create_part(&self, path: &Path) -> Result<Part> {
        let file = File::create(path).in_file(path)?;
        let writer = if self.is_parquet || self.looks_up {
            PartWriter::Parquet(
                ParquetPart::new(file, self.ids.map(IdKind::in_join)).in_file(path)?,
            )
        } else {
            PartWriter::Csv(CsvPart::new(file, self.ids))
        };
        Ok(Part {
            path: path.to_owned(),
            writer,
        })
    }

    /// Joins parts to one file, about `at_once` pairs at a time.
    pub(crate) fn join(
        &self,
        parts: impl Iterator<Item = PathBuf>,
        file: File,
        path: &Path,
        at_once: usize,
    ) -> Result<()> {
        if self.is_parquet {
            parquet::join(parts, file, path, self.ids, at_once)
        } else {
            csv::join(parts, file, path)
        }
    }
}

/// Visits the pairs of all parts, `at_once` at a time.
pub(crate) fn visit_parts(
    parts: impl Iterator<Item = PathBuf>,
    at_once: usize,
    visit: impl FnMut(&[[u64; 2]]) -> Result<()>,
) -> Result<()> {
    Whole::new(at_once, visit).append_all(parts)
}

/// The file of the pairs of one tile.
#[derive(Debug)]
pub(crate) struct Part {
    path: PathBuf,
    writer: PartWriter,
}

#[derive(Debug)]
enum PartWriter {
    Parquet(ParquetPart),
    Csv(CsvPart),
}

impl Part {
    pub(crate) fn write(&mut self, pairs: &[[u64; 2]]) -> Result<()> {
        match &mut self.writer {
            PartWriter::Parquet(part) => part.write(pairs).in_file(&self.path),
            PartWriter::Csv(part) => part.write(pairs).in_file(&self.path),
        }
    }

    /// Completes the file, and returns its length.
    pub(crate) fn finish(self) -> Result<u64> {
        match self.writer {
            PartWriter::Parquet(part) => part.finish().in_file(&self.path)?,
            PartWriter::Csv(part) => part.finish().in_file(&self.path)?,
        }
        Ok(self.path.metadata().in_file(&self.path)?.len())
    }
}
