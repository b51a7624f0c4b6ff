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
use crate::call::Call;
use crate::nearest::{self, Wanted};
use crate::number::Number;
use crate::one_window;
use crate::packed::rows;
use crate::windows::{self, Predicate};

/// Ids of proxies.
type Ids<'py> = PyReadonlyArray1<'py, i64>;
/// Pairs of proxies, as two rows.
type Pairs = Array2<i64>;

/// A world of boxes of any kind.
#[pyclass(name = "World", module = "broadleaf._core")]
pub(crate) struct PyWorld {
    world: Box<dyn AnyWorld>,
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
    fn remove(&mut self, ids: &[i64]) -> PyResult<()>;
    fn contains(&self, id: ProxyId) -> bool;
    fn ids(&self) -> Vec<i64>;
    fn boxes<'py>(&self, py: Python<'py>, ids: &[i64], fat: bool) -> PyResult<Bound<'py, PyAny>>;
    fn query_one(&self, window: &Bound<'_, PyAny>) -> Option<Vec<ProxyId>>;
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
    fn step(&mut self) -> Events;
    fn pairs(&self, fat: bool) -> Vec<[ProxyId; 2]>;
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
        Ok(Self { world })
    }

    #[staticmethod]
    fn restore(py: Python<'_>, bytes: &[u8]) -> PyResult<Self> {
        let mut problem = "not a world".to_owned();
        for kind in Kind::ALL {
            match py.detach(|| by_kind!(kind, restored(bytes))) {
                Ok(world) => return Ok(Self { world }),
                // The kinds that it is not are no news.
                Err(error) if error.contains("scalar") || error.contains("dimension") => {}
                Err(error) => problem = error,
            }
        }
        Err(PyValueError::new_err(problem))
    }

    fn create<'py>(
        &mut self,
        boxes: &Bound<'py, PyAny>,
        config: Config,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let ids = self.world.create(boxes, &config)?;
        Ok(ids.into_pyarray(boxes.py()))
    }

    #[pyo3(signature = (ids, boxes, displacements))]
    fn relocate(
        &mut self,
        ids: Ids<'_>,
        boxes: &Bound<'_, PyAny>,
        displacements: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize> {
        let ids = ids.as_slice()?;
        self.known(ids)?;
        self.world.relocate(ids, boxes, displacements)
    }

    fn remove(&mut self, ids: Ids<'_>) -> PyResult<()> {
        let ids = ids.as_slice()?;
        self.known(ids)?;
        self.world.remove(ids)
    }

    fn contains<'py>(
        &self,
        py: Python<'py>,
        ids: Ids<'py>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let contains = |id: &i64| self.world.contains(proxy(*id));
        let found: Vec<_> = ids.as_slice()?.iter().map(contains).collect();
        Ok(found.into_pyarray(py))
    }

    fn ids<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.world.ids().into_pyarray(py)
    }

    fn boxes<'py>(&self, py: Python<'py>, ids: Ids<'py>, fat: bool) -> PyResult<Bound<'py, PyAny>> {
        let ids = ids.as_slice()?;
        self.known(ids)?;
        self.world.boxes(py, ids, fat)
    }

    /// The ids of the boxes that overlap one window; `None` if `query` has to read it.
    fn query_one<'py>(&self, window: &Bound<'py, PyAny>) -> Option<Bound<'py, PyArray1<i64>>> {
        let py = window.py();
        let found = self.world.query_one(window);
        found.map(|ids| PyArray1::from_iter(py, ids.iter().map(|&id| number(id))))
    }

    #[pyo3(signature = (boxes, predicate, call))]
    fn query<'py>(
        &self,
        boxes: &Bound<'py, PyAny>,
        predicate: Option<Predicate>,
        call: Call,
    ) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let found = self.world.query(boxes, predicate, &call)?;
        Ok(found.into_pyarray(boxes.py()))
    }

    fn nearest<'py>(
        &self,
        places: &Bound<'py, PyAny>,
        wanted: Wanted,
        call: Call,
    ) -> PyResult<nearest::Arrays<'py>> {
        let found = self.world.nearest(places, wanted, &call)?;
        Ok(nearest::arrays(places.py(), found))
    }

    fn step<'py>(&mut self, py: Python<'py>) -> [Bound<'py, PyArray2<i64>>; 2] {
        let world = &mut self.world;
        let found = py.detach(|| {
            let events = world.step();
            [events.begun, events.ended].map(|pairs| two_rows(&pairs))
        });
        found.map(|pairs| pairs.into_pyarray(py))
    }

    fn pairs<'py>(&self, py: Python<'py>, fat: bool) -> Bound<'py, PyArray2<i64>> {
        let world = &self.world;
        let pairs = py.detach(|| two_rows(&world.pairs(fat)));
        pairs.into_pyarray(py)
    }

    fn remember(&mut self, steps: usize) {
        self.world.remember(steps);
    }

    #[getter]
    fn history_len(&self) -> Option<usize> {
        self.world.history_len()
    }

    fn rewind(&mut self, py: Python<'_>, steps: usize) -> PyResult<()> {
        let world = &mut self.world;
        py.detach(|| world.rewind(steps))
            .map_err(PyValueError::new_err)
    }

    fn optimize(&mut self, py: Python<'_>) {
        let world = &mut self.world;
        py.detach(|| world.optimize());
    }

    #[getter]
    fn frame(&self) -> u64 {
        self.world.frame()
    }

    fn __len__(&self) -> usize {
        self.world.len()
    }

    #[getter]
    fn state_hash(&self) -> u64 {
        self.world.state_hash()
    }

    fn save<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let world = &self.world;
        PyBytes::new(py, &py.detach(|| world.save()))
    }

    #[getter]
    fn dtype(&self) -> &'static str {
        self.world.dtype()
    }

    #[getter]
    fn dimensions(&self) -> usize {
        self.world.dimensions()
    }
}

