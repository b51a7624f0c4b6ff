//! The coordinate types of arrays.

use broadleaf::geometry::{Real, Scalar};

/// A coordinate that both the library and NumPy know.
pub(crate) trait Number:
    Scalar<Real = Self::Measure> + numpy::Element + bytemuck::Pod
{
    /// Distances and parameters of casts.
    type Measure: Real + numpy::Element;
    /// The name in NumPy.
    const NAME: &'static str;
}

macro_rules! number {
    ($($Number:ty, $Measure:ty, $name:literal;)*) => { $(
        impl Number for $Number {
            type Measure = $Measure;
            const NAME: &'static str = $name;
        }
    )* };
}

number! {
    f32, f32, "float32";
    f64, f64, "float64";
    i32, f64, "int32";
    i64, f64, "int64";
}
