//! Worlds: boxes that come, move and go, and the pairs that begin and end.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray1};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::any_boxes::{Kind, by_kind};
use crate::any_world::{AnyWorld, Config, empty, proxy, restored, two_rows};
use crate::call::{Call, run_here};
use crate::lock::Lock;
use crate::nearest::{self, Wanted};
use crate::windows::Predicate;

/// Ids of proxies.
type Ids<'py> = PyReadonlyArray1<'py, i64>;

/// A world of boxes of any kind.
#[pyclass(frozen, name = "World", module = "broadleaf._core")]
pub(crate) struct PyWorld {
    /// The name of the type of the coordinates.
    #[pyo3(get)]
    dtype: &'static str,
    /// The number of axes.
    #[pyo3(get)]
    dimensions: usize,
    world: Lock<State>,
}

/// What changes.
struct State {
    world: Box<dyn AnyWorld>,
    /// How many boxes came or moved since the last step, at most.
    changed: usize,
}

#[pymethods]
impl PyWorld {
    #[new]
    fn new(
        py: Python<'_>,
        dtype: &str,
        dimensions: usize,
        margin: Option<Bound<'_, PyAny>>,
        prediction: u32,
    ) -> PyResult<Self> {
        let kind = Kind::named(py, dtype, dimensions)?;
        let world = by_kind!(kind, empty(margin.as_ref(), prediction))?;
        Ok(Self::of(world, 0))
    }

    #[staticmethod]
    fn restore(py: Python<'_>, bytes: &[u8]) -> PyResult<Self> {
        let mut problem = "not a world".to_owned();
        for kind in Kind::ALL {
            match py.detach(|| by_kind!(kind, restored(bytes))) {
                Ok(world) => {
                    // What changed before it was saved is not known.
                    let changed = world.len();
                    return Ok(Self::of(world, changed));
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
        let mut state = self.world.write(py)?;
        let ids = state.world.create(boxes, &config)?;
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
        let mut state = self.world.write(py)?;
        known(&*state.world, ids)?;
        let moved = state.world.relocate(ids, boxes, displacements)?;
        state.changed = state.changed.saturating_add(moved);
        Ok(moved)
    }

    fn remove(&self, py: Python<'_>, ids: Ids<'_>) -> PyResult<()> {
        let ids = ids.as_slice()?;
        let mut state = self.world.write(py)?;
        known(&*state.world, ids)?;
        let world = &mut state.world;
        py.detach(|| world.remove(ids));
        Ok(())
    }

    fn contains<'py>(
        &self,
        py: Python<'py>,
        ids: Ids<'py>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let state = self.world.read(py)?;
        let contains = |id: &i64| state.world.contains(proxy(*id));
        let found: Vec<_> = ids.as_slice()?.iter().map(contains).collect();
        Ok(found.into_pyarray(py))
    }

    fn ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        Ok(self.world.read(py)?.world.ids().into_pyarray(py))
    }

    /// The boxes with these ids, or all.
    #[pyo3(signature = (ids, fat))]
    fn boxes<'py>(
        &self,
        py: Python<'py>,
        ids: Option<Ids<'py>>,
        fat: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let state = self.world.read(py)?;
        let Some(ids) = ids else {
            return state.world.boxes(py, &state.world.ids(), fat);
        };
        let ids = ids.as_slice()?;
        known(&*state.world, ids)?;
        state.world.boxes(py, ids, fat)
    }

    /// The ids of the boxes that overlap one window; `None` if `query` has to read it.
    fn query_one<'py>(&self, window: &Bound<'py, PyAny>) -> PyResult<Option<OneAnswer<'py>>> {
        let py = window.py();
        let found = self.world.read(py)?.world.query_one(window)?;
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
        let found = self.world.read(py)?.world.query(boxes, predicate, &call)?;
        Ok(found.into_pyarray(py))
    }

    fn nearest<'py>(
        &self,
        places: &Bound<'py, PyAny>,
        wanted: Wanted,
        call: Call,
    ) -> PyResult<nearest::Arrays<'py>> {
        let py = places.py();
        let found = self.world.read(py)?.world.nearest(places, wanted, &call)?;
        Ok(nearest::arrays(py, found))
    }

    fn step<'py>(&self, py: Python<'py>) -> PyResult<[Bound<'py, PyArray2<i64>>; 2]> {
        let mut state = self.world.write(py)?;
        let State { world, changed } = &mut *state;
        let found = run_here(py, |watch| {
            world.expect_step(*changed, watch);
            let events = world.step();
            *changed = 0;
            [events.begun, events.ended].map(|pairs| two_rows(&pairs, watch))
        })?;
        Ok(found.map(|pairs| pairs.into_pyarray(py)))
    }

    fn pairs<'py>(&self, py: Python<'py>, fat: bool) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let state = self.world.read(py)?;
        let pairs = run_here(py, |watch| state.world.pairs(fat, watch))?;
        Ok(pairs.into_pyarray(py))
    }

    fn remember(&self, py: Python<'_>, steps: usize) -> PyResult<()> {
        self.world.write(py)?.world.remember(steps);
        Ok(())
    }

    #[getter]
    fn history_len(&self, py: Python<'_>) -> PyResult<Option<usize>> {
        Ok(self.world.read(py)?.world.history_len())
    }

    fn rewind(&self, py: Python<'_>, steps: usize) -> PyResult<()> {
        let mut state = self.world.write(py)?;
        let world = &mut state.world;
        let outcome = py.detach(|| world.rewind(steps));
        outcome.map_err(PyValueError::new_err)?;
        state.changed = state.world.len();
        Ok(())
    }

    fn optimize(&self, py: Python<'_>) -> PyResult<()> {
        let mut state = self.world.write(py)?;
        let world = &mut state.world;
        py.detach(|| world.optimize());
        Ok(())
    }

    #[getter]
    fn frame(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.world.read(py)?.world.frame())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.world.read(py)?.world.len())
    }

    #[getter]
    fn state_hash(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.world.read(py)?.world.state_hash())
    }

    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let state = self.world.read(py)?;
        let bytes = py.detach(|| state.world.save());
        PyBytes::new_with(py, bytes.len(), |copy| {
            copy.copy_from_slice(&bytes);
            Ok(())
        })
    }
}

/// What one window finds.
type OneAnswer<'py> = Bound<'py, PyArray1<i64>>;

impl PyWorld {
    /// A world in which this number of boxes changed since its last step.
    fn of(world: Box<dyn AnyWorld>, changed: usize) -> Self {
        Self {
            dtype: world.dtype(),
            dimensions: world.dimensions(),
            world: Lock::new("World", State { world, changed }),
        }
    }
}

/// Refuses ids that are of no proxy.
fn known(world: &dyn AnyWorld, ids: &[i64]) -> PyResult<()> {
    let is_unknown = |&id: &i64| !world.contains(proxy(id));
    match ids.iter().position(is_unknown) {
        None => Ok(()),
        Some(row) => Err(PyKeyError::new_err(format!(
            "ids: row {row}: there is no box with the id {}",
            ids[row]
        ))),
    }
}
