//! CSV files with a header row.

use std::fs::File;
use std::path::{Path, PathBuf};

use broadleaf::Aabb;
use broadleaf_scenes::Pieces;
use csv::{Reader, ReaderBuilder, StringRecord, Trim};

use super::box_reader::{BoxReader, CHUNK};
use super::columns::{BoxColumns, find};
use super::description::Input;
use crate::error::{InFile, OutOfCoreError, Result};
use crate::number::Number;
use crate::record::Record;

/// A CSV file, and its columns.
#[derive(Debug)]
pub(super) struct CsvFile {
    path: PathBuf,
    columns: BoxColumns,
    id: Option<usize>,
}

impl CsvFile {
    pub(super) fn open(input: &Input) -> Result<Self> {
        let path = &input.path;
        let mut reader = reader(path)?;
        let names = reader.headers().in_file(path)?;
        let names: Vec<_> = names.iter().map(str::to_owned).collect();
        let id = input.id.as_ref().map(|id| find(&names, id));
        Ok(Self {
            path: path.clone(),
            columns: BoxColumns::choose(&names, &input.boxes).in_file(path)?,
            id: id.transpose().in_file(path)?,
        })
    }

    pub(super) fn dimensions(&self) -> usize {
        self.columns.dimensions()
    }

    pub(super) fn read(&self) -> Result<CsvReader<'_>> {
        Ok(CsvReader {
            file: self,
            reader: reader(&self.path)?,
            record: StringRecord::new(),
            row: 0,
        })
    }
}

fn reader(path: &Path) -> Result<Reader<Pieces<File>>> {
    let file = Pieces::new(File::open(path).in_file(path)?);
    let mut builder = ReaderBuilder::new();
    Ok(builder.trim(Trim::All).from_reader(file))
}

pub(super) struct CsvReader<'a> {
    file: &'a CsvFile,
    reader: Reader<Pieces<File>>,
    record: StringRecord,
    row: u64,
}

impl<S: Number, const D: usize> BoxReader<S, D> for CsvReader<'_> {
    fn read(&mut self, boxes: &mut Vec<Record<S, D>>) -> Result<usize> {
        let path = &self.file.path;
        while boxes.len() < CHUNK && self.reader.read_record(&mut self.record).in_file(path)? {
            let line = self.record.position().map_or(0, csv::Position::line);
            let record = self.parse().map_err(|problem| {
                OutOfCoreError::in_file(path, format!("line {line}: {problem}"))
            })?;
            boxes.push(record);
            self.row += 1;
            self.reader.get_mut().begin();
        }
        Ok(boxes.len())
    }
}

impl CsvReader<'_> {
    fn parse<S: Number, const D: usize>(&self) -> std::result::Result<Record<S, D>, String> {
        let field = |column: usize| self.record.get(column).unwrap_or_default();
        let [mut min, mut max] = [[S::default(); D]; 2];
        for (corner, columns) in [&mut min, &mut max]
            .into_iter()
            .zip(&self.file.columns.ends)
        {
            for (end, &column) in corner.iter_mut().zip(columns) {
                let text = field(column);
                let number = text.parse();
                let number: f64 = number.map_err(|_| format!("\"{text}\" is not a number"))?;
                *end = S::from_f64(number);
            }
        }
        let id = self.file.id.map_or(Ok(self.row), |column| {
            let text = field(column);
            let id: std::result::Result<i64, _> = text.parse();
            id.map(i64::cast_unsigned)
                .map_err(|_| format!("the id \"{text}\" is not an integer of 64 bits"))
        })?;
        let aabb = Aabb::try_new(min, max).map_err(|error| error.to_string())?;
        Ok(Record { aabb, id })
    }
}
