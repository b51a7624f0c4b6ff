//! The pencil that a box belongs to, and its position along the pencil.

use alloc::vec::Vec;
use core::array;

use super::chunk::Chunk;
use super::level::{Level, list_levels};
use super::operands::Sources;
use super::sample::Sample;
use super::spread::{Ruler, Spread};
use crate::geometry::{Aabb, BoxSource, Real, Scalar};
use crate::pair_finder::tuning::{CHUNK, LONGER_ALONE, PARTS_PER_BOX};

/// One axis of the finest level.
#[derive(Clone, Copy, Debug)]
struct GridAxis<S: Scalar> {
    /// The positions along the sweep axis, or the pencils along another axis.
    ruler: Ruler<S>,
    /// The difference between the keys of adjacent positions or pencils.
    stride: u32,
    /// The most parts by which a box of the finest level ends after the part it begins in.
    most: u32,
}

impl<S: Scalar> GridAxis<S> {
    /// Adds this axis's share of the keys, and whether the boxes of a chunk fit along it.
    #[inline(always)]
    fn locate(&self, min: &[S; CHUNK], max: &[S; CHUNK], is_sweep: bool, found: &mut Locations) {
        for at in 0..CHUNK {
            let first = self.ruler.part(min[at]);
            let parts = self.ruler.part(max[at]) - first;
            found.keys[at] += first * self.stride;
            found.fits[at] &= u32::from(parts <= self.most);
            if is_sweep {
                found.lengths[at] = parts;
            }
        }
    }
}

/// The keys of a chunk's boxes in the finest level, and whether they fit into it.
pub(crate) struct Locations {
    /// The number of the pencil in the upper bits, the position of the box along it in the lower
    /// bits.
    pub(crate) keys: [u32; CHUNK],
    /// The length of the box, in parts along the sweep axis.
    pub(crate) lengths: [u32; CHUNK],
    /// 1 if the box fits, otherwise 0.
    pub(crate) fits: [u32; CHUNK],
}

/// Space cut into pencils, which are long cells along one axis, as wide as the boxes themselves,
/// with coarser ones for larger boxes.
///
/// A box belongs to the pencil of its lower corner, in the finest level in which it reaches no
/// farther than into the next pencil on every axis.
#[derive(Clone, Debug)]
pub(crate) struct Grid<S: Scalar, const D: usize> {
    sweep: usize,
    axes: [GridAxis<S>; D],
    pub(crate) levels: Vec<Level<D>>,
    /// The number of lower bits of a sort key that hold the position along the pencil.
    pub(crate) position_bits: u32,
}

impl<S: Scalar, const D: usize> Grid<S, D> {
    /// Chooses a grid for `boxes`. `levels` is a list whose memory is reused.
    pub(crate) fn of(
        boxes: Sources<'_, S, D>,
        sample: &mut Sample<S, D>,
        mut levels: Vec<Level<D>>,
    ) -> Self {
        // The sweep needs an axis, even without boxes.
        const { Aabb::<S, D>::HAS_DIMENSIONS };
        sample.take(boxes);
        let spreads: [Spread<S>; D] = array::from_fn(|axis| sample.spread(axis));
        let sweep = sweep_axis(&spreads);
        let pitch = sample.pitch(&spreads, sweep, boxes.len());
        let counts = array::from_fn(|axis| match axis == sweep {
            true => 1,
            false => spreads[axis].parts(pitch),
        });
        list_levels(counts, &mut levels);
        let position_bits = position_bits(&spreads[sweep], pencils(&levels));
        let part = spreads[sweep].length / (1_u64 << position_bits) as f64;
        let usual = (spreads[sweep].usual_extent / part).to_u32();
        // A single pencil has no pencils beside it whose windows would grow with its longest box.
        let factor = if counts == [1; D] { LONGER_ALONE } else { 1 };
        let axes = array::from_fn(|axis| {
            if axis == sweep {
                GridAxis {
                    ruler: spreads[axis].ruler(part, u32::MAX >> (u32::BITS - position_bits)),
                    stride: 1,
                    most: usual.saturating_mul(factor).saturating_add(1),
                }
            } else {
                let next = levels[0].pencil(array::from_fn(|other| u32::from(other == axis)));
                GridAxis {
                    ruler: spreads[axis].ruler(pitch, counts[axis] - 1),
                    stride: next << position_bits,
                    most: 1,
                }
            }
        });
        Self {
            sweep,
            axes,
            levels,
            position_bits,
        }
    }

