//! What a sample of the boxes says about all of them: how far they spread, how large they are, how
//! crowded.

use super::grid::Ruler;
use crate::geometry::{Aabb, Real, Scalar};
use alloc::vec::Vec;

/// One of so many boxes is looked at, as long as these are neither too few nor too many.
const SHARE: usize = 16;
const FEWEST: usize = 64;
const MOST: usize = 1024;

/// How much longer than nine tenths of the boxes a box of the finest level may be.
const USUAL: f64 = 1.5;
/// No more pencils than this for every box.
const MOST_PENCILS_PER_BOX: f64 = 0.25;
/// In the pencil of a box there should be so many others on average: then blocks are full.
const NEIGHBORS: f64 = 64.0;
/// No more pencils lie side by side along an axis.
const MOST_PENCILS: u32 = 1 << 20;

/// Some of the boxes, with memory that is used again.
#[derive(Clone, Debug)]
pub(super) struct Sample<S, const D: usize> {
    boxes: Vec<Aabb<S, D>>,
    starts: Vec<S>,
    extents: Vec<f64>,
    cells: Vec<u64>,
}

impl<S, const D: usize> Default for Sample<S, D> {
    fn default() -> Self {
        Self {
            boxes: Vec::new(),
            starts: Vec::new(),
            extents: Vec::new(),
            cells: Vec::new(),
        }
    }
}

/// What a sample says about an axis.
pub(super) struct Span<S: Scalar> {
    low: S,
    pub(super) length: f64,
    pub(super) mean_extent: f64,
    /// Nearly all boxes are no longer.
    pub(super) usual_extent: f64,
}

impl<S: Scalar, const D: usize> Sample<S, D> {
    pub(super) fn take(&mut self, [first, second]: [&[Aabb<S, D>]; 2]) {
        let all = first.len() + second.len();
        let wanted = (all / SHARE).clamp(FEWEST, MOST);
        self.boxes.clear();
        self.boxes
            .extend(first.iter().chain(second).step_by((all / wanted).max(1)));
    }

    pub(super) fn span(&mut self, axis: usize) -> Span<S> {
        let Self {
            boxes,
            starts,
            extents,
            ..
        } = self;
        starts.clear();
        starts.extend(
            boxes
                .iter()
                .map(|aabb| aabb.min()[axis])
                .filter(|start| start.is_finite()),
        );
        extents.clear();
        extents.extend(
            boxes
                .iter()
                .map(|aabb| aabb.max()[axis].minus(aabb.min()[axis]).to_f64())
                .filter(|extent| extent.is_finite()),
        );
        let Some(last) = starts.len().checked_sub(1) else {
            return Span {
                low: S::default(),
                length: 1.0,
                mean_extent: 1.0,
                usual_extent: 1.0,
            };
        };
        let mut start = |place: usize| {
            *starts
                .select_nth_unstable_by_key(place, |start| start.key())
                .1
        };
        // A few strays must not make the grid coarse for all others.
        let few = last / 64;
        let (first, low, high, last) = (start(0), start(few), start(last - few), start(last));
        let margin = high.minus(low).to_f64() / 16.0;
        let before = low.minus(first).to_f64().min(margin);
        let after = last.minus(high).to_f64().min(margin);
        let low = if before < margin { first } else { low };
        let length = high.minus(low).to_f64() + after;
        let or_all = |extent: f64| {
            if extent > 0.0 {
                extent
            } else {
                length.max(f64::MIN_POSITIVE) / 1024.0
            }
        };
        let mean_extent = or_all(extents.iter().sum::<f64>() / extents.len().max(1) as f64);
        let usual_extent = or_all(usual_extent(extents));
        Span {
            low,
            length: length.clamp(f64::MIN_POSITIVE, f64::MAX),
            mean_extent,
            usual_extent,
        }
    }

    /// How wide pencils should be: as nearly all boxes, or wider, until there are not too many and
    /// they are not too empty.
    pub(super) fn pitch(&mut self, spans: &[Span<S>; D], sweep: usize, boxes: usize) -> f64 {
        let axes = || (0..D).filter(|&axis| axis != sweep);
        let usual = axes().fold(0.0, |usual, axis| spans[axis].usual_extent.max(usual));
        let mut is_fine = |pitch: f64| {
            let pencils = axes()
                .map(|axis| f64::from(spans[axis].parts(pitch)))
                .product::<f64>();
            let cell = |aabb: &Aabb<S, D>| {
                axes().fold(0, |cell, axis| {
                    cell * u64::from(spans[axis].parts(pitch))
                        + u64::from(spans[axis].part(aabb, axis, pitch))
                })
            };
            let are_few = pencils * MOST_PENCILS_PER_BOX.recip() <= boxes as f64;
            pencils <= 1.0 || are_few && self.share_of_neighbors(cell) * boxes as f64 >= NEIGHBORS
        };
        let longest = axes().fold(0.0, |longest, axis| spans[axis].length.max(longest));
        // Below the second bound, the last pencil of `MOST_PENCILS` would hold all the rest. From
        // there on, the range of the loop is 2^20, and every product is greater than `pitch`, as
        // it would not be for the two smallest floats.
        let mut pitch = (usual * 1.001).max(longest / f64::from(MOST_PENCILS));
        while !is_fine(pitch) {
            pitch *= 1.25;
        }
        pitch.clamp(f64::MIN_POSITIVE, f64::MAX)
    }

    /// The probability that two boxes are in the same cell.
    fn share_of_neighbors(&mut self, cell: impl Fn(&Aabb<S, D>) -> u64) -> f64 {
        self.cells.clear();
        self.cells.extend(self.boxes.iter().map(cell));
        self.cells.sort_unstable();
        let pairs = |count: usize| (count * count.saturating_sub(1)) as f64;
        self.cells
            .chunk_by(|a, b| a == b)
            .map(|same| pairs(same.len()))
            .sum::<f64>()
            / pairs(self.cells.len()).max(1.0)
    }
}

/// Somewhat more than nine tenths of the boxes have, if any has.
fn usual_extent(extents: &mut [f64]) -> f64 {
    let longest = extents.iter().copied().fold(0.0, f64::max);
    let place = extents.len() * 9 / 10;
    match extents.is_empty() {
        true => 1.0,
        false => longest.min(USUAL * *extents.select_nth_unstable_by(place, f64::total_cmp).1),
    }
}

impl<S: Scalar> Span<S> {
    /// How many parts of a width.
    pub(super) fn parts(&self, width: f64) -> u32 {
        (self.length / width).to_u32().min(MOST_PENCILS) + 1
    }

    /// The part that a box begins in.
    fn part<const D: usize>(&self, aabb: &Aabb<S, D>, axis: usize, width: f64) -> u32 {
        (aabb.min()[axis].minus(self.low).to_f64() / width)
            .to_u32()
            .min(MOST_PENCILS)
    }

    pub(super) fn ruler(&self, width: f64, last: u32) -> Ruler<S> {
        let parts_per_unit = S::Real::from_f64((1.0 / width).min(1e30));
        Ruler {
            origin: self.low,
            parts_per_unit,
            last,
        }
    }
}
