//! Where to cut: medians of a sample, several levels at once.

use super::layout::{Cut, Item, Side};
use crate::geometry::Real;
use crate::geometry::{Aabb, Scalar};
use alloc::vec::Vec;
use core::cmp::Ordering;

/// The most levels that are cut at once: a box's place among them fits into a byte.
const MOST_LEVELS: u32 = 7;
/// How many boxes of the sample there are for each cell, at least.
const SAMPLES: usize = 4;
/// With fewer boxes to look at there is no telling where to cut.
pub(super) const FEWEST: usize = 4;
/// Where more than one in so many boxes cross a cut, other axes are tried.
const MANY_CROSS: usize = 4;
/// Room for all cuts of a division.
const ROOM: usize = 1 << MOST_LEVELS;
/// Above every box's place.
pub(super) const PLACES: usize = 2 * ROOM;

/// A binary tree of cuts in heap order: the root at 1, what is below a cut at twice its place, what
/// is above it at one more.
///
/// Every box has a place: the cut that it crosses, or the cell at the bottom that it is in.
pub(super) struct Cuts<S> {
    cuts: [Cut<S>; ROOM],
    /// Which of them there are; at the others every box stays.
    is_cut: [bool; ROOM],
    levels: u32,
}

impl<S: Scalar> Cuts<S> {
    /// Cuts for cells of about `cell` boxes, from all boxes (`is_exact`) or a few. There are none
    /// where every cut would be crossed by most.
    pub(super) fn choose<const D: usize>(
        items: &[Item<S, D>],
        cell: usize,
        axes: [bool; D],
        is_exact: bool,
        work: &mut Sample<S, D>,
    ) -> Self {
        let wanted = items.len().div_ceil(cell).next_power_of_two().ilog2();
        // As many as are left to each round if all rounds are to have the same.
        let levels = wanted.div_ceil(wanted.div_ceil(MOST_LEVELS).max(1));
        let stride = if is_exact {
            1
        } else {
            (items.len() / (SAMPLES << levels)).max(1)
        };
        let mut cuts = Self {
            cuts: [Cut {
                axis: 0,
                at: S::default(),
            }; ROOM],
            is_cut: [false; ROOM],
            levels,
        };
        let Sample { boxes, starts } = work;
        boxes.clear();
        boxes.extend(items.iter().step_by(stride).map(|item| item.aabb));
        cuts.choose_below(1, boxes, axes, starts);
        cuts
    }

    fn choose_below<const D: usize>(
        &mut self,
        place: usize,
        sample: &mut [Aabb<S, D>],
        axes: [bool; D],
        starts: &mut Vec<S>,
    ) {
        if place >> self.levels != 0 || sample.len() < FEWEST {
            return;
        }
        let Some(cut) = best_cut(sample, axes, starts) else {
            return;
        };
        (self.cuts[place], self.is_cut[place]) = (cut, true);
        let below = bring_forward(sample, |aabb| cut.side(aabb) == Side::Below);
        let (below, rest) = sample.split_at_mut(below);
        let above = bring_forward(rest, |aabb| cut.side(aabb) == Side::Above);
        self.choose_below(2 * place, below, axes, starts);
        self.choose_below(2 * place + 1, &mut rest[..above], axes, starts);
    }

    /// Above the places that these cuts have.
    pub(super) fn places(&self) -> usize {
        2 << self.levels
    }

    /// The cut at a place, none at the bottom.
    pub(super) fn get(&self, place: usize) -> Option<Cut<S>> {
        (place < ROOM && self.is_cut[place]).then(|| self.cuts[place])
    }

    /// The place of a box, from 1 to below `PLACES`.
    #[expect(clippy::cast_possible_truncation, reason = "places are below 256")]
    #[inline]
    pub(super) fn place<const D: usize>(&self, aabb: &Aabb<S, D>) -> u8 {
        let mut place = 1;
        for _ in 0..self.levels {
            let at = place % ROOM;
            let cut = &self.cuts[at];
            let [min, max] = aabb.ends(cut.axis);
            let (is_below, is_above) = (max < cut.at, min > cut.at);
            // No branch depends on where the box is.
            place = if (is_below | is_above) & self.is_cut[at] {
                2 * place + usize::from(is_above)
            } else {
                place
            };
        }
        (place % PLACES) as u8
    }
}

