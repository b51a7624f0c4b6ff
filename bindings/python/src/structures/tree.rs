//! A tree whose boxes are added, moved and removed.

use std::convert::Infallible;
use std::ops::ControlFlow;

use broadleaf::geometry::BoxSource;
use broadleaf::{DynamicTree, Id, SpatialIndex, SpatialIndexMut};
use numpy::ndarray::Array2;
use numpy::{PyArray1, PyArray2, PyReadonlyArray1};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;

use crate::arrays::any_boxes::{Held, Kind, by_kind};
use crate::arrays::boxes::checked;
use crate::arrays::columns::{sorted_by_any_id, to_python};
use crate::arrays::number::{Number, distance_of_type};
use crate::calls::call::{Call, among, catch, changes, detach};
use crate::calls::lock::Lock;
use crate::calls::memory;
use crate::calls::pieces::Pieces;
use crate::queries::casts::{self, Casts};
use crate::queries::nearest::{self, Wanted};
use crate::queries::windows::{self, Predicate};
use crate::structures::joins::Relation;
use crate::structures::packed::{ids_in, rows};

type Ids<'py> = PyReadonlyArray1<'py, u32>;

/// A dynamic tree of boxes of any kind.
#[pyclass(frozen, name = "Tree", module = "broadleaf._core")]
pub(crate) struct PyTree {
    kind: Kind,
    tree: Lock<Box<dyn AnyTree>>,
}

