//! A single window of plain numbers: such a query is so short that reading its window in Python
//! would take longer than the query.

use broadleaf::{Aabb, Id, SpatialIndex};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::arrays::number::{Number, Wide, plain_float};
use crate::calls::call::detach;
use crate::queries::window::{Relation, WideWindow, Window};

/// The largest number of coordinates of a window.
const MOST: usize = 6;

/// The ids of the boxes that overlap a window, of an index of `len` boxes, in ascending order.
/// `None` if the window is not a row of plain numbers, of the type of the index or of `float64`, or
/// if it is invalid.
pub(crate) fn find<S: Number, const D: usize>(
    index: &(impl SpatialIndex<S, D> + Sync),
    len: usize,
    window: &Bound<'_, PyAny>,
) -> Option<Vec<Id>> {
    let py = window.py();
    if let Some(window) = window_of::<S, D>(window, S::plain) {
        return Some(detach(py, len, || index.overlaps(&window)));
    }
    let window = window_of::<f64, D>(window, |number| {
        // Floats are rounded to a type of floats, as in NumPy.
        (S::NAME != "float32").then(|| plain_float(number))?
    })?;
    let window = WideWindow::new(&window, Wide::Float, Relation::Overlaps);
    let window = Window::Wide(window);
    Some(detach(py, len, || index.overlaps(&window)))
}

/// A single point or box, from a row of plain numbers of the type of the index.
pub(crate) fn place_of<S: Number, const D: usize>(place: &Bound<'_, PyAny>) -> Option<Aabb<S, D>> {
    window_of::<S, D>(place, plain).or_else(|| {
        let mut point = [S::default(); D];
        read(place, &mut point, plain)?;
        Aabb::try_new(point, point).ok()
    })
}

/// A plain Python number. A number that is too large for the type must not become infinite.
fn plain<S: Number>(number: &Bound<'_, PyAny>) -> Option<S> {
    let plain = S::plain(number)?;
    (plain.is_finite() || plain_float(number)?.is_infinite()).then_some(plain)
}

fn window_of<S: Number, const D: usize>(
    window: &Bound<'_, PyAny>,
    plain: impl Fn(&Bound<'_, PyAny>) -> Option<S>,
) -> Option<Aabb<S, D>> {
    let mut numbers = [S::default(); MOST];
    let numbers = &mut numbers[..2 * D];
    read(window, numbers, plain)?;
    let (min, max) = numbers.as_chunks::<D>().0.split_first()?;
    Aabb::try_new(*min, *max.first()?).ok()
}

/// Reads a row of exactly this many numbers.
fn read<S: Number>(
    row: &Bound<'_, PyAny>,
    numbers: &mut [S],
    plain: impl Fn(&Bound<'_, PyAny>) -> Option<S>,
) -> Option<()> {
    if let Ok(row) = row.cast::<PyArray1<S>>() {
        let row = row.try_readonly().ok()?;
        let row = row.as_array();
        if row.len() != numbers.len() {
            return None;
        }
        numbers
            .iter_mut()
            .zip(row)
            .for_each(|(to, from)| *to = *from);
        Some(())
    } else if let Ok(list) = row.cast_exact::<PyList>() {
        copy(list.iter(), list.len(), numbers, plain)
    } else {
        // Exactly a tuple, since named tuples are read by name.
        let tuple = row.cast_exact::<PyTuple>().ok()?;
        copy(tuple.iter(), tuple.len(), numbers, plain)
    }
}

/// Copies Python numbers, if there are exactly as many as wanted and all are plain.
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
