//! Boxes that lie in one cell of a lattice.
//!
//! A single box far away makes all other boxes lie in one cell of the lattice, where the curve does
//! not order them. So each cell with many boxes gets a separate curve through its boxes alone,
//! recursively. The depth is the number of scales, not of boxes, because a cell is 2^(30 / D) times
//! shorter than its lattice.

use alloc::vec::Vec;
use core::array;
use core::ops::Range;

use super::extent::Extent;
use super::keyed::{Keyed, sort};
use super::lattice::{Lattice, PLACE};
use crate::executor::Sequential;
use crate::geometry::{Aabb, Scalar, lesser};
use crate::simd::LANES;
use crate::work;

/// Sorts more than a few boxes with equal keys along separate curves. `items` must be sorted by
/// their keys, which change. `turn` is the curve: see [`indices_along`](super::indices_along).
pub(super) fn sort_lumps<S: Scalar, const D: usize>(
    items: &mut [Keyed],
    scratch: &mut Vec<Keyed>,
    aabb: &impl Fn(u32) -> Aabb<S, D>,
    turn: &impl Fn(u32) -> u32,
) {
    let mut lumps = Vec::new();
    find_lumps(items, 0, &mut lumps);
    while let Some(lump) = lumps.pop() {
        let first = lump.start;
        let items = &mut items[lump];
        sort_lump(items, scratch, aabb, turn);
        // Terminates, because centers that differ get different keys.
        if items[0].key < items[items.len() - 1].key {
            find_lumps(items, first, &mut lumps);
        }
    }
}

/// Appends the ranges of more than [`LANES`] items with equal keys. Up to [`LANES`] items are one
/// node of a packed tree, in which their order has no meaning. `first` is added to all.
fn find_lumps(items: &[Keyed], first: usize, lumps: &mut Vec<Range<usize>>) {
    let mut at = 0;
    while let (Some(item), Some(later)) = (items.get(at), items.get(at + LANES)) {
        if item.key != later.key {
            at += LANES;
            continue;
        }
        let is_equal = |other: &&Keyed| other.key == item.key;
        let start = at - items[..at].iter().rev().take_while(is_equal).count();
        let end = at + items[at..].iter().take_while(is_equal).count();
        lumps.push(first + start..first + end);
        at = end;
    }
}

fn sort_lump<S: Scalar, const D: usize>(
    items: &mut [Keyed],
    scratch: &mut Vec<Keyed>,
    aabb: &impl Fn(u32) -> Aabb<S, D>,
    turn: &impl Fn(u32) -> u32,
) {
    work::count(3 * items.len());
    let origin = low_corner(items.iter().map(|item| aabb(item.index)));
    let near = |item: &Keyed| relative(&aabb(item.index), &origin);
    let lattice = Lattice::over(&Extent::of(items.len(), |place| near(&items[place])));
    for item in &mut *items {
        item.key = turn(lattice.key(&near(item)) & PLACE) & PLACE;
    }
    sort(Sequential, items, scratch);
}

/// The least finite coordinates of all boxes; 0 on an axis without any.
fn low_corner<S: Scalar, const D: usize>(boxes: impl Iterator<Item = Aabb<S, D>>) -> [S; D] {
    let mut low = [None; D];
    for aabb in boxes {
        for (axis, low) in low.iter_mut().enumerate() {
            for end in aabb.ends(axis).into_iter().filter(|end| end.is_finite()) {
                *low = Some(low.map_or(end, |low| lesser(low, end)));
            }
        }
    }
    low.map(Option::unwrap_or_default)
}

/// A box relative to an origin near it. Far from 0, different 64-bit integers may be the same
/// float.
fn relative<S: Scalar, const D: usize>(aabb: &Aabb<S, D>, origin: &[S; D]) -> Aabb<S, D> {
    let [min, max] = [aabb.min(), aabb.max()]
        .map(|corner| array::from_fn(|axis| corner[axis].saturating_sub(origin[axis])));
    // Subtracting the same number keeps the order. A check would pull its message, and the
    // formatting of numbers, into programs that must be small.
    Aabb::from_ordered(min, max)
}
