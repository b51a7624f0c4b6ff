//! Text tables.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use broadleaf_scenes::{ReadOptions, Rows as BoxRows, Skipped, TableColumns};
use parquet::data_type::ByteArray;

use super::box_reader::{Beside, BoxReader, CHUNK, Reading, Rows};
use super::description::{Input, Wanted};
use super::row;
use super::texts::Texts;
use super::value_type::{Carried, ValueType};
use crate::error::Result;
use crate::number::Number;
use crate::record::Record;

/// The bytes of values to read at a time.
const CHUNK_BYTES: usize = 1 << 20;

/// Text tables, whose rows are numbered consecutively, and their columns.
#[derive(Debug)]
pub(super) struct CsvFile {
    paths: Vec<PathBuf>,
    columns: TableColumns,
    options: ReadOptions,
    dimensions: usize,
    keep: Vec<String>,
    has_keys: bool,
    wanted: Wanted,
    /// Whether an id was found that is not an integer; then all ids are texts. Known once the table
    /// has been read, which the sample does.
    has_text_ids: AtomicBool,
}

impl CsvFile {
    pub(super) fn open(paths: Vec<PathBuf>, input: &Input, wanted: Wanted) -> Result<Self> {
        let columns = TableColumns {
            boxes: input.boxes.clone(),
            id: input.id.clone(),
            // The key follows what is carried along.
            others: input.keep.iter().chain(&input.by).cloned().collect(),
            // One axis may be an oversight.
            intervals: wanted.intervals && !input.boxes.is_empty(),
        };
        let dimensions = Texts::check(&paths, &columns)?;
        Ok(Self {
            paths,
            columns,
            options: input.options,
            dimensions,
            keep: input.keep.clone(),
            has_keys: input.by.is_some(),
            wanted,
            has_text_ids: AtomicBool::new(false),
        })
    }

    pub(super) fn dimensions(&self) -> usize {
        self.dimensions
    }

    pub(super) fn has_text_ids(&self) -> bool {
        self.has_text_ids.load(Relaxed)
    }

    /// The columns that are carried along; the ids are the first one.
    pub(super) fn carried(&self, is_text: bool) -> Vec<Carried> {
        let id = self.columns.id.as_ref();
        let id = id.filter(|_| is_text || self.wanted.row_numbers);
        let id = id.map(|_| Carried {
            name: None,
            value: match is_text {
                true => ValueType::TEXT,
                false => ValueType::integer(true),
            },
        });
        let kept = self.keep.iter().map(|name| Carried {
            name: Some(name.clone()),
            value: ValueType::TEXT,
        });
        id.into_iter().chain(kept).collect()
    }

    pub(super) fn read(&self, reading: Reading) -> Result<CsvReader<'_>> {
        Ok(CsvReader {
            file: self,
            are_texts: self.has_text_ids(),
            reading,
            beside: Beside::default(),
            reader: Texts::open(&self.paths, &self.columns)?,
        })
    }

    /// Appends all rows to `rows`.
    pub(super) fn read_rows<const D: usize>(&self, rows: &mut BoxRows<D>) -> Result<()> {
        let mut reader = Texts::open(&self.paths, &self.columns)?;
        while let Some(row) = reader.next_row::<D>()? {
            let pushed = rows.push(row.corners);
            pushed.map_err(|problem| reader.in_line(row.line, problem))?;
        }
        rows.skipped.extend(&reader.skipped());
        Ok(())
    }
}

pub(super) struct CsvReader<'a> {
    file: &'a CsvFile,
    /// Whether ids are known to be texts.
    are_texts: bool,
    reading: Reading,
    beside: Beside,
    reader: Texts<'a>,
}