/// A tree of some kind.
trait AnyTree: Send + Sync {
    fn put(&mut self, ids: &[u32], boxes: &Bound<'_, PyAny>) -> PyResult<()>;
    fn remove(&mut self, ids: &[u32]);
    fn contains(&self, id: u32) -> bool;
    fn ids(&self) -> Vec<i64>;
    fn boxes<'py>(&self, py: Python<'py>, ids: &[u32]) -> Bound<'py, PyAny>;
    fn query_one(&self, window: &Bound<'_, PyAny>) -> PyResult<Option<Vec<i64>>>;
    fn query(
        &self,
        boxes: &Bound<'_, PyAny>,
        predicate: Option<Predicate>,
        call: &Call,
    ) -> PyResult<Array2<i64>>;
    fn nearest_one<'py>(
        &self,
        place: &Bound<'py, PyAny>,
        wanted: Wanted,
    ) -> PyResult<Option<nearest::One<'py>>>;
    fn nearest(
        &self,
        places: &Bound<'_, PyAny>,
        wanted: Wanted,
        call: &Call,
    ) -> PyResult<nearest::Found>;
    fn cast(&self, casts: &Casts<'_>, call: &Call) -> PyResult<nearest::Found>;
    fn bounds<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny>;
    fn pairs(&self, py: Python<'_>, relation: Relation, call: &Call) -> PyResult<Array2<i64>>;
    fn optimize(&mut self);
    fn len(&self) -> usize;
}

#[pymethods]
impl PyTree {
    #[new]
    fn new(py: Python<'_>, dtype: &str, dimensions: usize) -> PyResult<Self> {
        let kind = Kind::named(py, dtype, dimensions)?;
        Ok(Self {
            kind,
            tree: Lock::new("Tree", by_kind!(kind, empty())),
        })
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

    /// Inserts boxes, or moves those whose ids exist: all of them or none.
    #[pyo3(signature = (ids, boxes, must_exist))]
    fn put(
        &self,
        py: Python<'_>,
        ids: Ids<'_>,
        boxes: &Bound<'_, PyAny>,
        must_exist: bool,
    ) -> PyResult<()> {
        let ids = ids.as_slice()?;
        let mut tree = self.tree.write(py)?;
        expect(&**tree, ids, must_exist)?;
        if !must_exist && let Some(row) = repeated(ids) {
            return Err(wrong_id(row, ids[row], "already a box"));
        }
        tree.put(ids, boxes)
    }

    fn remove(&self, py: Python<'_>, ids: Ids<'_>) -> PyResult<()> {
        let ids = ids.as_slice()?;
        let mut tree = self.tree.write(py)?;
        expect(&**tree, ids, true)?;
        let tree = &mut *tree;
        detach(py, changes(ids.len()), || tree.remove(ids));
        Ok(())
    }

    fn contains<'py>(
        &self,
        py: Python<'py>,
        ids: Ids<'py>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let tree = self.tree.read(py)?;
        let found = ids.as_slice()?.iter().map(|&id| tree.contains(id));
        Ok(to_python(py, found.collect::<Vec<_>>()))
    }

    fn ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        Ok(to_python(py, self.tree.read(py)?.ids()))
    }

    fn boxes<'py>(&self, py: Python<'py>, ids: Ids<'py>) -> PyResult<Bound<'py, PyAny>> {
        let ids = ids.as_slice()?;
        let tree = self.tree.read(py)?;
        expect(&**tree, ids, true)?;
        Ok(tree.boxes(py, ids))
    }

    /// All ids in ascending order, and their boxes, read at the same moment.
    fn state<'py>(&self, py: Python<'py>) -> PyResult<State<'py>> {
        let tree = self.tree.read(py)?;
        let ids = tree.ids();
        let narrow: Vec<u32> = ids.iter().map(|&id| id as u32).collect();
        Ok((to_python(py, ids), tree.boxes(py, &narrow)))
    }

    /// The ids of the boxes that overlap one window; `None` if `query` must read the window.
    fn query_one<'py>(&self, window: &Bound<'py, PyAny>) -> PyResult<Option<OneAnswer<'py>>> {
        let py = window.py();
        let found = self.tree.read(py)?.query_one(window)?;
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
        let found = self.tree.read(py)?.query(boxes, predicate, &call)?;
        Ok(to_python(py, found))
    }

    /// The boxes nearest to one point or box, and their distances; `None` if `nearest` must read
    /// it.
    fn nearest_one<'py>(
        &self,
        place: &Bound<'py, PyAny>,
        wanted: Wanted,
    ) -> PyResult<Option<nearest::One<'py>>> {
        self.tree.read(place.py())?.nearest_one(place, wanted)
    }

    fn nearest<'py>(
        &self,
        places: &Bound<'py, PyAny>,
        wanted: Wanted,
        call: Call,
    ) -> PyResult<nearest::Arrays<'py>> {
        let py = places.py();
        let found = self.tree.read(py)?.nearest(places, wanted, &call)?;
        Ok(nearest::arrays(py, found))
    }

    fn cast<'py>(
        &self,
        py: Python<'py>,
        casts: Casts<'py>,
        call: Call,
    ) -> PyResult<nearest::Arrays<'py>> {
        let found = self.tree.read(py)?.cast(&casts, &call)?;
        Ok(nearest::arrays(py, found))
    }

    /// The box around all boxes, as a row; no row without boxes.
    fn bounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.tree.read(py)?.bounds(py))
    }

    #[pyo3(signature = (distance, interiors, call))]
    fn pairs<'py>(
        &self,
        py: Python<'py>,
        distance: Option<f64>,
        interiors: bool,
        call: Call,
    ) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let relation = Relation::new(distance, interiors)?;
        let found = self.tree.read(py)?.pairs(py, relation, &call)?;
        Ok(to_python(py, found))
    }

    fn optimize(&self, py: Python<'_>) -> PyResult<()> {
        let mut tree = self.tree.write(py)?;
        let tree = &mut *tree;
        py.detach(|| tree.optimize());
        Ok(())
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.tree.read(py)?.len())
    }
}

/// Ids, and boxes as rows.
type State<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyAny>);

/// The answer to one window.
type OneAnswer<'py> = Bound<'py, PyArray1<i64>>;

/// Raises for ids without a box, or for existing ids.
fn expect(tree: &dyn AnyTree, ids: &[u32], must_exist: bool) -> PyResult<()> {
    let is_wrong = |&id: &u32| tree.contains(id) != must_exist;
    let Some(row) = ids.iter().position(is_wrong) else {
        return Ok(());
    };
    let problem = if must_exist {
        "no box"
    } else {
        "already a box"
    };
    Err(wrong_id(row, ids[row], problem))
}

