//! Tables as text.

use std::fs::File;
use std::path::PathBuf;

use broadleaf_scenes::{CsvReader as TextReader, ReadOptions, Skipped, TableColumns, Unpacked};

use super::box_reader::{BoxReader, CHUNK, Rows};
use super::description::Input;
use super::row;
use crate::error::{InFile, OutOfCoreError, Result};
use crate::number::Number;
use crate::record::Record;

/// A table as text, and its columns.
#[derive(Debug)]
pub(super) struct CsvFile {
    path: PathBuf,
    columns: TableColumns,
    options: ReadOptions,
    dimensions: usize,
}

impl CsvFile {
    pub(super) fn open(input: &Input) -> Result<Self> {
        let path = &input.path;
        let columns = TableColumns {
            boxes: input.boxes.clone(),
            id: input.id.clone(),
        };
        let reader = TextReader::open(path, &columns).in_file(path)?;
        Ok(Self {
            path: path.clone(),
            columns,
            options: input.options,
            dimensions: reader.dimensions(),
        })
    }

    pub(super) fn dimensions(&self) -> usize {
        self.dimensions
    }

    pub(super) fn read(&self) -> Result<CsvReader<'_>> {
        Ok(CsvReader {
            file: self,
            reader: TextReader::open(&self.path, &self.columns).in_file(&self.path)?,
        })
    }
}

pub(super) struct CsvReader<'a> {
    file: &'a CsvFile,
    reader: TextReader<Unpacked<File>>,
}

impl<S: Number, const D: usize> BoxReader<S, D> for CsvReader<'_> {
    fn read(&mut self, boxes: &mut Vec<Record<S, D>>) -> Result<Rows> {
        let (mut rows, path) = (Rows::default(), &self.file.path);
        while rows.rows < CHUNK {
            let Some(row) = self.reader.next_row::<D>().in_file(path)? else {
                break;
            };
            let numbers = |corner: [f64; D]| corner.map(S::from_f64);
            let corners = row.corners.map(|(min, max)| (numbers(min), numbers(max)));
            let pushed = match self.file.columns.id {
                None => Ok(row.number),
                Some(_) => id(self.reader.id()),
            };
            let options = self.file.options;
            let pushed = pushed.and_then(|id| row::push(options, corners, id, boxes, &mut rows));
            pushed.map_err(|problem| {
                OutOfCoreError::in_file(path, format!("line {}: {problem}", row.line))
            })?;
        }
        Ok(rows)
    }

    fn skipped(&self) -> Skipped {
        self.reader.skipped()
    }
}

fn id(field: &[u8]) -> std::result::Result<u64, String> {
    let text = std::str::from_utf8(field).ok();
    let id: Option<i64> = text.and_then(|text| text.parse().ok());
    id.map(i64::cast_unsigned).ok_or_else(|| {
        let text = String::from_utf8_lossy(field);
        format!("the id \"{text}\" is not an integer of 64 bits")
    })
}
