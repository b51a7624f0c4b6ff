//! The pencil that a box belongs to, and its position along the pencil.

use alloc::vec::Vec;
use core::array;

use super::level::{Level, list_levels};
use super::ruler::Ruler;
use super::sample::Sample;
use super::spread::Spread;
use crate::geometry::{Aabb, BoxSource, Real, Scalar};
use crate::sort::bits_of_passes;

/// The resolution of positions along a pencil: parts per mean box length.
const PARTS_PER_BOX: f64 = 16.0;
/// A lower resolution will do if keys are then sorted in fewer passes.
const MIN_PARTS_PER_BOX: f64 = 2.0;
const MAX_POSITION_BITS: u32 = 22;
/// If the finest level is a single pencil, its boxes may be this many times as long as otherwise.
const LONGER_ALONE: u32 = 4;

/// The pencils of the finest level along one axis.
#[derive(Clone, Copy, Debug)]
struct Across<S: Scalar> {
    axis: usize,
    ruler: Ruler<S>,
    /// The difference between the numbers of adjacent pencils.
    stride: u32,
}

/// Where a box belongs.
#[derive(Clone, Copy)]
pub(super) struct Location {
    pub(super) level: usize,
    /// The number of the pencil in the upper bits, where the box begins along it in the lower bits.
    pub(super) key: u32,
    /// The length of the box, in parts along the sweep axis.
    pub(super) length: u32,
}

/// Space cut into pencils: long cells along one axis, as wide as the boxes themselves, and coarser
/// ones for larger boxes.
///
/// A box belongs to the pencil of its lower corner, in the finest level in which it reaches no
/// farther than into the next pencil on every axis.
#[derive(Clone, Debug)]
pub(super) struct Grid<S: Scalar, const D: usize> {
    sweep: usize,
    /// Parts along the sweep axis.
    along: Ruler<S>,
    /// The other axes. The last element stands for the sweep axis and is not used.
    across: [Across<S>; D],
    pub(super) levels: Vec<Level<D>>,
    /// The greatest length of a box of the finest level, in parts along the sweep axis.
    max_length: u32,
    /// The number of lower bits of a sort key that hold the position along the pencil.
    pub(super) position_bits: u32,
}

impl<S: Scalar, const D: usize> Grid<S, D> {
    /// A grid that suits `boxes`. `levels` lends its memory.
    pub(super) fn of(
        boxes: &impl BoxSource<S, D>,
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
        let position_bits = position_bits(&spreads[sweep], pencils(&levels), boxes.len());
        let part = spreads[sweep].length / (1_u64 << position_bits) as f64;
        let usual = (spreads[sweep].usual_extent / part).to_u32();
        // A single pencil has no pencils beside it whose windows would grow with its longest box.
        let factor = if counts == [1; D] { LONGER_ALONE } else { 1 };
        Self {
            sweep,
            along: spreads[sweep].ruler(part, u32::MAX >> (u32::BITS - position_bits)),
            across: array::from_fn(|number| {
                let axis = other_axis::<D>(sweep, number);
                Across {
                    axis,
                    ruler: spreads[axis].ruler(pitch, counts[axis] - 1),
                    stride: levels[0].pencil(array::from_fn(|other| u32::from(other == axis))),
                }
            }),
            levels,
            max_length: usual.saturating_mul(factor).saturating_add(1),
            position_bits,
        }
    }

    /// Where a box belongs.
    #[inline(always)]
    pub(super) fn locate(&self, aabb: &Aabb<S, D>) -> Location {
        let first = self.along.part(aabb.min()[self.sweep]);
        let length = self.end(aabb) - first;
        let (mut pencil, mut fits) = (0, length <= self.max_length);
        for Across {
            axis,
            ruler,
            stride,
        } in &self.across[..D - 1]
        {
            let low = ruler.part(aabb.min()[*axis]);
            fits &= ruler.part(aabb.max()[*axis]) - low <= 1;
            pencil += low * stride;
        }
        let (level, pencil) = if fits {
            (0, pencil)
        } else {
            self.locate_coarser(aabb, length)
        };
        Location {
            level,
            key: pencil << self.position_bits | first,
            length,
        }
    }

    /// The level and the pencil of a box that does not fit into the finest level.
    #[inline(never)]
    fn locate_coarser(&self, aabb: &Aabb<S, D>, length: u32) -> (usize, u32) {
        let (mut low, mut high) = ([0; D], [0; D]);
        for Across { axis, ruler, .. } in &self.across[..D - 1] {
            low[*axis] = ruler.part(aabb.min()[*axis]);
            high[*axis] = ruler.part(aabb.max()[*axis]);
        }
        let fits = |shift: u32| {
            let beside = (0..D).all(|axis| (high[axis] >> shift) - (low[axis] >> shift) <= 1);
            beside && u64::from(length) <= u64::from(self.max_length) << shift
        };
        let top = self.levels.len() - 1;
        let number = (1..top)
            .find(|&number| fits(self.levels[number].shift))
            .unwrap_or(top);
        let level = &self.levels[number];
        (number, level.pencil(low.map(|at| at >> level.shift)))
    }

    /// Where a box ends along the sweep axis.
    #[inline(always)]
    pub(super) fn end(&self, aabb: &Aabb<S, D>) -> u32 {
        self.along.part(aabb.max()[self.sweep])
    }

    /// The number of highest bits that are zero in every key.
    pub(super) fn unused_bits(&self) -> u32 {
        let last = self.levels.last().map_or(0, |top| top.first);
        last.leading_zeros().saturating_sub(self.position_bits)
    }

    /// The number of pencils of all levels.
    pub(super) fn pencils(&self) -> u32 {
        pencils(&self.levels)
    }
}

/// The axis with the most boxes one after the other.
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

/// The axes other than `sweep` in ascending order, then `sweep`.
fn other_axis<const D: usize>(sweep: usize, number: usize) -> usize {
    if number == D - 1 {
        sweep
    } else {
        number + usize::from(number >= sweep)
    }
}

/// The number of pencils of all levels. The last level is a single pencil.
fn pencils<const D: usize>(levels: &[Level<D>]) -> u32 {
    levels.last().map_or(0, |top| top.first + 1)
}

/// The number of bits for the position along a pencil: enough to tell boxes apart, and few enough
/// for the key to hold the number of the pencil above them.
fn position_bits<S: Scalar>(along: &Spread<S>, pencils: u32, boxes: usize) -> u32 {
    let bits = |parts_per_box: f64| {
        let parts = along.parts(along.mean_extent / parts_per_box);
        u32::BITS - parts.leading_zeros()
    };
    let pencil_bits = u32::BITS - pencils.leading_zeros();
    let sorted = bits_of_passes(boxes, pencil_bits + bits(MIN_PARTS_PER_BOX));
    let free = pencils.leading_zeros().min(MAX_POSITION_BITS);
    bits(PARTS_PER_BOX).min(sorted - pencil_bits).clamp(1, free)
}
