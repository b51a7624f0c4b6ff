//! Nodes: the boxes of sixteen children in columns.

use crate::geometry::{Aabb, Region, Scalar};
use crate::simd::{LANES, Lane, Lanes};
use crate::work;
use core::array;

/// One end of one axis of sixteen boxes.
pub(crate) type Column<S> = <<S as Scalar>::Lane as Lane>::Column;

/// The boxes of a node's children.
#[derive(Debug)]
pub(crate) struct PackedNode<'a, S: Scalar, const D: usize> {
    pub(super) min: &'a [Column<S>; D],
    pub(super) max: &'a [Column<S>; D],
}

impl<'a, S: Scalar, const D: usize> PackedNode<'a, S, D> {
    /// The node with these columns; `None` if there are too few.
    #[inline(always)]
    pub(super) fn new(columns: &'a [Column<S>]) -> Option<Self> {
        let (min, max) = columns.split_at_checked(D)?;
        Some(Self {
            min: min.first_chunk()?,
            max: max.first_chunk()?,
        })
    }

    /// The lanes whose boxes overlap the box from `low` to `high`, as bits.
    #[inline(always)]
    pub(super) fn overlapping<L: Lanes<S::Lane>>(
        &self,
        lanes: L,
        low: [S::Lane; D],
        high: [S::Lane; D],
    ) -> u32 {
        work::count(LANES);
        let min = array::from_fn(|axis| lanes.load_column(&self.min[axis]));
        let max = array::from_fn(|axis| lanes.load_column(&self.max[axis]));
        lanes.overlapping(&min, &max, low, high)
    }

    /// The lanes whose boxes lie inside the box from `low` to `high`, as bits.
    #[inline(always)]
    pub(super) fn contained<L: Lanes<S::Lane>>(
        &self,
        lanes: L,
        low: [S::Lane; D],
        high: [S::Lane; D],
    ) -> u32 {
        work::count(LANES);
        let mut among = lanes.all();
        for axis in 0..D {
            let (min, max) = (&self.min[axis], &self.max[axis]);
            among = lanes.at_most(among, lanes.splat(low[axis]), lanes.load_column(min));
            among = lanes.at_most(among, lanes.load_column(max), lanes.splat(high[axis]));
        }
        lanes.bits(among)
    }

    /// The corners of the box in a lane.
    #[inline(always)]
    pub(super) fn ends_of(&self, lane: usize) -> [[S::Lane; D]; 2] {
        [self.min, self.max].map(|columns| {
            columns
                .each_ref()
                .map(|column| S::Lane::read_lane(column, lane))
        })
    }

    /// The box in a lane; `None` if its numbers are not a box.
    #[inline(always)]
    pub(super) fn child(&self, lane: usize) -> Option<Aabb<S, D>> {
        let end = |column: &Column<S>| S::from_lane(S::Lane::read_lane(column, lane));
        let min = array::from_fn(|axis| end(&self.min[axis]));
        let max = array::from_fn(|axis| end(&self.max[axis]));
        Aabb::try_new(min, max).ok()
    }

    /// Filters lanes: keeps the boxes that a region touches on level 0, and the nodes inside which
    /// it may touch a box on other levels.
    #[inline]
    pub(super) fn touched(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        level: usize,
        bits: u32,
    ) -> u32 {
        retain(bits, |lane| {
            self.child(lane).is_some_and(|child| {
                if level == 0 {
                    region.touches(&child)
                } else {
                    region.may_touch_inside(&child)
                }
            })
        })
    }

    /// Whether the numbers in a lane are coordinates: most 32-bit numbers are not, if coordinates
    /// are `u8`.
    pub(super) fn is_in_range(&self, lane: usize) -> bool {
        let ends = self.ends_of(lane);
        let mut numbers = ends.as_flattened().iter();
        numbers.all(|&number| S::from_lane(number).to_lane() == number)
    }
}

/// Removes the lowest lane from `bits` and returns it.
#[inline(always)]
pub(super) fn take_lane(bits: &mut u32) -> Option<usize> {
    let lane = bits.trailing_zeros() as usize;
    *bits &= bits.wrapping_sub(1);
    (lane < LANES).then_some(lane)
}

/// The lanes among `bits` that are wanted.
#[inline(always)]
pub(super) fn retain(bits: u32, wanted: impl Fn(usize) -> bool) -> u32 {
    let (mut rest, mut kept) = (bits, 0);
    while let Some(lane) = take_lane(&mut rest) {
        kept |= u32::from(wanted(lane)) << lane;
    }
    kept
}
