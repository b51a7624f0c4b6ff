//! Boxes in typed arrays.

use broadleaf::Aabb;
use bytemuck::checked::try_cast_slice;
use js_sys::Float64Array;
use wasm_bindgen::JsError;

/// The numbers of boxes, in rows of a lower and an upper corner.
#[derive(Debug)]
pub struct Boxes(Vec<f64>);

impl Boxes {
    /// Copies the numbers of a typed array.
    pub fn copied(array: &Float64Array) -> Self {
        Self(array.to_vec())
    }

    /// Checks all numbers and returns them as boxes.
    ///
    /// # Errors
    /// Names only the argument: JavaScript finds the row and what is wrong with it. The functions
    /// that format decimals would take 3 to 4 % of a module.
    pub fn check<const D: usize>(&self, name: &str) -> Result<&[Aabb<f64, D>], JsError> {
        check(&self.0, name)
    }
}

/// Checks numbers and returns them as boxes.
///
/// # Errors
/// Like [`Boxes::check`].
pub fn check<'a, const D: usize>(
    numbers: &'a [f64],
    name: &str,
) -> Result<&'a [Aabb<f64, D>], JsError> {
    try_cast_slice(numbers).map_err(|_| JsError::new(name))
}

/// The numbers of a typed array as points.
///
/// # Errors
/// Like [`Boxes::check`].
pub fn points<const D: usize>(
    array: &Float64Array,
    name: &str,
) -> Result<Vec<Aabb<f64, D>>, JsError> {
    let numbers = array.to_vec();
    let (points, rest) = numbers.as_chunks::<D>();
    let point = |point: &[f64; D]| Aabb::try_new(*point, *point).ok();
    let points = points.iter().map(point).collect::<Option<_>>();
    points
        .filter(|_| rest.is_empty())
        .ok_or_else(|| JsError::new(name))
}

/// Boxes as rows.
pub fn rows<const D: usize>(boxes: impl Iterator<Item = Aabb<f64, D>>) -> Float64Array {
    let corners = boxes.flat_map(|aabb| [aabb.min(), aabb.max()]);
    let numbers: Vec<_> = corners.flatten().collect();
    Float64Array::from(&numbers[..])
}
