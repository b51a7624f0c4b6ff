//! The order of the boxes in a packed tree.

use super::cuts::cut;
use crate::geometry::{BoxSource, Scalar};
use crate::morton::{Keyed, sort_along_curve};
use alloc::vec::Vec;

/// How the boxes of a [`PackedTree`](super::PackedTree) are put in order. It decides about the
/// speed of the build and of questions, never about an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Order {
    /// Median cuts: the boxes are divided again and again at a median of their centers, along the
    /// axis on which the centers lie farthest apart. The fewest nodes per question.
    #[default]
    Cuts,
    /// Along a Hilbert curve: the fastest build.
    Curve,
}

/// The indices of the boxes, in an order in which neighbours are near in space.
pub(super) fn in_order<S: Scalar, const D: usize>(
    boxes: &(impl BoxSource<S, D> + ?Sized),
    len: u32,
    order: Order,
) -> Vec<u32> {
    match order {
        Order::Cuts => cut(boxes, len),
        Order::Curve => {
            let mut keys: Vec<_> = (0..len).map(|index| Keyed { key: 0, index }).collect();
            let aabb = |index| boxes.get(index as usize);
            sort_along_curve(&mut keys, &mut Vec::new(), aabb);
            keys.iter().map(|keyed| keyed.index).collect()
        }
    }
}
