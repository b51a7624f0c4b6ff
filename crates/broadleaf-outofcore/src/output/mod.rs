//! Files of pairs: one part for each tile, joined at the end.

mod csv;
mod labelled;
mod parquet;

use std::fs::File;
use std::path::{Path, PathBuf};

use self::csv::CsvPart;
pub(crate) use self::labelled::PairLabels;
use self::parquet::ParquetPart;
use crate::error::{InFile, OutOfCoreError, Result};
use crate::id::IdKind;

/// How pairs are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PairFormat {
    pub(crate) is_parquet: bool,
    /// The ids of the first and of the second box.
    pub(crate) ids: [IdKind; 2],
}

impl PairFormat {
    /// The format of a file, from its name.
    pub(crate) fn of(path: &Path, ids: [IdKind; 2]) -> Result<Self> {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        let is_parquet = match ending.to_lowercase().as_str() {
            "parquet" => true,
            "csv" => false,
            _ => {
                let problem = "a file of pairs ends in .parquet or .csv";
                return Err(OutOfCoreError::in_file(path, problem));
            }
        };
        Ok(Self { is_parquet, ids })
    }

    /// Creates the file for the pairs of one tile.
    pub(crate) fn create_part(&self, path: &Path) -> Result<Part> {
        let file = File::create(path).in_file(path)?;
        // Parts have row numbers, which become texts at the end.
        let is_parquet = self.is_parquet || self.has_texts();
        let writer = if is_parquet {
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

    fn has_texts(self) -> bool {
        self.ids.contains(&IdKind::Text)
    }

    /// Joins parts to one file, about `at_once` pairs at a time, with these texts for row numbers.
    pub(crate) fn join(
        &self,
        parts: impl Iterator<Item = PathBuf>,
        file: File,
        path: &Path,
        labels: PairLabels<'_>,
        at_once: usize,
    ) -> Result<()> {
        match (self.has_texts(), self.is_parquet) {
            (true, true) => labelled::join_parquet(parts, file, path, self.ids, labels, at_once),
            (true, false) => labelled::join_csv(parts, file, path, self.ids, labels, at_once),
            (false, true) => parquet::join(parts, file, path, self.ids, at_once),
            (false, false) => csv::join(parts, file, path),
        }
    }
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
