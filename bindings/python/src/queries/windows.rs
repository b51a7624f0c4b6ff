//! Window queries: the boxes of an index that overlap windows, or lie inside or around them.

use broadleaf::geometry::{Located, Region};
use broadleaf::{Aabb, Id, SpatialIndex};
use numpy::ndarray::Array2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::any_boxes::{Held, Kind};
use crate::arrays::boxes::checked_rows;
use crate::arrays::number::{Number, distance_of_type};
use crate::calls::call::{Call, Watch};
use crate::queries::answers::{Part, rows};
use crate::queries::asked::{Asked, Query};
use crate::queries::wide_windows;
use crate::queries::window::{Relation, Window};

/// A window takes about as long as finding the pairs of this number of boxes.
pub(crate) const EFFORT: usize = 2;

/// The relation of a window to the boxes that it finds.
#[derive(Clone, Copy, FromPyObject)]
pub(crate) enum Predicate {
    /// The window contains the boxes, or is contained in them.
    #[pyo3(transparent)]
    Contains(bool),
    /// The window is at most this far away.
    #[pyo3(transparent)]
    Within(f64),
    /// The interiors of the window and of the box overlap.
    #[pyo3(transparent)]
    Interiors(Interiors),
}

/// The word `interiors`.
#[derive(Clone, Copy)]
pub(crate) struct Interiors;

impl<'py> FromPyObject<'_, 'py> for Interiors {
    type Error = PyErr;

    fn extract(word: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match word.extract::<String>()?.as_str() {
            "interiors" => Ok(Self),
            _ => Err(PyValueError::new_err("the word is interiors")),
        }
    }
}

/// The rows of windows, and of the boxes of an index with this relation to them: `None` for
/// overlap.
pub(crate) fn find<S: Number, const D: usize>(
    index: impl Asked<S, D>,
    boxes: &Bound<'_, PyAny>,
    predicate: Option<Predicate>,
    call: &Call,
) -> PyResult<Array2<i64>> {
    let kind = Kind::of(boxes)?;
    if !kind.has_type(S::NAME) {
        return wide_windows::find(index, boxes, kind, predicate, call);
    }
    let held = Held::<S, D>::new(boxes)?;
    let numbers = held.numbers();
    let (size, most) = (
        EFFORT * numbers.len(),
        numbers.len().saturating_mul(index.most()),
    );
    let found: Result<_, String> = call.run(boxes.py(), size, most, |watch| {
        let boxes = checked_rows(numbers, "geometry")?;
        let parts = index.ask(&Windows(predicate), &boxes.to_slice(watch), watch)?;
        Ok(rows(&parts, watch))
    })?;
    found.map_err(PyValueError::new_err)
}

/// Windows with this relation to boxes.
struct Windows(Option<Predicate>);

impl<S: Number, const D: usize> Query<S, D> for Windows {
    type Question = Aabb<S, D>;
    type Item = Id;

    fn answer(
        &self,
        index: &(impl SpatialIndex<S, D> + Sync),
        boxes: &[Aabb<S, D>],
        watch: &Watch<'_>,
    ) -> Part<Id> {
        let relation = match self.0 {
            None => return touching(index, boxes, watch),
            Some(Predicate::Within(distance)) => return within(index, boxes, distance, watch),
            Some(Predicate::Contains(true)) => Relation::Contains,
            Some(Predicate::Contains(false)) => Relation::IsInside,
            Some(Predicate::Interiors(Interiors)) => Relation::Interiors,
        };
        let window = |&aabb| Window::Own(aabb, relation);
        let windows: Vec<_> = boxes.iter().map(window).collect();
        touching(index, &windows, watch)
    }
}

/// For each region, the boxes of the tree that touch it.
pub(crate) fn touching<S: Number, const D: usize>(
    index: &(impl SpatialIndex<S, D> + Sync),
    regions: &[impl Region<S, D> + Located<S, D> + Sync],
    watch: &Watch<'_>,
) -> Part<Id> {
    if watch.is_parallel {
        index.batch().par_overlaps(regions).into()
    } else {
        index.batch().overlaps(regions).into()
    }
}

/// For each box, the boxes of the tree that are at most this far away, by id.
fn within<S: Number, const D: usize>(
    index: &(impl SpatialIndex<S, D> + Sync),
    boxes: &[Aabb<S, D>],
    distance: f64,
    watch: &Watch<'_>,
) -> Part<Id> {
    let distance = distance_of_type(distance);
    let hits = if watch.is_parallel {
        index.batch().par_within_distance(boxes, distance)
    } else {
        index.batch().within_distance(boxes, distance)
    };
    let Part { ends, items } = hits.into();
    let mut ids = Part {
        ends,
        items: items.iter().map(|hit| hit.id).collect(),
    };
    ids.map(|_, ids| ids.sort_unstable());
    ids
}
