//! Pairs of boxes of trees.

use std::convert::Infallible;
use std::ops::ControlFlow;

use broadleaf::{Id, SpatialIndex};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::any_boxes::by_kind;
use crate::call::Call;
use crate::columns::sorted_by_any_id;
use crate::number::{Number, distance_of_type};
use crate::packed::Packed;
use crate::pieces::Pieces;

/// The pairs within a tree or between two, of boxes that overlap or are at most `distance` apart.
#[pyfunction]
#[pyo3(signature = (tree, other, distance, call))]
pub(crate) fn join<'py>(
    py: Python<'py>,
    tree: &Packed,
    other: Option<&Packed>,
    distance: Option<f64>,
    call: Call,
) -> PyResult<Bound<'py, PyArray2<i64>>> {
    if other.is_some_and(|other| other.kind != tree.kind) {
        let problem = "the boxes of the two indexes have different types or dimensions";
        return Err(PyTypeError::new_err(problem));
    }
    let rows = by_kind!(tree.kind, find(py, tree, other, distance, &call))?;
    Ok(rows.into_pyarray(py))
}

fn find<S: Number, const D: usize>(
    py: Python<'_>,
    tree: &Packed,
    other: Option<&Packed>,
    distance: Option<f64>,
    call: &Call,
) -> PyResult<Array2<i64>> {
    let other = other.map(|other| other.borrow(py)).transpose()?;
    let other = other.as_ref().map(|other| other.view()).transpose()?;
    let borrowed = tree.borrow(py)?;
    let view = borrowed.view::<S, D>()?;
    let size = view.len() + other.map_or(0, |other| other.len());
    call.run(py, size, |watch| {
        let mut pieces = Pieces::new(watch);
        let push = |a: Id, b: Id| {
            pieces.push(a, b);
            ControlFlow::<Infallible>::Continue(())
        };
        let distance = distance.map(distance_of_type);
        let ControlFlow::Continue(()) = match (other, distance) {
            (None, None) => view.try_for_each_pair(push),
            (None, Some(distance)) => view.near(distance).try_for_each_pair(push),
            (Some(other), None) => view.try_for_each_cross_pair(&other, push),
            (Some(other), Some(distance)) => {
                view.near(distance).try_for_each_cross_pair(&other, push)
            }
        };
        sorted_by_any_id(&pieces.into_lists().collect(), watch)
    })
}
