//! Median cuts.

use crate::geometry::{Aabb, BoxSource, Real, Scalar, compare};
use crate::simd::LANES;
use alloc::vec::Vec;
use core::array;

/// The center of a box, at single precision.
#[derive(Clone, Copy, Debug)]
struct Item<const D: usize> {
    center: [f32; D],
    index: u32,
}

/// The indices of the boxes after median cuts.
pub(super) fn cut<S: Scalar, const D: usize>(
    boxes: &(impl BoxSource<S, D> + ?Sized),
    len: u32,
) -> Vec<u32> {
    let mut items: Vec<_> = (0..len)
        .map(|index| Item {
            center: center(&boxes.get(index as usize)),
            index,
        })
        .collect();
    cut_items(&mut items);
    items.iter().map(|item| item.index).collect()
}

/// Half of the center: the whole could overflow.
#[expect(
    clippy::cast_possible_truncation,
    reason = "single precision is enough"
)]
fn center<S: Scalar, const D: usize>(aabb: &Aabb<S, D>) -> [f32; D] {
    let (min, max) = (aabb.min(), aabb.max());
    array::from_fn(|axis| {
        let sum = S::Real::HALF * min[axis].to_real() + S::Real::HALF * max[axis].to_real();
        let center = sum.to_f64() as f32;
        // A box that reaches to both infinities lies in the middle.
        if center.is_nan() { 0.0 } else { center }
    })
}

/// Puts the items into order: each node of the tree receives the items on one side of each cut.
fn cut_items<const D: usize>(items: &mut [Item<D>]) {
    if items.len() <= LANES {
        return;
    }
    // The number of boxes below a child of the node above all items.
    let mut unit = LANES;
    while unit.saturating_mul(LANES) < items.len() {
        unit *= LANES;
    }
    let first = items.len().div_ceil(unit) / 2 * unit;
    let axis = longest_axis(items);
    items.select_nth_unstable_by(first, |a, b| {
        let by_center = compare(&a.center[axis], &b.center[axis]);
        by_center.then_with(|| a.index.cmp(&b.index))
    });
    let (first, second) = items.split_at_mut(first);
    cut_items(first);
    cut_items(second);
}

/// The axis on which the centers lie farthest apart.
fn longest_axis<const D: usize>(items: &[Item<D>]) -> usize {
    let (mut low, mut high) = ([f32::INFINITY; D], [f32::NEG_INFINITY; D]);
    for item in items {
        for axis in 0..D {
            low[axis] = low[axis].min(item.center[axis]);
            high[axis] = high[axis].max(item.center[axis]);
        }
    }
    let extent = |axis: usize| high[axis] - low[axis];
    (0..D).fold(0, |longest, axis| {
        if extent(axis) > extent(longest) {
            axis
        } else {
            longest
        }
    })
}
