//! Leaves: items sorted along the axis on which a sweep compares the fewest pairs.

use alloc::vec::Vec;

use super::extents::Extents;
use super::node::{Kind, Node};
use super::run::Run;
use crate::geometry::{Scalar, compare};
use crate::store::to_u32;

/// Sorts a run and returns the leaf of its items; `None` if there are none. `keys` lends its
/// memory.
pub(super) fn leaf<S: Scalar, const D: usize>(
    run: Run<'_, S, D>,
    keys: &mut Vec<(S, u32)>,
) -> Option<Node<S, D>> {
    let first = run.items.first()?;
    let axis = Extents::of(run.items.iter().map(|item| &item.aabb)).axis_to_sweep();
    let mut leaf = Node::unfinished(run.start, Kind::Leaf { axis }, first);
    leaf.end += to_u32(run.items.len());
    for item in &*run.items {
        leaf.bounds = leaf.bounds.union(&item.aabb);
        leaf.category |= item.category;
    }
    sort(run, axis, keys);
    Some(leaf)
}

/// Sorts the items of a run by their starts along an axis. Sorts short keys and moves every item
/// once.
fn sort<S: Scalar, const D: usize>(run: Run<'_, S, D>, axis: usize, keys: &mut Vec<(S, u32)>) {
    let Run { items, spare, .. } = run;
    keys.clear();
    let starts = items.iter().map(|item| item.aabb.ends(axis)[0]);
    keys.extend(starts.zip(0..));
    keys.sort_unstable_by(|a, b| compare(&a.0, &b.0));
    for (item, &(_, index)) in spare.iter_mut().zip(&*keys) {
        *item = items[index as usize];
    }
    items.copy_from_slice(spare);
}
