//! Boxes of any coordinate type and number of dimensions, as Python passes them.

use std::array;

use numpy::{
    PyArray1, PyArray2, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2,
    PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arrays::boxes::Numbers;
use crate::arrays::number::Number;

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
        use $crate::arrays::any_boxes::Kind as Of;
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

    /// The kind of the boxes in a plain array of rows, which is read in place. `None` for anything
    /// that needs a closer inspection: another object, another type, wrong columns.
    pub(crate) fn of_rows(boxes: &Bound<'_, PyAny>) -> Option<Self> {
        // Arrays of a derived class, such as masked arrays, may have another meaning.
        let array = boxes.cast_exact::<PyUntypedArray>().ok()?;
        let &[_, columns] = array.shape() else {
            return None;
        };
        let size = array.dtype().itemsize();
        let is_whole = |stride: &isize| stride.unsigned_abs().is_multiple_of(size);
        let is_plain =
            columns % 2 == 0 && array.is_aligned() && array.strides().iter().all(is_whole);
        is_plain.then(|| Self::known(array, columns / 2))?
    }

    /// The kind of coordinates of this type, in this number of dimensions.
    pub(crate) fn named(py: Python<'_>, name: &str, dimensions: usize) -> PyResult<Self> {
        let array = PyArray1::<u8>::zeros(py, 0, false).call_method1("astype", (name,))?;
        Self::new(array.cast()?, dimensions)
    }

    /// Whether the coordinates have the type with this NumPy name.
    pub(crate) fn has_type(self, name: &str) -> bool {
        name == self.type_name()
    }

    /// The NumPy name of the type of the coordinates.
    pub(crate) fn type_name(self) -> &'static str {
        by_kind!(self, type_name())
    }

    pub(crate) fn dimensions(self) -> usize {
        by_kind!(self, dimensions())
    }

    /// The kind of an array's coordinates, in this number of dimensions.
    pub(crate) fn new(array: &Bound<'_, PyUntypedArray>, dimensions: usize) -> PyResult<Self> {
        Self::known(array, dimensions).ok_or_else(|| match dimensions {
            2 | 3 => PyTypeError::new_err(format!(
                "dtype: coordinates of type {} are not supported",
                array.dtype()
            )),
            _ => PyValueError::new_err(format!("dimensions must be 2 or 3: {dimensions}")),
        })
    }

    fn known(array: &Bound<'_, PyUntypedArray>, dimensions: usize) -> Option<Self> {
        let found = array.dtype();
        if found.is_native_byteorder() != Some(true) {
            return None;
        }
        let kinds = match (found.kind(), found.itemsize()) {
            (b'f', 4) => [Self::F32x2, Self::F32x3],
            (b'f', 8) => [Self::F64x2, Self::F64x3],
            (b'i', 4) => [Self::I32x2, Self::I32x3],
            (b'i', 8) => [Self::I64x2, Self::I64x3],
            _ => return None,
        };
        kinds.get(dimensions.checked_sub(2)?).copied()
    }
}

/// Whether one or both arguments are plain arrays of rows of boxes, of one kind, as in most calls.
/// Other arguments may be boxes as well, in a form that takes longer to read.
#[pyfunction]
#[pyo3(signature = (boxes, other = None))]
pub(crate) fn are_rows(boxes: &Bound<'_, PyAny>, other: Option<&Bound<'_, PyAny>>) -> bool {
    let kind = Kind::of_rows(boxes);
    kind.is_some() && other.is_none_or(|other| Kind::of_rows(other) == kind)
}

fn dimensions<S: Number, const D: usize>() -> usize {
    D
}

fn type_name<S: Number, const D: usize>() -> &'static str {
    S::NAME
}

/// Arrays of boxes of one kind, borrowed for a call.
pub(crate) struct Held<'py, S: Number, const D: usize> {
    arrays: Arrays<'py, S>,
}

enum Arrays<'py, S: Number> {
    Rows(PyReadonlyArray2<'py, S>),
    Corners([PyReadonlyArray2<'py, S>; 2]),
    Columns(Vec<PyReadonlyArray1<'py, S>>),
}

impl<'py, S: Number, const D: usize> Held<'py, S, D> {
    /// Borrows the boxes that Python passed, if they have this kind.
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

    pub(crate) fn numbers(&self) -> Numbers<'_, S, D> {
        match &self.arrays {
            Arrays::Rows(rows) => Numbers::Rows(rows.as_array()),
            Arrays::Corners([min, max]) => Numbers::in_corners([min.as_array(), max.as_array()]),
            Arrays::Columns(columns) => Numbers::Columns(
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
