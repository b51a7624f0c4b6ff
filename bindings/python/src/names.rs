//! Which columns of a table are boxes, by the names alone.

use broadleaf_columns::{Columns, Kind};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// What two lists of columns say, and both.
type Found = (&'static str, Vec<usize>, Vec<usize>);

/// The columns with these names that are boxes, or those that the caller wants.
#[pyfunction]
#[pyo3(signature = (names, wanted))]
pub(crate) fn box_columns(names: Vec<String>, wanted: Option<Vec<String>>) -> PyResult<Found> {
    let columns = match wanted {
        Some(wanted) => Columns::chosen(&names, &wanted),
        None => Columns::of(&names),
    };
    let columns = columns.map_err(|error| PyValueError::new_err(error.to_string()))?;
    let kind = match columns.kind() {
        Kind::Corners => "corners",
        Kind::Sizes => "sizes",
        Kind::Points => "points",
    };
    Ok((kind, columns.first().to_vec(), columns.second().to_vec()))
}
