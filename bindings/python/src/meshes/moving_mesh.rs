//! A mesh that is searched many times.

use broadleaf::mesh::Topology;
use bytemuck::cast_slice;
use numpy::ndarray::Array2;
use numpy::{PyArray2, PyReadonlyArray2, PyUntypedArray};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arrays::any_boxes::{Kind, borrow};
use crate::arrays::columns::{Lists, in_order, sorted_by_any_id, to_python};
use crate::arrays::number::Float;
use crate::calls::call::{Call, among, catch, run_here};
use crate::calls::lock::Lock;
use crate::calls::memory;
use crate::meshes::candidates::{Mesh, Pairing};

/// The elements of a mesh, as Python passes them: all arrays are rows without gaps.
#[derive(FromPyObject)]
pub(crate) struct Elements<'py> {
    #[pyo3(item)]
    vertices: usize,
    #[pyo3(item)]
    edges: PyReadonlyArray2<'py, u32>,
    #[pyo3(item)]
    faces: PyReadonlyArray2<'py, u32>,
    /// Whether to keep pairs that share a vertex.
    #[pyo3(item)]
    adjacent: bool,
}

/// A mesh with boxes of any type, and its last candidates.
#[pyclass(frozen, name = "MovingMesh", module = "broadleaf._core")]
pub(crate) struct PyMovingMesh {
    mesh: Lock<Box<dyn AnyMesh>>,
}

/// Candidates as a Python array.
type Pairs<'py> = Bound<'py, PyArray2<i64>>;

/// A mesh of some type.
trait AnyMesh: Send + Sync {
    fn find(
        &mut self,
        positions: [&Bound<'_, PyAny>; 2],
        radius: f64,
        call: &Call,
    ) -> PyResult<Vec<usize>>;
    /// The candidates of a pairing, by its index.
    fn lists(&self, pairing: usize) -> Option<&Lists>;
    /// Replaces the last candidates of each pairing.
    fn set_lists(&mut self, found: Vec<Lists>) -> Result<(), String>;
    fn topology(&self) -> &Topology;
    fn keeps_adjacent(&self) -> bool;
}

#[pymethods]
impl PyMovingMesh {
    #[new]
    fn new(
        py: Python<'_>,
        elements: Elements<'_>,
        dtype: &str,
        dimensions: usize,
        kinds: Vec<String>,
    ) -> PyResult<Self> {
        let pairings = Pairing::named(&kinds)?;
        catch(|watch| memory::expect(elements.vertices, memory::WORK, watch))?;
        let mesh: Box<dyn AnyMesh> = match Kind::named(py, dtype, dimensions)? {
            Kind::F32x2 => State::<f32, 2>::boxed(&elements, pairings)?,
            Kind::F32x3 => State::<f32, 3>::boxed(&elements, pairings)?,
            Kind::F64x2 => State::<f64, 2>::boxed(&elements, pairings)?,
            Kind::F64x3 => State::<f64, 3>::boxed(&elements, pairings)?,
            _ => return Err(PyTypeError::new_err("the type of boxes must be a float")),
        };
        Ok(Self {
            mesh: Lock::new("MovingMesh", mesh),
        })
    }

    /// Finds the candidates of each kind; returns the number of each.
    fn find(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        radius: f64,
        call: Call,
    ) -> PyResult<Vec<usize>> {
        self.mesh.write(py)?.find([start, end], radius, &call)
    }

    /// The candidates of a kind, by its index.
    fn pairs<'py>(&self, py: Python<'py>, kind: usize, sort: bool) -> PyResult<Pairs<'py>> {
        let mesh = self.mesh.read(py)?;
        pairs_of(py, &**mesh, kind, sort)
    }

    /// The number of vertices, the edges, the faces, and whether pairs that share a vertex are
    /// kept.
    fn elements<'py>(&self, py: Python<'py>) -> PyResult<Parts<'py>> {
        let mesh = self.mesh.read(py)?;
        let topology = mesh.topology();
        Ok((
            topology.vertices(),
            PyArray2::from_owned_array(py, rows_of(topology.edges())),
            PyArray2::from_owned_array(py, rows_of(topology.faces())),
            mesh.keeps_adjacent(),
        ))
    }

    /// The candidates of this number of kinds, read at the same moment.
    fn all_pairs<'py>(&self, py: Python<'py>, kinds: usize) -> PyResult<Vec<Pairs<'py>>> {
        let mesh = self.mesh.read(py)?;
        let found = |kind| pairs_of(py, &**mesh, kind, false);
        (0..kinds).map(found).collect()
    }

    /// Replaces the last candidates of each kind.
    fn set_pairs(&self, py: Python<'_>, found: Vec<PyReadonlyArray2<'_, i64>>) -> PyResult<()> {
        let lists: Result<Vec<_>, String> = found.iter().map(lists_of).collect();
        let mut mesh = self.mesh.write(py)?;
        let outcome = lists.and_then(|lists| mesh.set_lists(lists));
        outcome.map_err(PyValueError::new_err)
    }
}

