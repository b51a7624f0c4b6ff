//! Worlds: boxes that come, move and go, and the pairs that begin and end.

use broadleaf::geometry::BoxSource;
use broadleaf::world::{Events, Filter, Margin, Mobility, Multiplier, ProxyConfig, ProxyId};
use broadleaf::{Id, World};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::any_boxes::{Held, Kind, borrow, by_kind};
use crate::boxes::checked;
use crate::call::{Call, Watch, catch, run_here};
use crate::columns::sorted_by_any_id;
use crate::lock::Lock;
use crate::memory;
use crate::nearest::{self, Wanted};
use crate::number::Number;
use crate::packed::{ids_in, rows};
use crate::pieces::Pieces;
use crate::step_memory;
use crate::windows::{self, Predicate};

/// Ids of proxies.
type Ids<'py> = PyReadonlyArray1<'py, i64>;
/// Pairs of proxies, as two rows.
type Pairs = Array2<i64>;

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

/// How new proxies are.
#[derive(FromPyObject)]
pub(crate) struct Config {
    #[pyo3(item)]
    mobility: u8,
    #[pyo3(item)]
    category: u32,
    #[pyo3(item)]
    mask: u32,
    #[pyo3(item)]
    group: i32,
}

/// A world of some kind.
trait AnyWorld: Send + Sync {
    fn create(&mut self, boxes: &Bound<'_, PyAny>, config: &Config) -> PyResult<Vec<i64>>;
    fn relocate(
        &mut self,
        ids: &[i64],
        boxes: &Bound<'_, PyAny>,
        displacements: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize>;
    fn remove(&mut self, ids: &[i64]);
    fn contains(&self, id: ProxyId) -> bool;
    fn ids(&self) -> Vec<i64>;
    fn boxes<'py>(&self, py: Python<'py>, ids: &[i64], fat: bool) -> PyResult<Bound<'py, PyAny>>;
    fn query_one(&self, window: &Bound<'_, PyAny>) -> PyResult<Option<Vec<i64>>>;
    fn query(
        &self,
        boxes: &Bound<'_, PyAny>,
        predicate: Option<Predicate>,
        call: &Call,
    ) -> PyResult<Array2<i64>>;
    fn nearest(
        &self,
        places: &Bound<'_, PyAny>,
        wanted: Wanted,
        call: &Call,
    ) -> PyResult<nearest::Found>;
    /// Ends the call if the events may not fit into memory, after this number of changes.
    fn expect_step(&self, changed: usize, watch: &Watch<'_>);
    fn step(&mut self) -> Events;
    fn pairs(&self, fat: bool, watch: &Watch<'_>) -> Pairs;
    fn remember(&mut self, steps: usize);
    fn history_len(&self) -> Option<usize>;
    fn rewind(&mut self, steps: usize) -> Result<(), String>;
    fn optimize(&mut self);
    fn frame(&self) -> u64;
    fn len(&self) -> usize;
    fn state_hash(&self) -> u64;
    fn save(&self) -> Vec<u8>;
    fn dtype(&self) -> &'static str;
    fn dimensions(&self) -> usize;
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

impl<S: Number, const D: usize> AnyWorld for World<(), S, D> {
    fn create(&mut self, boxes: &Bound<'_, PyAny>, config: &Config) -> PyResult<Vec<i64>> {
        let held = Held::<S, D>::new(boxes)?;
        let numbers = held.numbers();
        let mobility = match config.mobility {
            0 => Mobility::Dynamic,
            1 => Mobility::Kinematic,
            _ => Mobility::Static,
        };
        let filter = Filter {
            category: config.category,
            mask: config.mask,
            group: config.group,
        };
        let config = ProxyConfig::new(mobility).with_filter(filter);
        let room = self.max_proxies() - self.len();
        if numbers.len() > room {
            let count = numbers.len();
            let problem = format!("boxes: the world has room for {room} more, not for {count}");
            return Err(PyValueError::new_err(problem));
        }
        catch(|watch| memory::expect(numbers.len(), memory::STORE, watch))?;
        let created: Result<_, String> = boxes.py().detach(|| {
            let boxes = checked(numbers, "boxes")?;
            let boxes = (0..boxes.len()).map(|row| (boxes.get(row), ()));
            let ids = self.create_proxies(config, boxes);
            Ok(ids.into_iter().map(number).collect())
        });
        created.map_err(PyValueError::new_err)
    }

    fn relocate(
        &mut self,
        ids: &[i64],
        boxes: &Bound<'_, PyAny>,
        displacements: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize> {
        let held = Held::<S, D>::new(boxes)?;
        let numbers = held.numbers();
        let ways: Option<PyReadonlyArray2<'_, S>> = displacements
            .map(|displacements| borrow(displacements, D))
            .transpose()?;
        let ways = ways.as_ref().map(|ways| ways.as_array());
        let moved: Result<_, String> = boxes.py().detach(|| {
            let boxes = checked(numbers, "boxes")?;
            let moves = ids.iter().enumerate().map(|(row, &id)| {
                let way = ways.map_or([S::default(); D], |ways| {
                    std::array::from_fn(|axis| ways[[row, axis]])
                });
                (proxy(id), boxes.get(row), way)
            });
            self.move_proxies(moves).map_err(|error| error.to_string())
        });
        moved.map_err(PyValueError::new_err)
    }

    fn remove(&mut self, ids: &[i64]) {
        for &id in ids {
            self.destroy_proxy(proxy(id));
        }
    }

    fn contains(&self, id: ProxyId) -> bool {
        Self::contains(self, id)
    }

    fn ids(&self) -> Vec<i64> {
        self.iter().map(|(id, ())| number(id)).collect()
    }

    fn boxes<'py>(&self, py: Python<'py>, ids: &[i64], fat: bool) -> PyResult<Bound<'py, PyAny>> {
        let ids = ids.iter().map(|&id| proxy(id));
        Ok(rows(
            py,
            ids.filter_map(|id| {
                if fat {
                    self.fat_aabb(id)
                } else {
                    self.aabb(id)
                }
            }),
        ))
    }

    fn query_one(&self, window: &Bound<'_, PyAny>) -> PyResult<Option<Vec<i64>>> {
        ids_in(&self.tight(), window, |slot| self.proxy(slot).map(number))
    }

    fn query(
        &self,
        boxes: &Bound<'_, PyAny>,
        predicate: Option<Predicate>,
        call: &Call,
    ) -> PyResult<Array2<i64>> {
        let rows = windows::find(&self.tight(), boxes, predicate, call)?;
        Ok(with_ids(self, rows, &[1]))
    }

    fn nearest(
        &self,
        places: &Bound<'_, PyAny>,
        wanted: Wanted,
        call: &Call,
    ) -> PyResult<nearest::Found> {
        let (rows, distances) = nearest::find(&self.tight(), places, wanted, call)?;
        Ok((with_ids(self, rows, &[1]), distances))
    }

    fn step(&mut self) -> Events {
        Self::step(self)
    }

    fn expect_step(&self, changed: usize, watch: &Watch<'_>) {
        step_memory::expect(self, changed, watch);
    }

    fn pairs(&self, fat: bool, watch: &Watch<'_>) -> Pairs {
        let mut pieces = Pieces::new(watch);
        let overlap = |a, b| {
            let both = self.aabb(a).zip(self.aabb(b));
            both.is_some_and(|(a, b)| a.overlaps(&b))
        };
        self.for_each_pair(|a, b| {
            if fat || overlap(a, b) {
                pieces.push(a.id(), b.id());
            } else {
                pieces.skip();
            }
        });
        // Ids are ordered by slot.
        let slots = sorted_by_any_id(&pieces.into_lists().collect(), watch);
        with_ids(self, slots, &[0, 1])
    }

    fn remember(&mut self, steps: usize) {
        if steps == 0 {
            self.forget_steps();
        } else {
            Self::remember(self, steps);
        }
    }

    fn history_len(&self) -> Option<usize> {
        Self::history_len(self)
    }

    fn rewind(&mut self, steps: usize) -> Result<(), String> {
        Self::rewind(self, steps).map_err(|error| error.to_string())
    }

    fn optimize(&mut self) {
        Self::optimize(self);
    }

    fn frame(&self) -> u64 {
        Self::frame(self)
    }

    fn len(&self) -> usize {
        Self::len(self)
    }

    fn state_hash(&self) -> u64 {
        Self::state_hash(self)
    }

    fn save(&self) -> Vec<u8> {
        Self::save(self)
    }

    fn dtype(&self) -> &'static str {
        S::NAME
    }

    fn dimensions(&self) -> usize {
        D
    }
}

/// The default margin in sixteenths of the longest side of a box: near that of Box2D, which is a
/// tenth of a unit for boxes of about a unit.
const MARGIN: u32 = 2;

/// A world without boxes: `None` is the default margin, which suits boxes of any size.
fn empty<S: Number, const D: usize>(
    margin: Option<&Bound<'_, PyAny>>,
    prediction: u32,
) -> PyResult<Box<dyn AnyWorld>> {
    let prediction = Multiplier::from(prediction);
    let margin = match margin.map(S::from_python).transpose()? {
        None => Margin::Proportional {
            sixteenths: MARGIN,
            prediction,
        },
        Some(extension) if extension == S::default() => Margin::Tight,
        Some(extension) => Margin::Fatten {
            extension,
            prediction,
        },
    };
    Ok(Box::new(World::<(), S, D>::new(margin)))
}

fn restored<S: Number, const D: usize>(bytes: &[u8]) -> Result<Box<dyn AnyWorld>, String> {
    match World::<(), S, D>::restore(bytes) {
        Ok(world) => Ok(Box::new(world)),
        Err(error) => Err(error.to_string()),
    }
}

/// The same array with ids in place of slots in these rows.
fn with_ids<S: Number, const D: usize>(
    world: &World<(), S, D>,
    mut array: Array2<i64>,
    rows: &[usize],
) -> Array2<i64> {
    let id_of = |slot: i64| world.proxy(Id(u32::try_from(slot).ok()?));
    for &row in rows {
        for slot in array.row_mut(row) {
            *slot = id_of(*slot).map_or(-1, number);
        }
    }
    array
}

/// An id as Python has it.
fn number(id: ProxyId) -> i64 {
    id.to_bits().cast_signed()
}

/// The proxy with the id that Python has.
fn proxy(id: i64) -> ProxyId {
    ProxyId::from_bits(id.cast_unsigned())
}

/// Pairs as an array of shape `(2, m)`. Does not look for signals: the pairs would be lost.
fn two_rows(pairs: &[[ProxyId; 2]], watch: &Watch<'_>) -> Pairs {
    let mut ids = memory::with_room(2 * pairs.len(), pairs.len(), watch);
    for end in [0, 1] {
        ids.extend(pairs.iter().map(|pair| number(pair[end])));
    }
    Array2::from_shape_vec((2, pairs.len()), ids).unwrap_or_default()
}
