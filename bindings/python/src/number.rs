//! The coordinate types of arrays.

use broadleaf::geometry::{Real, Scalar};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt};

/// A coordinate that both the library and NumPy know.
pub(crate) trait Number: Scalar + numpy::Element + bytemuck::Pod {
    /// The name in NumPy.
    const NAME: &'static str;

    /// A number of Python.
    fn from_python(number: &Bound<'_, PyAny>) -> PyResult<Self>;

    /// A number of Python without a type of its own, which takes that of what it meets. `None` if
    /// it has one, or if this type does not hold it.
    fn plain(number: &Bound<'_, PyAny>) -> Option<Self>;
}

macro_rules! number {
    ($($Number:ty, $name:literal, $plain:path;)*) => { $(
        impl Number for $Number {
            const NAME: &'static str = $name;

            fn from_python(number: &Bound<'_, PyAny>) -> PyResult<Self> {
                number.extract()
            }

            fn plain(number: &Bound<'_, PyAny>) -> Option<Self> {
                $plain(number)
            }
        }
    )* };
}

number! {
    f32, "float32", plain_float32;
    f64, "float64", plain_float;
    i32, "int32", plain_integer;
    i64, "int64", plain_integer;
}

/// All integers up to this one are values of `float32`.
const EXACT: u64 = 1 << f32::MANTISSA_DIGITS;

fn plain_float(number: &Bound<'_, PyAny>) -> Option<f64> {
    if number.is_instance_of::<PyFloat>() {
        return number.extract().ok();
    }
    let integer: i64 = plain_integer(number)?;
    (integer.unsigned_abs() <= EXACT).then_some(integer as f64)
}

fn plain_float32(number: &Bound<'_, PyAny>) -> Option<f32> {
    plain_float(number).map(|number| number as f32)
}

fn plain_integer<T: TryFrom<i64>>(number: &Bound<'_, PyAny>) -> Option<T> {
    // A truth value is another kind of integer.
    let integer = number.cast_exact::<PyInt>().ok()?;
    integer.extract::<i64>().ok()?.try_into().ok()
}

/// A float.
pub(crate) trait Float: Real + numpy::Element + bytemuck::Pod {
    fn root(self) -> Self;
}

impl Float for f32 {
    fn root(self) -> Self {
        self.sqrt()
    }
}

impl Float for f64 {
    fn root(self) -> Self {
        self.sqrt()
    }
}