/// The parts of a mesh.
type Parts<'py> = (
    usize,
    Bound<'py, PyArray2<u32>>,
    Bound<'py, PyArray2<u32>>,
    bool,
);

/// Elements as rows.
fn rows_of<const N: usize>(elements: &[[u32; N]]) -> Array2<u32> {
    let numbers = elements.as_flattened().to_vec();
    Array2::from_shape_vec((elements.len(), N), numbers).unwrap_or_default()
}

fn pairs_of<'py>(
    py: Python<'py>,
    mesh: &dyn AnyMesh,
    kind: usize,
    sort: bool,
) -> PyResult<Pairs<'py>> {
    let none = Lists::new();
    let lists = mesh.lists(kind).unwrap_or(&none);
    let most = lists.iter().map(Vec::len).sum();
    let rows = run_here(py, most, |watch| {
        if sort {
            sorted_by_any_id(lists, watch)
        } else {
            in_order(lists, watch)
        }
    })?;
    Ok(to_python(py, rows))
}

/// Reads candidates from an array of two rows.
fn lists_of(rows: &PyReadonlyArray2<'_, i64>) -> Result<Lists, String> {
    let rows = rows.as_array();
    if rows.nrows() != 2 {
        return Err(format!("pairs must have 2 rows, not {}", rows.nrows()));
    }
    let number = |id: i64| u32::try_from(id).map_err(|_| format!("there is no element {id}"));
    let pair = |column: usize| Ok([number(rows[[0, column]])?, number(rows[[1, column]])?]);
    let pairs: Result<Vec<_>, String> = (0..rows.ncols()).map(pair).collect();
    Ok(vec![pairs?])
}

struct State<S: Float, const D: usize> {
    mesh: Mesh<S, D>,
    pairings: Vec<Pairing>,
    /// The candidates of each pairing. Empty before the first search, and after one that failed.
    found: Vec<Lists>,
}

impl<S: Float, const D: usize> State<S, D> {
    fn boxed(elements: &Elements<'_>, pairings: Vec<Pairing>) -> PyResult<Box<dyn AnyMesh>> {
        let edges = cast_slice(elements.edges.as_slice()?);
        let faces = cast_slice(elements.faces.as_slice()?);
        let mesh = Mesh::<S, D>::new(elements.vertices, edges, faces, elements.adjacent);
        Ok(Box::new(Self {
            mesh: mesh.map_err(PyValueError::new_err)?,
            pairings,
            found: Vec::new(),
        }))
    }

    fn find_for<P: Float>(
        &mut self,
        [start, end]: [&Bound<'_, PyAny>; 2],
        radius: f64,
        call: &Call,
    ) -> PyResult<Vec<usize>> {
        let py = start.py();
        let (start, end) = (borrow::<P>(start, D)?, borrow::<P>(end, D)?);
        let positions = [cast_slice(start.as_slice()?), cast_slice(end.as_slice()?)];
        let Self {
            mesh,
            pairings,
            found,
        } = self;
        found.drain(..).for_each(|lists| mesh.reuse(lists));
        let size = mesh.len();
        let lists = call.run(py, size, among(size), |watch| {
            memory::expect(size, memory::WORK, watch);
            mesh.update(positions, P::from_f64(radius), watch)?;
            Ok(pairings
                .iter()
                .map(|&pairing| mesh.find(pairing, watch))
                .collect())
        })?;
        *found = lists.map_err(|error: String| PyValueError::new_err(error))?;
        let count = |lists: &Lists| lists.iter().map(Vec::len).sum();
        Ok(found.iter().map(count).collect())
    }
}

impl<S: Float, const D: usize> AnyMesh for State<S, D> {
    fn find(
        &mut self,
        positions: [&Bound<'_, PyAny>; 2],
        radius: f64,
        call: &Call,
    ) -> PyResult<Vec<usize>> {
        match Kind::new(positions[0].cast::<PyUntypedArray>()?, D)? {
            Kind::F32x2 | Kind::F32x3 => self.find_for::<f32>(positions, radius, call),
            _ => self.find_for::<f64>(positions, radius, call),
        }
    }

    fn lists(&self, pairing: usize) -> Option<&Lists> {
        self.found.get(pairing)
    }

    fn topology(&self) -> &Topology {
        self.mesh.topology()
    }

    fn keeps_adjacent(&self) -> bool {
        self.mesh.keeps_adjacent()
    }

    fn set_lists(&mut self, found: Vec<Lists>) -> Result<(), String> {
        if found.len() != self.pairings.len() {
            let (kinds, lists) = (self.pairings.len(), found.len());
            return Err(format!("{lists} lists of pairs for {kinds} kinds"));
        }
        for (&pairing, lists) in self.pairings.iter().zip(&found) {
            let ends = self.mesh.ends(pairing);
            let is_outside =
                |pair: &&[u32; 2]| (0..2).any(|side| pair[side] as usize >= ends[side]);
            if let Some([a, b]) = lists.iter().flatten().find(is_outside) {
                return Err(format!("there are no elements {a} and {b} of this mesh"));
            }
        }
        self.found = found;
        Ok(())
    }
}
