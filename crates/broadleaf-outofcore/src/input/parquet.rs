//! Parquet files.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use broadleaf_scenes::{ReadOptions, Rows as BoxRows, Skipped};
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};

use self::choice::{Boxes, Table};
use self::column::Column;
use self::dimensions::dimensions;
use self::kinds::kind;
use self::others::Others;
use super::box_reader::{Beside, BoxReader, CHUNK, Reading, Rows};
use super::description::{Input, Wanted};
use super::row::{self, Corners};
use super::value_type::Carried;
use crate::error::{InFile, OutOfCoreError, Result};
use crate::id::IdKind;
use crate::number::{ColumnKind, Number};
use crate::record::Record;

mod choice;
mod column;
mod dimensions;
mod footer;
mod geo;
mod kinds;
mod others;
mod stored;
mod wkb;

/// A Parquet file, and its columns.
#[derive(Debug)]
pub(super) struct ParquetFile {
    path: PathBuf,
    metadata: ParquetMetaData,
    boxes: Boxes,
    dimensions: usize,
    others: Others,
    /// The types of the columns of the boxes.
    kinds: Vec<ColumnKind>,
    options: ReadOptions,
    /// The number of the first row among all files of the input.
    first_row: u64,
    /// The number of the first row of each row group within this file.
    first_rows: Vec<u64>,
}

impl ParquetFile {
    /// Opens a file of an input; `first_row` is the number of its first row.
    pub(super) fn open(path: &Path, input: &Input, wanted: Wanted, first_row: u64) -> Result<Self> {
        let file = File::open(path).in_file(path)?;
        footer::check(&file).in_file(path)?;
        let metadata = ParquetMetaDataReader::new().parse_and_finish(&file);
        let metadata = metadata.map_err(|error| footer::damaged(&error));
        let metadata = metadata.in_file(path)?;
        let table = Table::new(metadata.file_metadata());
        let intervals = wanted.intervals && !input.boxes.is_empty();
        let boxes = table.choose(&input.boxes, intervals).in_file(path)?;
        let columns = metadata.file_metadata().schema_descr().columns();
        let kinds = match &boxes {
            // Geometries have coordinates of this type.
            Boxes::Wkb(_) => Ok(vec![ColumnKind::Float64]),
            _ => boxes
                .columns()
                .iter()
                .map(|&column| kind(&columns[column]).map(|kind| boxes.widen(kind)))
                .collect(),
        };
        let kinds = kinds.in_file(path)?;
        let others = Others::choose(&table, columns, input, wanted).in_file(path)?;
        let groups = metadata.row_groups().iter();
        let first_rows = groups.scan(0_u64, |next, group| {
            let first = *next;
            *next = first.saturating_add(group.num_rows().unsigned_abs());
            Some(first)
        });
        Ok(Self {
            path: path.to_owned(),
            first_row,
            dimensions: dimensions(&boxes, &Arc::new(file), &metadata, intervals).in_file(path)?,
            boxes,
            others,
            kinds,
            options: input.options,
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
        self.dimensions
    }

    /// The form of the boxes, for messages.
    pub(super) fn form(&self) -> &'static str {
        self.boxes.form()
    }

    pub(super) fn column_kinds(&self) -> &[ColumnKind] {
        &self.kinds
    }

    pub(super) fn id_kind(&self) -> IdKind {
        self.others.id_kind
    }

    pub(super) fn carried(&self) -> &[Carried] {
        &self.others.types
    }

    /// The type of the keys.
    pub(super) fn key_type(&self) -> Option<&'static str> {
        self.others.key.map(|(_, key)| key)
    }

    pub(super) fn row_groups(&self) -> usize {
        self.metadata.num_row_groups()
    }

    /// The unused columns.
    pub(super) fn skipped(&self) -> Skipped {
        let used = self.boxes.columns();
        let all = self.metadata.file_metadata().schema_descr().num_columns();
        let others = &self.others;
        let ignored = (0..all).filter(|column| !used.contains(column) && !others.contains(*column));
        let mut skipped = Skipped::default();
        skipped.add("columns", ignored.count() as u64);
        skipped
    }

    pub(super) fn read_row_group<S: Number>(
        &self,
        number: usize,
        reading: Reading,
    ) -> Result<RowGroup<'_, S>> {
        // Clones of a file share their position, so every thread opens the file again.
        let file = Arc::new(File::open(&self.path).in_file(&self.path)?);
        let group = self.metadata.row_group(number);
        let used = self.boxes.columns();
        let column = |&index: &usize| Column::open(&file, group, index);
        let others = self.others.open(reading, column).in_file(&self.path)?;
        let columns = used
            .iter()
            .map(column)
            .collect::<parquet::errors::Result<_>>();
        let place = |index: &usize| used.binary_search(index).unwrap_or(0);
        let places = |columns: &Vec<usize>| columns.iter().map(place).collect();
        let ends = match &self.boxes {
            Boxes::Ends { ends, .. } => ends.each_ref().map(places),
            Boxes::Vertices(columns) => [places(columns), Vec::new()],
            Boxes::List(_) | Boxes::Wkb(_) => [Vec::new(), Vec::new()],
        };
        Ok(RowGroup {
            file: self,
            columns: columns.in_file(&self.path)?,
            ends,
            others,
            rows: group.num_rows().unsigned_abs(),
            row: 0,
            first_row: self.first_rows[number],
        })
    }
}

