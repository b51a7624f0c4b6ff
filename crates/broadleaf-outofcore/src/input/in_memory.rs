//! Reads the boxes of a file as a whole.

use broadleaf_scenes::{FileBoxes, Rows};

use super::description::{Input, Wanted};
use super::source::Source;
use crate::error::{OutOfCoreError, Result};

/// Reads all boxes of Parquet files or text tables, with the same columns, row numbers and messages
/// as a [`Job`](crate::Job).
///
/// # Errors
/// If the file cannot be read, does not have the columns, or has no boxes; if a coordinate is an
/// integer that `f64` does not hold exactly, as in a join.
pub fn read_boxes(input: &Input) -> Result<FileBoxes> {
    let source = Source::open_for(input, Wanted::default())?;
    match source.dimensions() {
        2 => rows::<2>(&source, input).map(FileBoxes::Flat),
        _ => rows::<3>(&source, input).map(FileBoxes::Solid),
    }
}

fn rows<const D: usize>(source: &Source, input: &Input) -> Result<Rows<D>> {
    let mut rows = Rows::new(input.options);
    source.read_rows(&mut rows)?;
    rows.skipped.extend(&source.skipped());
    if rows.boxes().is_empty() {
        return Err(OutOfCoreError::no_boxes(&input.path, &rows.skipped));
    }
    Ok(rows)
}
