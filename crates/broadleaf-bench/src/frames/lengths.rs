//! Lengths derived from the boxes.

use broadleaf::Aabb;

use super::contender::Frame;

/// The mean of all finite edges in a frame. Margins and cells are multiples of it.
pub(super) fn mean_edge<const D: usize>(frame: &Frame<D>) -> f32 {
    let edges = || {
        frame
            .iter()
            .flat_map(Aabb::extents)
            .filter(|edge| edge.is_finite())
            .map(f64::from)
    };
    (edges().sum::<f64>() / edges().count().max(1) as f64) as f32
}

/// The margin of contenders that fatten boxes, in mean edges: the same as in rapier.
pub(super) const MARGIN: f32 = 0.04;
