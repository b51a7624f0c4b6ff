//! Pairs of boxes of trees.

use std::convert::Infallible;
use std::ops::ControlFlow;

use broadleaf::geometry::Real;
use broadleaf::{Id, SpatialIndex};
use numpy::PyArray2;
use numpy::ndarray::Array2;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arrays::any_boxes::{Kind, by_kind};
use crate::arrays::columns::{sorted_by_any_id, to_python};
use crate::arrays::number::{Number, distance_of_type};
use crate::calls::call::{Call, among};
use crate::calls::pieces::Pieces;
use crate::calls::watched::Watched;
use crate::structures::packed::Packed;

/// The condition for a pair of boxes, from Python's arguments.
#[derive(Clone, Copy)]
pub(crate) enum Relation {
    Overlap,
    Interiors,
    /// At most this distance apart.
    Within(f64),
}

impl Relation {
    /// # Errors
    /// If both arguments are given.
    pub(crate) fn new(distance: Option<f64>, interiors: bool) -> PyResult<Self> {
        match (distance, interiors) {
            (None, false) => Ok(Self::Overlap),
            (None, true) => Ok(Self::Interiors),
            (Some(distance), false) => Ok(Self::Within(distance)),
            (Some(_), true) => {
                let problem = "distance and interiors exclude each other";
                Err(PyValueError::new_err(problem))
            }
        }
    }
}

/// The pairs within a tree or between two, of boxes that overlap, whose interiors overlap, or that
/// are at most `distance` apart.
#[pyfunction]
#[pyo3(signature = (tree, other, distance, interiors, call))]
pub(crate) fn join<'py>(
    py: Python<'py>,
    tree: &Packed,
    other: Option<&Packed>,
    distance: Option<f64>,
    interiors: bool,
    call: Call,
) -> PyResult<Bound<'py, PyArray2<i64>>> {
    if let Some(other) = other.filter(|other| other.kind != tree.kind) {
        let of = |kind: Kind| format!("{} boxes in {}D", kind.type_name(), kind.dimensions());
        let problem = format!("other has {}, this index {}", of(other.kind), of(tree.kind));
        return Err(PyTypeError::new_err(problem));
    }
    let relation = Relation::new(distance, interiors)?;
    let rows = by_kind!(tree.kind, find(py, tree, other, relation, &call))?;
    Ok(to_python(py, rows))
}

fn find<S: Number, const D: usize>(
    py: Python<'_>,
    tree: &Packed,
    other: Option<&Packed>,
    relation: Relation,
    call: &Call,
) -> PyResult<Array2<i64>> {
    let other = other.map(|other| other.borrow(py)).transpose()?;
    let other = other.as_ref().map(|other| other.view()).transpose()?;
    let borrowed = tree.borrow(py)?;
    let view = borrowed.view::<S, D>()?;
    let size = view.len() + other.map_or(0, |other| other.len());
    call.run(py, size, among(size), |watch| {
        let mut pieces = Pieces::new(watch);
        let push = |a: Id, b: Id| {
            pieces.push(a, b);
            ControlFlow::<Infallible>::Continue(())
        };
        let ControlFlow::Continue(()) = match (other, relation) {
            (None, Relation::Overlap) => view.try_for_each_pair(push),
            (None, Relation::Interiors) => view.interiors().try_for_each_pair(push),
            (None, Relation::Within(distance)) => {
                let near = view.near(distance_of_type(distance));
                near.try_for_each_pair(push)
            }
            (Some(other), Relation::Overlap) => view.try_for_each_cross_pair(&other, push),
            (Some(other), Relation::Interiors) => {
                view.interiors().try_for_each_cross_pair(&other, push)
            }
            (Some(other), Relation::Within(distance)) => {
                let near = view.near(distance_of_type(distance));
                near.try_for_each_cross_pair(&other, push)
            }
        };
        sorted_by_any_id(&pieces.into_lists().collect(), watch)
    })
}

/// The two boxes closest to each other, of one tree or one of each, and their distance. `None` if
/// there are no two boxes.
#[pyfunction]
#[pyo3(signature = (tree, other, call))]
pub(crate) fn closest_pair(
    py: Python<'_>,
    tree: &Packed,
    other: Option<&Packed>,
    call: Call,
) -> PyResult<Option<(u32, u32, f64)>> {
    by_kind!(tree.kind, closest(py, tree, other, &call))
}

fn closest<S: Number, const D: usize>(
    py: Python<'_>,
    tree: &Packed,
    other: Option<&Packed>,
    call: &Call,
) -> PyResult<Option<(u32, u32, f64)>> {
    let other = other.map(|other| other.borrow(py)).transpose()?;
    let other = other.as_ref().map(|other| other.view()).transpose()?;
    let borrowed = tree.borrow(py)?;
    let view = borrowed.view::<S, D>()?;
    let size = view.len() + other.map_or(0, |other| other.len());
    let pair = call.run(py, size, among(size), |watch| {
        let view = Watched::new(&view, watch);
        match other {
            None => view.closest_pair(),
            Some(other) => view.closest_cross_pair(&other),
        }
    })?;
    Ok(pair.map(|pair| {
        let [a, b] = pair.ids.map(|id| id.0);
        (a, b, pair.distance().to_f64())
    }))
}
