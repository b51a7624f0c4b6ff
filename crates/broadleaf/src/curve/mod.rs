//! Space-filling curves: orders of boxes in which neighbours in the list are near in space.
//!
//! The centers of the boxes lie in the cells of a [`lattice`] over their [`extent`]. The
//! interleaved bits of a cell's coordinates are its position on the Morton curve (Morton 1966),
//! from which [`hilbert()`] computes its position on the Hilbert curve, which has no jumps. Trees
//! whose nodes are cells need the Morton curve; a packed tree is built along the Hilbert curve. The
//! two highest bits of a key are a size class, which keeps the few boxes that are far larger than
//! most from being scattered among them (after Vinkler et al. 2017).
//!
//! Begin here, then [`lattice`]. [`lumps`] handles scenes in which one box is far away from all
//! others.

mod extent;
mod hilbert;
mod keyed;
mod lattice;
mod lumps;
mod tuning;

use alloc::vec;
use alloc::vec::Vec;

use self::extent::FindExtent;
pub(crate) use self::hilbert::hilbert;
pub(crate) use self::keyed::Keyed;
use self::keyed::sort;
use self::lattice::{Lattice, PLACE};
use self::lumps::sort_lumps;
use self::tuning::{COST_OF_A_KEY, KEYS};
use crate::executor::{Executor, Sequential};
use crate::geometry::{Aabb, Scalar};
use crate::store::to_u32;

/// Sorts items along the Morton curve over their bounds, and sets their keys. Items with equal keys
/// keep their order, which must be the order of their indices.
pub(crate) fn sort_along_curve<S: Scalar, const D: usize>(
    items: &mut [Keyed],
    scratch: &mut Vec<Keyed>,
    aabb: impl Fn(u32) -> Aabb<S, D> + Sync,
) {
    let index = |_, item: &Keyed| item.index;
    sort_along(Sequential, items, scratch, &index, &aabb, &|place| place);
}

/// [`sort_along_curve`] for all boxes: numbers the items from 0 on first.
pub(crate) fn sort_all_along_curve<S: Scalar, const D: usize>(
    executor: impl Executor,
    items: &mut [Keyed],
    scratch: &mut Vec<Keyed>,
    aabb: impl Fn(u32) -> Aabb<S, D> + Sync,
) {
    let index = |place, _: &Keyed| to_u32(place);
    sort_along(executor, items, scratch, &index, &aabb, &|place| place);
}

/// [`sort_along_curve`], then sorts boxes in one cell along separate curves, so that neighbours in
/// the list are near in space at any position and scale.
pub(crate) fn sort_along_curves<S: Scalar, const D: usize>(
    items: &mut [Keyed],
    scratch: &mut Vec<Keyed>,
    aabb: impl Fn(u32) -> Aabb<S, D> + Sync,
) {
    sort_along_curve(items, scratch, &aabb);
    sort_lumps(items, scratch, &aabb, &|place| place);
}

/// The indices of `len` boxes, sorted as by [`sort_along_curves`] but along another curve through
/// the same cells: `turn` maps a position on the Morton curve to its position on that curve.
pub(crate) fn indices_along<S: Scalar, const D: usize>(
    executor: impl Executor,
    len: usize,
    aabb: impl Fn(u32) -> Aabb<S, D> + Sync,
    turn: impl Fn(u32) -> u32 + Sync,
) -> Vec<u32> {
    let (mut items, mut scratch) = (vec![Keyed::default(); len], Vec::new());
    let index = |place, _: &Keyed| to_u32(place);
    sort_along(executor, &mut items, &mut scratch, &index, &aabb, &turn);
    sort_lumps(&mut items, &mut scratch, &aabb, &turn);
    items.iter().map(|item| item.index).collect()
}

/// Sorts items along a curve. `index` returns the index of the box of an item, given its position:
/// if boxes are consecutive, the compiler vectorises the loops.
fn sort_along<S: Scalar, const D: usize>(
    executor: impl Executor,
    items: &mut [Keyed],
    scratch: &mut Vec<Keyed>,
    index: &(impl Fn(usize, &Keyed) -> u32 + Sync),
    aabb: &(impl Fn(u32) -> Aabb<S, D> + Sync),
    turn: &(impl Fn(u32) -> u32 + Sync),
) {
    let lattice = Lattice::over(&executor.run(FindExtent {
        items,
        first: 0,
        box_of: &|place, item: &Keyed| aabb(index(place, item)),
    }));
    executor.for_each_piece(items, COST_OF_A_KEY, |first, items| {
        for (items, first) in items.chunks_mut(KEYS).zip((first..).step_by(KEYS)) {
            let mut keys = [0; KEYS];
            for (key, (place, item)) in keys.iter_mut().zip((first..).zip(&*items)) {
                *key = lattice.key(&aabb(index(place, item)));
            }
            // A separate loop, in which no key depends on the previous one.
            for key in &mut keys {
                *key = *key & !PLACE | turn(*key & PLACE) & PLACE;
            }
            for ((place, item), key) in (first..).zip(items).zip(keys) {
                let index = index(place, item);
                *item = Keyed { key, index };
            }
        }
    });
    sort(executor, items, scratch);
}

#[cfg(test)]
#[path = "tests/whole.rs"]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests;
