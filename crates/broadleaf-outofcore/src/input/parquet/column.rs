//! One column of a row group.

use std::fs::File;
use std::ops::Range;
use std::sync::Arc;

use parquet::column::reader::{ColumnReader, ColumnReaderImpl, get_column_reader};
use parquet::data_type::{AsBytes, ByteArray, DataType, FixedLenByteArray};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::serialized_reader::SerializedPageReader;

use super::footer::damaged;
use super::kinds::Stored;
use super::stored::{decimal, half, integer, wide};
use crate::number::Number;
use crate::values::Value;

/// Reads a column, some rows at a time.
pub(super) struct Column<S> {
    name: String,
    reader: ColumnReader,
    /// How numbers are stored; `None` for other values.
    stored: Option<Stored>,
    /// The definition level of a present value.
    present: i16,
    levels: Levels,
    values: Values,
    /// The present values, as coordinates.
    numbers: Vec<S>,
    ids: Vec<u64>,
    /// The values of each row.
    rows: Vec<Range<usize>>,
}

/// The levels of the values that were read.
#[derive(Default)]
struct Levels {
    definition: Vec<i16>,
    /// 0 where a row begins; empty without lists.
    repetition: Vec<i16>,
    has_lists: bool,
}

/// The present values.
#[derive(Default)]
struct Values {
    bools: Vec<bool>,
    int32: Vec<i32>,
    int64: Vec<i64>,
    float: Vec<f32>,
    double: Vec<f64>,
    bytes: Vec<ByteArray>,
    fixed: Vec<FixedLenByteArray>,
}

type Problem = std::result::Result<(), String>;

impl<S: Number> Column<S> {
    pub(super) fn open(file: &Arc<File>, group: &RowGroupMetaData, index: usize) -> Result<Self> {
        let chunk = group.column(index);
        let descriptor = chunk.column_descr_ptr();
        let rows = usize::try_from(group.num_rows())
            .map_err(|_| ParquetError::General("a row group has no number of rows".to_owned()))?;
        let pages = SerializedPageReader::new(Arc::clone(file), chunk, rows, None)?;
        Ok(Self {
            name: descriptor.path().string(),
            stored: Stored::of(&descriptor).ok(),
            present: descriptor.max_def_level(),
            levels: Levels {
                has_lists: descriptor.max_rep_level() > 0,
                ..Levels::default()
            },
            reader: get_column_reader(descriptor, Box::new(pages)),
            values: Values::default(),
            numbers: Vec::new(),
            ids: Vec::new(),
            rows: Vec::new(),
        })
    }

    /// The coordinates of a row: one, or all of a list. Empty if one is missing.
    pub(super) fn numbers(&self, index: usize) -> &[S] {
        &self.numbers[self.rows[index].clone()]
    }

    /// The only coordinate of a row; `None` if it is missing.
    #[inline]
    pub(super) fn number(&self, index: usize) -> Option<S> {
        let row = self.rows[index].clone();
        (!row.is_empty()).then(|| self.numbers[row.start])
    }

    pub(super) fn id(&self, index: usize) -> Option<u64> {
        let row = self.rows[index].clone();
        (!row.is_empty()).then(|| self.ids[row.start])
    }

    /// The value of a row as bytes, without a copy of texts; `None` if it is missing.
    pub(super) fn value(&self, index: usize) -> Value {
        let row = self.rows[index].clone();
        if row.is_empty() {
            return None;
        }
        let (at, values) = (row.start, &self.values);
        Some(match &self.reader {
            ColumnReader::BoolColumnReader(_) => vec![u8::from(values.bools[at])].into(),
            ColumnReader::FloatColumnReader(_) => values.float[at].to_le_bytes().to_vec().into(),
            ColumnReader::DoubleColumnReader(_) => values.double[at].to_le_bytes().to_vec().into(),
            ColumnReader::Int32ColumnReader(_) => values.int32[at].to_le_bytes().to_vec().into(),
            ColumnReader::Int64ColumnReader(_) => values.int64[at].to_le_bytes().to_vec().into(),
            ColumnReader::FixedLenByteArrayColumnReader(_) => values.fixed[at].clone().into(),
            _ => values.bytes.get(at).cloned()?,
        })
    }

    /// The integer that a value stands for; `None` for texts.
    pub(super) fn integer(&self, value: &[u8]) -> Option<i128> {
        let is_signed = self.stored != Some(Stored::Integer { is_signed: false });
        match &self.reader {
            ColumnReader::BoolColumnReader(_) => value.first().map(|bit| (*bit).into()),
            ColumnReader::Int32ColumnReader(_) => {
                let value = i32::from_le_bytes(*value.first_chunk()?);
                Some(wide(value, is_signed).into())
            }
            ColumnReader::Int64ColumnReader(_) => {
                let value = i64::from_le_bytes(*value.first_chunk()?);
                Some(match is_signed {
                    true => value.into(),
                    false => value.cast_unsigned().into(),
                })
            }
            _ => None,
        }
    }

    /// The bytes of a row; `None` if they are missing.
    pub(super) fn bytes(&self, index: usize) -> Option<&[u8]> {
        let row = self.rows[index].clone();
        (!row.is_empty()).then(|| self.values.bytes[row.start].data())
    }

    /// Reads the next rows as coordinates.
    pub(super) fn read_numbers(&mut self, rows: usize) -> Problem {
        self.read(rows)
            .and_then(|()| self.convert())
            .map_err(|problem| self.error(&problem))
    }

