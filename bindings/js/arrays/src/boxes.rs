//! Boxes in typed arrays.

use broadleaf::Aabb;
use broadleaf::geometry::Rows;
use bytemuck::checked::try_cast_slice;
use js_sys::Float64Array;
use wasm_bindgen::JsError;

/// The numbers of boxes, in rows of a lower and an upper corner.
#[derive(Debug)]
pub struct Boxes(Vec<f64>);

impl Boxes {
    /// The numbers of a typed array, copied.
    pub fn copied(array: &Float64Array) -> Self {
        Self(array.to_vec())
    }

    /// The numbers as boxes, after a check of all of them.
    ///
    /// # Errors
    /// Names the argument and the first row that is no box, with its values.
    pub fn check<const D: usize>(&self, name: &str) -> Result<&[Aabb<f64, D>], JsError> {
        check(&self.0, name)
    }
}

/// Numbers as boxes, after a check of all of them.
///
/// # Errors
/// Names the argument and the first row that is no box, with its values.
pub fn check<'a, const D: usize>(
    numbers: &'a [f64],
    name: &str,
) -> Result<&'a [Aabb<f64, D>], JsError> {
    try_cast_slice(numbers).map_err(|_| {
        // This reads the numbers again and refuses the same ones, with the row.
        let problem = Rows::<f64, D>::try_new(numbers).err();
        JsError::new(&problem.map_or_else(String::new, |problem| format!("{name}: {problem}")))
    })
}

/// The numbers of a typed array as points.
///
/// # Errors
/// Names the argument and the first row that is no point.
pub fn points<const D: usize>(
    array: &Float64Array,
    name: &str,
) -> Result<Vec<Aabb<f64, D>>, JsError> {
    let numbers = array.to_vec();
    let (points, rest) = numbers.as_chunks::<D>();
    if !rest.is_empty() {
        return Err(JsError::new(&format!(
            "{name}: {} values are not a whole number of rows of {D} values",
            numbers.len()
        )));
    }
    let point = |(row, point): (usize, &[f64; D])| {
        let point = Aabb::try_new(*point, *point);
        point.map_err(|error| JsError::new(&format!("{name}: row {row}: {error}")))
    };
    points.iter().enumerate().map(point).collect()
}

/// Boxes as rows.
pub fn rows<const D: usize>(boxes: impl Iterator<Item = Aabb<f64, D>>) -> Float64Array {
    let corners = boxes.flat_map(|aabb| [aabb.min(), aabb.max()]);
    let numbers: Vec<_> = corners.flatten().collect();
    Float64Array::from(&numbers[..])
}
