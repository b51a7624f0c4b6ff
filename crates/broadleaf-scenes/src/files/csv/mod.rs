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

pub use self::reader::{CsvReader, CsvRow, TableColumns};

use std::io::Read;

use broadleaf::Aabb;

use crate::error::SceneError;
use crate::scene::{Frames, Scene};

pub(super) fn read(file: impl Read, name: String) -> Result<Scene, SceneError> {
    let mut reader = CsvReader::new(file, &TableColumns::default())?;
    match reader.dimensions() {
        2 => Ok(Scene::Flat(Frames::still(name, boxes(&mut reader)?))),
        _ => Ok(Scene::Solid(Frames::still(name, boxes(&mut reader)?))),
    }
}

fn boxes<const D: usize>(
    reader: &mut CsvReader<impl Read>,
) -> Result<Vec<Aabb<f32, D>>, SceneError> {
    let mut boxes = Vec::new();
    while let Some(row) = reader.next_row::<D>()? {
        if let Some((min, max)) = row.corners {
            boxes.push(
                Aabb::try_new(min.map(|x| x as f32), max.map(|x| x as f32))
                    .map_err(SceneError::new)?,
            );
        }
    }
    Ok(boxes)
}
