//! One column of a row group.

use std::fs::File;
use std::sync::Arc;

use parquet::column::reader::{ColumnReader, ColumnReaderImpl, get_column_reader};
use parquet::data_type::DataType;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::serialized_reader::SerializedPageReader;

use super::kinds::is_signed;
use crate::number::Number;

/// Reads a column, some rows at a time.
pub(super) struct Column<S> {
    name: String,
    reader: ColumnReader,
    /// Integers have a sign.
    is_signed: bool,
    /// The level of a value that is there.
    present: i16,
    /// The levels of the rows; empty if all values are there.
    levels: Vec<i16>,
    values: Values,
    /// One for each row; what stands for a missing value has no meaning.
    numbers: Vec<S>,
    ids: Vec<u64>,
}

/// The values that are there.
#[derive(Default)]
struct Values {
    int32: Vec<i32>,
    int64: Vec<i64>,
    float: Vec<f32>,
    double: Vec<f64>,
}

impl<S: Number> Column<S> {
    pub(super) fn open(file: &Arc<File>, group: &RowGroupMetaData, index: usize) -> Result<Self> {
        let chunk = group.column(index);
        let descriptor = chunk.column_descr_ptr();
        let rows = usize::try_from(group.num_rows())
            .map_err(|_| ParquetError::General("a row group has no number of rows".to_owned()))?;
        let pages = SerializedPageReader::new(Arc::clone(file), chunk, rows, None)?;
        Ok(Self {
            name: descriptor.path().string(),
            is_signed: is_signed(&descriptor).unwrap_or(true),
            present: descriptor.max_def_level(),
            reader: get_column_reader(descriptor, Box::new(pages)),
            levels: Vec::new(),
            values: Values::default(),
            numbers: Vec::new(),
            ids: Vec::new(),
        })
    }

    pub(super) fn is_missing(&self, index: usize) -> bool {
        self.levels
            .get(index)
            .is_some_and(|level| *level < self.present)
    }

    pub(super) fn number(&self, index: usize) -> S {
        self.numbers[index]
    }

    pub(super) fn id(&self, index: usize) -> u64 {
        self.ids[index]
    }

    /// Reads the next rows as coordinates.
    pub(super) fn read_numbers(&mut self, rows: usize) -> Result<()> {
        let Self {
            values,
            levels,
            present,
            is_signed,
            numbers,
            ..
        } = self;
        let spread = Spread {
            levels,
            present: *present,
            rows,
        };
        match &mut self.reader {
            ColumnReader::FloatColumnReader(reader) => {
                spread.read(reader, &mut values.float, numbers, |x| Ok(S::from_f32(*x)))
            }
            ColumnReader::DoubleColumnReader(reader) => {
                spread.read(reader, &mut values.double, numbers, |x| Ok(S::from_f64(*x)))
            }
            ColumnReader::Int32ColumnReader(reader) => {
                let wide = |x: &i32| wide(*x, *is_signed);
                spread.read(reader, &mut values.int32, numbers, |x| {
                    Ok(S::from_i64(wide(x)))
                })
            }
            ColumnReader::Int64ColumnReader(reader) => {
                let number = |x: &i64| match *is_signed || *x >= 0 {
                    true => Ok(S::from_i64(*x)),
                    false => Err(format!("{} is above {}", x.cast_unsigned(), i64::MAX)),
                };
                spread.read(reader, &mut values.int64, numbers, number)
            }
            _ => Err("neither floats nor integers".to_owned()),
        }
        .map_err(|problem| ParquetError::General(format!("column {}: {problem}", self.name)))
    }

    /// Reads the next rows as ids.
    pub(super) fn read_ids(&mut self, rows: usize) -> Result<()> {
        let Self {
            values,
            levels,
            present,
            is_signed,
            ids,
            ..
        } = self;
        let spread = Spread {
            levels,
            present: *present,
            rows,
        };
        match &mut self.reader {
            ColumnReader::Int32ColumnReader(reader) => {
                let id = |x: &i32| Ok(wide(*x, *is_signed).cast_unsigned());
                spread.read(reader, &mut values.int32, ids, id)
            }
            ColumnReader::Int64ColumnReader(reader) => {
                spread.read(reader, &mut values.int64, ids, |x| Ok(x.cast_unsigned()))
            }
            _ => Err("no integers".to_owned()),
        }
        .map_err(|problem| ParquetError::General(format!("column {}: {problem}", self.name)))
    }
}

/// A signed or unsigned integer of 32 bits.
fn wide(x: i32, is_signed: bool) -> i64 {
    if is_signed {
        x.into()
    } else {
        x.cast_unsigned().into()
    }
}

/// Reads rows, of which some have no value.
struct Spread<'a> {
    levels: &'a mut Vec<i16>,
    present: i16,
    rows: usize,
}

impl Spread<'_> {
    /// Replaces `out` by one element for each row.
    fn read<T: DataType, O: Default>(
        self,
        reader: &mut ColumnReaderImpl<T>,
        values: &mut Vec<T::T>,
        out: &mut Vec<O>,
        convert: impl Fn(&T::T) -> std::result::Result<O, String>,
    ) -> std::result::Result<(), String> {
        let Self {
            levels,
            present,
            rows,
        } = self;
        levels.clear();
        values.clear();
        out.clear();
        let mut read = 0;
        while read < rows {
            let more = reader.read_records(rows - read, Some(levels), None, values);
            let (records, _, _) = more.map_err(|error| error.to_string())?;
            if records == 0 {
                return Err(format!("{read} rows, where {rows} more were announced"));
            }
            read += records;
        }
        let mut values = values.iter();
        let mut next = || values.next().map_or(Ok(O::default()), &convert);
        if present == 0 {
            levels.clear();
            (0..rows).try_for_each(|_| next().map(|value| out.push(value)))
        } else {
            levels.iter().try_for_each(|level| {
                let value = if *level == present {
                    next()
                } else {
                    Ok(O::default())
                };
                value.map(|value| out.push(value))
            })?;
            if out.len() == rows {
                Ok(())
            } else {
                Err("levels are missing".to_owned())
            }
        }
    }
}
