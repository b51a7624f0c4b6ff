//! Hits of rays and moving boxes.

use std::ops::ControlFlow;

use broadleaf::SpatialIndex;
use broadleaf::geometry::{BoxCast, BoxSource, InvalidShape, Real};
use broadleaf::index::Hit;
use numpy::PyReadonlyArray2;
use numpy::ndarray::ArrayView2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::arrays::any_boxes::{Held, borrow};
use crate::arrays::boxes::{Boxes, checked};
use crate::arrays::number::{Number, distance_of_type};
use crate::calls::call::{Call, Watch};
use crate::calls::memory;
use crate::queries::answers::{Part, reaches, rows};
use crate::queries::asked::{Asked, Query};
use crate::queries::nearest::Found;

/// A cast takes about as long as finding the pairs of this number of boxes.
const EFFORT: usize = 8;

/// Which of the boxes that a cast hits are wanted.
#[derive(Clone, Copy)]
pub(crate) enum Hits {
    First,
    /// By parameter and id.
    All,
    /// Any one, if there is one.
    Any,
}

impl<'py> FromPyObject<'_, 'py> for Hits {
    type Error = PyErr;

    fn extract(word: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match word.extract::<String>()?.as_str() {
            "first" => Ok(Self::First),
            "all" => Ok(Self::All),
            "any" => Ok(Self::Any),
            _ => Err(PyValueError::new_err("the words are first, all and any")),
        }
    }
}

/// Points or boxes, their directions, the largest multiple of these, and what is wanted: a tuple in
/// Python.
#[derive(FromPyObject)]
pub(crate) struct Casts<'py>(
    pub(crate) Bound<'py, PyAny>,
    pub(crate) Bound<'py, PyAny>,
    pub(crate) f64,
    pub(crate) Hits,
);

/// Rows of casts and ids, and the parameters at which they are hit. Errors name the arguments with
/// the origins and the directions.
pub(crate) fn find<S: Number, const D: usize>(
    index: impl Asked<S, D>,
    Casts(origins, directions, length, hits): &Casts<'_>,
    names: [&str; 2],
    call: &Call,
) -> PyResult<Found> {
    let held = Held::<S, D>::new(origins)?;
    let starts = held.numbers();
    let directions: PyReadonlyArray2<'_, f64> = borrow(directions, D)?;
    let directions = directions.as_array();
    let length = distance_of_type(*length);
    let (size, most) = (
        EFFORT * starts.len(),
        starts.len().saturating_mul(index.most()),
    );
    let found: Result<_, String> = call.run(origins.py(), size, most, |watch| {
        memory::expect(starts.len(), size_of::<BoxCast<S, D>>(), watch);
        let casts = casts(&checked(starts, names[0])?, directions, length, names)?;
        let parts = index.ask(hits, &casts, watch)?;
        let reaches = reaches(&parts, Real::to_f64, watch);
        Ok((rows(&parts, watch), reaches))
    })?;
    found.map_err(PyValueError::new_err)
}

fn casts<S: Number, const D: usize>(
    starts: &Boxes<'_, S, D>,
    directions: ArrayView2<'_, f64>,
    length: S::Real,
    [origin, way]: [&str; 2],
) -> Result<Vec<BoxCast<S, D>>, String> {
    let cast = |row| {
        let direction = std::array::from_fn(|axis| S::Real::from_f64(directions[[row, axis]]));
        let cast = BoxCast::new(starts.get(row), direction);
        let cast = cast.map_err(|error| match error {
            InvalidShape::Direction { axis, value } => {
                let given = directions[[row, axis]];
                let kind = S::NAME;
                format!("{way}: row {row}: {given} is {value} in {kind} on axis {axis}")
            }
            _ => format!("{origin}: row {row}: {error}"),
        })?;
        Ok(cast.up_to(length))
    };
    (0..starts.len()).map(cast).collect()
}

impl<S: Number, const D: usize> Query<S, D> for Hits {
    type Question = BoxCast<S, D>;
    type Item = Hit<S::Real>;

    fn answer(
        &self,
        index: &(impl SpatialIndex<S, D> + Sync),
        casts: &[BoxCast<S, D>],
        watch: &Watch<'_>,
    ) -> Part<Hit<S::Real>> {
        let batch = index.batch();
        match (self, watch.is_parallel) {
            (Self::All, true) => batch.par_cast_all(casts).into(),
            (Self::All, false) => batch.cast_all(casts).into(),
            (Self::First, true) => at_most_one(batch.par_cast(casts)),
            (Self::First, false) => at_most_one(batch.cast(casts)),
            (Self::Any, true) => {
                let hits: Vec<_> = casts.par_iter().map(|cast| any(index, cast)).collect();
                at_most_one(hits)
            }
            (Self::Any, false) => at_most_one(casts.iter().map(|cast| any(index, cast))),
        }
    }
}

/// A hit, if there is one.
fn any<S: Number, const D: usize>(
    index: &impl SpatialIndex<S, D>,
    cast: &BoxCast<S, D>,
) -> Option<Hit<S::Real>> {
    let found = index.try_for_each_hit(cast, S::Real::INFINITY, ControlFlow::Break);
    found.break_value()
}

fn at_most_one<R: Real>(hits: impl IntoIterator<Item = Option<Hit<R>>>) -> Part<Hit<R>> {
    let mut items = Vec::new();
    let push = |hit| {
        items.extend(hit);
        items.len()
    };
    let ends = hits.into_iter().map(push).collect();
    Part { ends, items }
}
