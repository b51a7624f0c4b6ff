//! Text tables with the same columns, read one after the other.

use std::fmt::Display;
use std::fs::File;
use std::path::{Path, PathBuf};

use broadleaf_scenes::{CsvReader, CsvRow, Skipped, TableColumns, Unpacked};

use super::skipped::add_file;
use crate::error::{InFile, OutOfCoreError, Result};

/// Reads text tables, whose rows are numbered consecutively.
#[derive(Debug)]
pub(super) struct Texts<'a> {
    columns: &'a TableColumns,
    path: &'a Path,
    reader: CsvReader<Unpacked<File>>,
    /// The tables that follow.
    rest: &'a [PathBuf],
    /// The number of rows read so far.
    rows: u64,
    /// What was skipped in the tables before this one.
    skipped: Skipped,
}

impl<'a> Texts<'a> {
    /// Checks that all tables have the columns, and returns the number of axes of the boxes.
    pub(super) fn check(paths: &[PathBuf], columns: &TableColumns) -> Result<usize> {
        let first = open(&paths[0], columns)?;
        for path in &paths[1..] {
            let other = open(path, columns)?;
            if other.box_names() != first.box_names() {
                let [other, first] = [other, first].map(|table| table.box_names().join(", "));
                let problem = format!("the boxes are {other}, in the first file {first}");
                return Err(OutOfCoreError::in_file(path, problem));
            }
        }
        Ok(first.dimensions())
    }

    /// Opens the first table.
    pub(super) fn open(paths: &'a [PathBuf], columns: &'a TableColumns) -> Result<Self> {
        Ok(Self {
            columns,
            path: &paths[0],
            reader: open(&paths[0], columns)?,
            rest: &paths[1..],
            rows: 0,
            skipped: Skipped::default(),
        })
    }

    /// The next row; `None` after the last table.
    pub(super) fn next_row<const D: usize>(&mut self) -> Result<Option<CsvRow<D>>> {
        loop {
            if let Some(row) = self.reader.next_row::<D>().in_file(self.path)? {
                let number = self.rows;
                self.rows += 1;
                return Ok(Some(CsvRow { number, ..row }));
            }
            let Some((path, rest)) = self.rest.split_first() else {
                return Ok(None);
            };
            add_file(&mut self.skipped, &self.reader.skipped());
            self.reader = open(path, self.columns)?;
            (self.path, self.rest) = (path, rest);
        }
    }

    /// The id field of the current row.
    pub(super) fn id(&self) -> &[u8] {
        self.reader.id()
    }

    /// A further field of the current row.
    pub(super) fn field(&self, other: usize) -> &[u8] {
        self.reader.field(other)
    }

    /// What was skipped so far.
    pub(super) fn skipped(&self) -> Skipped {
        let mut skipped = self.skipped.clone();
        add_file(&mut skipped, &self.reader.skipped());
        skipped
    }

    /// The error for a line of the current table.
    pub(super) fn in_line(&self, line: u64, problem: impl Display) -> OutOfCoreError {
        OutOfCoreError::in_file(self.path, format!("line {line}: {problem}"))
    }
}

fn open(path: &Path, columns: &TableColumns) -> Result<CsvReader<Unpacked<File>>> {
    CsvReader::open(path, columns).in_file(path)
}
