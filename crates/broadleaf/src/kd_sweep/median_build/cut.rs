//! A plane across an axis, and the side of it that a box is on.

use crate::geometry::{Aabb, Scalar};

/// The plane through the coordinate `at` of an axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::kd_sweep) struct Cut<S> {
    pub(in crate::kd_sweep) axis: usize,
    pub(in crate::kd_sweep) at: S,
}

/// The position of a box relative to a cut, in the order of a node's children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::kd_sweep) enum Side {
    Crossing,
    Below,
    Above,
}

impl<S: Scalar> Cut<S> {
    /// The side that a box is on. A box that touches the cut crosses it.
    #[inline]
    pub(in crate::kd_sweep) fn side<const D: usize>(&self, aabb: &Aabb<S, D>) -> Side {
        let [min, max] = aabb.ends(self.axis);
        if max < self.at {
            Side::Below
        } else if min > self.at {
            Side::Above
        } else {
            Side::Crossing
        }
    }
}
