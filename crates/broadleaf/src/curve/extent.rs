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
    /// The extent of `len` boxes.
    pub(super) fn of<S: Scalar<Real = R>>(len: usize, aabb: impl Fn(usize) -> Aabb<S, D>) -> Self {
        let mut extents = Extents::EMPTY;
        let rest = len / 4 * 4;
        for first in (0..rest).step_by(4) {
            extents.add(&array::from_fn(|lane| aabb(first + lane)), 4);
        }
        if rest < len {
            // The last one again where there are no more.
            let boxes = array::from_fn(|lane| aabb((rest + lane).min(len - 1)));
            extents.add(&boxes, len - rest);
        }
        extents.all(len)
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

/// The extents of every fourth box: the compiler makes vectors of four. One box after the other,
/// each waiting for the one before, makes builds along a curve take 1.1 times as long.
struct Extents<R, const D: usize> {
    low: [[R; 4]; D],
    high: [[R; 4]; D],
    sizes: [R; 4],
}

impl<R: Real, const D: usize> Extents<R, D> {
    const EMPTY: Self = Self {
        low: [[R::MAX; 4]; D],
        high: [[R::MIN; 4]; D],
        sizes: [R::ZERO; 4],
    };

    /// Adds one box to each extent. The sizes of the first `count` boxes are added.
    #[inline(always)]
    fn add<S: Scalar<Real = R>>(&mut self, boxes: &[Aabb<S, D>; 4], count: usize) {
        let mut sizes = [R::ZERO; 4];
        // Corners are gathered in loops of their own, so that the rest becomes vectors: without,
        // builds along a curve take 1.1 times as long (2D).
        let (mut mins, mut maxs) = ([[R::ZERO; 4]; D], [[R::ZERO; 4]; D]);
        for lane in 0..4 {
            for axis in 0..D {
                let [min, max] = boxes[lane].ends(axis).map(S::to_real);
                (mins[axis][lane], maxs[axis][lane]) = (min, max);
            }
        }
        for axis in 0..D {
            for lane in 0..4 {
                let [min, max] = [mins[axis][lane], maxs[axis][lane]].map(quarter);
                let center = min + max;
                let is_finite = center.is_finite();
                let low = if is_finite { center } else { R::MAX };
                let high = if is_finite { center } else { R::MIN };
                self.low[axis][lane] = lesser(self.low[axis][lane], low);
                self.high[axis][lane] = greater(self.high[axis][lane], high);
                sizes[lane] = sizes[lane] + (max - min);
            }
        }
        for (lane, size) in sizes.into_iter().enumerate() {
            let counts = lane < count && size.is_finite();
            self.sizes[lane] = self.sizes[lane] + if counts { size } else { R::ZERO };
        }
    }

    /// The extent of all boxes, of which there are `count`.
    fn all(&self, count: usize) -> Extent<R, D> {
        Extent {
            low: self.low.map(|low| low.into_iter().fold(R::MAX, lesser)),
            high: self.high.map(|high| high.into_iter().fold(R::MIN, greater)),
            sizes: self.sizes.into_iter().fold(R::ZERO, |sum, size| sum + size),
            count: R::from_f64(count as f64),
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
        Extent::of(self.items.len(), |place| {
            (self.box_of)(self.first + place, &self.items[place])
        })
    }

    fn merge(first: Self::Output, second: Self::Output) -> Self::Output {
        first.merge(&second)
    }
}

#[cfg(test)]
#[path = "tests/extent.rs"]
mod tests;
