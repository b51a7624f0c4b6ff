//! The box around a point of a mesh or line.

use broadleaf::Aabb;

/// The box around a point, grown by one step of `f32` in every direction.
pub(crate) fn grown_point<const D: usize>(point: &[f64; D]) -> Aabb<f32, D> {
    Aabb::new(
        point.map(|x| (x as f32).next_down()),
        point.map(|x| (x as f32).next_up()),
    )
}
