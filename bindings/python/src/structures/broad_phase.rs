//! Broad phases: boxes that are added, moved and removed, and the pairs that begin and end.

use std::sync::Arc;

use numpy::{PyArray1, PyArray2, PyReadonlyArray1};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arrays::any_boxes::{Kind, by_kind};
use crate::arrays::columns::to_python;
use crate::calls::call::{Call, among, changes, detach, run_here};
use crate::calls::lock::{Lock, Reading};
use crate::queries::casts::Casts;
use crate::queries::filtered::QueryLabels;
use crate::queries::nearest::{self, Wanted};
use crate::queries::windows::Predicate;
use crate::structures::any_broad_phase::{
    AnyBroadPhase, Config, Labels, empty, mobility_of, proxy, restored, two_rows,
};

type Ids<'py> = PyReadonlyArray1<'py, i64>;

/// A broad phase of boxes of any kind.
#[pyclass(frozen, name = "BroadPhase", module = "broadleaf._core")]
pub(crate) struct PyBroadPhase {
    kind: Kind,
    /// Shared by objects with other labels.
    state: Arc<Lock<State>>,
    /// The labels of queries.
    labels: QueryLabels,
}

/// The mutable state.
struct State {
    broad_phase: Box<dyn AnyBroadPhase>,
    /// An upper limit of the number of boxes added, moved or removed since the last step.
    changed: usize,
}

#[pymethods]
impl PyBroadPhase {
    #[new]
    fn new(
        py: Python<'_>,
        dtype: &str,
        dimensions: usize,
        margin: Option<Bound<'_, PyAny>>,
        prediction: u32,
    ) -> PyResult<Self> {
        let kind = Kind::named(py, dtype, dimensions)?;
        let broad_phase = by_kind!(kind, empty(margin.as_ref(), prediction))?;
        Ok(Self::of(kind, broad_phase, 0))
    }

    /// Whether this is a plain array of rows of the kind of this object.
    fn reads(&self, boxes: &Bound<'_, PyAny>) -> bool {
        Kind::of_rows(boxes) == Some(self.kind)
    }

    #[getter]
    fn dimensions(&self) -> usize {
        self.kind.dimensions()
    }

