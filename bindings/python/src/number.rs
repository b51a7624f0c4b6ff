//! The coordinate types of arrays.

use broadleaf::geometry::{Real, Scalar};
use pyo3::prelude::*;

/// A coordinate that both the library and NumPy know.
pub(crate) trait Number: Scalar + numpy::Element + bytemuck::Pod {
    /// The name in NumPy.
    const NAME: &'static str;

    /// A number of Python.
    fn from_python(number: &Bound<'_, PyAny>) -> PyResult<Self>;
}

macro_rules! number {
    ($($Number:ty, $name:literal;)*) => { $(
        impl Number for $Number {
            const NAME: &'static str = $name;

            fn from_python(number: &Bound<'_, PyAny>) -> PyResult<Self> {
                number.extract()
            }
        }
    )* };
}

number! {
    f32, "float32";
    f64, "float64";
    i32, "int32";
    i64, "int64";
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
