//! Tables as text: a header row, and one box, point, or lower end and size in each further row. The
//! names of the columns say which ([`broadleaf_columns`]).
//!
//! Lines are cut here, and only those with quotes by `csv-core`: messages name lines exactly, blank
//! lines and comments are counted, and a million rows take half the time of the crate `csv`, which
//! checks, trims and copies every field.

mod header;
mod lines;
mod number;
mod reader;
mod record;

pub use self::reader::{Corners, CsvReader, CsvRow, TableColumns};

use std::io::Read;

use super::file_boxes::FileBoxes;
use super::rows::Rows;
use crate::error::SceneError;
use crate::read_options::ReadOptions;

/// Reads a table whose boxes are in these columns, or in those that its names say.
pub(super) fn read(
    file: impl Read,
    options: &ReadOptions,
    columns: &[String],
) -> Result<FileBoxes, SceneError> {
    let wanted = TableColumns {
        boxes: columns.to_vec(),
        id: None,
    };
    let mut reader = CsvReader::new(file, &wanted)?;
    match reader.dimensions() {
        2 => rows(&mut reader, options).map(FileBoxes::Flat),
        _ => rows(&mut reader, options).map(FileBoxes::Solid),
    }
}

fn rows<const D: usize>(
    reader: &mut CsvReader<impl Read>,
    options: &ReadOptions,
) -> Result<Rows<D>, SceneError> {
    let mut rows = Rows::new(*options);
    while let Some(row) = reader.next_row::<D>()? {
        let line = |error: SceneError| error.within(format!("line {}", row.line));
        rows.push(row.corners).map_err(line)?;
    }
    rows.skipped.extend(&reader.skipped());
    Ok(rows)
}
