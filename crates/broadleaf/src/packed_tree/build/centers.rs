//! The centers of boxes, among which median cuts are chosen.

use alloc::vec::Vec;
use core::array;

use crate::executor::Executor;
use crate::geometry::{Aabb, BoxSource, Real, Scalar, greater, lesser};
use crate::packed_tree::tuning::COST_OF_BOX;

/// The length that the space of the boxes is stretched to if their numbers do not fit into single
/// precision. Far from the least numbers, so that boxes near the low end are also distinguished.
const LENGTH: f64 = 1e30;

/// The center of a box, at single precision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Center<const D: usize> {
    pub(crate) center: [f32; D],
    pub(crate) index: u32,
}

impl<const D: usize> Center<D> {
    /// A placeholder in memory without items.
    pub(crate) const FILLER: Self = Self {
        center: [0.0; D],
        index: 0,
    };
}

/// The center of a box, halved and finite: the sum of both ends could overflow.
#[expect(
    clippy::cast_possible_truncation,
    reason = "single precision is enough"
)]
pub(crate) fn center<S: Scalar, const D: usize>(aabb: &Aabb<S, D>) -> [f32; D] {
    let (min, max) = (aabb.min(), aabb.max());
    array::from_fn(|axis| {
        let sum = S::Real::HALF * min[axis].to_real() + S::Real::HALF * max[axis].to_real();
        let center = sum.to_f64() as f32;
        // The center of a box that reaches to both infinities is 0.
        if center.is_nan() {
            0.0
        } else {
            center.clamp(-f32::MAX / 4.0, f32::MAX / 4.0)
        }
    })
}

/// Recomputes the centers of items in a space stretched around their boxes: without it, single
/// precision does not separate boxes that are near each other and far from the origin, tiny or
/// huge.
#[expect(
    clippy::cast_possible_truncation,
    reason = "single precision is enough"
)]
pub(crate) fn spread_out<S: Scalar, const D: usize>(
    boxes: &(impl BoxSource<S, D> + ?Sized),
    items: &mut [Center<D>],
    executor: impl Executor,
) {
    let finite = |x: f64| x.clamp(-f64::MAX, f64::MAX);
    let mut pieces: Vec<_> = items.chunks_mut(COST_OF_BOX.piece()).collect();
    let [low, high] = finite_ends(boxes, &pieces, executor);
    let lengths = (0..D).map(|axis| finite(high[axis].wide_minus(low[axis])));
    let longest = lengths.fold(0.0, f64::max);
    let longest = if longest > 0.0 { longest } else { 1.0 };
    executor.for_each_mut(&mut pieces, |_, items| {
        for item in &mut **items {
            let aabb = boxes.get(item.index as usize);
            let (min, max) = (aabb.min(), aabb.max());
            item.center = array::from_fn(|axis| {
                let [a, b] = [min, max].map(|end| finite(end[axis].wide_minus(low[axis])));
                let center = (0.5 * a + 0.5 * b) / longest * LENGTH;
                center.clamp(-LENGTH, 2.0 * LENGTH) as f32
            });
        }
    });
}

/// The least and the greatest finite ends of the boxes of all pieces; 0 on an axis without any.
pub(crate) fn finite_ends<S: Scalar, const D: usize>(
    boxes: &(impl BoxSource<S, D> + ?Sized),
    pieces: &[&mut [Center<D>]],
    executor: impl Executor,
) -> [[S; D]; 2] {
    let none = [[S::MAX; D], [S::MIN; D]];
    let of_pieces = executor.map(pieces.len(), |piece| {
        let boxes = pieces[piece]
            .iter()
            .map(|item| boxes.get(item.index as usize));
        let corners = boxes.flat_map(|aabb| [aabb.min(), aabb.max()]);
        corners.fold(none, |ends, corner| widened(ends, [corner, corner]))
    });
    let [low, high] = of_pieces.into_iter().fold(none, widened);
    [low, high].map(|ends| {
        array::from_fn(|axis| {
            let is_any = low[axis] <= high[axis];
            if is_any { ends[axis] } else { S::default() }
        })
    })
}

/// On each axis, the least and the greatest of two pairs of ends, ignoring infinite ends of the
/// second pair.
fn widened<S: Scalar, const D: usize>(
    [mut low, mut high]: [[S; D]; 2],
    [other_low, other_high]: [[S; D]; 2],
) -> [[S; D]; 2] {
    for axis in 0..D {
        if other_low[axis].is_finite() && other_high[axis].is_finite() {
            low[axis] = lesser(low[axis], other_low[axis]);
            high[axis] = greater(high[axis], other_high[axis]);
        }
    }
    [low, high]
}
