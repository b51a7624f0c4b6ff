//! The nearest boxes of an index.

use broadleaf::geometry::{Located, Place, Probe, Real, distance_of};
use broadleaf::index::{Answers, Hit};
use broadleaf::{Aabb, SpatialIndex};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::answers::{Part, in_parts, reaches, rows};
use crate::any_boxes::Held;
use crate::boxes::checked_rows;
use crate::call::{Call, Watch};
use crate::number::{Number, distance_of_type};
use crate::watched::Watched;

/// A place takes about as long as finding the pairs of this number of boxes.
const EFFORT: usize = 8;

/// Which boxes are wanted.
#[derive(Clone, Copy, FromPyObject)]
pub(crate) struct Wanted {
    #[pyo3(item)]
    k: usize,
    #[pyo3(item)]
    max_distance: Option<f64>,
    /// Without boxes that are equal to the place.
    #[pyo3(item)]
    exclusive: bool,
    /// With all that are as near as the last one.
    #[pyo3(item)]
    all_matches: bool,
}

/// Rows of places and ids, and distances.
pub(crate) type Found = (Array2<i64>, Vec<f64>);

/// The same for Python.
pub(crate) type Arrays<'py> = (Bound<'py, PyArray2<i64>>, Bound<'py, PyArray1<f64>>);

/// The answer as arrays.
pub(crate) fn arrays(py: Python<'_>, (rows, distances): Found) -> Arrays<'_> {
    (rows.into_pyarray(py), distances.into_pyarray(py))
}

/// For each place the nearest boxes of an index, by distance and id.
pub(crate) fn find<S: Number, const D: usize>(
    index: &(impl SpatialIndex<S, D> + Sync),
    places: &Bound<'_, PyAny>,
    wanted: Wanted,
    call: &Call,
) -> PyResult<Found> {
    let held = Held::<S, D>::new(places)?;
    let numbers = held.numbers();
    let found: Result<_, String> = call.run(places.py(), EFFORT * numbers.len(), |watch| {
        let places = checked_rows(numbers, "geometry")?;
        let index = &Watched::new(index, watch);
        let parts = in_parts(&places.to_slice(), watch, |places| {
            if wanted.exclusive {
                let places: Vec<_> = places.iter().copied().map(Other).collect();
                answer(index, &places, wanted, watch)
            } else {
                answer(index, places, wanted, watch)
            }
        });
        let distance = |reach| distance_of::<S::Real>(reach).to_f64();
        let distances = reaches(&parts, distance, watch);
        Ok((rows(&parts, watch), distances))
    })?;
    found.map_err(PyValueError::new_err)
}

fn answer<S: Number, const D: usize, P: Place<S, D> + Located<S, D> + Sync>(
    index: &(impl SpatialIndex<S, D> + Sync),
    places: &[P],
    wanted: Wanted,
    watch: &Watch<'_>,
) -> Part<Hit<S::Real>> {
    // One more than wanted tells whether there are ties.
    let k = wanted.k.saturating_add(wanted.all_matches.into());
    let limit = wanted.max_distance.map(distance_of_type);
    let batch = index.batch();
    let hits: Answers<_> = match (limit, watch.is_parallel) {
        (None, false) => batch.k_nearest(places, k),
        (None, true) => batch.par_k_nearest(places, k),
        (Some(limit), false) => batch.k_nearest_within(places, k, limit),
        (Some(limit), true) => batch.par_k_nearest_within(places, k, limit),
    };
    let mut hits = Part::from(hits);
    if wanted.all_matches {
        hits.map(|question, hits| {
            if hits.len() <= wanted.k {
                return;
            }
            let last = hits[wanted.k - 1].reach;
            if last < hits[wanted.k].reach {
                hits.truncate(wanted.k);
            } else {
                hits.clear();
                index.for_each_hit(&places[question], last, |hit| hits.push(hit));
                hits.sort_unstable();
            }
        });
    }
    hits
}

/// A place at which an equal box is not found.
struct Other<S, const D: usize>(Aabb<S, D>);

impl<S: Number, const D: usize> Probe<S, D> for Other<S, D> {
    fn reach(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        (self.0 != *aabb).then(|| self.0.reach(aabb))?
    }

    fn least_reach_inside(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        self.0.least_reach_inside(aabb)
    }
}

impl<S: Number, const D: usize> Place<S, D> for Other<S, D> {}

impl<S: Number, const D: usize> Located<S, D> for Other<S, D> {
    fn location(&self) -> Aabb<S, D> {
        self.0
    }
}
