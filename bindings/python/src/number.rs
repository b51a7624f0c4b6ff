//! The coordinate types of arrays.

use broadleaf::geometry::Scalar;

/// A coordinate that both the library and NumPy know.
pub(crate) trait Number: Scalar + numpy::Element + bytemuck::Pod {}

impl Number for f32 {}
impl Number for f64 {}
impl Number for i32 {}
impl Number for i64 {}
