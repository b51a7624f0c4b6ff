//! The packed tree: boxes at rest.

use std::fs;
use std::path::PathBuf;

use broadleaf::geometry::{BoxSource, Encoding};
use broadleaf::packed_tree::{Order, PackedTreeHeader};
use broadleaf::{Id, PackedTree, PackedTreeView, SpatialIndex};
use numpy::ndarray::Array2;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arrays::any_boxes::{Held, Kind, by_kind};
use crate::arrays::boxes::checked_rows;
use crate::arrays::columns::to_python;
use crate::arrays::number::Number;
use crate::calls::call::{Call, among, catch};
use crate::calls::memory;
use crate::calls::watched::Watched;
use crate::queries::casts::{self, Casts};
use crate::queries::nearest::{self, Wanted};
use crate::queries::one_window;
use crate::queries::windows::{self, Predicate};

/// A packed tree of boxes of any kind.
#[pyclass(frozen, module = "broadleaf._core")]
pub(crate) struct Packed {
    pub(crate) kind: Kind,
    memory: Memory,
}

/// The location of the bytes of a tree.
enum Memory {
    Tree(Box<dyn Bytes>),
    /// An array that Python owns, such as a mapped file.
    Array(Py<PyArray1<u8>>),
}

/// A tree of some kind.
trait Bytes: Send + Sync {
    fn bytes(&self) -> &[u8];
}

impl<S: Number, const D: usize> Bytes for PackedTree<S, D> {
    fn bytes(&self) -> &[u8] {
        self.as_bytes()
    }
}

/// The bytes of a tree during a call.
pub(crate) enum Borrowed<'py> {
    Tree(&'py [u8]),
    Array(PyReadonlyArray1<'py, u8>),
}

impl Borrowed<'_> {
    pub(crate) fn bytes(&self) -> PyResult<&[u8]> {
        match self {
            Self::Tree(bytes) => Ok(bytes),
            Self::Array(array) => Ok(array.as_slice()?),
        }
    }

    /// The tree as one of this kind.
    pub(crate) fn view<S: Number, const D: usize>(&self) -> PyResult<PackedTreeView<'_, S, D>> {
        PackedTreeView::from_bytes(self.bytes()?).map_err(invalid)
    }
}

impl Packed {
    /// The bytes of the tree, for a call.
    pub(crate) fn borrow<'py>(&'py self, py: Python<'py>) -> PyResult<Borrowed<'py>> {
        Ok(match &self.memory {
            Memory::Tree(tree) => Borrowed::Tree(tree.bytes()),
            Memory::Array(array) => Borrowed::Array(array.bind(py).try_readonly()?),
        })
    }
}

#[pymethods]
impl Packed {
    /// Builds the tree of these boxes, whose ids are their rows: their positions in the list, or
    /// `rows`.
    #[staticmethod]
    #[pyo3(signature = (boxes, rows, curve, call))]
    fn build(
        py: Python<'_>,
        boxes: &Bound<'_, PyAny>,
        rows: Option<PyReadonlyArray1<'_, u32>>,
        curve: bool,
        call: Call,
    ) -> PyResult<Self> {
        let order = if curve { Order::Curve } else { Order::Cuts };
        let kind = Kind::of(boxes)?;
        let rows = rows.as_ref().map(|rows| rows.as_slice()).transpose()?;
        let tree = by_kind!(kind, build(py, boxes, rows, order, &call))?;
        Ok(Self {
            kind,
            memory: Memory::Tree(tree),
        })
    }

    /// Opens the tree in these bytes, without a copy.
    #[staticmethod]
    fn from_array(array: Bound<'_, PyArray1<u8>>) -> PyResult<Self> {
        let header = PackedTreeHeader::from_bytes(array.try_readonly()?.as_slice()?);
        let header = header.map_err(invalid)?;
        let kind = kind_of(&header).ok_or_else(|| {
            PyValueError::new_err(format!(
                "coordinates of type {} in {} dimensions are not supported",
                header.encoding, header.dimensions
            ))
        })?;
        let tree = Self {
            kind,
            memory: Memory::Array(array.clone().unbind()),
        };
        // Checks the length.
        by_kind!(kind, len(array.py(), &tree))?;
        Ok(tree)
    }

    /// The ids of the boxes that overlap one window; `None` if `query` must read the window.
    fn query_one<'py>(
        &self,
        window: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyArray1<i64>>>> {
        let py = window.py();
        let found = by_kind!(self.kind, query_one(py, self, window))?;
        Ok(found.map(|ids| to_python(py, ids)))
    }

