//! The number of axes of the boxes of a file.

use std::fs::File;
use std::sync::Arc;

use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};

use super::choice::Boxes;
use super::column::Column;
use crate::input::box_reader::CHUNK;

/// The message for boxes with one axis, which may be an oversight.
const ONE_AXIS: &str = "the boxes have one axis; two or three are needed";

/// The number of axes; for lists, half the length of the first list.
pub(super) fn dimensions(
    boxes: &Boxes,
    file: &Arc<File>,
    metadata: &ParquetMetaData,
    allows_intervals: bool,
) -> std::result::Result<usize, String> {
    let axes = match boxes {
        Boxes::Ends { ends, .. } => ends[0].len(),
        Boxes::Vertices(columns) => columns.len(),
        Boxes::Wkb(_) => 2,
        Boxes::List(column) => {
            let mut groups = metadata.row_groups().iter();
            let len = groups.find_map(|group| first_len(file, group, *column).transpose());
            // Without rows, the number does not matter.
            match len.transpose()?.unwrap_or(4) {
                4 => 2,
                6 => 3,
                _ => 0,
            }
        }
    };
    match axes {
        2 | 3 => Ok(axes),
        1 if allows_intervals => Ok(1),
        1 => Err(ONE_AXIS.to_owned()),
        _ => Err("a list must have as many numbers as a box has ends: 4 in 2D, 6 in 3D".to_owned()),
    }
}

/// The length of the first list in a row group.
fn first_len(
    file: &Arc<File>,
    group: &RowGroupMetaData,
    column: usize,
) -> std::result::Result<Option<usize>, String> {
    let mut column = Column::<f64>::open(file, group, column).map_err(|error| error.to_string())?;
    let mut left = usize::try_from(group.num_rows()).unwrap_or(0);
    while left > 0 {
        let most = left.min(CHUNK);
        column.read_numbers(most)?;
        let mut lens = (0..most).map(|row| column.numbers(row).len());
        if let Some(len) = lens.find(|len| *len > 0) {
            return Ok(Some(len));
        }
        left -= most;
    }
    Ok(None)
}
