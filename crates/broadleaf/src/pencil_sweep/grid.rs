//! Which pencil a box goes into, and where along it.

use super::sample::{Sample, Span};
use crate::geometry::{Aabb, Real, Scalar};
use alloc::vec::Vec;
use core::array;

/// Coarser pencils are this many bits coarser than the next finer ones.
const BITS_PER_LEVEL: u32 = 2;
/// How finely places along a pencil are told apart: in parts of a mean box.
const PLACES_PER_BOX: f64 = 16.0;
/// How much longer boxes of the finest level may be if it is a single pencil.
const LONGER_ALONE: u32 = 4;
/// Places along a pencil have no more bits.
const MOST_PLACE_BITS: u32 = 22;

/// One axis, cut into equal parts from some origin on; what is farther out is in the first or last
/// part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ruler<S: Scalar> {
    pub(super) origin: S,
    pub(super) parts_per_unit: S::Real,
    pub(super) last: u32,
}

impl<S: Scalar> Ruler<S> {
    /// Monotone: every step of it is.
    #[inline(always)]
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

/// Pencils of the finest level side by side.
#[derive(Clone, Copy, Debug)]
struct Across<S: Scalar> {
    axis: usize,
    ruler: Ruler<S>,
    /// From the number of a pencil to that of the next one.
    stride: u32,
}

/// Space cut into pencils: long cells along one axis, as wide as the boxes themselves; coarser ones
/// for larger boxes.
///
/// A box belongs into the pencil of its lower corner, in the finest level in which it reaches no
/// farther than into the next pencil on every axis.
#[derive(Clone, Debug)]
pub(super) struct Grid<S: Scalar, const D: usize> {
    sweep: usize,
    /// Parts along the sweep.
    along: Ruler<S>,
    /// Pencils of the finest level, axis by axis; the last one, along the sweep, is not looked at.
    across: [Across<S>; D],
    pub(super) levels: Vec<Level<D>>,
    /// How long a box of the finest level may be, in parts along the sweep.
    longest: u32,
    /// A sort key has so many bits for the place along the pencil, and above them the pencil's
    /// number.
    pub(super) place_bits: u32,
}

impl<S: Scalar, const D: usize> Grid<S, D> {
    /// A grid for the boxes of two lists. `levels` lends its memory.
    pub(super) fn of(
        lists: [&[Aabb<S, D>]; 2],
        sample: &mut Sample<S, D>,
        mut levels: Vec<Level<D>>,
    ) -> Self {
        // The sweep needs an axis, even without boxes.
        const { Aabb::<S, D>::HAS_DIMENSIONS };
        sample.take(lists);
        let spans: [Span<S>; D] = array::from_fn(|axis| sample.span(axis));
        let lengths = |axis: usize| spans[axis].length / spans[axis].mean_extent;
        let sweep = (1..D).fold(0, |best, axis| {
            if lengths(axis) > lengths(best) {
                axis
            } else {
                best
            }
        });
        let pitch = sample.pitch(&spans, sweep, lists[0].len() + lists[1].len());
        let counts = array::from_fn(|axis| {
            if axis == sweep {
                1
            } else {
                spans[axis].parts(pitch)
            }
        });
        list_levels(counts, &mut levels);
        let pencils = levels.last().map_or(1, |top| top.base + 1);
        let room = pencils.leading_zeros().min(MOST_PLACE_BITS);
        let places = spans[sweep].parts(spans[sweep].mean_extent / PLACES_PER_BOX);
        let place_bits = (u32::BITS - places.leading_zeros()).clamp(1, room);
        let part = spans[sweep].length / (1_u64 << place_bits) as f64;
        let along = spans[sweep].ruler(part, u32::MAX >> (u32::BITS - place_bits));
        let across = array::from_fn(|number| {
            let axis = if number == D - 1 {
                sweep
            } else {
                number + usize::from(number >= sweep)
            };
            let stride = levels[0].pencil(array::from_fn(|other| u32::from(other == axis)));
            Across {
                axis,
                ruler: spans[axis].ruler(pitch, counts[axis] - 1),
                stride,
            }
        });
        let usual = (spans[sweep].usual_extent / part).to_u32();
        // Beside a single pencil there is none whose windows would grow with its longest box.
        let longest = usual
            .saturating_mul(if counts == [1; D] { LONGER_ALONE } else { 1 })
            .saturating_add(1);
        Self {
            sweep,
            along,
            across,
            levels,
            longest,
            place_bits,
        }
    }

    /// The level of a box, its key (first by pencil, then by where it begins), and its length along
    /// the sweep.
    #[inline(always)]
    pub(super) fn locate(&self, aabb: &Aabb<S, D>) -> (usize, u32, u32) {
        let first = self.along.part(aabb.min()[self.sweep]);
        let length = self.end(aabb) - first;
        let (mut pencil, mut fits) = (0, length <= self.longest);
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
        (level, pencil << self.place_bits | first, length)
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
            beside && u64::from(length) <= u64::from(self.longest) << shift
        };
        let top = self.levels.len() - 1;
        let number = (1..top)
            .find(|&number| fits(self.levels[number].shift))
            .unwrap_or(top);
        let level = &self.levels[number];
        (number, level.pencil(low.map(|at| at >> level.shift)))
    }

    /// Where a box ends along the sweep.
    #[inline(always)]
    pub(super) fn end(&self, aabb: &Aabb<S, D>) -> u32 {
        self.along.part(aabb.max()[self.sweep])
    }

    /// How many of a key's highest bits are zero.
    pub(super) fn unused_bits(&self) -> u32 {
        let last = self.levels.last().map_or(0, |top| top.base);
        last.leading_zeros().saturating_sub(self.place_bits)
    }

    pub(super) fn pencils(&self) -> usize {
        self.levels.last().map_or(0, |top| top.base as usize + 1)
    }
}

impl<const D: usize> Level<D> {
    /// The number of a pencil.
    pub(super) fn pencil(&self, cell: [u32; D]) -> u32 {
        self.base
            + (0..D)
                .rev()
                .fold(0, |number, axis| number * self.counts[axis] + cell[axis])
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

/// Lists ever coarser levels, up to a single pencil for all of space.
fn list_levels<const D: usize>(finest: [u32; D], levels: &mut Vec<Level<D>>) {
    levels.clear();
    let (mut shift, mut base) = (0, 0);
    loop {
        let counts = finest.map(|count| ((count - 1) >> shift) + 1);
        levels.push(Level {
            shift,
            base,
            counts,
            reach: 0,
        });
        let all: u32 = counts.iter().product();
        if all == 1 && shift > 0 {
            return;
        }
        base += all;
        shift += BITS_PER_LEVEL;
    }
}
