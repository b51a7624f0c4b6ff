//! Parquet files.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use broadleaf_scenes::{ReadOptions, Rows as BoxRows, Skipped};
use parquet::data_type::ByteArray;
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};

use self::choice::{Boxes, Table};
use self::column::Column;
use self::dimensions::dimensions;
use self::kinds::{id_kind, kind};
use super::box_reader::{BoxReader, CHUNK, Rows};
use super::description::Input;
use super::row::{self, Corners};
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
mod stored;
mod wkb;

/// A Parquet file, and its columns.
#[derive(Debug)]
pub(super) struct ParquetFile {
    path: PathBuf,
    metadata: ParquetMetaData,
    boxes: Boxes,
    dimensions: usize,
    id: Option<usize>,
    /// The types of the columns of the boxes.
    kinds: Vec<ColumnKind>,
    id_kind: IdKind,
    options: ReadOptions,
    /// The number of the first row among all files of the input.
    first_row: u64,
    /// The number of the first row of each row group within this file.
    first_rows: Vec<u64>,
}

impl ParquetFile {
    /// Opens a file of an input; `first_row` is the number of its first row.
    pub(super) fn open(path: &Path, input: &Input, first_row: u64) -> Result<Self> {
        let file = File::open(path).in_file(path)?;
        footer::check(&file).in_file(path)?;
        let metadata = ParquetMetaDataReader::new().parse_and_finish(&file);
        let metadata = metadata.map_err(|error| footer::damaged(&error));
        let metadata = metadata.in_file(path)?;
        let table = Table::new(metadata.file_metadata());
        let boxes = table.choose(&input.boxes).in_file(path)?;
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
        let id = input.id.as_ref().map(|id| table.find(id));
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
            path: path.to_owned(),
            first_row,
            dimensions: dimensions(&boxes, &Arc::new(file), &metadata).in_file(path)?,
            boxes,
            id,
            kinds,
            id_kind,
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
        self.id_kind
    }

    pub(super) fn row_groups(&self) -> usize {
        self.metadata.num_row_groups()
    }

    /// The unused columns.
    pub(super) fn skipped(&self) -> Skipped {
        let used = self.boxes.columns();
        let all = self.metadata.file_metadata().schema_descr().num_columns();
        let ignored = (0..all).filter(|column| !used.contains(column) && self.id != Some(*column));
        let mut skipped = Skipped::default();
        skipped.add("columns", ignored.count() as u64);
        skipped
    }

    pub(super) fn read_row_group<S: Number>(&self, number: usize) -> Result<RowGroup<'_, S>> {
        // Clones of a file share their position, so every thread opens the file again.
        let file = Arc::new(File::open(&self.path).in_file(&self.path)?);
        let group = self.metadata.row_group(number);
        let used = self.boxes.columns();
        let column = |&index: &usize| Column::open(&file, group, index);
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
            id: self
                .id
                .as_ref()
                .map(column)
                .transpose()
                .in_file(&self.path)?,
            labels: Vec::new(),
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
            let mut group = self.read_row_group::<f64>(number)?;
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
    id: Option<Column<S>>,
    /// The ids of the rows that were just read, if ids are texts.
    labels: Vec<ByteArray>,
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

    fn labels(&mut self) -> Vec<ByteArray> {
        std::mem::take(&mut self.labels)
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
        if let Some(id) = &mut self.id {
            match self.file.id_kind {
                IdKind::Text => id.read_bytes(most),
                IdKind::Signed | IdKind::Unsigned => id.read_ids(most),
            }
            .in_file(path)?;
        }
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
        let id = self.id(index, row, corners.is_some())?;
        row::push(self.file.options, corners, id, boxes, rows)
    }

    /// The id of a row; if ids are texts, the row number, and a label.
    fn id(&mut self, index: usize, row: u64, has_box: bool) -> std::result::Result<u64, String> {
        let Some(column) = &self.id else {
            return Ok(row);
        };
        let missing = || "the id is missing".to_owned();
        if self.file.id_kind == IdKind::Text {
            // A row without a box needs no id.
            let text = column.text(index).filter(|_| has_box);
            if has_box && text.is_none() {
                return Err(missing());
            }
            let text = text.unwrap_or_else(|| ByteArray::from(""));
            let problem = |_| "the id is not a text: it is not UTF-8".to_owned();
            std::str::from_utf8(text.data()).map_err(problem)?;
            self.labels.push(text);
            return Ok(row);
        }
        match column.id(index) {
            Some(id) => Ok(id),
            None if has_box => Err(missing()),
            None => Ok(row),
        }
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