/// The cut on the axis where starts are spread widest, or, if many boxes cross that, the one that
/// the fewest cross.
fn best_cut<S: Scalar, const D: usize>(
    sample: &[Aabb<S, D>],
    axes: [bool; D],
    starts: &mut Vec<S>,
) -> Option<Cut<S>> {
    let mut at_median = |axis: usize| {
        let cut = Cut {
            axis,
            at: median_start(sample, axis, starts),
        };
        (
            sample
                .iter()
                .filter(|aabb| cut.side(aabb) == Side::Crossing)
                .count(),
            cut,
        )
    };
    let widest = Extents::of(sample.iter()).widest(axes)?;
    let first = at_median(widest);
    let (crossing, cut) = if first.0 * MANY_CROSS <= sample.len() {
        first
    } else {
        (0..D)
            .filter(|&axis| axes[axis] && axis != widest)
            .map(at_median)
            .chain([first])
            .min_by_key(|&(crossing, _)| crossing)?
    };
    (crossing * 4 <= sample.len() * 3).then_some(cut)
}

/// How boxes lie along each axis. Measured, since it is about speed and never about an answer.
pub(super) struct Extents<R, const D: usize> {
    /// From the least start to the greatest. Not a number where all are infinite.
    spread: [R; D],
    /// The lengths of all boxes together.
    lengths: [R; D],
}

impl<R: Real, const D: usize> Extents<R, D> {
    pub(super) fn of<'a, S: Scalar<Real = R>>(boxes: impl Iterator<Item = &'a Aabb<S, D>>) -> Self {
        let (mut first, mut last, mut lengths) = ([S::MAX; D], [S::MIN; D], [R::ZERO; D]);
        for aabb in boxes {
            for axis in 0..D {
                let [min, max] = aabb.ends(axis);
                first[axis] = if min < first[axis] { min } else { first[axis] };
                last[axis] = if min > last[axis] { min } else { last[axis] };
                lengths[axis] = lengths[axis] + max.minus(min);
            }
        }
        Self {
            spread: core::array::from_fn(|axis| last[axis].minus(first[axis])),
            lengths,
        }
    }

    /// The axis on which starts are spread widest.
    fn widest(&self, axes: [bool; D]) -> Option<usize> {
        let wider = |best: usize, axis: usize| {
            let is_wider = self.spread[axis] > self.spread[best] || self.spread[best].is_nan();
            if is_wider { axis } else { best }
        };
        (0..D).filter(|&axis| axes[axis]).reduce(wider)
    }

    /// The axis on which starts are spread widest in lengths of the boxes.
    pub(super) fn axis_to_sweep(&self) -> usize {
        let wider = |best: usize, axis: usize| {
            // Compared as products, so that no length is divided by.
            let is_wider =
                self.spread[axis] * self.lengths[best] > self.spread[best] * self.lengths[axis];
            if is_wider || self.spread[best].is_nan() {
                axis
            } else {
                best
            }
        };
        (1..D).fold(0, wider)
    }
}

/// Memory to take samples.
#[derive(Clone, Debug)]
pub(super) struct Sample<S, const D: usize> {
    boxes: Vec<Aabb<S, D>>,
    starts: Vec<S>,
}

impl<S, const D: usize> Sample<S, D> {
    pub(super) const EMPTY: Self = Self {
        boxes: Vec::new(),
        starts: Vec::new(),
    };

    pub(super) fn bytes(&self) -> usize {
        self.boxes.capacity() * size_of::<Aabb<S, D>>() + self.starts.capacity() * size_of::<S>()
    }
}

/// The least coordinate of the box in the middle.
fn median_start<S: Scalar, const D: usize>(
    sample: &[Aabb<S, D>],
    axis: usize,
    starts: &mut Vec<S>,
) -> S {
    starts.clear();
    starts.extend(sample.iter().map(|aabb| aabb.ends(axis)[0]));
    let middle = starts.len() / 2;
    *starts.select_nth_unstable_by(middle, by_value).1
}

/// The order of coordinates: total, since a box has no NaN.
#[inline]
pub(super) fn by_value<S: Scalar>(a: &S, b: &S) -> Ordering {
    a.partial_cmp(b).unwrap_or(Ordering::Equal)
}

/// Swaps what is wanted to the front and returns how much that is.
fn bring_forward<T>(items: &mut [T], wanted: impl Fn(&T) -> bool) -> usize {
    let mut count = 0;
    for i in 0..items.len() {
        let is_wanted = wanted(&items[i]);
        // Swapped first and counted then, so no branch depends on it.
        items.swap(count, i);
        count += usize::from(is_wanted);
    }
    count
}
