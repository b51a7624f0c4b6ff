//! The nearest boxes of an index.

use broadleaf::geometry::{Form, Located, Place, Probe, Real, distance_of};
use broadleaf::index::{Answers, Hit};
use broadleaf::{Aabb, Id, SpatialIndex};
use numpy::ndarray::Array2;
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::any_boxes::Held;
use crate::arrays::boxes::checked_rows;
use crate::arrays::columns::to_python;
use crate::arrays::number::{Number, distance_of_type};
use crate::calls::call::{Call, Watch, run_here};
use crate::queries::answers::{Part, reaches, rows};
use crate::queries::asked::{Asked, Query};
use crate::queries::one_window;

/// A query takes about as long as finding the pairs of this number of boxes.
const EFFORT: usize = 8;

/// The options of a nearest query, as a tuple in Python.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    k: usize,
    max_distance: Option<f64>,
    /// Whether boxes equal to the query's box are left out.
    exclusive: bool,
    /// Whether all boxes that are as near as the last one are included.
    all_matches: bool,
}

impl<'py> FromPyObject<'_, 'py> for Wanted {
    type Error = PyErr;

    fn extract(wanted: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (k, max_distance, exclusive, all_matches) = wanted.extract()?;
        Ok(Self {
            k,
            max_distance,
            exclusive,
            all_matches,
        })
    }
}

/// Rows of queries and ids, and distances.
pub(crate) type Found = (Array2<i64>, Vec<f64>);

/// Ids and distances of the boxes nearest to one point or box.
pub(crate) type One<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<f64>>);

/// The answers for Python.
pub(crate) type Arrays<'py> = (Bound<'py, PyArray2<i64>>, Bound<'py, PyArray1<f64>>);

/// The answer as arrays.
pub(crate) fn arrays(py: Python<'_>, (rows, distances): Found) -> Arrays<'_> {
    (to_python(py, rows), to_python(py, distances))
}

/// The boxes of an index nearest to one point or box, with mapped ids. `None` if it is not a row of
/// plain numbers, or invalid: then [`find`] reports the error.
pub(crate) fn find_one<'py, S: Number, const D: usize>(
    index: impl Asked<S, D>,
    place: &Bound<'py, PyAny>,
    wanted: Wanted,
    change: impl Fn(Id) -> Option<i64>,
) -> PyResult<Option<One<'py>>> {
    let Some(aabb) = one_window::place_of::<S, D>(place) else {
        return Ok(None);
    };
    let py = place.py();
    let found = run_here(py, index.most(), |watch| {
        let parts = index.ask(&wanted, &[aabb], watch)?;
        Ok::<Part<_>, String>(parts.into_iter().collect())
    })?;
    let Ok(Part { items: hits, .. }) = found else {
        return Ok(None);
    };
    let ids: Vec<i64> = hits.iter().filter_map(|hit| change(hit.id)).collect();
    let reaches = hits.iter().map(|hit| hit.reach);
    let distances: Vec<f64> = reaches
        .map(|reach| distance_of::<S::Real>(reach).to_f64())
        .collect();
    Ok(Some((to_python(py, ids), to_python(py, distances))))
}

/// For each point or box, the nearest boxes of an index, by distance and id.
pub(crate) fn find<S: Number, const D: usize>(
    index: impl Asked<S, D>,
    places: &Bound<'_, PyAny>,
    wanted: Wanted,
    call: &Call,
) -> PyResult<Found> {
    let held = Held::<S, D>::new(places)?;
    let numbers = held.numbers();
    let (size, most) = (
        EFFORT * numbers.len(),
        numbers.len().saturating_mul(index.most()),
    );
    let found: Result<_, String> = call.run(places.py(), size, most, |watch| {
        let places = checked_rows(numbers, "geometry")?;
        let parts = index.ask(&wanted, &places.to_slice(watch), watch)?;
        let distance = |reach| distance_of::<S::Real>(reach).to_f64();
        let distances = reaches(&parts, distance, watch);
        Ok((rows(&parts, watch), distances))
    })?;
    found.map_err(PyValueError::new_err)
}

impl<S: Number, const D: usize> Query<S, D> for Wanted {
    type Question = Aabb<S, D>;
    type Item = Hit<S::Real>;

    fn answer(
        &self,
        index: &(impl SpatialIndex<S, D> + Sync),
        places: &[Aabb<S, D>],
        watch: &Watch<'_>,
    ) -> Part<Hit<S::Real>> {
        let spot = |&aabb: &_| Spot {
            aabb,
            is_exclusive: self.exclusive,
        };
        let places: Vec<_> = places.iter().map(spot).collect();
        let mut hits = self.first(index, &places, watch);
        if self.all_matches {
            self.add_ties(index, &places, &mut hits);
        }
        hits
    }
}

impl Wanted {
    /// The nearest boxes: one more than wanted, which reveals ties, if these are wanted.
    fn first<S: Number, const D: usize>(
        self,
        index: &(impl SpatialIndex<S, D> + Sync),
        places: &[Spot<S, D>],
        watch: &Watch<'_>,
    ) -> Part<Hit<S::Real>> {
        let k = self.k.saturating_add(self.all_matches.into());
        // No limit becomes an infinite one, since a query without limit would be compiled for every
        // kind, too.
        let limit = distance_of_type(self.max_distance.unwrap_or(f64::INFINITY));
        let batch = index.batch();
        let hits: Answers<_> = match watch.is_parallel {
            false => batch.k_nearest_within(places, k, limit),
            true => batch.par_k_nearest_within(places, k, limit),
        };
        hits.into()
    }

    /// Adds all boxes that are as near as the last one wanted.
    fn add_ties<S: Number, const D: usize>(
        self,
        index: &(impl SpatialIndex<S, D> + Sync),
        places: &[Spot<S, D>],
        hits: &mut Part<Hit<S::Real>>,
    ) {
        hits.map(|question, hits| {
            if hits.len() <= self.k {
                return;
            }
            let last = hits[self.k - 1].reach;
            if last < hits[self.k].reach {
                hits.truncate(self.k);
            } else {
                hits.clear();
                index.for_each_hit(&places[question], last, |hit| hits.push(hit));
                hits.sort_unstable();
            }
        });
    }
}

/// A box as a query, which may exclude equal boxes.
struct Spot<S, const D: usize> {
    aabb: Aabb<S, D>,
    is_exclusive: bool,
}

impl<S: Number, const D: usize> Probe<S, D> for Spot<S, D> {
    #[inline]
    fn reach(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        let is_left_out = self.is_exclusive && self.aabb == *aabb;
        (!is_left_out).then(|| self.aabb.reach(aabb))?
    }

    #[inline]
    fn least_reach_inside(&self, aabb: &Aabb<S, D>) -> Option<S::Real> {
        self.aabb.least_reach_inside(aabb)
    }

    fn form(&self) -> Form<S, D> {
        if self.is_exclusive {
            Form::Other
        } else {
            self.aabb.form()
        }
    }
}

impl<S: Number, const D: usize> Place<S, D> for Spot<S, D> {}

impl<S: Number, const D: usize> Located<S, D> for Spot<S, D> {
    fn location(&self) -> Aabb<S, D> {
        self.aabb
    }
}
