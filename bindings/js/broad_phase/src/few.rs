//! The boxes of a small broad phase as a list.

use broadleaf::{Aabb, Id};

use crate::any_broad_phase::BroadPhase;

/// Up to this number of boxes, a pass over a list is faster than a walk through the trees: with 64
/// queries of each kind, by a third with 100 boxes, and as fast with 250.
const FEW_BOXES: usize = 200;
/// A list for fewer queries than this takes longer than it saves.
const MANY_QUERIES: usize = 8;

/// A box of the list, with what decides whether a query finds it.
pub(crate) struct Listed<const D: usize> {
    pub(crate) slot: Id,
    pub(crate) category: u32,
    pub(crate) aabb: Aabb<f64, D>,
}

/// All boxes by slot, if a list of them pays off for a number of queries.
pub(crate) fn listed<const D: usize>(of: &BroadPhase<D>, queries: usize) -> Option<Vec<Listed<D>>> {
    if of.len() > FEW_BOXES || queries < MANY_QUERIES {
        return None;
    }
    let listed = of.iter().filter_map(|(id, ())| {
        Some(Listed {
            slot: id.id(),
            category: of.filter(id)?.category,
            aabb: of.aabb(id)?,
        })
    });
    Some(listed.collect())
}