impl ParquetFile {
    /// Appends all rows to `rows`.
    pub(super) fn read_rows<const D: usize>(&self, rows: &mut BoxRows<D>) -> Result<()> {
        for number in 0..self.row_groups() {
            let mut group = self.read_row_group::<f64>(number, Reading::default())?;
            loop {
                let count = group.load()?;
                if count == 0 {
                    break;
                }
                for index in 0..count {
                    let row = group.first_row + group.row + index as u64;
                    let corners = group.corners(index);
                    let pushed = corners
                        .and_then(|corners| rows.push(corners).map_err(|error| error.to_string()));
                    pushed.map_err(|problem| group.in_row(row, &problem))?;
                }
                group.row += count as u64;
            }
        }
        Ok(())
    }
}

/// Reads the boxes of a row group.
pub(super) struct RowGroup<'a, S> {
    file: &'a ParquetFile,
    columns: Vec<Column<S>>,
    /// The columns of the lower ends, or of vertices, and of the upper ends or sizes.
    ends: [Vec<usize>; 2],
    others: others::Reader<S>,
    rows: u64,
    /// The number of rows read so far.
    row: u64,
    /// The number of the first row within the file.
    first_row: u64,
}

impl<S: Number, const D: usize> BoxReader<S, D> for RowGroup<'_, S> {
    fn read(&mut self, boxes: &mut Vec<Record<S, D>>) -> Result<Rows> {
        let most = self.load()?;
        let mut rows = Rows::default();
        for index in 0..most {
            let row = self.first_row + self.row + index as u64;
            let pushed = self.push(index, self.file.first_row + row, boxes, &mut rows);
            pushed.map_err(|problem| self.in_row(row, &problem))?;
        }
        self.row += most as u64;
        Ok(rows)
    }

    fn beside(&mut self) -> Beside {
        std::mem::take(&mut self.others.beside)
    }
}

impl<S: Number> RowGroup<'_, S> {
    /// Loads the columns of the next rows, up to some thousands, and returns their number.
    fn load(&mut self) -> Result<usize> {
        let most = usize::try_from(self.rows - self.row)
            .unwrap_or(CHUNK)
            .min(CHUNK);
        let path = &self.file.path;
        for column in &mut self.columns {
            match self.file.boxes {
                Boxes::Wkb(_) => column.read_bytes(most),
                _ => column.read_numbers(most),
            }
            .in_file(path)?;
        }
        self.others.load(most).in_file(path)?;
        Ok(most)
    }

    fn in_row(&self, row: u64, problem: &str) -> OutOfCoreError {
        OutOfCoreError::in_file(&self.file.path, format!("row {row}: {problem}"))
    }

    fn push<const D: usize>(
        &mut self,
        index: usize,
        row: u64,
        boxes: &mut Vec<Record<S, D>>,
        rows: &mut Rows,
    ) -> std::result::Result<(), String> {
        let corners = self.corners(index)?;
        let id = self.others.id(index, row, corners.is_some())?;
        let before = boxes.len();
        row::push(self.file.options, corners, id, boxes, rows)?;
        self.others.push_key(index, before, boxes, rows)
    }

    /// The corners of a row; `None` if a coordinate is missing.
    fn corners<const D: usize>(&self, index: usize) -> std::result::Result<Corners<S, D>, String> {
        match &self.file.boxes {
            Boxes::Ends { is_sized, .. } => Ok(self.ends(index, *is_sized)),
            Boxes::Vertices(_) => self.around_vertices(index),
            Boxes::List(_) => self.list(index),
            Boxes::Wkb(_) => {
                let Some(bytes) = self.columns[0].bytes(index) else {
                    return Ok(None);
                };
                let bounds = wkb::bounds(bytes)?;
                let corner =
                    |corner: [f64; 2]| std::array::from_fn(|axis| S::from_f64(corner[axis]));
                Ok(bounds.map(|[min, max]| (corner(min), corner(max))))
            }
        }
    }

    fn ends<const D: usize>(&self, index: usize, is_sized: bool) -> Corners<S, D> {
        let [mut min, mut max] = [[S::default(); D]; 2];
        for (corner, columns) in [&mut min, &mut max].into_iter().zip(&self.ends) {
            for (end, &column) in corner.iter_mut().zip(columns) {
                *end = self.columns[column].number(index)?;
            }
        }
        if is_sized {
            max = std::array::from_fn(|axis| min[axis].saturating_add(max[axis]));
        }
        Some((min, max))
    }

    /// The bounds of the vertices of a row, which has one list for each axis.
    fn around_vertices<const D: usize>(
        &self,
        index: usize,
    ) -> std::result::Result<Corners<S, D>, String> {
        let lists: [&[S]; D] =
            std::array::from_fn(|axis| self.columns[self.ends[0][axis]].numbers(index));
        let mut lens = lists.iter().map(|list| list.len());
        let first = lens.next().unwrap_or(0);
        if lens.any(|len| len != first) {
            return Err("the lists of the coordinates have different lengths".to_owned());
        }
        if first == 0 {
            return Ok(None);
        }
        let fold = |axis: usize, is_past: fn(S, S) -> bool| {
            let mut numbers = lists[axis].iter().copied();
            let first = numbers.next().unwrap_or_default();
            // Keeps NaN.
            numbers.fold(first, |end, x| {
                if is_past(x, end) || x.is_nan() {
                    x
                } else {
                    end
                }
            })
        };
        let min = std::array::from_fn(|axis| fold(axis, |x, end| x < end));
        let max = std::array::from_fn(|axis| fold(axis, |x, end| x > end));
        Ok(Some((min, max)))
    }

    fn list<const D: usize>(&self, index: usize) -> std::result::Result<Corners<S, D>, String> {
        let numbers = self.columns[0].numbers(index);
        match numbers.len() {
            0 => Ok(None),
            len if len == 2 * D => {
                let corner = |first: usize| std::array::from_fn(|axis| numbers[first + axis]);
                Ok(Some((corner(0), corner(D))))
            }
            len => Err(format!("{len} numbers, but other rows have {}", 2 * D)),
        }
    }
}