    /// The name of the type of the coordinates.
    #[getter]
    fn dtype(&self) -> &'static str {
        self.kind.type_name()
    }

    #[staticmethod]
    fn restore(py: Python<'_>, bytes: &[u8]) -> PyResult<Self> {
        let mut problem = "not a broad phase".to_owned();
        for kind in Kind::ALL {
            match py.detach(|| by_kind!(kind, restored(bytes))) {
                Ok(broad_phase) => {
                    // The changes before the save are unknown, so assume all.
                    let changed = broad_phase.len();
                    return Ok(Self::of(kind, broad_phase, changed));
                }
                // Ignore mismatches of the kind, which are expected.
                Err(error) if error.contains("scalar") || error.contains("dimension") => {}
                Err(error) => problem = error,
            }
        }
        Err(PyValueError::new_err(format!("data: {problem}")))
    }

    fn create<'py>(
        &self,
        boxes: &Bound<'py, PyAny>,
        config: Config,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let py = boxes.py();
        let mut state = self.state.write(py)?;
        let ids = state.broad_phase.create(boxes, &config)?;
        state.changed = state.changed.saturating_add(ids.len());
        Ok(to_python(py, ids))
    }

    #[pyo3(signature = (ids, boxes, displacements))]
    fn relocate(
        &self,
        py: Python<'_>,
        ids: Ids<'_>,
        boxes: &Bound<'_, PyAny>,
        displacements: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize> {
        let ids = ids.as_slice()?;
        let mut state = self.state.write(py)?;
        known(&*state.broad_phase, ids)?;
        let moved = state.broad_phase.relocate(ids, boxes, displacements)?;
        state.changed = state.changed.saturating_add(moved);
        Ok(moved)
    }

    fn remove(&self, py: Python<'_>, ids: Ids<'_>) -> PyResult<()> {
        self.change(py, ids, |broad_phase, ids| broad_phase.remove(ids))
    }

    fn set_filter(&self, py: Python<'_>, ids: Ids<'_>, labels: Labels) -> PyResult<()> {
        self.change(py, ids, |broad_phase, ids| {
            broad_phase.set_filter(ids, &labels);
        })
    }

    fn set_mobility(&self, py: Python<'_>, ids: Ids<'_>, mobility: u8) -> PyResult<()> {
        self.change(py, ids, |broad_phase, ids| {
            broad_phase.set_mobility(ids, mobility_of(mobility));
        })
    }

    fn contains<'py>(
        &self,
        py: Python<'py>,
        ids: Ids<'py>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let state = self.state.read(py)?;
        let contains = |id: &i64| state.broad_phase.contains(proxy(*id));
        let found: Vec<_> = ids.as_slice()?.iter().map(contains).collect();
        Ok(to_python(py, found))
    }

    fn ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        Ok(to_python(py, self.state.read(py)?.broad_phase.ids()))
    }

    /// The same broad phase, with labels of its queries.
    fn filtered(&self, labels: QueryLabels) -> Self {
        Self {
            kind: self.kind,
            state: self.state.clone(),
            labels,
        }
    }

    /// The box around all boxes, as a row; no row without boxes.
    fn bounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.state.read(py)?.broad_phase.bounds(py))
    }

    /// The boxes with these ids, or all.
    #[pyo3(signature = (ids, fat))]
    fn boxes<'py>(
        &self,
        py: Python<'py>,
        ids: Option<Ids<'py>>,
        fat: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let state = self.state.read(py)?;
        let Some(ids) = ids else {
            return state.broad_phase.boxes(py, &state.broad_phase.ids(), fat);
        };
        let ids = ids.as_slice()?;
        known(&*state.broad_phase, ids)?;
        state.broad_phase.boxes(py, ids, fat)
    }

    /// The ids of the boxes that overlap one window; `None` if `query` must read the window.
    fn query_one<'py>(&self, window: &Bound<'py, PyAny>) -> PyResult<Option<OneAnswer<'py>>> {
        let py = window.py();
        let state = self.asked(py)?;
        let found = state.broad_phase.query_one(window, &self.labels)?;
        Ok(found.map(|ids| to_python(py, ids)))
    }

    #[pyo3(signature = (boxes, predicate, call))]
    fn query<'py>(
        &self,
        boxes: &Bound<'py, PyAny>,
        predicate: Option<Predicate>,
        call: Call,
    ) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let py = boxes.py();
        let state = self.asked(py)?;
        let found = state
            .broad_phase
            .query(boxes, predicate, &self.labels, &call)?;
        Ok(to_python(py, found))
    }

    /// The boxes nearest to one point or box, and their distances; `None` if `nearest` must read
    /// it.
    fn nearest_one<'py>(
        &self,
        place: &Bound<'py, PyAny>,
        wanted: Wanted,
    ) -> PyResult<Option<nearest::One<'py>>> {
        let state = self.asked(place.py())?;
        state.broad_phase.nearest_one(place, wanted, &self.labels)
    }

    fn nearest<'py>(
        &self,
        places: &Bound<'py, PyAny>,
        wanted: Wanted,
        call: Call,
    ) -> PyResult<nearest::Arrays<'py>> {
        let py = places.py();
        let state = self.asked(py)?;
        let found = state
            .broad_phase
            .nearest(places, wanted, &self.labels, &call)?;
        Ok(nearest::arrays(py, found))
    }

    fn cast<'py>(
        &self,
        py: Python<'py>,
        casts: Casts<'py>,
        call: Call,
    ) -> PyResult<nearest::Arrays<'py>> {
        let state = self.asked(py)?;
        let found = state.broad_phase.cast(&casts, &self.labels, &call)?;
        Ok(nearest::arrays(py, found))
    }

    /// What the boxes with these ids first hit when they are displaced.
    fn sweep<'py>(
        &self,
        ids: Ids<'py>,
        displacements: &Bound<'py, PyAny>,
        call: Call,
    ) -> PyResult<nearest::Arrays<'py>> {
        let py = displacements.py();
        let ids = ids.as_slice()?;
        let state = self.state.read(py)?;
        known(&*state.broad_phase, ids)?;
        let found = state.broad_phase.sweep(ids, displacements, &call)?;
        Ok(nearest::arrays(py, found))
    }

    fn step<'py>(&self, py: Python<'py>) -> PyResult<[Bound<'py, PyArray2<i64>>; 2]> {
        let mut state = self.state.write(py)?;
        let State {
            broad_phase,
            changed,
        } = &mut *state;
        let most = broad_phase.len().saturating_mul(*changed + 1);
        let found = run_here(py, most, |watch| {
            broad_phase.expect_step(*changed, watch);
            let events = broad_phase.step();
            *changed = 0;
            [events.begun, events.ended].map(|pairs| two_rows(&pairs, watch))
        })?;
        Ok(found.map(|pairs| to_python(py, pairs)))
    }

    fn pairs<'py>(&self, py: Python<'py>, fat: bool) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let state = self.state.read(py)?;
        let most = among(state.broad_phase.len());
        let pairs = run_here(py, most, |watch| state.broad_phase.pairs(fat, watch))?;
        Ok(to_python(py, pairs))
    }

    fn pairs_of<'py>(&self, py: Python<'py>, ids: Ids<'py>) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let ids = ids.as_slice()?;
        let state = self.state.read(py)?;
        known(&*state.broad_phase, ids)?;
        let most = state.broad_phase.len().saturating_mul(ids.len() + 1);
        let pairs = run_here(py, most, |watch| state.broad_phase.pairs_of(ids, watch))?;
        Ok(to_python(py, pairs))
    }

    fn remember(&self, py: Python<'_>, steps: usize) -> PyResult<()> {
        self.state.write(py)?.broad_phase.remember(steps);
        Ok(())
    }

    #[getter]
    fn history_len(&self, py: Python<'_>) -> PyResult<Option<usize>> {
        Ok(self.state.read(py)?.broad_phase.history_len())
    }

    fn rewind(&self, py: Python<'_>, steps: usize) -> PyResult<()> {
        let mut state = self.state.write(py)?;
        let broad_phase = &mut state.broad_phase;
        let outcome = py.detach(|| broad_phase.rewind(steps));
        outcome.map_err(|error| PyValueError::new_err(format!("steps: {steps}: {error}")))?;
        state.changed = state.broad_phase.len();
        Ok(())
    }

    fn optimize(&self, py: Python<'_>) -> PyResult<()> {
        let mut state = self.state.write(py)?;
        let broad_phase = &mut state.broad_phase;
        py.detach(|| broad_phase.optimize());
        Ok(())
    }

    #[getter]
    fn frame(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.state.read(py)?.broad_phase.frame())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.state.read(py)?.broad_phase.len())
    }

    #[getter]
    fn state_hash(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.state.read(py)?.broad_phase.state_hash())
    }

    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let state = self.state.read(py)?;
        let bytes = py.detach(|| state.broad_phase.save());
        PyBytes::new_with(py, bytes.len(), |copy| {
            copy.copy_from_slice(&bytes);
            Ok(())
        })
    }
}

