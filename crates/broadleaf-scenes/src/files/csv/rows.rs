//! Reads a whole table.

use std::io::Read;

use super::reader::CsvReader;
use crate::error::SceneError;
use crate::files::rows::Rows;
use crate::read_options::ReadOptions;

/// Reads all rows of a table with this number of axes.
pub(in crate::files) fn read_rows<const D: usize>(
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