    /// Locates the boxes of a chunk in the finest level, axis by axis and without a branch.
    #[inline(always)]
    pub(super) fn locate(&self, boxes: &Chunk<S, D>) -> Locations {
        let mut found = Locations {
            keys: [0; CHUNK],
            lengths: [0; CHUNK],
            fits: [1; CHUNK],
        };
        for axis in 0..D {
            let is_sweep = axis == self.sweep;
            self.axes[axis].locate(&boxes.min[axis], &boxes.max[axis], is_sweep, &mut found);
        }
        found
    }

    /// The level of a box of a chunk that does not fit into the finest level, and its key.
    #[inline(never)]
    pub(super) fn locate_coarser(&self, boxes: &Chunk<S, D>, at: usize) -> (usize, u32) {
        let parts = |corners: &[[S; CHUNK]; D]| -> [u32; D] {
            array::from_fn(|axis| self.axes[axis].ruler.part(corners[axis][at]))
        };
        let (low, high) = (parts(&boxes.min), parts(&boxes.max));
        let fits = |shift: u32| {
            (0..D).all(|axis| {
                if axis == self.sweep {
                    let most = u64::from(self.axes[axis].most) << shift;
                    u64::from(high[axis] - low[axis]) <= most
                } else {
                    (high[axis] >> shift) - (low[axis] >> shift) <= 1
                }
            })
        };
        let top = self.levels.len() - 1;
        let number = (1..top)
            .find(|&number| fits(self.levels[number].shift))
            .unwrap_or(top);
        let level = &self.levels[number];
        let cell = array::from_fn(|axis| match axis == self.sweep {
            true => 0,
            false => low[axis] >> level.shift,
        });
        let pencil = level.pencil(cell);
        (number, pencil << self.position_bits | low[self.sweep])
    }

    /// Writes the positions at which the boxes of a chunk end, as many as `ends` has room for.
    #[inline(always)]
    pub(super) fn write_ends(&self, boxes: &Chunk<S, D>, ends: &mut [u32]) {
        let ruler = self.axes[self.sweep].ruler;
        for (end, max) in ends.iter_mut().zip(&boxes.max[self.sweep]) {
            *end = ruler.part(*max);
        }
    }

    pub(crate) fn pencils(&self) -> u32 {
        pencils(&self.levels)
    }
}

/// The axis that the most boxes of mean length fill end to end.
fn sweep_axis<S: Scalar, const D: usize>(spreads: &[Spread<S>; D]) -> usize {
    let boxes_along = |axis: usize| spreads[axis].length / spreads[axis].mean_extent;
    (1..D).fold(0, |best, axis| {
        if boxes_along(axis) > boxes_along(best) {
            axis
        } else {
            best
        }
    })
}

/// The number of pencils of all levels. The last level has one pencil.
fn pencils<const D: usize>(levels: &[Level<D>]) -> u32 {
    levels.last().map_or(0, |top| top.first + 1)
}

/// The number of bits for the position along a pencil: enough to distinguish boxes, and few enough
/// that the number of the pencil fits above them in the key.
fn position_bits<S: Scalar>(along: &Spread<S>, pencils: u32) -> u32 {
    let parts = along.parts(along.mean_extent / PARTS_PER_BOX);
    (u32::BITS - parts.leading_zeros()).clamp(1, pencils.leading_zeros())
}
