//! Boxes in typed arrays.

use broadleaf::Aabb;
use broadleaf::geometry::Rows;
use bytemuck::checked::try_cast_slice;
use wasm_bindgen::{JsError, JsValue};

use crate::number::Number;

/// The numbers of boxes, in rows of a lower and an upper corner.
pub(crate) struct Boxes<S>(Vec<S>);

impl<S: Number> Boxes<S> {
    /// The numbers of a typed array, copied.
    pub(crate) fn copied(array: &JsValue) -> Self {
        Self(S::copied(array))
    }

    /// The numbers as boxes, after a check of all of them. The error names the argument and the row
    /// with its values.
    pub(crate) fn check<const D: usize>(&self, name: &str) -> Result<&[Aabb<S, D>], JsError> {
        try_cast_slice(&self.0).or_else(|_| match Rows::<S, D>::try_new(&self.0) {
            Err(error) => Err(JsError::new(&format!("{name}: {error}"))),
            // Every row is a box, so there are none: an empty list needs no place in memory.
            Ok(_) => Ok(&[]),
        })
    }
}

/// The numbers of a typed array as points.
pub(crate) fn points<S: Number, const D: usize>(
    array: &JsValue,
    name: &str,
) -> Result<Vec<Aabb<S, D>>, JsError> {
    let numbers = S::copied(array);
    let (points, rest) = numbers.as_chunks::<D>();
    if !rest.is_empty() {
        return Err(JsError::new(&format!(
            "{name}: {} values are not a whole number of rows of {D} values",
            numbers.len()
        )));
    }
    let point = |(row, point): (usize, &[S; D])| {
        let point = Aabb::try_new(*point, *point);
        point.map_err(|error| JsError::new(&format!("{name}: row {row}: {error}")))
    };
    points.iter().enumerate().map(point).collect()
}
