//! Where boxes lie, for the lattice over their centers.

use core::array;

use super::keyed::Keyed;
use super::tuning::COST_OF_A_KEY;
use crate::executor::Divide;
use crate::geometry::{Aabb, Real, Scalar, greater, lesser};

/// A quarter of a coordinate: the sum and the difference of two cannot overflow.
#[inline]
pub(super) fn quarter<R: Real>(x: R) -> R {
    R::HALF * R::HALF * x
}

/// Where the finite centers of some boxes lie, and how large the boxes are, both halved.
pub(super) struct Extent<R, const D: usize> {
    pub(super) low: [R; D],
    pub(super) high: [R; D],
    pub(super) sizes: R,
    pub(super) count: R,
}

impl<R: Real, const D: usize> Extent<R, D> {
    /// The extent of some boxes.
    pub(super) fn of<S: Scalar<Real = R>>(
        boxes: impl ExactSizeIterator<Item = Aabb<S, D>>,
    ) -> Self {
        let mut extent = Self {
            low: [R::MAX; D],
            high: [R::MIN; D],
            sizes: R::ZERO,
            count: R::from_f64(boxes.len() as f64),
        };
        boxes.for_each(|aabb| extent.add(&aabb));
        extent
    }

    #[inline(always)]
    fn add<S: Scalar<Real = R>>(&mut self, aabb: &Aabb<S, D>) {
        let mut size = R::ZERO;
        for axis in 0..D {
            let [min, max] = aabb.ends(axis).map(|end| quarter(end.to_real()));
            let center = min + max;
            let [low, high] = match center.is_finite() {
                true => [center; 2],
                false => [R::MAX, R::MIN],
            };
            self.low[axis] = lesser(self.low[axis], low);
            self.high[axis] = greater(self.high[axis], high);
            size = size + (max - min);
        }
        self.sizes = self.sizes + if size.is_finite() { size } else { R::ZERO };
    }

    fn merge(&self, other: &Self) -> Self {
        Self {
            low: array::from_fn(|axis| lesser(self.low[axis], other.low[axis])),
            high: array::from_fn(|axis| greater(self.high[axis], other.high[axis])),
            sizes: self.sizes + other.sizes,
            count: self.count + other.count,
        }
    }
}

/// The extent of the boxes of items. Its pieces do not depend on the executor, since sums are
/// rounded.
pub(super) struct FindExtent<'a, A> {
    pub(super) items: &'a [Keyed],
    /// The place of the first item.
    pub(super) first: usize,
    /// Returns the box of an item, given its place.
    pub(super) box_of: &'a A,
}

impl<S: Scalar, A: Fn(usize, &Keyed) -> Aabb<S, D> + Sync, const D: usize> Divide
    for FindExtent<'_, A>
{
    type Output = Extent<S::Real, D>;

    fn halve(self) -> Result<[Self; 2], Self> {
        if self.items.len() < 2 * COST_OF_A_KEY.piece() {
            return Err(self);
        }
        let (items, others) = self.items.split_at(self.items.len() / 2);
        let first = self.first + items.len();
        let second = Self {
            items: others,
            first,
            ..self
        };
        Ok([Self { items, ..self }, second])
    }

    fn run(self) -> Self::Output {
        let items = self.items.iter().enumerate();
        Extent::of(items.map(|(place, item)| (self.box_of)(self.first + place, item)))
    }

    fn merge(first: Self::Output, second: Self::Output) -> Self::Output {
        first.merge(&second)
    }
}

#[cfg(test)]
#[path = "tests/extent.rs"]
mod tests;
