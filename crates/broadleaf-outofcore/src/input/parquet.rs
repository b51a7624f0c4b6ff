//! Parquet files.

use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use broadleaf::Aabb;
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};

use self::column::Column;
use self::kinds::{id_kind, kind};
use super::box_reader::{BoxReader, CHUNK};
use super::columns::{BoxColumns, find};
use super::description::Input;
use crate::error::{InFile, OutOfCoreError, Result};
use crate::id::IdKind;
use crate::number::{ColumnKind, Number};
use crate::record::Record;

mod column;
mod geo;
mod kinds;

/// A Parquet file, and its columns.
#[derive(Debug)]
pub(super) struct ParquetFile {
    path: PathBuf,
    metadata: ParquetMetaData,
    boxes: BoxColumns,
    id: Option<usize>,
    /// Of the columns of the boxes.
    kinds: Vec<ColumnKind>,
    id_kind: IdKind,
    /// The number of the first row of each row group.
    first_rows: Vec<u64>,
}

impl ParquetFile {
    pub(super) fn open(input: &Input) -> Result<Self> {
        let path = &input.path;
        let file = File::open(path).in_file(path)?;
        let metadata = ParquetMetaDataReader::new().parse_and_finish(&file);
        let metadata = metadata.in_file(path)?;
        let columns = metadata.file_metadata().schema_descr().columns();
        let names: Vec<_> = columns
            .iter()
            .map(|column| column.path().string())
            .collect();
        let wanted = if input.boxes.is_empty() {
            geo::box_columns(metadata.file_metadata())
        } else {
            input.boxes.clone()
        };
        let boxes = BoxColumns::choose(&names, &wanted).in_file(path)?;
        let kinds = boxes.all().into_iter().map(|column| kind(&columns[column]));
        let kinds = kinds.collect::<std::result::Result<_, _>>().in_file(path)?;
        let id = input.id.as_ref().map(|id| find(&names, id));
        let id = id.transpose().in_file(path)?;
        let id_kind = id.map_or(Ok(IdKind::Signed), |id| id_kind(&columns[id]));
        let id_kind = id_kind.in_file(path)?;
        let groups = metadata.row_groups().iter();
        let first_rows = groups.scan(0_u64, |next, group| {
            let first = *next;
            *next = first.saturating_add(group.num_rows().unsigned_abs());
            Some(first)
        });
        Ok(Self {
            path: path.clone(),
            boxes,
            id,
            kinds,
            id_kind,
            first_rows: first_rows.collect(),
            metadata,
        })
    }

    pub(super) fn rows(&self) -> u64 {
        let groups = self.metadata.row_groups().iter();
        groups
            .map(|group| group.num_rows().unsigned_abs())
            .fold(0, u64::saturating_add)
    }

    pub(super) fn dimensions(&self) -> usize {
        self.boxes.dimensions()
    }

    pub(super) fn column_kinds(&self) -> &[ColumnKind] {
        &self.kinds
    }

    pub(super) fn id_kind(&self) -> IdKind {
        self.id_kind
    }

    pub(super) fn row_groups(&self) -> usize {
        self.metadata.num_row_groups()
    }

    pub(super) fn read_row_group<S: Number>(&self, number: usize) -> Result<RowGroup<'_, S>> {
        // Files that were opened once share their position, so every thread opens its own.
        let file = Arc::new(File::open(&self.path).in_file(&self.path)?);
        let group = self.metadata.row_group(number);
        // The columns of points are both ends.
        let mut distinct = self.boxes.all();
        distinct.sort_unstable();
        distinct.dedup();
        let column = |&index: &usize| Column::open(&file, group, index);
        let columns = distinct
            .iter()
            .map(column)
            .collect::<parquet::errors::Result<_>>();
        let place = |index: &usize| distinct.binary_search(index).unwrap_or(0);
        Ok(RowGroup {
            file: self,
            columns: columns.in_file(&self.path)?,
            ends: self
                .boxes
                .ends
                .each_ref()
                .map(|end| end.iter().map(place).collect()),
            id: self
                .id
                .as_ref()
                .map(column)
                .transpose()
                .in_file(&self.path)?,
            rows: group.num_rows().unsigned_abs(),
            row: 0,
            first_row: self.first_rows[number],
        })
    }
}

/// Reads the boxes of a row group.
pub(super) struct RowGroup<'a, S> {
    file: &'a ParquetFile,
    columns: Vec<Column<S>>,
    /// Which columns are the lower and the upper ends.
    ends: [Vec<usize>; 2],
    id: Option<Column<S>>,
    rows: u64,
    /// The number of rows that were read.
    row: u64,
    /// The number of the first row in the file.
    first_row: u64,
}

impl<S: Number, const D: usize> BoxReader<S, D> for RowGroup<'_, S> {
    fn read(&mut self, boxes: &mut Vec<Record<S, D>>) -> Result<usize> {
        let most = usize::try_from(self.rows - self.row)
            .unwrap_or(CHUNK)
            .min(CHUNK);
        let path = &self.file.path;
        for column in &mut self.columns {
            column.read_numbers(most).in_file(path)?;
        }
        if let Some(id) = &mut self.id {
            id.read_ids(most).in_file(path)?;
        }
        for index in 0..most {
            let row = self.first_row + self.row + index as u64;
            let record = self.record(index, row);
            let record = record.map_err(|problem| {
                OutOfCoreError::in_file(path, format!("row {row}: {problem}"))
            })?;
            boxes.extend(record);
        }
        self.row += most as u64;
        Ok(most)
    }
}

impl<S: Number> RowGroup<'_, S> {
    /// The box of a row; `None` if a coordinate is missing.
    fn record<const D: usize>(
        &self,
        index: usize,
        row: u64,
    ) -> std::result::Result<Option<Record<S, D>>, String> {
        if self.columns.iter().any(|column| column.is_missing(index)) {
            return Ok(None);
        }
        let [mut min, mut max] = [[S::default(); D]; 2];
        for (corner, columns) in [&mut min, &mut max].into_iter().zip(&self.ends) {
            for (end, &column) in corner.iter_mut().zip(columns) {
                *end = self.columns[column].number(index);
            }
        }
        let aabb = Aabb::try_new(min, max).map_err(|error| error.to_string())?;
        let id = match &self.id {
            None => row,
            Some(id) if id.is_missing(index) => return Err("the id is missing".to_owned()),
            Some(id) => id.id(index),
        };
        Ok(Some(Record { aabb, id }))
    }
}
