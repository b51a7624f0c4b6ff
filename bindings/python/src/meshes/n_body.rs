//! Forces between all bodies.

use broadleaf_n_body::{Body, forces, par_forces};
use bytemuck::cast_slice;
use numpy::ndarray::Array2;
use numpy::{PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::arrays::any_boxes::{Kind, borrow};
use crate::arrays::columns::to_python;
use crate::arrays::number::Float;
use crate::calls::call::{Call, Watch, among};
use crate::calls::memory;

/// Finding the force on a body takes about as long as finding the pairs of this number of boxes.
const EFFORT: usize = 8;

/// The force between two bodies.
#[derive(Clone, Copy, FromPyObject)]
pub(crate) struct Law {
    #[pyo3(item)]
    opening: f64,
    /// Whether the force falls with the square of the distance, or with the distance.
    #[pyo3(item)]
    is_inverse_square: bool,
    #[pyo3(item)]
    strength: f64,
    #[pyo3(item)]
    softening: f64,
}

/// The force on every body by all others.
#[pyfunction]
pub(crate) fn n_body<'py>(
    py: Python<'py>,
    positions: Bound<'py, PyAny>,
    masses: Bound<'py, PyAny>,
    law: Law,
    call: Call,
) -> PyResult<Bound<'py, PyAny>> {
    let array = positions.cast::<numpy::PyUntypedArray>()?;
    let dimensions = array.shape().last().copied().unwrap_or(0);
    match Kind::new(array, dimensions)? {
        Kind::F32x2 => sum::<f32, 2>(py, &positions, &masses, law, &call),
        Kind::F32x3 => sum::<f32, 3>(py, &positions, &masses, law, &call),
        Kind::F64x2 => sum::<f64, 2>(py, &positions, &masses, law, &call),
        Kind::F64x3 => sum::<f64, 3>(py, &positions, &masses, law, &call),
        _ => Err(PyTypeError::new_err("positions must be floats")),
    }
}

fn sum<'py, R: Float, const D: usize>(
    py: Python<'py>,
    positions: &Bound<'py, PyAny>,
    masses: &Bound<'py, PyAny>,
    law: Law,
    call: &Call,
) -> PyResult<Bound<'py, PyAny>> {
    let positions = borrow::<R>(positions, D)?;
    let positions: &[[R; D]] = cast_slice(positions.as_slice()?);
    let masses: PyReadonlyArray1<'_, R> = masses.extract()?;
    let masses = masses.as_slice()?;
    let [opening, strength, soft] =
        [law.opening, law.strength, law.softening * law.softening].map(R::from_f64);
    let force = |at: &Body<R, D>, by: &Body<R, D>, watch: &Watch<'_>| {
        watch.check();
        let way: [R; D] = std::array::from_fn(|axis| by.position[axis] - at.position[axis]);
        let square = way.iter().fold(soft, |sum, &x| sum + x * x);
        let fall = if law.is_inverse_square {
            square * square.root()
        } else {
            square
        };
        // Bodies at the same point exert no force on each other.
        let pull = if fall > R::ZERO {
            strength * at.mass * by.mass / fall
        } else {
            R::ZERO
        };
        way.map(|x| x * pull)
    };
    let found = call.run(
        py,
        EFFORT * positions.len(),
        among(positions.len()),
        |watch| {
            memory::expect(positions.len(), memory::BODY, watch);
            let pairs = positions.iter().zip(masses);
            let bodies: Vec<_> = pairs
                .map(|(&position, &mass)| Body { position, mass })
                .collect();
            let force = |at: &_, by: &_| force(at, by, watch);
            if watch.is_parallel {
                par_forces(&bodies, opening, force)
            } else {
                forces(&bodies, opening, force)
            }
        },
    )?;
    let shape = (found.len(), D);
    let forces = Array2::from_shape_vec(shape, found.into_flattened());
    let forces = forces.unwrap_or_else(|_| Array2::from_elem((0, D), R::ZERO));
    Ok(to_python(py, forces).into_any())
}