    /// Reads the next rows as ids.
    pub(super) fn read_ids(&mut self, rows: usize) -> Problem {
        self.read(rows).map_err(|problem| self.error(&problem))?;
        let is_signed = self.stored != Some(Stored::Integer { is_signed: false });
        let Values { int32, int64, .. } = &self.values;
        self.ids.clear();
        let narrow = int32.iter().map(|x| wide(*x, is_signed).cast_unsigned());
        self.ids
            .extend(narrow.chain(int64.iter().map(|x| x.cast_unsigned())));
        Ok(())
    }

    /// Reads the next rows as bytes.
    pub(super) fn read_bytes(&mut self, rows: usize) -> Problem {
        self.read(rows).map_err(|problem| self.error(&problem))
    }

    fn error(&self, problem: &str) -> String {
        format!("column {}: {problem}", self.name)
    }

    fn read(&mut self, rows: usize) -> Problem {
        let Self { values, levels, .. } = self;
        match &mut self.reader {
            ColumnReader::BoolColumnReader(reader) => levels.read(reader, &mut values.bools, rows),
            ColumnReader::FloatColumnReader(reader) => levels.read(reader, &mut values.float, rows),
            ColumnReader::DoubleColumnReader(reader) => {
                levels.read(reader, &mut values.double, rows)
            }
            ColumnReader::Int32ColumnReader(reader) => levels.read(reader, &mut values.int32, rows),
            ColumnReader::Int64ColumnReader(reader) => levels.read(reader, &mut values.int64, rows),
            ColumnReader::ByteArrayColumnReader(reader) => {
                levels.read(reader, &mut values.bytes, rows)
            }
            ColumnReader::FixedLenByteArrayColumnReader(reader) => {
                levels.read(reader, &mut values.fixed, rows)
            }
            _ => Err("neither numbers nor bytes".to_owned()),
        }?;
        levels.rows(rows, self.present, &mut self.rows)
    }

    /// Converts the values to coordinates; an error for a value that the type does not hold.
    fn convert(&mut self) -> Problem {
        let Values {
            int32,
            int64,
            float,
            double,
            bytes,
            fixed,
            ..
        } = &self.values;
        let numbers = &mut self.numbers;
        numbers.clear();
        let all = bytes.iter().map(ByteArray::data);
        let all = all.chain(fixed.iter().map(|x| x.as_bytes()));
        match self.stored {
            Some(Stored::Half) => numbers.extend(all.map(|x| S::from_f32(half(x)))),
            Some(Stored::Float) => numbers.extend(float.iter().map(|x| S::from_f32(*x))),
            Some(Stored::Double) => numbers.extend(double.iter().map(|x| S::from_f64(*x))),
            Some(Stored::Integer { is_signed }) => {
                let narrow = int32.iter().map(|x| Ok(wide(*x, is_signed)));
                let long = int64.iter().map(|x| match is_signed || *x >= 0 {
                    true => Ok(*x),
                    false => Err(format!("{} is above {}", x.cast_unsigned(), i64::MAX)),
                });
                for x in narrow.chain(long) {
                    let x = x?;
                    let number = S::exact(x).ok_or_else(|| {
                        format!("{x} is not exact in f64, in which the boxes are read")
                    });
                    numbers.push(number?);
                }
            }
            Some(Stored::Decimal { scale }) => {
                let narrow = int32.iter().map(|x| i128::from(*x));
                let long = int64.iter().map(|x| i128::from(*x));
                let integers = narrow.chain(long).map(Some).chain(all.map(integer));
                for x in integers {
                    let x = x.ok_or("a decimal has more than 128 bits")?;
                    numbers.push(S::from_f64(decimal(x, scale)));
                }
            }
            None => return Err("no numbers".to_owned()),
        }
        Ok(())
    }
}

impl Levels {
    /// Reads the values of the next rows.
    fn read<T: DataType>(
        &mut self,
        reader: &mut ColumnReaderImpl<T>,
        values: &mut Vec<T::T>,
        rows: usize,
    ) -> Problem {
        let Self {
            definition,
            repetition,
            has_lists,
        } = self;
        definition.clear();
        repetition.clear();
        values.clear();
        let mut read = 0;
        while read < rows {
            let repetition = has_lists.then_some(&mut *repetition);
            let more = reader.read_records(rows - read, Some(definition), repetition, values);
            let (records, _, _) = more.map_err(|error| damaged(&error))?;
            if records == 0 {
                return Err(format!("{read} rows, although {rows} more were announced"));
            }
            read += records;
        }
        Ok(())
    }

    /// Finds the values of each row. A row with a missing value has none.
    fn rows(&self, count: usize, present: i16, rows: &mut Vec<Range<usize>>) -> Problem {
        rows.clear();
        if present == 0 && !self.has_lists {
            rows.extend((0..count).map(|row| row..row + 1));
            return Ok(());
        }
        let (mut value, mut is_whole) = (0, true);
        for (at, level) in self.definition.iter().enumerate() {
            let is_start = !self.has_lists || self.repetition.get(at) == Some(&0);
            if is_start {
                rows.push(value..value);
                is_whole = true;
            }
            let is_there = *level == present;
            value += usize::from(is_there);
            is_whole &= is_there;
            if let Some(row) = rows.last_mut() {
                // Skip the values of an incomplete row.
                row.end = if is_whole { value } else { row.start };
            }
        }
        if rows.len() == count {
            Ok(())
        } else {
            Err("levels are missing".to_owned())
        }
    }
}
