//! A sample of the boxes, from which the grid is chosen.

use alloc::vec::Vec;
use core::array;

use super::cell_counts::CellCounts;
use super::spread::{MAX_PARTS, Spread};
use crate::geometry::{Aabb, BoxSource, Real, Scalar};

/// One box in `SHARE` is sampled, within the two limits.
const SHARE: usize = 16;
const MIN_SAMPLE: usize = 64;
const MAX_SAMPLE: usize = 1024;

const MAX_PENCILS_PER_BOX: f64 = 0.25;
/// The mean number of other boxes that there should be in the pencil of a box, so that blocks are
/// full.
const MIN_NEIGHBORS: f64 = 96.0;

/// Pencils are widened by this factor until they are wide enough.
const STEP: f64 = 1.25;
/// Most scenes need no more steps than this.
const USUAL_STEPS: u32 = 4;
/// After these, as long as pencils would still be too narrow, they are widened by as much at once.
const LEAP: f64 = STEP * STEP * STEP * STEP;

/// Sampled boxes, and memory for statistics on them.
#[derive(Clone, Debug)]
pub(super) struct Sample<S, const D: usize> {
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
    /// Replaces the sample.
    pub(super) fn take(&mut self, boxes: &impl BoxSource<S, D>) {
        let len = (boxes.len() / SHARE).clamp(MIN_SAMPLE, MAX_SAMPLE);
        let indices = (0..boxes.len()).step_by((boxes.len() / len).max(1));
        self.boxes.clear();
        self.boxes.extend(indices.map(|index| boxes.get(index)));
    }

    /// Statistics along one axis.
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

    /// The width of the finest pencils: as wide as nearly all boxes, or wider, until there are few
    /// enough pencils with enough boxes in each.
    pub(super) fn pitch(&mut self, spreads: &[Spread<S>; D], sweep: usize, boxes: usize) -> f64 {
        let axes = || (0..D).filter(|&axis| axis != sweep);
        let usual = axes().fold(0.0, |usual, axis| spreads[axis].usual_extent.max(usual));
        let longest = axes().fold(0.0, |longest, axis| spreads[axis].length.max(longest));
        let mut is_wide_enough = |pitch: f64| {
            let parts: [u32; D] = array::from_fn(|axis| spreads[axis].parts(pitch));
            let pencils = axes().map(|axis| f64::from(parts[axis])).product::<f64>();
            let cell = |aabb: &Aabb<S, D>| {
                axes().fold(0, |cell, axis| {
                    cell * u64::from(parts[axis]) + u64::from(spreads[axis].part(aabb, axis, pitch))
                })
            };
            let are_few = pencils * MAX_PENCILS_PER_BOX.recip() <= boxes as f64;
            pencils <= 1.0
                || are_few && self.share_of_neighbors(cell) * boxes as f64 >= MIN_NEIGHBORS
        };
        // Below the second bound, the last pencil of `MAX_PARTS` would hold all the rest. From
        // there on, the range of the loop is 2^20, and every product is greater than `pitch`, as
        // it would not be for the two smallest floats.
        let mut pitch = (usual * 1.001).max(longest / f64::from(MAX_PARTS));
        let mut steps = 0;
        while !is_wide_enough(pitch) {
            pitch *= STEP;
            steps += 1;
            while steps == USUAL_STEPS && !is_wide_enough(pitch * LEAP) {
                pitch *= LEAP;
            }
        }
        pitch.clamp(f64::MIN_POSITIVE, f64::MAX)
    }

    /// The probability that two boxes are in the same cell.
    fn share_of_neighbors(&mut self, cell: impl Fn(&Aabb<S, D>) -> u64) -> f64 {
        let len = self.boxes.len();
        self.cells.reset(len);
        let before = self.boxes.iter().map(|aabb| self.cells.add(cell(aabb)));
        let pairs = before.map(u64::from).sum::<u64>();
        (2 * pairs) as f64 / (len * len.saturating_sub(1)).max(1) as f64
    }

    pub(super) fn bytes(&self) -> usize {
        self.boxes.capacity() * size_of::<Aabb<S, D>>()
            + self.starts.capacity() * size_of::<S>()
            + self.extents.capacity() * size_of::<f64>()
            + self.cells.bytes()
    }
}