impl<S: Number, const D: usize> BoxReader<S, D> for CsvReader<'_> {
    fn read(&mut self, boxes: &mut Vec<Record<S, D>>) -> Result<Rows> {
        let (mut rows, mut bytes) = (Rows::default(), 0);
        while rows.rows < CHUNK && bytes < CHUNK_BYTES {
            let Some(row) = self.reader.next_row::<D>()? else {
                break;
            };
            let numbers = |corner: [f64; D]| corner.map(S::from_f64);
            let corners = row.corners.map(|(min, max)| (numbers(min), numbers(max)));
            let options = self.file.options;
            let pushed = self.id(row.number, corners.is_some());
            let pushed = pushed.and_then(|id| self.push(options, corners, id, boxes, &mut rows));
            let pushed = pushed.and_then(|()| self.carry());
            let pushed = pushed.map(|read| bytes += read);
            pushed.map_err(|problem| self.reader.in_line(row.line, problem))?;
        }
        Ok(rows)
    }

    fn beside(&mut self) -> Beside {
        std::mem::take(&mut self.beside)
    }

    fn skipped(&self) -> Skipped {
        self.reader.skipped()
    }
}

impl CsvReader<'_> {
    /// Appends the boxes of a row, unless it lacks the key, and their keys.
    fn push<S: Number, const D: usize>(
        &mut self,
        options: ReadOptions,
        corners: row::Corners<S, D>,
        id: u64,
        boxes: &mut Vec<Record<S, D>>,
        rows: &mut Rows,
    ) -> std::result::Result<(), String> {
        let before = boxes.len();
        row::push(options, corners, id, boxes, rows)?;
        if self.file.has_keys {
            let key = self.reader.field(self.file.keep.len());
            let key = (!key.is_empty()).then(|| key.to_vec());
            row::push_key(key, before, boxes, &mut self.beside.keys, rows);
        }
        Ok(())
    }

    /// The id of a row; the row number if ids are looked up.
    fn id(&mut self, row: u64, has_box: bool) -> std::result::Result<u64, String> {
        if self.file.columns.id.is_none() {
            return Ok(row);
        }
        let text = utf8(self.reader.id(), "id")?;
        if has_box && text.is_empty() {
            return Err("the id is missing".to_owned());
        }
        match integer(text) {
            Some(id) if !self.are_texts && !self.file.wanted.row_numbers => return Ok(id),
            None if has_box || self.file.wanted.row_numbers && !text.is_empty() => {
                self.file.has_text_ids.store(true, Relaxed);
            }
            _ => {}
        }
        Ok(row)
    }

    /// Keeps the values of a row, if this pass reads them, and returns their bytes.
    fn carry(&mut self) -> std::result::Result<usize, String> {
        let Self {
            file,
            reader,
            are_texts,
            reading,
            beside,
        } = self;
        if !reading.values {
            return Ok(0);
        }
        let has_id = file.columns.id.is_some() && (*are_texts || file.wanted.row_numbers);
        let (start, mut bytes) = (usize::from(has_id), 0);
        beside.values.resize(start + file.keep.len(), Vec::new());
        for (column, values) in beside.values.iter_mut().enumerate() {
            let text = match column.checked_sub(start) {
                None => utf8(reader.id(), "id")?,
                Some(other) => utf8(reader.field(other), "value")?,
            };
            bytes += text.len();
            values.push(match column < start && !*are_texts {
                true => integer(text).map(|id| ByteArray::from(id.to_le_bytes().to_vec())),
                false => (!text.is_empty()).then(|| ByteArray::from(text)),
            });
        }
        Ok(bytes)
    }
}

/// A field as text.
fn utf8<'a>(field: &'a [u8], what: &str) -> std::result::Result<&'a str, String> {
    std::str::from_utf8(field).map_err(|_| {
        let text = String::from_utf8_lossy(field);
        format!("the {what} \"{text}\" is not UTF-8")
    })
}

/// The integer that a text stands for; `None` if it would be printed differently, such as 007.
fn integer(text: &str) -> Option<u64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_plain = digits == "0" && text == "0" || !digits.starts_with(['0', '+']);
    let id: i64 = text.parse().ok().filter(|_| is_plain)?;
    Some(id.cast_unsigned())
}
