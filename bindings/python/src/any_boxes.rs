//! Boxes of any coordinate type and number of dimensions, as Python passes them.

use std::array;

use numpy::{
    PyArray1, PyArray2, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2,
    PyUntypedArray, PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::boxes::Numbers;
use crate::number::Number;

/// The type of the coordinates and the number of dimensions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    F32x2,
    F32x3,
    F64x2,
    F64x3,
    I32x2,
    I32x3,
    I64x2,
    I64x3,
}

/// Calls a generic function for a kind: `by_kind!(kind, function(arguments))` calls
/// `function::<S, D>(arguments)`.
macro_rules! by_kind {
    ($kind:expr, $($function:ident)::+ $arguments:tt) => {{
        use $crate::any_boxes::Kind as Of;
        match $kind {
            Of::F32x2 => $($function)::+::<f32, 2> $arguments,
            Of::F32x3 => $($function)::+::<f32, 3> $arguments,
            Of::F64x2 => $($function)::+::<f64, 2> $arguments,
            Of::F64x3 => $($function)::+::<f64, 3> $arguments,
            Of::I32x2 => $($function)::+::<i32, 2> $arguments,
            Of::I32x3 => $($function)::+::<i32, 3> $arguments,
            Of::I64x2 => $($function)::+::<i64, 2> $arguments,
            Of::I64x3 => $($function)::+::<i64, 3> $arguments,
        }
    }};
}
pub(crate) use by_kind;

impl Kind {
    pub(crate) const ALL: [Self; 8] = [
        Self::F32x2,
        Self::F32x3,
        Self::F64x2,
        Self::F64x3,
        Self::I32x2,
        Self::I32x3,
        Self::I64x2,
        Self::I64x3,
    ];

    /// The kind of boxes in an array of shape `(n, 2 * D)`, in a tuple of two of shape `(n, D)`, or
    /// in a tuple of `2 * D` columns.
    pub(crate) fn of(boxes: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (array, columns) = match boxes.cast::<PyTuple>() {
            Ok(parts) => (parts.get_item(0)?, parts.len()),
            Err(_) => (boxes.clone(), 1),
        };
        let array = array.cast::<PyUntypedArray>()?;
        let columns = columns * array.shape().get(1).copied().unwrap_or(1);
        Self::new(array, columns / 2)
    }

    /// The kind of coordinates of this type, in this number of dimensions.
    pub(crate) fn named(py: Python<'_>, name: &str, dimensions: usize) -> PyResult<Self> {
        let array = PyArray1::<u8>::zeros(py, 0, false).call_method1("astype", (name,))?;
        Self::new(array.cast()?, dimensions)
    }

    /// Whether the coordinates have the type that NumPy calls so.
    pub(crate) fn has_type(self, name: &str) -> bool {
        name == by_kind!(self, type_name())
    }

    /// The kind of an array's coordinates, in this number of dimensions.
    pub(crate) fn new(array: &Bound<'_, PyUntypedArray>, dimensions: usize) -> PyResult<Self> {
        let py = array.py();
        let found = array.dtype();
        let is = |expected: Bound<'_, _>| found.is_equiv_to(&expected);
        let kinds = if is(dtype::<f32>(py)) {
            [Self::F32x2, Self::F32x3]
        } else if is(dtype::<f64>(py)) {
            [Self::F64x2, Self::F64x3]
        } else if is(dtype::<i32>(py)) {
            [Self::I32x2, Self::I32x3]
        } else if is(dtype::<i64>(py)) {
            [Self::I64x2, Self::I64x3]
        } else {
            let problem = format!("coordinates of type {found} are not supported");
            return Err(PyTypeError::new_err(problem));
        };
        match dimensions {
            2 => Ok(kinds[0]),
            3 => Ok(kinds[1]),
            _ => Err(PyValueError::new_err(format!(
                "boxes have 2 or 3 dimensions, not {dimensions}"
            ))),
        }
    }
}

fn type_name<S: Number, const D: usize>() -> &'static str {
    S::NAME
}

/// Arrays of boxes of one kind, borrowed for the time of a call.
pub(crate) struct Held<'py, S: Number, const D: usize> {
    arrays: Arrays<'py, S>,
}

enum Arrays<'py, S: Number> {
    Rows(PyReadonlyArray2<'py, S>),
    Corners([PyReadonlyArray2<'py, S>; 2]),
    Columns(Vec<PyReadonlyArray1<'py, S>>),
}

impl<'py, S: Number, const D: usize> Held<'py, S, D> {
    /// Borrows what Python passed, if it has this kind.
    pub(crate) fn new(boxes: &Bound<'py, PyAny>) -> PyResult<Self> {
        let arrays = match boxes.cast::<PyTuple>() {
            Ok(parts) if parts.len() == 2 => Arrays::Corners([
                borrow(&parts.get_item(0)?, D)?,
                borrow(&parts.get_item(1)?, D)?,
            ]),
            Ok(columns) if columns.len() == 2 * D => Arrays::Columns(columns.extract()?),
            Ok(_) => return Err(PyTypeError::new_err("expected two arrays or all columns")),
            Err(_) => Arrays::Rows(borrow(boxes, 2 * D)?),
        };
        let lengths = match &arrays {
            Arrays::Rows(_) => vec![],
            Arrays::Corners(corners) => corners.iter().map(|part| part.shape()[0]).collect(),
            Arrays::Columns(columns) => columns.iter().map(|part| part.len()).collect(),
        };
        if lengths.windows(2).any(|pair| pair[0] != pair[1]) {
            let problem = format!("the parts of boxes have different lengths: {lengths:?}");
            return Err(PyValueError::new_err(problem));
        }
        Ok(Self { arrays })
    }

    /// The numbers in the arrays.
    pub(crate) fn numbers(&self) -> Numbers<'_, S, D> {
        match &self.arrays {
            Arrays::Rows(rows) => Numbers::in_rows(rows.as_array()),
            Arrays::Corners([min, max]) => Numbers::in_corners([min.as_array(), max.as_array()]),
            Arrays::Columns(columns) => Numbers::in_columns(
                [0, D].map(|first| array::from_fn(|axis| columns[first + axis].as_array())),
            ),
        }
    }
}

/// Borrows an array with this number of columns.
pub(crate) fn borrow<'py, S: numpy::Element>(
    array: &Bound<'py, PyAny>,
    columns: usize,
) -> PyResult<PyReadonlyArray2<'py, S>> {
    let array = array.cast::<PyArray2<S>>()?;
    if array.shape()[1] != columns {
        return Err(PyValueError::new_err(format!(
            "expected an array of shape (n, {columns}), not ({}, {})",
            array.shape()[0],
            array.shape()[1]
        )));
    }
    Ok(array.try_readonly()?)
}
