//! Which pencil a box goes into, and where along it.

use core::array;

use super::Vec;
use crate::{Aabb, Real, Scalar};

/// How many boxes are looked at to choose the grid.
const SAMPLE: usize = 1024;
/// Coarser pencils are this many bits coarser than the next finer ones.
const BITS_PER_LEVEL: u32 = 2;
/// No more pencils than this for every box.
const MOST_PENCILS_PER_BOX: f64 = 0.25;
/// In the pencil of a box there should be so many others on average: then blocks are full.
const NEIGHBORS: f64 = 32.0;
/// How finely places along a pencil are told apart: in parts of a mean box.
const PLACES_PER_BOX: f64 = 16.0;

/// Places along a pencil have no more bits.
const MOST_PLACE_BITS: u32 = 22;
/// No more pencils lie side by side along an axis.
const MOST_PENCILS: u32 = 1 << 20;

/// One axis, cut into equal parts from some origin on; what is farther out is in the first or last part.
#[derive(Clone, Copy, Debug)]
struct Ruler<S: Scalar> {
    origin: S,
    parts_per_unit: S::Real,
    last: u32,
}

impl<S: Scalar> Ruler<S> {
    /// Monotone: every step of it is.
    #[inline]
    fn part(&self, place: S) -> u32 {
        (place.minus(self.origin) * self.parts_per_unit).nearest_up_to(self.last)
    }
}

/// Pencils of one width: lattice of so many bits coarser.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level<const D: usize> {
    pub(super) shift: u32,
    /// The number of its first pencil.
    pub(super) base: u32,
    /// How many pencils lie side by side, axis by axis; 1 along the sweep's.
    pub(super) counts: [u32; D],
    /// The longest box, in parts along the sweep.
    pub(super) reach: u32,
}

/// Space cut into pencils: long cells along one axis, as wide as the boxes themselves; coarser ones for larger boxes.
///
/// A box belongs into the pencil of its lower corner, in the finest level in which it reaches no farther than into the next pencil on every axis.
#[derive(Clone, Debug)]
pub(super) struct Grid<S: Scalar, const D: usize> {
    rulers: [Ruler<S>; D],
    pub(super) sweep: usize,
    pub(super) levels: Vec<Level<D>>,
    /// How long a box of the finest level may be, in parts along the sweep.
    longest: u32,
    /// A sort key has so many bits for the place along the pencil, and above them the pencil's number.
    pub(super) place_bits: u32,
}

impl<S: Scalar, const D: usize> Grid<S, D> {
    pub(super) fn of(boxes: &[Aabb<S, D>]) -> Self {
        let step = (boxes.len() / SAMPLE).max(1);
        let sample: Vec<_> = boxes.iter().step_by(step).copied().collect();
        let spans: [Span<S>; D] = array::from_fn(|axis| Span::of(&sample, axis));
        let lengths = |axis: usize| spans[axis].length / spans[axis].mean_extent;
        let sweep = (1..D).fold(0, |best, axis| if lengths(axis) > lengths(best) { axis } else { best });
        let pitch = (0..D).filter(|&axis| axis != sweep).fold(0.0, |pitch, axis| spans[axis].usual_extent.max(pitch));
        let pitch = widened(pitch, &sample, &spans, sweep, boxes.len());
        let counts = array::from_fn(|axis| if axis == sweep { 1 } else { spans[axis].parts(pitch) });
        let levels = levels(counts);
        let pencils = levels.last().map_or(1, |top| top.base + 1);
        let room = pencils.leading_zeros().min(MOST_PLACE_BITS);
        let places = spans[sweep].parts(spans[sweep].mean_extent / PLACES_PER_BOX);
        let place_bits = (u32::BITS - places.leading_zeros()).clamp(1, room);
        let along = spans[sweep].length / (1_u64 << place_bits) as f64;
        let rulers = array::from_fn(|axis| match axis == sweep {
            true => spans[axis].ruler(along, u32::MAX >> (u32::BITS - place_bits)),
            false => spans[axis].ruler(pitch, counts[axis] - 1),
        });
        let longest = (spans[sweep].usual_extent / along).to_u32().saturating_add(1);
        Self { rulers, sweep, levels, longest, place_bits }
    }

    /// The level of a box, its key (first by pencil, then by where it begins), and its length along the sweep.
    #[inline]
    pub(super) fn locate(&self, aabb: &Aabb<S, D>) -> (usize, u32, u32) {
        let low: [u32; D] = array::from_fn(|axis| self.rulers[axis].part(aabb.min()[axis]));
        let high: [u32; D] = array::from_fn(|axis| self.rulers[axis].part(aabb.max()[axis]));
        let length = high[self.sweep] - low[self.sweep];
        let fits = |number: usize| {
            let shift = self.levels[number].shift;
            let beside = (0..D).all(|axis| axis == self.sweep || (high[axis] >> shift) - (low[axis] >> shift) <= 1);
            beside && u64::from(length) <= u64::from(self.longest) << shift
        };
        let top = self.levels.len() - 1;
        let number = (0..top).find(|&number| fits(number)).unwrap_or(top);
        let pencil =
            self.levels[number].pencil(array::from_fn(|axis| if axis == self.sweep { 0 } else { low[axis] >> self.levels[number].shift }));
        (number, pencil << self.place_bits | low[self.sweep], length)
    }

    /// Where a box ends along the sweep.
    #[inline]
    pub(super) fn end(&self, aabb: &Aabb<S, D>) -> u32 {
        self.rulers[self.sweep].part(aabb.max()[self.sweep])
    }

    pub(super) fn pencils(&self) -> usize {
        self.levels.last().map_or(0, |top| top.base as usize + 1)
    }
}

