//! The types of boxes.

use wasm_bindgen::prelude::*;

/// The type of the coordinates and the number of dimensions.
///
/// `f64` holds every `i32`, so `js/` passes arrays of `i32` as arrays of `f64`.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// `f32` in 2D.
    F32x2,
    /// `f32` in 3D.
    F32x3,
    /// `f64` in 2D.
    F64x2,
    /// `f64` in 3D.
    F64x3,
}

/// Calls a generic function for a kind: `by_kind!(kind, function(arguments))` calls
/// `function::<S, D>(arguments)`.
macro_rules! by_kind {
    ($kind:expr, $($function:ident)::+ $arguments:tt) => {{
        use $crate::kind::Kind as Of;
        match $kind {
            Of::F32x2 => $($function)::+::<f32, 2> $arguments,
            Of::F32x3 => $($function)::+::<f32, 3> $arguments,
            Of::F64x2 => $($function)::+::<f64, 2> $arguments,
            Of::F64x3 => $($function)::+::<f64, 3> $arguments,
        }
    }};
}
pub(crate) use by_kind;