    #[pyo3(signature = (boxes, predicate, call))]
    fn query<'py>(
        &self,
        py: Python<'py>,
        boxes: &Bound<'py, PyAny>,
        predicate: Option<Predicate>,
        call: Call,
    ) -> PyResult<Bound<'py, PyArray2<i64>>> {
        let found = by_kind!(self.kind, query(py, self, boxes, predicate, &call))?;
        Ok(to_python(py, found))
    }

    /// The boxes nearest to one point or box, and their distances; `None` if `nearest` must read
    /// it.
    fn nearest_one<'py>(
        &self,
        place: &Bound<'py, PyAny>,
        wanted: Wanted,
    ) -> PyResult<Option<nearest::One<'py>>> {
        by_kind!(self.kind, nearest_one(self, place, wanted))
    }

    fn nearest<'py>(
        &self,
        py: Python<'py>,
        places: &Bound<'py, PyAny>,
        wanted: Wanted,
        call: Call,
    ) -> PyResult<nearest::Arrays<'py>> {
        let found = by_kind!(self.kind, nearest(py, self, places, wanted, &call))?;
        Ok(nearest::arrays(py, found))
    }

    fn cast<'py>(
        &self,
        py: Python<'py>,
        casts: Casts<'py>,
        call: Call,
    ) -> PyResult<nearest::Arrays<'py>> {
        let found = by_kind!(self.kind, cast(py, self, &casts, &call))?;
        Ok(nearest::arrays(py, found))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        by_kind!(self.kind, len(py, self))
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

    /// The box around all boxes, as a row; no row without boxes.
    fn bounds<'py>(&'py self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        by_kind!(self.kind, bounds(py, self))
    }

    /// All boxes, as rows.
    fn boxes<'py>(&'py self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        by_kind!(self.kind, boxes(py, self))
    }

    /// The ids of all boxes, ascending.
    fn ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let ids = by_kind!(self.kind, ids(py, self))?;
        Ok(PyArray1::from_vec(py, ids))
    }

    /// The largest id; `None` without boxes.
    #[getter]
    fn greatest_id(&self, py: Python<'_>) -> PyResult<Option<u32>> {
        by_kind!(self.kind, greatest_id(py, self))
    }

    /// A copy of the bytes.
    fn to_bytes<'py>(&'py self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, self.borrow(py)?.bytes()?))
    }

    /// Writes the bytes to a file.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let borrowed = self.borrow(py)?;
        let bytes = borrowed.bytes()?;
        let named = |error| PyOSError::new_err(format!("cannot write {}: {error}", path.display()));
        py.detach(|| fs::write(&path, bytes)).map_err(named)
    }

    /// The bytes of memory that the tree takes.
    #[getter]
    fn nbytes(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.borrow(py)?.bytes()?.len())
    }

    /// Reads the whole tree and describes a problem, if any.
    fn validate(&self, py: Python<'_>) -> PyResult<Option<String>> {
        by_kind!(self.kind, validate(py, self))
    }
}

fn build<S: Number, const D: usize>(
    py: Python<'_>,
    boxes: &Bound<'_, PyAny>,
    ids: Option<&[u32]>,
    order: Order,
    call: &Call,
) -> PyResult<Box<dyn Bytes>> {
    let held = Held::<S, D>::new(boxes)?;
    let numbers = held.numbers();
    let len = numbers.len();
    let tree: Result<PackedTree<S, D>, String> = call.run(py, len, among(len), |watch| {
        memory::expect(len, memory::WORK, watch);
        let boxes = checked_rows(numbers, "boxes")?;
        if ids.is_some_and(|ids| ids.len() != boxes.len()) {
            return Err("each box needs an id".to_owned());
        }
        let tree = if let Some(ids) = ids {
            let boxes = (0..ids.len()).map(|at| (Id(ids[at]), boxes.get(at)));
            Ok(PackedTree::from_items(boxes, order))
        } else if watch.is_parallel {
            PackedTree::par_with_order(&*boxes.to_slice(watch), order)
        } else {
            PackedTree::with_order(&*boxes.to_slice(watch), order)
        };
        tree.map_err(|error| error.to_string())
    })?;
    Ok(Box::new(tree.map_err(PyValueError::new_err)?))
}

fn query_one<S: Number, const D: usize>(
    py: Python<'_>,
    tree: &Packed,
    window: &Bound<'_, PyAny>,
) -> PyResult<Option<Vec<i64>>> {
    let borrowed = tree.borrow(py)?;
    let view = borrowed.view::<S, D>()?;
    ids_in(&view, view.len(), window, |id| Some(id.0.into()))
}

/// The mapped ids of the boxes that overlap one window; `None` if `query` must read the window.
pub(crate) fn ids_in<S: Number, const D: usize>(
    index: &(impl SpatialIndex<S, D> + Sync),
    len: usize,
    window: &Bound<'_, PyAny>,
    change: impl Fn(Id) -> Option<i64>,
) -> PyResult<Option<Vec<i64>>> {
    catch(|watch| {
        let ids = one_window::find(&Watched::new(index, watch), len, window)?;
        Some(memory::collect(
            ids.iter().filter_map(|&id| change(id)),
            ids.len(),
            watch,
        ))
    })
}

