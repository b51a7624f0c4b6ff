//! Text tables.

use std::fs::File;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use broadleaf_scenes::{CsvReader as TextReader, ReadOptions, Skipped, TableColumns, Unpacked};
use parquet::data_type::ByteArray;

use super::box_reader::{BoxReader, CHUNK, Rows};
use super::description::Input;
use super::row;
use crate::error::{InFile, OutOfCoreError, Result};
use crate::number::Number;
use crate::record::Record;

/// The bytes of ids to read at a time.
const CHUNK_BYTES: usize = 1 << 20;

/// A text table, and its columns.
#[derive(Debug)]
pub(super) struct CsvFile {
    path: PathBuf,
    columns: TableColumns,
    options: ReadOptions,
    dimensions: usize,
    /// Whether an id was found that is not an integer; then all ids are texts. Known once the table
    /// has been read, which the sample does.
    has_text_ids: AtomicBool,
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
            has_text_ids: AtomicBool::new(false),
        })
    }

    pub(super) fn dimensions(&self) -> usize {
        self.dimensions
    }

    pub(super) fn has_text_ids(&self) -> bool {
        self.has_text_ids.load(Relaxed)
    }

    pub(super) fn read(&self) -> Result<CsvReader<'_>> {
        Ok(CsvReader {
            file: self,
            are_texts: self.has_text_ids(),
            labels: Vec::new(),
            reader: TextReader::open(&self.path, &self.columns).in_file(&self.path)?,
        })
    }
}

pub(super) struct CsvReader<'a> {
    file: &'a CsvFile,
    /// Whether ids are known to be texts.
    are_texts: bool,
    labels: Vec<ByteArray>,
    reader: TextReader<Unpacked<File>>,
}

impl<S: Number, const D: usize> BoxReader<S, D> for CsvReader<'_> {
    fn read(&mut self, boxes: &mut Vec<Record<S, D>>) -> Result<Rows> {
        let (mut rows, path) = (Rows::default(), &self.file.path);
        let mut bytes = 0;
        while rows.rows < CHUNK && bytes < CHUNK_BYTES {
            let Some(row) = self.reader.next_row::<D>().in_file(path)? else {
                break;
            };
            let numbers = |corner: [f64; D]| corner.map(S::from_f64);
            let corners = row.corners.map(|(min, max)| (numbers(min), numbers(max)));
            let options = self.file.options;
            let pushed = self.id(row.number, corners.is_some());
            bytes += self.reader.id().len();
            let pushed = pushed.and_then(|id| row::push(options, corners, id, boxes, &mut rows));
            pushed.map_err(|problem| {
                OutOfCoreError::in_file(path, format!("line {}: {problem}", row.line))
            })?;
        }
        Ok(rows)
    }

    fn labels(&mut self) -> Vec<ByteArray> {
        std::mem::take(&mut self.labels)
    }

    fn skipped(&self) -> Skipped {
        self.reader.skipped()
    }
}

impl CsvReader<'_> {
    /// The id of a row; if ids are texts, the row number, and a label.
    fn id(&mut self, row: u64, has_box: bool) -> std::result::Result<u64, String> {
        if self.file.columns.id.is_none() {
            return Ok(row);
        }
        let field = if has_box { self.reader.id() } else { b"" };
        let text = std::str::from_utf8(field).map_err(|_| {
            let text = String::from_utf8_lossy(field);
            format!("the id \"{text}\" is not UTF-8")
        })?;
        if has_box && text.is_empty() {
            return Err("the id is missing".to_owned());
        }
        if self.are_texts {
            self.labels.push(ByteArray::from(text));
        } else if let Some(id) = integer(text) {
            return Ok(id);
        } else if has_box {
            self.file.has_text_ids.store(true, Relaxed);
        }
        Ok(row)
    }
}

/// The integer that a text stands for; `None` if it would be printed differently, such as 007.
fn integer(text: &str) -> Option<u64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_plain = digits == "0" && text == "0" || !digits.starts_with(['0', '+']);
    let id: i64 = text.parse().ok().filter(|_| is_plain)?;
    Some(id.cast_unsigned())
}
