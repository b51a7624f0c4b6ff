//! Recognizes the columns of boxes by their names.

use broadleaf_columns::{Columns, Kind};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The kind of columns, and two lists of them.
type Found = (&'static str, Vec<usize>, Vec<usize>);

/// The columns of boxes among these names, or the wanted columns.
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