fn query<S: Number, const D: usize>(
    py: Python<'_>,
    tree: &Packed,
    boxes: &Bound<'_, PyAny>,
    predicate: Option<Predicate>,
    call: &Call,
) -> PyResult<Array2<i64>> {
    let borrowed = tree.borrow(py)?;
    windows::find(&borrowed.view::<S, D>()?, boxes, predicate, call)
}

fn nearest<S: Number, const D: usize>(
    py: Python<'_>,
    tree: &Packed,
    places: &Bound<'_, PyAny>,
    wanted: Wanted,
    call: &Call,
) -> PyResult<nearest::Found> {
    let borrowed = tree.borrow(py)?;
    nearest::find(&borrowed.view::<S, D>()?, places, wanted, call)
}

fn nearest_one<'py, S: Number, const D: usize>(
    tree: &Packed,
    place: &Bound<'py, PyAny>,
    wanted: Wanted,
) -> PyResult<Option<nearest::One<'py>>> {
    let borrowed = tree.borrow(place.py())?;
    nearest::find_one(&borrowed.view::<S, D>()?, place, wanted, |id| {
        Some(id.0.into())
    })
}

fn cast<S: Number, const D: usize>(
    py: Python<'_>,
    tree: &Packed,
    casts: &Casts<'_>,
    call: &Call,
) -> PyResult<nearest::Found> {
    let borrowed = tree.borrow(py)?;
    casts::find(
        &borrowed.view::<S, D>()?,
        casts,
        ["origins", "directions"],
        call,
    )
}

fn len<S: Number, const D: usize>(py: Python<'_>, tree: &Packed) -> PyResult<usize> {
    Ok(tree.borrow(py)?.view::<S, D>()?.len())
}

fn ids<S: Number, const D: usize>(py: Python<'_>, tree: &Packed) -> PyResult<Vec<i64>> {
    let borrowed = tree.borrow(py)?;
    let view = borrowed.view::<S, D>()?;
    Ok(view.iter().map(|(id, _)| id.0.into()).collect())
}

fn greatest_id<S: Number, const D: usize>(py: Python<'_>, tree: &Packed) -> PyResult<Option<u32>> {
    Ok(tree
        .borrow(py)?
        .view::<S, D>()?
        .greatest_id()
        .map(|id| id.0))
}

fn bounds<'py, S: Number, const D: usize>(
    py: Python<'py>,
    tree: &'py Packed,
) -> PyResult<Bound<'py, PyAny>> {
    let bounds = tree.borrow(py)?.view::<S, D>()?.bounds();
    Ok(rows(py, bounds.into_iter()))
}

fn boxes<'py, S: Number, const D: usize>(
    py: Python<'py>,
    tree: &'py Packed,
) -> PyResult<Bound<'py, PyAny>> {
    let borrowed = tree.borrow(py)?;
    let view = borrowed.view::<S, D>()?;
    Ok(rows(py, view.iter().map(|(_, aabb)| aabb)))
}

/// Boxes as rows of an array.
pub(crate) fn rows<S: Number, const D: usize>(
    py: Python<'_>,
    boxes: impl Iterator<Item = broadleaf::Aabb<S, D>>,
) -> Bound<'_, PyAny> {
    let numbers: Vec<S> = boxes
        .flat_map(|aabb| [aabb.min(), aabb.max()])
        .flatten()
        .collect();
    let shape = (numbers.len() / (2 * D), 2 * D);
    let rows = Array2::from_shape_vec(shape, numbers);
    let rows = rows.unwrap_or_else(|_| Array2::from_elem((0, 2 * D), S::default()));
    to_python(py, rows).into_any()
}

fn validate<S: Number, const D: usize>(py: Python<'_>, tree: &Packed) -> PyResult<Option<String>> {
    let borrowed = tree.borrow(py)?;
    let view = borrowed.view::<S, D>()?;
    Ok(py.detach(|| view.validate().err().map(|problem| problem.to_string())))
}

/// The kind of the tree with this header; `None` if it is not supported.
fn kind_of(header: &PackedTreeHeader) -> Option<Kind> {
    let kinds = match header.encoding {
        Encoding::Float { bits: 32 } => [Kind::F32x2, Kind::F32x3],
        Encoding::Float { bits: 64 } => [Kind::F64x2, Kind::F64x3],
        Encoding::Fixed {
            bits: 32,
            fraction: 0,
        } => [Kind::I32x2, Kind::I32x3],
        Encoding::Fixed {
            bits: 64,
            fraction: 0,
        } => [Kind::I64x2, Kind::I64x3],
        _ => return None,
    };
    let dimensions = usize::try_from(header.dimensions).ok()?;
    kinds.get(dimensions.checked_sub(2)?).copied()
}

fn invalid(error: broadleaf::packed_tree::InvalidPackedTree) -> PyErr {
    PyValueError::new_err(format!("not an index: {error}"))
}
