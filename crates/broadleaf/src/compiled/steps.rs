//! Steps of a broad phase.

use crate::broad_phase::BroadPhase;
use crate::geometry::{Aabb, Scalar};

pub(super) fn all<S: Scalar, const D: usize>(boxes: &[Aabb<S, D>]) {
    let mut broad_phase = BroadPhase::<(), S, D>::default();
    broad_phase.remember(1);
    for aabb in boxes {
        let id = broad_phase.create(*aabb, ());
        let _ = broad_phase.move_to(id, *aabb, aabb.min());
        let _ = broad_phase.set_aabb(id, *aabb);
        let _ = broad_phase.overlaps(aabb);
        broad_phase.remove(id);
    }
    let _ = broad_phase.step();
    let _ = broad_phase.rewind(1);
}
