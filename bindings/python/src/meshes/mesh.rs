//! The collision candidates of a moving mesh.

use bytemuck::cast_slice;
use numpy::ndarray::Array2;
use numpy::{PyArray2, PyReadonlyArray2, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::arrays::any_boxes::{Kind, borrow};
use crate::arrays::columns::{in_order, sorted, to_python};
use crate::arrays::number::Float;
use crate::calls::call::{Call, among};
use crate::calls::memory;
use crate::meshes::candidates::{Mesh, Pairing};

/// A mesh, as Python passes it: all arrays are rows without gaps.
#[derive(FromPyObject)]
pub(crate) struct Moving<'py> {
    #[pyo3(item)]
    start: Bound<'py, PyAny>,
    #[pyo3(item)]
    end: Bound<'py, PyAny>,
    #[pyo3(item)]
    edges: PyReadonlyArray2<'py, u32>,
    #[pyo3(item)]
    faces: PyReadonlyArray2<'py, u32>,
    #[pyo3(item)]
    radius: f64,
    /// Whether to keep pairs that share a vertex.
    #[pyo3(item)]
    adjacent: bool,
    #[pyo3(item)]
    sort: bool,
}

/// The edges of triangles.
#[pyfunction]
pub(crate) fn unique_edges<'py>(
    py: Python<'py>,
    faces: PyReadonlyArray2<'py, u32>,
) -> PyResult<Bound<'py, PyArray2<u32>>> {
    let edges = broadleaf::mesh::unique_edges(cast_slice(faces.as_slice()?));
    let shape = (edges.len(), 2);
    let edges = Array2::from_shape_vec(shape, edges.into_flattened());
    Ok(to_python(py, edges.unwrap_or_default()))
}

/// The candidates of each named kind of pairs of elements.
#[pyfunction]
pub(crate) fn mesh_candidates<'py>(
    py: Python<'py>,
    mesh: Moving<'py>,
    kinds: Vec<String>,
    call: Call,
) -> PyResult<Vec<Bound<'py, PyArray2<i64>>>> {
    let positions = mesh.start.cast::<PyUntypedArray>()?;
    let dimensions = positions.shape().last().copied().unwrap_or(0);
    let found = match Kind::new(positions, dimensions)? {
        Kind::F32x2 => find::<f32, 2>(py, &mesh, &kinds, &call),
        Kind::F32x3 => find::<f32, 3>(py, &mesh, &kinds, &call),
        Kind::F64x2 => find::<f64, 2>(py, &mesh, &kinds, &call),
        Kind::F64x3 => find::<f64, 3>(py, &mesh, &kinds, &call),
        _ => Err(PyTypeError::new_err("positions must be floats")),
    }?;
    Ok(found
        .into_iter()
        .map(|pairs| to_python(py, pairs))
        .collect())
}

fn find<S: Float, const D: usize>(
    py: Python<'_>,
    mesh: &Moving<'_>,
    kinds: &[String],
    call: &Call,
) -> PyResult<Vec<Array2<i64>>> {
    let [start, end] = [&mesh.start, &mesh.end].map(|positions| borrow::<S>(positions, D));
    let (start, end) = (start?, end?);
    let (start, end): (&[[S; D]], &[[S; D]]) =
        (cast_slice(start.as_slice()?), cast_slice(end.as_slice()?));
    let edges = cast_slice(mesh.edges.as_slice()?);
    let faces = cast_slice(mesh.faces.as_slice()?);
    let (radius, adjacent, sort) = (S::from_f64(mesh.radius), mesh.adjacent, mesh.sort);
    let size = start.len() + edges.len() + faces.len();
    let pairings = Pairing::named(kinds)?;
    let found = call.run(py, size, among(size), |watch| {
        memory::expect(size, memory::WORK, watch);
        let mut mesh = Mesh::<S, D>::new(start.len(), edges, faces, adjacent)?;
        mesh.update([start, end], radius, watch)?;
        let rows = pairings.iter().map(|&pairing| {
            let lists = mesh.find(pairing, watch);
            if sort {
                sorted(&lists, mesh.firsts(pairing), watch)
            } else {
                in_order(&lists, watch)
            }
        });
        Ok(rows.collect())
    })?;
    found.map_err(|error: String| PyValueError::new_err(error))
}
