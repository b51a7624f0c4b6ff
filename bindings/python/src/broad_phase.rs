//! Broad phases: boxes that come, move and go, and the pairs that begin and end.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray1};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::any_boxes::{Kind, by_kind};
use crate::any_broad_phase::{AnyBroadPhase, Config, empty, proxy, restored, two_rows};
use crate::call::{Call, run_here};
use crate::lock::Lock;
use crate::nearest::{self, Wanted};
use crate::windows::Predicate;

/// Ids of proxies.
type Ids<'py> = PyReadonlyArray1<'py, i64>;

/// A broad phase of boxes of any kind.
#[pyclass(frozen, name = "BroadPhase", module = "broadleaf._core")]
pub(crate) struct PyBroadPhase {
    /// The name of the type of the coordinates.
    #[pyo3(get)]
    dtype: &'static str,
    /// The number of axes.
    #[pyo3(get)]
    dimensions: usize,
    state: Lock<State>,
}

/// What changes.
struct State {
    broad_phase: Box<dyn AnyBroadPhase>,
    /// How many boxes came or moved since the last step, at most.
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
        Ok(Self::of(broad_phase, 0))
    }

    #[staticmethod]
    fn restore(py: Python<'_>, bytes: &[u8]) -> PyResult<Self> {
        let mut problem = "not a broad phase".to_owned();
        for kind in Kind::ALL {
            match py.detach(|| by_kind!(kind, restored(bytes))) {
                Ok(broad_phase) => {
                    // What changed before it was saved is not known.
                    let changed = broad_phase.len();
                    return Ok(Self::of(broad_phase, changed));
                }
                // The kinds that it is not are no news.
                Err(error) if error.contains("scalar") || error.contains("dimension") => {}
                Err(error) => problem = error,
            }
        }
        Err(PyValueError::new_err(problem))
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
        Ok(ids.into_pyarray(py))
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
        let ids = ids.as_slice()?;
        let mut state = self.state.write(py)?;
        known(&*state.broad_phase, ids)?;
        let broad_phase = &mut state.broad_phase;
        py.detach(|| broad_phase.remove(ids));
        Ok(())
    }

    fn contains<'py>(
        &self,
        py: Python<'py>,
        ids: Ids<'py>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let state = self.state.read(py)?;
        let contains = |id: &i64| state.broad_phase.contains(proxy(*id));
        let found: Vec<_> = ids.as_slice()?.iter().map(contains).collect();
        Ok(found.into_pyarray(py))
    }

    fn ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        Ok(self.state.read(py)?.broad_phase.ids().into_pyarray(py))
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

    /// The ids of the boxes that overlap one window; `None` if `query` has to read it.
    fn query_one<'py>(&self, window: &Bound<'py, PyAny>) -> PyResult<Option<OneAnswer<'py>>> {
        let py = window.py();
        let found = self.state.read(py)?.broad_phase.query_one(window)?;
        Ok(found.map(|ids| ids.into_pyarray(py)))
    }

    #[pyo3(signature = (boxes, predicate, call))]
    fn query<'py>(
        &self,
        boxes: &Bound<'py, PyAny>,
        predicate: Option<Predicate>,
        call: Call,
    ) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let py = boxes.py();
        let state = self.state.read(py)?;
        let found = state.broad_phase.query(boxes, predicate, &call)?;
        Ok(found.into_pyarray(py))
    }

    fn nearest<'py>(
        &self,
        places: &Bound<'py, PyAny>,
        wanted: Wanted,
        call: Call,
    ) -> PyResult<nearest::Arrays<'py>> {
        let py = places.py();
        let state = self.state.read(py)?;
        let found = state.broad_phase.nearest(places, wanted, &call)?;
        Ok(nearest::arrays(py, found))
    }

    fn step<'py>(&self, py: Python<'py>) -> PyResult<[Bound<'py, PyArray2<i64>>; 2]> {
        let mut state = self.state.write(py)?;
        let State {
            broad_phase,
            changed,
        } = &mut *state;
        let found = run_here(py, |watch| {
            broad_phase.expect_step(*changed, watch);
            let events = broad_phase.step();
            *changed = 0;
            [events.begun, events.ended].map(|pairs| two_rows(&pairs, watch))
        })?;
        Ok(found.map(|pairs| pairs.into_pyarray(py)))
    }

    fn pairs<'py>(&self, py: Python<'py>, fat: bool) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let state = self.state.read(py)?;
        let pairs = run_here(py, |watch| state.broad_phase.pairs(fat, watch))?;
        Ok(pairs.into_pyarray(py))
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
        outcome.map_err(PyValueError::new_err)?;
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

/// What one window finds.
type OneAnswer<'py> = Bound<'py, PyArray1<i64>>;

impl PyBroadPhase {
    /// A broad phase in which this number of boxes changed since its last step.
    fn of(broad_phase: Box<dyn AnyBroadPhase>, changed: usize) -> Self {
        Self {
            dtype: broad_phase.dtype(),
            dimensions: broad_phase.dimensions(),
            state: Lock::new(
                "BroadPhase",
                State {
                    broad_phase,
                    changed,
                },
            ),
        }
    }
}

/// Refuses ids that are of no proxy.
fn known(broad_phase: &dyn AnyBroadPhase, ids: &[i64]) -> PyResult<()> {
    let is_unknown = |&id: &i64| !broad_phase.contains(proxy(id));
    match ids.iter().position(is_unknown) {
        None => Ok(()),
        Some(row) => Err(PyKeyError::new_err(format!(
            "ids: row {row}: there is no box with the id {}",
            ids[row]
        ))),
    }
}
