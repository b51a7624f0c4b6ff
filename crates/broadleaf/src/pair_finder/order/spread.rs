//! Statistics of a sample along one axis: where its boxes begin, and how long they are.

use crate::geometry::{Aabb, Real, Scalar, greater, lesser};
use crate::pair_finder::tuning::{MAX_SAMPLE, STRAY_MARGIN, STRAY_SHARE, USUAL_FACTOR};

/// The most parts that an axis is cut into: `f32` rounds to nearest only below 2^23, and the
/// pencils of two axes must leave bits of a key for positions.
pub(super) const MAX_PARTS: u32 = 1 << 20;

/// Statistics of a sample along one axis.
pub(super) struct Spread<S: Scalar> {
    /// The least start, without strays.
    low: S,
    /// The distance from `low` to the greatest start, without strays.
    pub(super) length: f64,
    pub(super) mean_extent: f64,
    /// The extent that nearly all boxes do not exceed.
    pub(super) usual_extent: f64,
}

impl<S: Scalar> Spread<S> {
    /// Computes the spread of boxes from their starts and extents, all of them finite.
    pub(super) fn of(starts: &mut [S], extents: &mut [f64]) -> Self {
        let Some((low, length)) = range_without_strays(starts) else {
            return Self {
                low: S::default(),
                length: 1.0,
                mean_extent: 1.0,
                usual_extent: 1.0,
            };
        };
        // If all boxes are flat, any width works that separates the sampled boxes.
        let or_flat = |extent: f64| {
            if extent > 0.0 {
                extent
            } else {
                length.max(f64::MIN_POSITIVE) / MAX_SAMPLE as f64
            }
        };
        Self {
            low,
            length: length.clamp(f64::MIN_POSITIVE, f64::MAX),
            mean_extent: or_flat(extents.iter().sum::<f64>() / extents.len().max(1) as f64),
            usual_extent: or_flat(usual_extent(extents)),
        }
    }

    /// The number of parts of a width that the axis is cut into.
    pub(super) fn parts(&self, width: f64) -> u32 {
        (self.length / width).to_u32().min(MAX_PARTS) + 1
    }

    /// The part that a box begins in.
    pub(super) fn part<const D: usize>(&self, aabb: &Aabb<S, D>, axis: usize, width: f64) -> u32 {
        (aabb.min()[axis].minus(self.low).to_f64() / width)
            .to_u32()
            .min(MAX_PARTS)
    }

    /// Cuts the axis into parts of a width.
    pub(super) fn ruler(&self, width: f64, last: u32) -> Ruler<S> {
        Ruler {
            origin: self.low,
            parts_per_unit: S::Real::from_f64((1.0 / width).min(1e30)),
            last,
        }
    }
}

/// The least start and its distance to the greatest one, without strays, which would make the grid
/// too coarse for all other boxes.
fn range_without_strays<S: Scalar>(starts: &mut [S]) -> Option<(S, f64)> {
    let last = starts.len().checked_sub(1)?;
    let strays = last / STRAY_SHARE;
    let key = |start: &S| start.key();
    let (_, &mut high, highest) = starts.select_nth_unstable_by_key(last - strays, key);
    let greatest = highest.iter().copied().fold(high, greater);
    let (lowest, &mut low, _) = starts[..=last - strays].select_nth_unstable_by_key(strays, key);
    let least = lowest.iter().copied().fold(low, lesser);
    let margin = high.minus(low).to_f64() * STRAY_MARGIN;
    let before = low.minus(least).to_f64().min(margin);
    let after = greatest.minus(high).to_f64().min(margin);
    let low = if before < margin { least } else { low };
    Some((low, high.minus(low).to_f64() + after))
}

/// The 90th percentile of the extents times [`USUAL_FACTOR`], but at most the greatest extent.
fn usual_extent(extents: &mut [f64]) -> f64 {
    if extents.is_empty() {
        return 1.0;
    }
    let longest = extents.iter().copied().fold(0.0, f64::max);
    let index = extents.len() * 9 / 10;
    let (_, extent, _) = extents.select_nth_unstable_by(index, f64::total_cmp);
    longest.min(USUAL_FACTOR * *extent)
}

/// One axis, cut into equal parts from an origin on. The first and last parts include all
/// coordinates outside.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ruler<S: Scalar> {
    pub(super) origin: S,
    pub(super) parts_per_unit: S::Real,
    /// The number of the last part.
    pub(super) last: u32,
}

impl<S: Scalar> Ruler<S> {
    /// The number of the part that contains a coordinate. Monotone, because each step is.
    #[inline(always)]
    pub(super) fn part(&self, coordinate: S) -> u32 {
        (coordinate.minus(self.origin) * self.parts_per_unit).nearest_up_to(self.last)
    }
}
