//! CSV: each row is a box, `min_x, min_y, max_x, max_y`, or a point, `x, y`. Other columns are
//! ignored.

use std::io::Read;

use broadleaf::Aabb;

use super::bounded::{Pieces, reserve};
use super::flat_box::flat_box;
use crate::error::SceneError;

/// The accepted headers of each column.
const BOX_COLUMNS: [[&str; 3]; 4] = [
    ["min_x", "xmin", "minx"],
    ["min_y", "ymin", "miny"],
    ["max_x", "xmax", "maxx"],
    ["max_y", "ymax", "maxy"],
];
const POINT_COLUMNS: [[&str; 3]; 2] = [["x", "lon", "longitude"], ["y", "lat", "latitude"]];

pub(super) fn read(file: impl Read) -> Result<Vec<Aabb<f32, 2>>, SceneError> {
    let mut reader = csv::ReaderBuilder::new()
        .trim(csv::Trim::All)
        .from_reader(Pieces::new(file));
    let headers = reader.headers().map_err(SceneError::new)?.clone();
    let column = |names: &[&str]| {
        headers
            .iter()
            .position(|header| names.contains(&header.to_lowercase().as_str()))
    };
    let columns: Vec<usize> = match BOX_COLUMNS
        .iter()
        .map(|names| column(names))
        .collect::<Option<_>>()
    {
        Some(columns) => columns,
        None => POINT_COLUMNS
            .iter()
            .map(|names| column(names))
            .collect::<Option<_>>()
            .ok_or_else(|| {
                SceneError::new(
                    "the header row has neither the columns min_x, min_y, max_x, max_y nor x, y",
                )
                .within("row 1")
            })?,
    };
    let (mut boxes, mut record) = (Vec::new(), csv::StringRecord::new());
    while reader.read_record(&mut record).map_err(SceneError::new)? {
        let row = record.position().map_or(0, csv::Position::line);
        let place = || format!("object {} in row {row}", boxes.len());
        let aabb = parse_row(&record, &columns).map_err(|error| error.within(place()))?;
        reserve(&mut boxes, 1)?;
        boxes.push(aabb);
        reader.get_mut().begin();
    }
    Ok(boxes)
}

fn parse_row(record: &csv::StringRecord, columns: &[usize]) -> Result<Aabb<f32, 2>, SceneError> {
    let number = |column: usize| {
        let field = record.get(column).unwrap_or_default();
        field
            .parse::<f64>()
            .map_err(|_| SceneError::new(format!("\"{field}\" is not a number")))
    };
    let numbers = columns
        .iter()
        .map(|&column| number(column))
        .collect::<Result<Vec<_>, _>>()?;
    match *numbers.as_slice() {
        [min_x, min_y, max_x, max_y] => flat_box([min_x, min_y], [max_x, max_y]),
        [x, y] => flat_box([x, y], [x, y]),
        _ => unreachable!("there are two or four columns"),
    }
}
