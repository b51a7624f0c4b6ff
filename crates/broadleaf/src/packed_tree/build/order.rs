//! The order of the boxes in a packed tree.

use super::cuts::cut;
use crate::curve::{hilbert, indices_along};
use crate::executor::Executor;
use crate::geometry::{BoxSource, Scalar};
use alloc::vec::Vec;

/// How the boxes of a [`PackedTree`](crate::packed_tree::PackedTree) are ordered. Affects the speed
/// of the build and of queries, never their results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Order {
    /// Median cuts: the boxes are repeatedly divided at a median of their centers, along the axis
    /// on which the centers lie farthest apart. Queries visit the fewest nodes.
    #[default]
    Cuts,
    /// Along a Hilbert curve: the build takes 60 to 70 % less time, queries take 1.1 to 2.2 times
    /// as long.
    Curve,
}

/// The indices of the boxes, in an order in which neighbours are near in space.
pub(crate) fn in_order<S: Scalar, const D: usize>(
    boxes: &(impl BoxSource<S, D> + ?Sized),
    len: u32,
    order: Order,
    executor: impl Executor,
) -> Vec<u32> {
    match order {
        Order::Cuts => cut(boxes, len, executor),
        Order::Curve => {
            let aabb = |index| boxes.get(index as usize);
            indices_along(executor, len as usize, aabb, hilbert::<D>)
        }
    }
}
