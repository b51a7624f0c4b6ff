//! Windows of a wider type than the boxes of an index, such as `float64` windows for boxes of
//! `float32` or of integers.

use broadleaf::{Id, SpatialIndex};
use numpy::ndarray::Array2;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arrays::any_boxes::{Held, Kind};
use crate::arrays::boxes::{Boxes, checked_rows};
use crate::arrays::number::{Number, Wide};
use crate::calls::call::{Call, Watch};
use crate::queries::answers::{Part, rows};
use crate::queries::asked::{Asked, Query};
use crate::queries::window::{Relation, WideWindow, Window};
use crate::queries::windows::{EFFORT, Predicate, touching};

/// Like [`crate::queries::windows::find`], for windows of this kind.
pub(crate) fn find<S: Number, const D: usize>(
    index: impl Asked<S, D>,
    boxes: &Bound<'_, PyAny>,
    kind: Kind,
    predicate: Option<Predicate>,
    call: &Call,
) -> PyResult<Array2<i64>> {
    if kind.has_type("float64") {
        ask(index, boxes, Wide::Float, predicate, call)
    } else if kind.has_type("int64") {
        ask(index, boxes, Wide::Integer, predicate, call)
    } else {
        Err(PyTypeError::new_err("windows of another type are wide"))
    }
}

fn ask<S: Number, W: Number, const D: usize>(
    index: impl Asked<S, D>,
    boxes: &Bound<'_, PyAny>,
    wide: fn(W) -> Wide,
    predicate: Option<Predicate>,
    call: &Call,
) -> PyResult<Array2<i64>> {
    let relation = match predicate {
        None => Relation::Overlaps,
        Some(Predicate::Contains(true)) => Relation::Contains,
        Some(Predicate::Contains(false)) => Relation::IsInside,
        Some(Predicate::Interiors(_)) => Relation::Interiors,
        Some(Predicate::Within(_)) => {
            return Err(PyTypeError::new_err(
                "distances need windows of the own type",
            ));
        }
    };
    let held = Held::<W, D>::new(boxes)?;
    let numbers = held.numbers();
    let (size, most) = (
        EFFORT * numbers.len(),
        numbers.len().saturating_mul(index.most()),
    );
    let found: Result<_, String> = call.run(boxes.py(), size, most, |watch| {
        let boxes: Boxes<'_, W, D> = checked_rows(numbers, "geometry")?;
        let windows = boxes.to_slice(watch);
        let windows = windows
            .iter()
            .map(|aabb| WideWindow::new(aabb, wide, relation));
        let windows: Vec<Window<S, D>> = windows.map(Window::Wide).collect();
        let parts = index.ask(&WideWindows, &windows, watch)?;
        Ok(rows(&parts, watch))
    })?;
    found.map_err(PyValueError::new_err)
}

/// Windows with relations of their own.
struct WideWindows;

impl<S: Number, const D: usize> Query<S, D> for WideWindows {
    type Question = Window<S, D>;
    type Item = Id;

    fn answer(
        &self,
        index: &(impl SpatialIndex<S, D> + Sync),
        windows: &[Window<S, D>],
        watch: &Watch<'_>,
    ) -> Part<Id> {
        touching(index, windows, watch)
    }
}
