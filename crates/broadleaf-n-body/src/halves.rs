//! Positions sorted by repeated halving: the tree of both engines.
//!
//! ```text
//!               0 … 12                 A part is cut where it is widest, so that the number of
//!          ┌──────┴──────┐             positions on both sides differs by one at most. All leaves
//!        0 … 5         6 … 12          are on the same level: the shape of the tree follows from
//!       ┌──┴──┐       ┌──┴──┐          the number of positions, and it needs no links.
//!     0 1 2 3 4 5   6 7 8 9…12
//! ```

use alloc::vec::Vec;

use broadleaf::Aabb;
use broadleaf::geometry::Real;

use super::order::compare;
use super::threads::{Fork, OneThread};
use super::tuning::SHARED;

/// A position without NaN, and the index of its item.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point<R, const D: usize> {
    pub(super) position: [R; D],
    pub(super) index: usize,
}

/// Replaces `points` by positions in the order of a tree with leaves of at most `leaf_capacity`
/// positions, and returns the number of levels below the root. No leaf is empty if there are
/// positions and the capacity is at least 2.
pub(super) fn build<R: Real, const D: usize>(
    fork: impl Fork,
    positions: impl Iterator<Item = [R; D]>,
    leaf_capacity: usize,
    points: &mut Vec<Point<R, D>>,
) -> u32 {
    points.clear();
    points.extend(positions.zip(0..).map(|(position, index)| Point {
        position: without_nan(position),
        index,
    }));
    let leaves = points.len().div_ceil(leaf_capacity);
    let levels = leaves.next_power_of_two().ilog2();
    sort(fork, points, levels);
    levels
}

/// The position, or the origin if it has a NaN.
pub(super) fn without_nan<R: Real, const D: usize>(position: [R; D]) -> [R; D] {
    let is_nan = position.iter().any(|x| x.is_nan());
    if is_nan { [R::ZERO; D] } else { position }
}

/// Where a part with this number of positions is halved.
pub(super) fn middle(len: usize) -> usize {
    len / 2
}

/// The number of cells of a tree with this number of levels below the root.
pub(super) fn cells_of(levels: u32) -> usize {
    (2 << levels) - 1
}

/// Reorders items: item `i` goes to `places[i]`. Leaves `places` sorted.
pub(super) fn permute<T>(items: &mut [T], places: &mut [usize]) {
    for start in 0..places.len() {
        while places[start] != start {
            let place = places[start];
            items.swap(start, place);
            places.swap(start, place);
        }
    }
}

/// Sorts points into the order of a tree. The points of a leaf are in the order of their indices.
fn sort<R: Real, const D: usize>(fork: impl Fork, points: &mut [Point<R, D>], levels: u32) {
    let (1.., Some(axis)) = (levels, widest(points)) else {
        points.sort_unstable_by_key(|point| point.index);
        return;
    };
    let middle = middle(points.len());
    points.select_nth_unstable_by(middle, |a, b| {
        compare(&a.position[axis], &b.position[axis]).then(a.index.cmp(&b.index))
    });
    let (low, high) = points.split_at_mut(middle);
    if low.len() >= SHARED {
        fork.join(
            || sort(fork, low, levels - 1),
            || sort(fork, high, levels - 1),
        );
    } else {
        sort(OneThread, low, levels - 1);
        sort(OneThread, high, levels - 1);
    }
}

/// The first of the axes with the widest spread of points; `None` without points or axes.
fn widest<R: Real, const D: usize>(points: &[Point<R, D>]) -> Option<usize> {
    let extents = Aabb::from_points(points.iter().map(|point| point.position))?.extents();
    (0..D)
        .rev()
        .max_by(|&a, &b| compare(&extents[a], &extents[b]))
}
