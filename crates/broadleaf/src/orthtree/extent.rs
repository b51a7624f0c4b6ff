//! What a root has to contain.

use super::node::Item;
use super::root::is_finite;
use crate::executor::Divide;
use crate::geometry::{Aabb, Scalar};

/// A piece of work for one thread has fewer items than this.
const MIN_SHARED: usize = 1 << 13;

/// The box around all finite boxes.
pub(super) struct Extent<S, const D: usize> {
    pub(super) finite: Option<Aabb<S, D>>,
    pub(super) are_all_finite: bool,
}

/// Finds the extent of items.
pub(super) struct FindExtent<'a, S, const D: usize>(pub(super) &'a [Item<S, D>]);

impl<S: Scalar, const D: usize> Divide for FindExtent<'_, S, D> {
    type Output = Extent<S, D>;

    fn halve(self) -> Result<[Self; 2], Self> {
        if self.0.len() < MIN_SHARED {
            return Err(self);
        }
        let (first, second) = self.0.split_at(self.0.len() / 2);
        Ok([Self(first), Self(second)])
    }

    fn run(self) -> Extent<S, D> {
        let boxes = self.0.iter().map(|item| item.aabb);
        let mut are_all_finite = true;
        let finite = boxes.filter(|aabb| {
            let is_finite = is_finite(aabb);
            are_all_finite &= is_finite;
            is_finite
        });
        Extent {
            finite: Aabb::enclosing(finite),
            are_all_finite,
        }
    }

    fn merge(first: Extent<S, D>, second: Extent<S, D>) -> Extent<S, D> {
        Extent {
            finite: Aabb::enclosing(first.finite.into_iter().chain(second.finite)),
            are_all_finite: first.are_all_finite & second.are_all_finite,
        }
    }
}
