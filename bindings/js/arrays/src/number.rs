//! The coordinate types of typed arrays.

use broadleaf::geometry::Scalar;
use js_sys::{Float32Array, Float64Array};
use wasm_bindgen::{JsCast, JsValue};

/// A coordinate that both the library and typed arrays know.
pub trait Number: Scalar + bytemuck::Pod {
    /// The numbers of a typed array, copied. The caller knows that it has this type.
    fn copied(array: &JsValue) -> Vec<Self>;
}

macro_rules! number {
    ($($Number:ty, $Array:ty;)*) => { $(
        impl Number for $Number {
            fn copied(array: &JsValue) -> Vec<Self> {
                array.unchecked_ref::<$Array>().to_vec()
            }
        }
    )* };
}

number! {
    f32, Float32Array;
    f64, Float64Array;
}