impl<const D: usize> Level<D> {
    /// The number of a pencil.
    #[inline]
    pub(super) fn pencil(&self, cell: [u32; D]) -> u32 {
        self.base + (0..D).rev().fold(0, |number, axis| number * self.counts[axis] + cell[axis])
    }

    /// The cell of a pencil of this level.
    pub(super) fn cell(&self, pencil: u32) -> [u32; D] {
        let mut rest = pencil - self.base;
        self.counts.map(|count| {
            let cell = rest % count;
            rest /= count;
            cell
        })
    }
}

/// Ever coarser levels, up to a single pencil for all of space.
fn levels<const D: usize>(finest: [u32; D]) -> Vec<Level<D>> {
    let mut levels = Vec::new();
    let (mut shift, mut base) = (0, 0);
    loop {
        let counts = finest.map(|count| ((count - 1) >> shift) + 1);
        levels.push(Level { shift, base, counts, reach: 0 });
        let all: u32 = counts.iter().product();
        if all == 1 && shift > 0 {
            return levels;
        }
        base += all;
        shift += BITS_PER_LEVEL;
    }
}

/// What a sample says about an axis.
struct Span<S: Scalar> {
    low: S,
    length: f64,
    mean_extent: f64,
    /// Nearly all boxes are no longer.
    usual_extent: f64,
}

impl<S: Scalar> Span<S> {
    fn of<const D: usize>(sample: &[Aabb<S, D>], axis: usize) -> Self {
        let mut starts: Vec<S> = sample.iter().map(|aabb| aabb.min()[axis]).filter(|start| start.is_finite()).collect();
        starts.sort_unstable_by_key(|start| start.key());
        let mut extents: Vec<f64> =
            sample.iter().map(|aabb| aabb.max()[axis].minus(aabb.min()[axis]).to_f64()).filter(|extent| extent.is_finite()).collect();
        extents.sort_unstable_by(f64::total_cmp);
        let (Some(&first), Some(&last)) = (starts.first(), starts.last()) else {
            return Self { low: S::default(), length: 1.0, mean_extent: 1.0, usual_extent: 1.0 };
        };
        // A few strays must not make the grid coarse for all others.
        let (low, high) = (starts[starts.len() / 64], starts[starts.len() - 1 - starts.len() / 64]);
        let margin = high.minus(low).to_f64() / 16.0;
        let before = low.minus(first).to_f64().min(margin);
        let after = last.minus(high).to_f64().min(margin);
        let low = if before < margin { first } else { low };
        let length = high.minus(low).to_f64() + after;
        let nine_tenths = extents.get(extents.len() * 9 / 10).copied().unwrap_or(1.0);
        let longest = extents.last().copied().unwrap_or(1.0);
        let mean = extents.iter().sum::<f64>() / extents.len().max(1) as f64;
        let usual = longest.min(USUAL * nine_tenths);
        let or_all = |extent: f64| if extent > 0.0 { extent } else { length.max(f64::MIN_POSITIVE) / 1024.0 };
        Self { low, length: length.clamp(f64::MIN_POSITIVE, f64::MAX), mean_extent: or_all(mean), usual_extent: or_all(usual) }
    }

    /// How many parts of a width.
    fn parts(&self, width: f64) -> u32 {
        (self.length / width).to_u32().min(MOST_PENCILS) + 1
    }

    /// The part that a box begins in.
    fn part<const D: usize>(&self, aabb: &Aabb<S, D>, axis: usize, width: f64) -> u32 {
        (aabb.min()[axis].minus(self.low).to_f64() / width).to_u32().min(MOST_PENCILS)
    }

    fn ruler(&self, width: f64, last: u32) -> Ruler<S> {
        let parts_per_unit = S::Real::from_f64((1.0 / width).min(1e30));
        Ruler { origin: self.low, parts_per_unit, last }
    }
}

/// How much longer than nine tenths of the boxes a box of the finest level may be.
const USUAL: f64 = 1.5;

/// Widens pencils until there are not too many, and they are not too empty.
fn widened<S: Scalar, const D: usize>(pitch: f64, sample: &[Aabb<S, D>], spans: &[Span<S>; D], sweep: usize, boxes: usize) -> f64 {
    let axes = || (0..D).filter(|&axis| axis != sweep);
    let pencils = |pitch: f64| axes().map(|axis| f64::from(spans[axis].parts(pitch))).product::<f64>();
    let is_fine = |pitch: f64| {
        let pencils = pencils(pitch);
        pencils <= 1.0
            || pencils * MOST_PENCILS_PER_BOX.recip() <= boxes as f64
                && share_of_neighbors(sample, |aabb| {
                    axes().fold(0, |cell, axis| cell * u64::from(spans[axis].parts(pitch)) + u64::from(spans[axis].part(aabb, axis, pitch)))
                }) * boxes as f64
                    >= NEIGHBORS
    };
    let mut pitch = pitch * 1.001;
    while !is_fine(pitch) && pitch.is_finite() {
        pitch *= 1.25;
    }
    pitch.clamp(f64::MIN_POSITIVE, f64::MAX)
}

/// The probability that two boxes are in the same cell.
fn share_of_neighbors<S: Scalar, const D: usize>(sample: &[Aabb<S, D>], cell: impl Fn(&Aabb<S, D>) -> u64) -> f64 {
    let mut cells: Vec<u64> = sample.iter().map(cell).collect();
    cells.sort_unstable();
    let pairs = |count: usize| (count * count.saturating_sub(1)) as f64;
    cells.chunk_by(|a, b| a == b).map(|same| pairs(same.len())).sum::<f64>() / pairs(sample.len()).max(1.0)
}