/// The answer to one window.
type OneAnswer<'py> = Bound<'py, PyArray1<i64>>;

impl PyBroadPhase {
    /// The state, for a query. The boxes that its labels except exist.
    fn asked(&self, py: Python<'_>) -> PyResult<Reading<'_, State>> {
        let state = self.state.read(py)?;
        let is_known = |id| state.broad_phase.contains(proxy(id));
        match self.labels.unknown(is_known) {
            None => Ok(state),
            Some((row, id)) => Err(unknown("except_", row, id)),
        }
    }

    /// Changes proxies, all of which exist.
    fn change(
        &self,
        py: Python<'_>,
        ids: Ids<'_>,
        change: impl FnOnce(&mut dyn AnyBroadPhase, &[i64]) + Send,
    ) -> PyResult<()> {
        let ids = ids.as_slice()?;
        let mut state = self.state.write(py)?;
        known(&*state.broad_phase, ids)?;
        state.changed = state.changed.saturating_add(ids.len());
        let broad_phase = &mut *state.broad_phase;
        detach(py, changes(ids.len()), || change(broad_phase, ids));
        Ok(())
    }

    /// A broad phase in which this number of boxes changed since its last step.
    fn of(kind: Kind, broad_phase: Box<dyn AnyBroadPhase>, changed: usize) -> Self {
        Self {
            kind,
            state: Arc::new(Lock::new(
                "BroadPhase",
                State {
                    broad_phase,
                    changed,
                },
            )),
            labels: QueryLabels::default(),
        }
    }
}

/// Raises for ids without a proxy.
fn known(broad_phase: &dyn AnyBroadPhase, ids: &[i64]) -> PyResult<()> {
    let is_unknown = |&id: &i64| !broad_phase.contains(proxy(id));
    match ids.iter().position(is_unknown) {
        None => Ok(()),
        Some(row) => Err(unknown("ids", row, ids[row])),
    }
}

fn unknown(name: &str, row: usize, id: i64) -> PyErr {
    PyKeyError::new_err(format!(
        "{name}: row {row}: there is no box with the id {id}"
    ))
}
