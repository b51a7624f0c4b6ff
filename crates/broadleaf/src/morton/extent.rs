//! Where boxes lie, for the lattice over their centers.

use core::array;
use core::ops::Range;

use crate::executor::Divide;
use crate::geometry::{Aabb, Real, Scalar, greater, lesser};
use crate::store::to_u32;

/// From this number of boxes on, threads share the work.
const MIN_SHARED: usize = 1 << 14;

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
    /// The extent of the boxes with some indices, of which `N` are added at a time: four are fast,
    /// one at a time takes less code.
    pub(super) fn of<const N: usize, S: Scalar<Real = R>>(
        indices: Range<u32>,
        aabb: impl Fn(u32) -> Aabb<S, D>,
    ) -> Self {
        let mut extents = Extents::<R, D, N>::EMPTY;
        let mut rest = indices.clone();
        while rest.len() >= N {
            let index = |lane: usize| rest.start + to_u32(lane);
            extents.add(&array::from_fn(|lane| aabb(index(lane))), N);
            rest.start += to_u32(N);
        }
        if !rest.is_empty() {
            // The last box again where there are no more.
            let index = |lane: usize| (rest.start + to_u32(lane)).min(rest.end - 1);
            extents.add(&array::from_fn(|lane| aabb(index(lane))), rest.len());
        }
        extents.all(indices.len())
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

/// The extents of every `N`th box, of which the compiler makes vectors.
struct Extents<R, const D: usize, const N: usize> {
    low: [[R; N]; D],
    high: [[R; N]; D],
    sizes: [R; N],
}

impl<R: Real, const D: usize, const N: usize> Extents<R, D, N> {
    const EMPTY: Self = Self {
        low: [[R::MAX; N]; D],
        high: [[R::MIN; N]; D],
        sizes: [R::ZERO; N],
    };

    /// Adds one box to each extent. The sizes of the first `count` boxes are added.
    #[inline(always)]
    fn add<S: Scalar<Real = R>>(&mut self, boxes: &[Aabb<S, D>; N], count: usize) {
        let (mut min, mut max) = ([[R::ZERO; N]; D], [[R::ZERO; N]; D]);
        for lane in 0..N {
            for axis in 0..D {
                let [low, high] = boxes[lane].ends(axis);
                (min[axis][lane], max[axis][lane]) = (low.to_real(), high.to_real());
            }
        }
        let mut sizes = [R::ZERO; N];
        for axis in 0..D {
            for lane in 0..N {
                let [a, b] = [quarter(min[axis][lane]), quarter(max[axis][lane])];
                let x = a + b;
                let low = if x.is_finite() { x } else { R::MAX };
                let high = if x.is_finite() { x } else { R::MIN };
                self.low[axis][lane] = lesser(self.low[axis][lane], low);
                self.high[axis][lane] = greater(self.high[axis][lane], high);
                sizes[lane] = sizes[lane] + (b - a);
            }
        }
        for lane in 0..N {
            let size = if lane < count && sizes[lane].is_finite() {
                sizes[lane]
            } else {
                R::ZERO
            };
            self.sizes[lane] = self.sizes[lane] + size;
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

/// The number of boxes of a long list that are added at a time.
const LANES: usize = 4;

/// The extent of all boxes. Its pieces do not depend on the executor, since sums are rounded.
pub(super) struct FindExtent<'a, A> {
    pub(super) indices: Range<u32>,
    pub(super) aabb: &'a A,
}

impl<S: Scalar, A: Fn(u32) -> Aabb<S, D> + Sync, const D: usize> Divide for FindExtent<'_, A> {
    type Output = Extent<S::Real, D>;

    fn halve(self) -> Result<[Self; 2], Self> {
        if self.indices.len() < MIN_SHARED {
            return Err(self);
        }
        let Range { start, end } = self.indices;
        let half = start + (end - start) / 2;
        Ok([start..half, half..end].map(|indices| Self { indices, ..self }))
    }

    fn run(self) -> Self::Output {
        Extent::of::<LANES, S>(self.indices, self.aabb)
    }

    fn merge(first: Self::Output, second: Self::Output) -> Self::Output {
        first.merge(&second)
    }
}

#[cfg(test)]
#[path = "tests/extent.rs"]
mod tests;
