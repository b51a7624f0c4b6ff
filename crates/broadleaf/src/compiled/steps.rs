//! Steps of a broad phase.

use crate::broad_phase::BroadPhase;
use crate::geometry::{Aabb, Scalar};

pub(super) fn all<S: Scalar, const D: usize>(boxes: &[Aabb<S, D>]) {
    let mut world = BroadPhase::<(), S, D>::default();
    for aabb in boxes {
        world.create(*aabb, ());
    }
    let _ = world.step();
}
