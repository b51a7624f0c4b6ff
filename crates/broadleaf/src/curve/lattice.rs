//! The lattice over the centers of boxes, and the keys of its cells.

use core::array;

use super::extent::{Extent, quarter};
use super::tuning::{HUGE, LARGE};
use crate::geometry::{Aabb, Real, Scalar, greater};

/// The bits of a key for the position on a curve, below the size class.
pub(super) const PLACE: u32 = u32::MAX >> 2;

#[expect(clippy::cast_possible_truncation, reason = "a handful of dimensions")]
const fn bits_per_axis(dimensions: usize) -> u32 {
    if dimensions <= 2 {
        15
    } else {
        30 / dimensions as u32
    }
}

/// Half of the center, which cannot overflow. Not finite for some boxes that reach to infinity.
fn center<S: Scalar, const D: usize>(aabb: &Aabb<S, D>) -> [S::Real; D] {
    array::from_fn(|axis| {
        let [min, max] = aabb.ends(axis).map(|end| quarter(end.to_real()));
        min + max
    })
}

/// A quarter of the sum of the box's lengths.
fn size<S: Scalar, const D: usize>(aabb: &Aabb<S, D>) -> S::Real {
    (0..D).fold(S::Real::ZERO, |sum, axis| {
        let [min, max] = aabb.ends(axis).map(|end| quarter(end.to_real()));
        sum + (max - min)
    })
}

/// 2^80: multiplies the least float of either precision to well above the inverse of the greatest.
const MAGNIFIED: f64 = 1_208_925_819_614_629_174_706_176.0;

/// A grid of cubes over the finite centers of some boxes.
pub(super) struct Lattice<R, const D: usize> {
    low: [R; D],
    /// 1, or a power of two that brings tiny distances into a range where `cells_per_unit` is
    /// finite.
    magnified: R,
    cells_per_unit: R,
    mean_size: R,
}

impl<R: Real, const D: usize> Lattice<R, D> {
    pub(super) fn over(extent: &Extent<R, D>) -> Self {
        let longest = (0..D)
            .map(|axis| extent.high[axis] - extent.low[axis])
            .fold(R::ZERO, greater);
        let cells = R::from_f64(f64::from(1 << bits_per_axis(D)));
        let magnified = if (cells / longest).is_finite() {
            R::ONE
        } else {
            R::from_f64(MAGNIFIED)
        };
        Self {
            low: extent.low,
            magnified,
            cells_per_unit: cells / (longest * magnified),
            mean_size: extent.sizes / extent.count,
        }
    }

    /// The position of the center of a box on the Morton curve, with the size class of the box
    /// above it.
    // A call for each box would take as long as computing the key.
    #[inline(always)]
    pub(super) fn key<S: Scalar<Real = R>>(&self, aabb: &Aabb<S, D>) -> u32 {
        let place = self.place(&center(aabb));
        let size = size(aabb);
        if size > self.mean_size * R::from_f64(LARGE) {
            return self.class_above_usual(size) << 30 | place;
        }
        place
    }

    /// The size class of a box that is larger than usual. Not inlined, so that the keys of usual
    /// boxes do not depend on each other through one register.
    #[inline(never)]
    fn class_above_usual(&self, size: R) -> u32 {
        1 + u32::from(size > self.mean_size * R::from_f64(HUGE))
    }

    /// The lattice coordinates of a center with their bits interleaved. A center off the lattice
    /// counts as on its border.
    #[inline]
    fn place(&self, center: &[R; D]) -> u32 {
        let spread = const { &spread_bytes::<D>() };
        let last_cell = (1 << bits_per_axis(D)) - 1;
        (0..D).fold(0, |key, axis| {
            let cell = ((center[axis] - self.low[axis]) * self.magnified * self.cells_per_unit)
                .to_u32()
                .min(last_cell);
            let (low_byte, high_byte) = (cell as usize & 0xff, cell as usize >> 8);
            // In more than three dimensions cells have no high byte, in more than thirty no bits.
            let high = if D < 4 {
                spread[high_byte] << (8 * D)
            } else {
                0
            };
            key | if axis < 32 {
                (spread[low_byte] | high) << axis
            } else {
                0
            }
        })
    }
}

/// Each byte with its bits `D` positions apart.
const fn spread_bytes<const D: usize>() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0_u32;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 && bit * D < 32 {
            table[byte as usize] |= ((byte >> bit) & 1) << (bit * D);
            bit += 1;
        }
        byte += 1;
    }
    table
}

#[cfg(test)]
#[path = "tests/lattice.rs"]
mod tests;
