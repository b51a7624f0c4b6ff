//! Steps of a broad phase.

use crate::broad_phase::BroadPhase;
use crate::geometry::{Aabb, Scalar};

pub(super) fn all<S: Scalar, const D: usize>(boxes: &[Aabb<S, D>]) {
    let mut world = BroadPhase::<(), S, D>::default();
    world.remember(1);
    for aabb in boxes {
        let id = world.create(*aabb, ());
        let _ = world.move_to(id, *aabb, aabb.min());
        let _ = world.set_aabb(id, *aabb);
        let _ = world.overlaps(aabb);
        world.remove(id);
    }
    let _ = world.step();
    let _ = world.rewind(1);
}