impl PyWorld {
    /// Refuses ids that are of no proxy.
    fn known(&self, ids: &[i64]) -> PyResult<()> {
        let is_unknown = |&id: &i64| !self.world.contains(proxy(id));
        match ids.iter().position(is_unknown) {
            None => Ok(()),
            Some(row) => Err(PyKeyError::new_err(format!(
                "ids: row {row}: there is no box with the id {}",
                ids[row]
            ))),
        }
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

    fn remove(&mut self, ids: &[i64]) -> PyResult<()> {
        for &id in ids {
            self.destroy_proxy(proxy(id));
        }
        Ok(())
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

    fn query_one(&self, window: &Bound<'_, PyAny>) -> Option<Vec<ProxyId>> {
        let slots = one_window::find(&self.tight(), window)?;
        Some(
            slots
                .into_iter()
                .filter_map(|slot| self.proxy(slot))
                .collect(),
        )
    }

    fn query(
        &self,
        boxes: &Bound<'_, PyAny>,
        predicate: Option<Predicate>,
        call: &Call,
    ) -> PyResult<Array2<i64>> {
        let rows = windows::find(&self.tight(), boxes, predicate, call)?;
        Ok(ids_of_slots(self, rows))
    }

    fn nearest(
        &self,
        places: &Bound<'_, PyAny>,
        wanted: Wanted,
        call: &Call,
    ) -> PyResult<nearest::Found> {
        let (rows, distances) = nearest::find(&self.tight(), places, wanted, call)?;
        Ok((ids_of_slots(self, rows), distances))
    }

    fn step(&mut self) -> Events {
        Self::step(self)
    }

    fn pairs(&self, fat: bool) -> Vec<[ProxyId; 2]> {
        if fat {
            Self::pairs(self)
        } else {
            self.tight_pairs()
        }
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

/// A world without boxes: `None` is the default margin.
fn empty<S: Number, const D: usize>(
    margin: Option<&Bound<'_, PyAny>>,
    prediction: u32,
) -> PyResult<Box<dyn AnyWorld>> {
    let margin = match margin {
        None => Margin::default(),
        Some(margin) => match S::from_python(margin)? {
            extension if extension == S::default() => Margin::Tight,
            extension => Margin::Fatten {
                extension,
                prediction: Multiplier::from(prediction),
            },
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

/// The answers to questions, with ids in place of slots in the second row.
fn ids_of_slots<S: Number, const D: usize>(
    world: &World<(), S, D>,
    mut rows: Array2<i64>,
) -> Array2<i64> {
    let id_of = |slot: i64| world.proxy(Id(u32::try_from(slot).ok()?));
    for slot in rows.row_mut(1) {
        *slot = id_of(*slot).map_or(-1, number);
    }
    rows
}

/// An id as Python has it.
fn number(id: ProxyId) -> i64 {
    id.to_bits().cast_signed()
}

/// The proxy with the id that Python has.
fn proxy(id: i64) -> ProxyId {
    ProxyId::from_bits(id.cast_unsigned())
}

/// Pairs as an array of shape `(2, m)`.
fn two_rows(pairs: &[[ProxyId; 2]]) -> Pairs {
    let row = |end: usize| pairs.iter().map(move |pair| number(pair[end]));
    let ids: Vec<_> = row(0).chain(row(1)).collect();
    Array2::from_shape_vec((2, pairs.len()), ids).unwrap_or_default()
}
