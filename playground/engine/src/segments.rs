//! Pairs as line segments from center to center.

use broadleaf::{Aabb, Id};

use crate::limits::MAX_LINES;

/// The ends of each segment for the first [`MAX_LINES`] pairs. The centers of infinite boxes are
/// the centers of their parts inside `view`.
pub(crate) fn segments_into<const D: usize>(
    segments: &mut Vec<[f32; D]>,
    boxes: &[Aabb<f32, D>],
    pairs: &[[Id; 2]],
    view: &Aabb<f32, D>,
) {
    segments.clear();
    let center = |id: Id| {
        let aabb = boxes[id.index()];
        let is_finite = aabb.extents().iter().all(|extent| extent.is_finite());
        match is_finite {
            true => aabb.center(),
            false => aabb.intersection(view).unwrap_or(aabb).center(),
        }
    };
    let drawn = pairs.iter().take(MAX_LINES);
    segments.extend(drawn.flat_map(|pair| pair.map(center)));
}

/// The box around all finite boxes; the unit box if there are none.
pub(crate) fn finite_bounds<const D: usize>(boxes: &[Aabb<f32, D>]) -> Aabb<f32, D> {
    let is_finite = |aabb: &Aabb<f32, D>| {
        let mut ends = aabb.min().into_iter().chain(aabb.max());
        ends.all(f32::is_finite)
    };
    let finite = boxes.iter().copied().filter(is_finite);
    Aabb::enclosing(finite).unwrap_or_else(|| Aabb::new([0.0; D], [1.0; D]))
}