fn wrong_id(row: usize, id: u32, problem: &str) -> PyErr {
    PyKeyError::new_err(format!(
        "ids: row {row}: there is {problem} with the id {id}"
    ))
}

/// The first row whose id an earlier row has, too.
fn repeated(ids: &[u32]) -> Option<usize> {
    let mut rows: Vec<_> = ids.iter().zip(0..).collect();
    rows.sort_unstable();
    let again = rows.windows(2).filter(|two| two[0].0 == two[1].0);
    again.map(|two| two[1].1).min()
}

impl<S: Number, const D: usize> AnyTree for DynamicTree<S, D> {
    fn put(&mut self, ids: &[u32], boxes: &Bound<'_, PyAny>) -> PyResult<()> {
        let held = Held::<S, D>::new(boxes)?;
        let numbers = held.numbers();
        catch(|watch| memory::expect(numbers.len(), memory::STORE, watch))?;
        let outcome: Result<(), String> = detach(boxes.py(), changes(numbers.len()), || {
            let boxes = checked(numbers, "boxes")?;
            self.extend(
                ids.iter()
                    .zip(0..)
                    .map(|(&id, row)| (Id(id), boxes.get(row))),
            );
            Ok(())
        });
        outcome.map_err(PyValueError::new_err)
    }

    fn remove(&mut self, ids: &[u32]) {
        for &id in ids {
            SpatialIndexMut::remove(self, Id(id));
        }
    }

    fn contains(&self, id: u32) -> bool {
        SpatialIndex::contains(self, Id(id))
    }

    fn ids(&self) -> Vec<i64> {
        self.iter().map(|(id, _)| id.0.into()).collect()
    }

    fn boxes<'py>(&self, py: Python<'py>, ids: &[u32]) -> Bound<'py, PyAny> {
        rows(py, ids.iter().filter_map(|&id| self.get(Id(id))))
    }

    fn query_one(&self, window: &Bound<'_, PyAny>) -> PyResult<Option<Vec<i64>>> {
        ids_in(self, SpatialIndex::len(self), window, |id| {
            Some(id.0.into())
        })
    }

    fn query(
        &self,
        boxes: &Bound<'_, PyAny>,
        predicate: Option<Predicate>,
        call: &Call,
    ) -> PyResult<Array2<i64>> {
        windows::find(self, boxes, predicate, call)
    }

    fn nearest_one<'py>(
        &self,
        place: &Bound<'py, PyAny>,
        wanted: Wanted,
    ) -> PyResult<Option<nearest::One<'py>>> {
        nearest::find_one(self, place, wanted, |id| Some(id.0.into()))
    }

    fn nearest(
        &self,
        places: &Bound<'_, PyAny>,
        wanted: Wanted,
        call: &Call,
    ) -> PyResult<nearest::Found> {
        nearest::find(self, places, wanted, call)
    }

    fn cast(&self, casts: &Casts<'_>, call: &Call) -> PyResult<nearest::Found> {
        casts::find(self, casts, ["origins", "directions"], call)
    }

    fn bounds<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        rows(py, SpatialIndex::bounds(self).into_iter())
    }

    fn pairs(&self, py: Python<'_>, relation: Relation, call: &Call) -> PyResult<Array2<i64>> {
        let len = SpatialIndex::len(self);
        call.run(py, len, among(len), |watch| {
            let mut pieces = Pieces::new(watch);
            let push = |a: Id, b: Id| {
                pieces.push(a, b);
                ControlFlow::<Infallible>::Continue(())
            };
            let ControlFlow::Continue(()) = match relation {
                Relation::Overlap => self.try_for_each_pair(push),
                Relation::Interiors => self.interiors().try_for_each_pair(push),
                Relation::Within(distance) => self
                    .near(distance_of_type(distance))
                    .try_for_each_pair(push),
            };
            sorted_by_any_id(&pieces.into_lists().collect(), watch)
        })
    }

    fn optimize(&mut self) {
        SpatialIndexMut::optimize(self);
    }

    fn len(&self) -> usize {
        SpatialIndex::len(self)
    }
}

fn empty<S: Number, const D: usize>() -> Box<dyn AnyTree> {
    Box::new(DynamicTree::<S, D>::default())
}
