//! Hits of rays and moving boxes.

use broadleaf::geometry::{BoxCast, BoxSource, Real};
use broadleaf::index::Hit;
use broadleaf::{PackedTreeView, SpatialIndex};
use numpy::ndarray::{Array2, ArrayView2};
use numpy::{PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::answers::{Part, in_parts, reaches, rows};
use crate::any_boxes::{Held, borrow, by_kind};
use crate::boxes::{Boxes, checked};
use crate::call::{Call, Watch};
use crate::columns::to_python;
use crate::memory;
use crate::number::{Number, distance_of_type};
use crate::packed::Packed;
use crate::watched::Watched;

/// A cast takes about as long as finding the pairs of this number of boxes.
const EFFORT: usize = 8;

/// Rows of casts and ids, and the parameters at which they are hit.
type Found<'py> = (Bound<'py, PyArray2<i64>>, Bound<'py, PyArray1<f64>>);

/// For each cast, the first box of the tree that it hits, or all of them by parameter and id.
#[pyfunction]
pub(crate) fn cast<'py>(
    py: Python<'py>,
    tree: &Packed,
    starts: &Bound<'py, PyAny>,
    directions: &Bound<'py, PyAny>,
    length: f64,
    all_hits: bool,
    call: Call,
) -> PyResult<Found<'py>> {
    let question = Question {
        starts,
        directions,
        length,
        all_hits,
    };
    let (rows, reaches) = by_kind!(tree.kind, find(py, tree, &question, &call))?;
    Ok((to_python(py, rows), to_python(py, reaches)))
}

struct Question<'a, 'py> {
    starts: &'a Bound<'py, PyAny>,
    directions: &'a Bound<'py, PyAny>,
    length: f64,
    all_hits: bool,
}

fn find<S: Number, const D: usize>(
    py: Python<'_>,
    tree: &Packed,
    question: &Question<'_, '_>,
    call: &Call,
) -> PyResult<(Array2<i64>, Vec<f64>)> {
    let held = Held::<S, D>::new(question.starts)?;
    let starts = held.numbers();
    let directions: PyReadonlyArray2<'_, f64> = borrow(question.directions, D)?;
    let directions = directions.as_array();
    let length = distance_of_type(question.length);
    let all_hits = question.all_hits;
    let borrowed = tree.borrow(py)?;
    let view: PackedTreeView<'_, S, D> = borrowed.view()?;
    let (size, most) = (
        EFFORT * starts.len(),
        starts.len().saturating_mul(view.len()),
    );
    let found: Result<_, String> = call.run(py, size, most, |watch| {
        memory::expect(starts.len(), size_of::<BoxCast<S, D>>(), watch);
        let casts = casts(&checked(starts, "origins")?, directions, length)?;
        let index = &Watched::new(&view, watch);
        let parts = in_parts(&casts, watch, |casts| answer(index, casts, all_hits, watch));
        let reaches = reaches(&parts, Real::to_f64, watch);
        Ok((rows(&parts, watch), reaches))
    })?;
    found.map_err(PyValueError::new_err)
}

fn casts<S: Number, const D: usize>(
    starts: &Boxes<'_, S, D>,
    directions: ArrayView2<'_, f64>,
    length: S::Real,
) -> Result<Vec<BoxCast<S, D>>, String> {
    let cast = |row| {
        let direction = std::array::from_fn(|axis| S::Real::from_f64(directions[[row, axis]]));
        let cast = BoxCast::new(starts.get(row), direction);
        let cast = cast.map_err(|error| format!("row {row}: {error}"))?;
        Ok(cast.up_to(length))
    };
    (0..starts.len()).map(cast).collect()
}

fn answer<S: Number, const D: usize>(
    index: &(impl SpatialIndex<S, D> + Sync),
    casts: &[BoxCast<S, D>],
    all_hits: bool,
    watch: &Watch<'_>,
) -> Part<Hit<S::Real>> {
    let batch = index.batch();
    if all_hits {
        return match watch.is_parallel {
            true => batch.par_cast_all(casts).into(),
            false => batch.cast_all(casts).into(),
        };
    }
    let hits = match watch.is_parallel {
        true => batch.par_cast(casts),
        false => batch.cast(casts),
    };
    let mut items = Vec::with_capacity(hits.len());
    let push = |hit| {
        items.extend(hit);
        items.len()
    };
    let ends = hits.into_iter().map(push).collect();
    Part { ends, items }
}
