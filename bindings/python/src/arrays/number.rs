//! The coordinate types of arrays.

use broadleaf::geometry::{Real, Scalar};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt};

/// A coordinate type of both the library and NumPy.
pub(crate) trait Number: Scalar + numpy::Element + bytemuck::Pod {
    /// The name in NumPy.
    const NAME: &'static str;

    fn from_python(number: &Bound<'_, PyAny>) -> PyResult<Self>;

    /// A plain Python number, which takes the type of the other operand. `None` if it has a type,
    /// or if this type does not hold it.
    fn plain(number: &Bound<'_, PyAny>) -> Option<Self>;

    /// The smallest number of this type that is not below `wide`, which is not NaN. `None` if there
    /// is none.
    fn at_least(wide: Wide) -> Option<Self>;

    /// The largest number of this type that is not above `wide`, which is not NaN. `None` if there
    /// is none.
    fn at_most(wide: Wide) -> Option<Self>;
}

/// A number of a type that holds those of all others.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wide {
    Float(f64),
    Integer(i64),
}

macro_rules! number {
    ($($Number:ty, $name:literal, $plain:path, $rounding:ident;)*) => { $(
        impl Number for $Number {
            const NAME: &'static str = $name;

            fn from_python(number: &Bound<'_, PyAny>) -> PyResult<Self> {
                number.extract()
            }

            fn plain(number: &Bound<'_, PyAny>) -> Option<Self> {
                $plain(number)
            }

            $rounding!($Number);
        }
    )* };
}

/// Rounding to a float type, in which infinities are ordinary numbers.
macro_rules! to_float {
    ($Float:ty) => {
        fn at_least(wide: Wide) -> Option<Self> {
            let near = match wide {
                Wide::Float(wide) => wide as Self,
                Wide::Integer(wide) => wide as Self,
            };
            Some(if is_below(f64::from(near), wide) {
                near.next_up()
            } else {
                near
            })
        }

        fn at_most(wide: Wide) -> Option<Self> {
            let near = match wide {
                Wide::Float(wide) => wide as Self,
                Wide::Integer(wide) => wide as Self,
            };
            Some(if is_above(f64::from(near), wide) {
                near.next_down()
            } else {
                near
            })
        }
    };
}

/// Rounding to an integer type, whose range is limited.
macro_rules! to_integer {
    ($Integer:ty) => {
        fn at_least(wide: Wide) -> Option<Self> {
            // Floats beyond the range are clamped to a wider range.
            let least = match wide {
                Wide::Float(wide) => wide.ceil() as i128,
                Wide::Integer(wide) => wide.into(),
            };
            least.max(Self::MIN.into()).try_into().ok()
        }

        fn at_most(wide: Wide) -> Option<Self> {
            let most = match wide {
                Wide::Float(wide) => wide.floor() as i128,
                Wide::Integer(wide) => wide.into(),
            };
            most.min(Self::MAX.into()).try_into().ok()
        }
    };
}

number! {
    f32, "float32", plain_float32, to_float;
    f64, "float64", plain_float, to_float;
    i32, "int32", plain_integer, to_integer;
    i64, "int64", plain_integer, to_integer;
}

/// Whether a float is below a number, exactly.
fn is_below(float: f64, wide: Wide) -> bool {
    match wide {
        Wide::Float(wide) => float < wide,
        // This float is an integer, well inside the range of `i128`.
        Wide::Integer(wide) => (float as i128) < wide.into(),
    }
}

/// Whether a float is above a number, exactly.
fn is_above(float: f64, wide: Wide) -> bool {
    match wide {
        Wide::Float(wide) => float > wide,
        Wide::Integer(wide) => float as i128 > wide.into(),
    }
}

/// The largest distance of this type that is at most `distance`. No distance of the type lies
/// between both, so both limits admit the same boxes.
pub(crate) fn distance_of_type<R: Real>(distance: f64) -> R {
    let near = R::from_f64(distance);
    if near.to_f64() > distance {
        near.next_down()
    } else {
        near
    }
}

/// `float32` holds all integers up to this one.
const EXACT: u64 = 1 << f32::MANTISSA_DIGITS;

/// A Python float, or an integer that every float type holds.
pub(crate) fn plain_float(number: &Bound<'_, PyAny>) -> Option<f64> {
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
    // `bool` is a subclass of `int`.
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
