//! 2D boxes from the corners in a file.

use broadleaf::Aabb;

use crate::error::SceneError;

/// A 2D box from `f64` corners.
pub(super) fn flat_box(min: [f64; 2], max: [f64; 2]) -> Result<Aabb<f32, 2>, SceneError> {
    // Corners are rounded outward, so no overlap is lost.
    let min = min.map(|x| {
        if f64::from(x as f32) > x {
            (x as f32).next_down()
        } else {
            x as f32
        }
    });
    let max = max.map(|x| {
        if f64::from(x as f32) < x {
            (x as f32).next_up()
        } else {
            x as f32
        }
    });
    Aabb::try_new(min, max).map_err(SceneError::new)
}
