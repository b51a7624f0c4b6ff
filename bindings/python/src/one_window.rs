//! One window of plain numbers: a question so short that reading its window in Python would take
//! most of the time.

use broadleaf::{Aabb, Id, SpatialIndex};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::number::{Number, Wide, plain_float};
use crate::wide_windows::{Relation, WideWindow};

/// The greatest number of coordinates of a window.
const MOST: usize = 6;

/// The ids of the boxes that overlap a window, ascending. `None` if it is not a row of plain
/// numbers, of the type of the index or of `float64`, or no window.
pub(crate) fn find<S: Number, const D: usize>(
    index: &(impl SpatialIndex<S, D> + Sync),
    window: &Bound<'_, PyAny>,
) -> Option<Vec<Id>> {
    let py = window.py();
    if let Some(window) = window_of::<S, D>(window, S::plain) {
        return Some(py.detach(|| index.overlaps(&window)));
    }
    let window = window_of::<f64, D>(window, |number| {
        // Floats are rounded to a type of floats, as in NumPy.
        (S::NAME != "float32").then(|| plain_float(number))?
    })?;
    let window = WideWindow::new(&window, Wide::Float, Relation::Overlaps);
    Some(py.detach(|| index.overlaps(&window)))
}

fn window_of<S: Number, const D: usize>(
    window: &Bound<'_, PyAny>,
    plain: impl Fn(&Bound<'_, PyAny>) -> Option<S>,
) -> Option<Aabb<S, D>> {
    let mut numbers = [S::default(); MOST];
    let numbers = &mut numbers[..2 * D];
    if let Ok(row) = window.cast::<PyArray1<S>>() {
        let row = row.try_readonly().ok()?;
        let row = row.as_array();
        if row.len() != numbers.len() {
            return None;
        }
        numbers
            .iter_mut()
            .zip(row)
            .for_each(|(to, from)| *to = *from);
    } else if let Ok(list) = window.cast_exact::<PyList>() {
        copy(list.iter(), list.len(), numbers, plain)?;
    } else {
        // Named tuples are read by name.
        let tuple = window.cast_exact::<PyTuple>().ok()?;
        copy(tuple.iter(), tuple.len(), numbers, plain)?;
    }
    let (min, max) = numbers.as_chunks::<D>().0.split_first()?;
    Aabb::try_new(*min, *max.first()?).ok()
}

/// Copies numbers of Python, if there are as many as wanted and all are plain.
fn copy<'py, S: Number>(
    from: impl Iterator<Item = Bound<'py, PyAny>>,
    len: usize,
    to: &mut [S],
    plain: impl Fn(&Bound<'_, PyAny>) -> Option<S>,
) -> Option<()> {
    if len != to.len() {
        return None;
    }
    for (to, from) in to.iter_mut().zip(from) {
        *to = plain(&from)?;
    }
    Some(())
}
