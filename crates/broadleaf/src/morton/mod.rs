//! The Morton curve: an order of boxes in which neighbours in the list are near in space.

mod extent;
mod keyed;
mod lattice;
mod lumps;

use self::extent::{Extent, FindExtent};
pub(crate) use self::keyed::Keyed;
use self::lattice::{Lattice, PLACE};
use self::lumps::sort_lumps;

use crate::bucket_sort::{is_shared, sort_alone, sort_numbers};
use crate::executor::Executor;
use crate::geometry::{Aabb, Scalar};
use crate::sort::Dealer;
use crate::store::to_u32;
use alloc::vec;
use alloc::vec::Vec;

/// The number of items that one thread makes at a time.
const PIECE: usize = 1024;

/// Gives every item its key on a curve through the items' own bounds, and sorts by it; equal keys
/// keep their order.
///
/// Morton 1966. The two highest bits are a size class, so that the few boxes that are far larger
/// than most do not lie scattered among them (after Vinkler et al. 2017); the lattice has `30 / D`
/// bits per axis, at most 15.
///
/// `scratch` lends its memory.
pub(crate) fn sort_along_curve<S: Scalar, const D: usize>(
    items: &mut [Keyed],
    scratch: &mut Vec<Keyed>,
    aabb: impl Fn(u32) -> Aabb<S, D>,
) {
    let box_of = |item: u32| aabb(items[item as usize].index);
    let lattice = Lattice::over(&Extent::of::<1, S>(0..to_u32(items.len()), box_of));
    for item in &mut *items {
        item.key = lattice.key(&aabb(item.index));
    }
    sort_alone(items, scratch, Keyed::place);
}

/// [`sort_along_curve`], and then along curves of their own the boxes that lie in one cell: near in
/// the list are near in space, wherever and of whatever scale the boxes are.
pub(crate) fn sort_along_curves<S: Scalar, const D: usize>(
    items: &mut [Keyed],
    scratch: &mut Vec<Keyed>,
    aabb: impl Fn(u32) -> Aabb<S, D>,
) {
    sort_along_curve(items, scratch, &aabb);
    sort_lumps(items, scratch, &aabb, &|place| place);
}

/// [`sort_along_curve`] of all boxes, with an executor. Replaces the contents of `items`, which has
/// an item for each box.
pub(crate) fn sort_along<S: Scalar, const D: usize>(
    executor: impl Executor,
    items: &mut [Keyed],
    scratch: &mut Vec<Keyed>,
    aabb: impl Fn(u32) -> Aabb<S, D> + Send + Sync,
) {
    let len = items.len();
    let make = make_keys(executor, len, aabb, |place| place);
    if is_shared(executor, len) {
        return sort_numbers(executor, items, dealer(len), make, Keyed::new);
    }
    fill(items, make);
    sort_alone(items, scratch, Keyed::place);
}

/// The indices of `len` boxes, sorted as by [`sort_along_curves`], but along another curve through
/// the same cells: `turn` returns the place on it of a place on the Morton curve.
pub(crate) fn indices_along<S: Scalar, const D: usize>(
    executor: impl Executor,
    len: usize,
    aabb: impl Fn(u32) -> Aabb<S, D> + Send + Sync,
    turn: impl Fn(u32) -> u32 + Send + Sync,
) -> Vec<u32> {
    let make = make_keys(executor, len, &aabb, &turn);
    let mut items = vec![Keyed::default(); len];
    if is_shared(executor, len) {
        sort_numbers(executor, &mut items, dealer(len), make, Keyed::new);
    } else {
        fill(&mut items, make);
        sort_alone(&mut items, &mut Vec::new(), Keyed::place);
    }
    sort_lumps(&mut items, &mut Vec::new(), &aabb, &turn);
    items.iter().map(|item| item.index).collect()
}

/// A function that writes the keys of some boxes, and gets the index of the first.
fn make_keys<S: Scalar, const D: usize>(
    executor: impl Executor,
    len: usize,
    aabb: impl Fn(u32) -> Aabb<S, D> + Send + Sync,
    turn: impl Fn(u32) -> u32 + Send + Sync,
) -> impl Fn(usize, &mut [u32]) + Send + Sync {
    let find_extent = FindExtent {
        indices: 0..to_u32(len),
        aabb: &aabb,
    };
    let lattice = Lattice::over(&executor.run(find_extent));
    move |first, keys| {
        for (key, index) in keys.iter_mut().zip(to_u32(first)..) {
            *key = lattice.key(&aabb(index));
        }
        // In a loop of its own, in which no key has to wait for the one before.
        for key in keys {
            *key = *key & !PLACE | turn(*key & PLACE) & PLACE;
        }
    }
}

/// Makes all items, some at a time.
fn fill(items: &mut [Keyed], make: impl Fn(usize, &mut [u32])) {
    let mut keys = [0; PIECE];
    for (number, items) in items.chunks_mut(PIECE).enumerate() {
        let (first, keys) = (number * PIECE, &mut keys[..items.len()]);
        make(first, keys);
        for ((item, &mut key), index) in items.iter_mut().zip(keys).zip(to_u32(first)..) {
            *item = Keyed::new(key, index);
        }
    }
}

fn dealer(len: usize) -> Dealer {
    // Nearly all boxes have the lowest size class.
    Dealer::new(len, PLACE.count_ones())
}

#[cfg(test)]
#[path = "tests/whole.rs"]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests;
