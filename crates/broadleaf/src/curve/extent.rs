//! The extent of boxes, for the lattice over their centers.

use core::array;

use super::keyed::Keyed;
use super::tuning::COST_OF_A_KEY;
use crate::executor::Divide;
use crate::geometry::{Aabb, Real, Scalar, greater, lesser};

/// A quarter of a coordinate. The sum or difference of two quarters cannot overflow.
#[inline]
pub(super) fn quarter<R: Real>(x: R) -> R {
    R::HALF * R::HALF * x
}

/// The bounds of the finite centers of some boxes, halved, and the sum of a quarter of all their
/// lengths.
pub(super) struct Extent<R, const D: usize> {
    pub(super) low: [R; D],
    pub(super) high: [R; D],
    pub(super) sizes: R,
    pub(super) count: R,
}

impl<R: Real, const D: usize> Extent<R, D> {
    pub(super) fn of<S: Scalar<Real = R>>(len: usize, aabb: impl Fn(usize) -> Aabb<S, D>) -> Self {
        let mut extents = Extents::EMPTY;
        let rest = len / 4 * 4;
        for first in (0..rest).step_by(4) {
            extents.add(&array::from_fn(|lane| aabb(first + lane)), 4);
        }
        if rest < len {
            // Repeats the last box to fill four lanes.
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

/// Four extents, each of every fourth box, which the compiler vectorises. With a single extent each
/// box waits for the previous one, and builds along a curve are 10 % slower.
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

    /// Adds one box to each extent. Only the sizes of the first `count` boxes count.
    #[inline(always)]
    fn add<S: Scalar<Real = R>>(&mut self, boxes: &[Aabb<S, D>; 4], count: usize) {
        let mut sizes = [R::ZERO; 4];
        // Corners are gathered in separate loops, so that the others vectorise; otherwise builds
        // along a curve are 10 % slower (2D).
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

    fn all(&self, count: usize) -> Extent<R, D> {
        Extent {
            low: self.low.map(|low| low.into_iter().fold(R::MAX, lesser)),
            high: self.high.map(|high| high.into_iter().fold(R::MIN, greater)),
            sizes: self.sizes.into_iter().fold(R::ZERO, |sum, size| sum + size),
            count: R::from_f64(count as f64),
        }
    }
}

/// Finds the extent of the boxes of items. Its pieces do not depend on the executor, because sums
/// are rounded.
pub(super) struct FindExtent<'a, A> {
    pub(super) items: &'a [Keyed],
    /// The position of the first item.
    pub(super) first: usize,
    /// Returns the box of an item, given its position.
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
