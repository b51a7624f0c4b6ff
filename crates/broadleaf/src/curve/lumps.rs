//! Boxes that lie in one cell of a lattice.
//!
//! One box far away makes the cells of a lattice larger than everything else: all other boxes lie
//! in one cell, and the curve does not put them into any order. So each cell with many boxes gets a
//! curve of its own, through the boxes in it alone, and so on: as many times as there are scales,
//! not as there are boxes, since a cell is 2^(30 / D) times shorter than what it is a cell of.

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

/// Sorts boxes with equal keys along curves of their own, if they are more than a few. `items` are
/// sorted by their keys, which change. `turn` is the curve: see
/// [`indices_along`](super::indices_along).
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
        // Centers that are not equal have different keys: there is an end.
        if items[0].key < items[items.len() - 1].key {
            find_lumps(items, first, &mut lumps);
        }
    }
}

/// Appends the ranges of more than [`LANES`] items with equal keys: so many are one node of a
/// packed tree, in which their order has no meaning. `first` is added to all.
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

/// The least finite numbers of all boxes; 0 on an axis without any.
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

/// A box next to where boxes lie. Far from the origin, 64-bit integers that differ may be the same
/// float.
fn relative<S: Scalar, const D: usize>(aabb: &Aabb<S, D>, origin: &[S; D]) -> Aabb<S, D> {
    let [min, max] = [aabb.min(), aabb.max()]
        .map(|corner| array::from_fn(|axis| corner[axis].saturating_sub(origin[axis])));
    // A difference with the same number keeps the order. A check would bring its message, and with
    // it the functions that write numbers, into programs that have to be small.
    Aabb::from_ordered(min, max)
}
