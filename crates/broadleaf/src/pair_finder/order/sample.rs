//! A sample of the boxes, from which the grid is chosen.

use alloc::vec::Vec;
use core::array;

use super::cell_counts::CellCounts;
use super::operands::Sources;
use super::spread::{MAX_PARTS, Spread};
use crate::geometry::{Aabb, BoxSource, Real, Scalar};
use crate::pair_finder::tuning::{
    CHUNK, FEW_NEIGHBORS, MAX_SAMPLE, NEIGHBORS, ONE_PENCIL, PENCILS_PER_BOX, SAMPLE_SHARE,
    WIDENING,
};
use crate::store::to_u32;

/// Sampled boxes, and scratch memory for their statistics.
#[derive(Clone, Debug)]
pub(crate) struct Sample<S, const D: usize> {
    boxes: Vec<Aabb<S, D>>,
    starts: Vec<S>,
    extents: Vec<f64>,
    cells: CellCounts,
}

impl<S, const D: usize> Default for Sample<S, D> {
    fn default() -> Self {
        Self {
            boxes: Vec::new(),
            starts: Vec::new(),
            extents: Vec::new(),
            cells: CellCounts::default(),
        }
    }
}

impl<S: Scalar, const D: usize> Sample<S, D> {
    /// Replaces the sample by boxes of `boxes`.
    pub(super) fn take(&mut self, boxes: Sources<'_, S, D>) {
        // Boxes that share a pencil need a few samples only, to choose the axis.
        let least = MAX_SAMPLE / if boxes.len() <= ONE_PENCIL { 32 } else { 16 };
        let len = (boxes.len() / SAMPLE_SHARE).clamp(least, MAX_SAMPLE);
        let filler = Aabb::origin();
        self.boxes.resize(len.min(boxes.len()), filler);
        if len >= boxes.len() {
            return boxes.read(0, &mut self.boxes);
        }
        // At random, with repetitions: if boxes come row by row, one sample in each row says
        // nothing about distances within a row.
        let mut noise = 0_u64;
        for sampled in self.boxes.chunks_mut(CHUNK) {
            let indices: [u32; CHUNK] = array::from_fn(|_| {
                noise = noise
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                to_u32((((noise >> u32::BITS) * boxes.len() as u64) >> u32::BITS) as usize)
            });
            boxes.gather(&indices, sampled);
        }
    }

    /// Computes the statistics along one axis.
    pub(super) fn spread(&mut self, axis: usize) -> Spread<S> {
        let ends = || self.boxes.iter().map(|aabb| aabb.ends(axis));
        self.starts.clear();
        self.starts
            .extend(ends().map(|[min, _]| min).filter(|min| min.is_finite()));
        self.extents.clear();
        self.extents.extend(
            ends()
                .map(|[min, max]| max.minus(min).to_f64())
                .filter(|extent| extent.is_finite()),
        );
        Spread::of(&mut self.starts, &mut self.extents)
    }

    /// The length over which boxes begin on an axis.
    pub(crate) fn length(&mut self, axis: usize) -> f64 {
        self.spread(axis).length
    }

    /// The width of the finest pencils. Wider than the scene if there are few boxes, or if a single
    /// pencil leaves few candidates; otherwise as wide as nearly all boxes, or wider, until there
    /// are few enough pencils with enough boxes in each.
    pub(super) fn pitch(&mut self, spreads: &[Spread<S>; D], sweep: usize, boxes: usize) -> f64 {
        let axes = || (0..D).filter(|&axis| axis != sweep);
        let usual = axes().fold(0.0, |usual, axis| spreads[axis].usual_extent.max(usual));
        let longest = axes().fold(0.0, |longest, axis| spreads[axis].length.max(longest));
        let along = |aabb: &Aabb<S, D>| {
            let stretch = spreads[sweep].mean_extent;
            u64::from(spreads[sweep].part(aabb, sweep, stretch))
        };
        if boxes <= ONE_PENCIL || self.neighbors(along, boxes) <= FEW_NEIGHBORS {
            return (2.0 * longest).clamp(f64::MIN_POSITIVE, f64::MAX);
        }
        let is_wide_enough = |pitch: f64| {
            let parts: [u32; D] = array::from_fn(|axis| spreads[axis].parts(pitch));
            let pencils = axes().map(|axis| f64::from(parts[axis])).product::<f64>();
            let cell = |aabb: &Aabb<S, D>| {
                axes().fold(0, |cell, axis| {
                    cell * u64::from(parts[axis]) + u64::from(spreads[axis].part(aabb, axis, pitch))
                })
            };
            let are_few = pencils * PENCILS_PER_BOX.recip() <= boxes as f64;
            pencils <= 1.0 || are_few && self.neighbors(cell, boxes) >= NEIGHBORS
        };
        // Below the second bound, the last of `MAX_PARTS` pencils would hold all remaining boxes.
        widen(
            (usual * 1.001).max(longest / f64::from(MAX_PARTS)),
            is_wide_enough,
        )
    }

    /// Estimates how many other boxes share the cell of a box, on average.
    fn neighbors(&mut self, cell: impl Fn(&Aabb<S, D>) -> u64, boxes: usize) -> f64 {
        let len = self.boxes.len();
        self.cells.reset(len);
        let before = self.boxes.iter().map(|aabb| self.cells.add(cell(aabb)));
        let pairs = before.map(u64::from).sum::<u64>();
        let share = (2 * pairs) as f64 / (len * len.saturating_sub(1)).max(1) as f64;
        share * boxes as f64
    }

    pub(crate) fn bytes(&self) -> usize {
        self.boxes.capacity() * size_of::<Aabb<S, D>>()
            + self.starts.capacity() * size_of::<S>()
            + self.extents.capacity() * size_of::<f64>()
            + self.cells.bytes()
    }
}

/// Widens pencils until they are wide enough.
fn widen(mut pitch: f64, mut is_wide_enough: impl FnMut(f64) -> bool) -> f64 {
    // There are few steps, because the first pitch is at least the length of the scene divided by
    // 2^20. Every product exceeds `pitch`, which would fail for the two smallest floats only.
    while !is_wide_enough(pitch) {
        pitch *= WIDENING;
    }
    pitch.clamp(f64::MIN_POSITIVE, f64::MAX)
}
