//! A mesh that is asked again and again.

use bytemuck::cast_slice;
use numpy::{IntoPyArray, PyArray2, PyReadonlyArray2, PyUntypedArray};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::any_boxes::{Kind, borrow};
use crate::call::Call;
use crate::candidates::{Mesh, Pairing};
use crate::columns::{Lists, in_order};
use crate::number::Float;

/// The elements of a mesh, as Python passes them: all arrays are rows without gaps.
#[derive(FromPyObject)]
pub(crate) struct Elements<'py> {
    #[pyo3(item)]
    vertices: usize,
    #[pyo3(item)]
    edges: PyReadonlyArray2<'py, u32>,
    #[pyo3(item)]
    faces: PyReadonlyArray2<'py, u32>,
    /// Whether to keep the pairs with a common vertex.
    #[pyo3(item)]
    adjacent: bool,
}

/// A mesh with boxes of any type, and the candidates that were found last.
#[pyclass(name = "MovingMesh", module = "broadleaf._core")]
pub(crate) struct PyMovingMesh {
    mesh: Box<dyn AnyMesh>,
}

/// A mesh of some type.
trait AnyMesh: Send + Sync {
    fn find(
        &mut self,
        positions: [&Bound<'_, PyAny>; 2],
        radius: f64,
        call: &Call,
    ) -> PyResult<Vec<usize>>;
    /// The candidates of a pairing, by its number.
    fn lists(&self, pairing: usize) -> Option<&Lists>;
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
        let mesh: Box<dyn AnyMesh> = match Kind::named(py, dtype, dimensions)? {
            Kind::F32x2 => State::<f32, 2>::boxed(&elements, pairings)?,
            Kind::F32x3 => State::<f32, 3>::boxed(&elements, pairings)?,
            Kind::F64x2 => State::<f64, 2>::boxed(&elements, pairings)?,
            Kind::F64x3 => State::<f64, 3>::boxed(&elements, pairings)?,
            _ => return Err(PyTypeError::new_err("the type of boxes must be a float")),
        };
        Ok(Self { mesh })
    }

    /// Finds the candidates of each kind; returns their numbers.
    fn find(
        &mut self,
        start: &Bound<'_, PyAny>,
        end: &Bound<'_, PyAny>,
        radius: f64,
        call: Call,
    ) -> PyResult<Vec<usize>> {
        self.mesh.find([start, end], radius, &call)
    }

    /// The candidates of a kind, by its number.
    fn pairs<'py>(&self, py: Python<'py>, kind: usize) -> Bound<'py, PyArray2<i64>> {
        let none = Lists::new();
        let lists = self.mesh.lists(kind).unwrap_or(&none);
        py.detach(|| in_order(lists, false)).into_pyarray(py)
    }
}

struct State<S: Float, const D: usize> {
    mesh: Mesh<S, D>,
    pairings: Vec<Pairing>,
    /// The candidates of each pairing. Empty before the first question, and after one that failed.
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
        let lists = call.run(py, size, |watch| {
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
}
