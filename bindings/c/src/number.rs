//! The scalars of the interface.

use library::geometry::{Real, Scalar};

/// A scalar whose arrays C may have: any bits are a value.
pub(crate) trait Number: Scalar {
    /// The name of the type in C.
    const NAME: &'static str;

    /// The nearest number, rounded toward 0 in integers; `None` of NaN.
    fn from_double(number: f64) -> Option<Self>;
}

macro_rules! number {
    ($($Number:ty, $name:literal;)*) => { $(
        impl Number for $Number {
            const NAME: &'static str = $name;

            fn from_double(number: f64) -> Option<Self> {
                (!number.is_nan()).then_some(number as $Number)
            }
        }
    )* };
}

number! {
    f32, "float";
    f64, "double";
}

#[cfg(feature = "integers")]
number! {
    i32, "int32_t";
    i64, "int64_t";
}

/// The greatest distance or parameter of this type that is at most `limit`, which is not NaN: no
/// other one of the type is between both, so what is within one is within the other.
pub(crate) fn limit_of<R: Real>(limit: f64) -> R {
    let near = R::from_f64(limit);
    if near.to_f64() > limit {
        near.next_down()
    } else {
        near
    }
}
