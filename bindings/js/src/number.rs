//! The coordinate types of typed arrays.

use broadleaf::geometry::Scalar;
use js_sys::{Float32Array, Float64Array};
use wasm_bindgen::{JsCast, JsValue};

/// A coordinate that both the library and typed arrays know.
pub(crate) trait Number: Scalar + bytemuck::Pod {
    /// The nearest number.
    fn of(number: f64) -> Self;

    /// The numbers of a typed array, copied. The caller knows that it has this type.
    fn copied(array: &JsValue) -> Vec<Self>;

    /// A typed array of these numbers.
    fn array(numbers: &[Self]) -> JsValue;
}

macro_rules! number {
    ($($Number:ty, $Array:ty;)*) => { $(
        impl Number for $Number {
            fn of(number: f64) -> Self {
                number as Self
            }

            fn copied(array: &JsValue) -> Vec<Self> {
                array.unchecked_ref::<$Array>().to_vec()
            }

            fn array(numbers: &[Self]) -> JsValue {
                <$Array>::from(numbers).into()
            }
        }
    )* };
}

number! {
    f32, Float32Array;
    f64, Float64Array;
}
