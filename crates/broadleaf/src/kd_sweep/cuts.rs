//! Where to cut: medians of a sample, several levels at once.

use core::cmp::Ordering;

use super::layout::{Cut, Item};
use super::{Aabb, Scalar, Vec};

/// The most levels that are cut at once: a box's place among them fits into a byte.
const MOST_LEVELS: u32 = 6;
/// How many boxes of the sample there are for each cell, at least.
const SAMPLES: usize = 16;
/// With fewer boxes to look at there is no telling where to cut.
const FEWEST: usize = 4;
/// Room for all cuts of a division.
const ROOM: usize = 1 << MOST_LEVELS;
/// Above every box's place.
pub(super) const PLACES: usize = 2 * ROOM;

/// A binary tree of cuts in heap order: the root at 1, what is below a cut at twice its place, what is above it at one more.
///
/// Every box has a place: the cut that it crosses, or the cell at the bottom that it is in.
pub(super) struct Cuts<S> {
    cuts: [Option<Cut<S>>; ROOM],
    levels: u32,
}

impl<S: Scalar> Cuts<S> {
    /// Cuts for cells of about `cell` boxes, from all boxes (`is_exact`) or a few. There are none where every cut would be crossed by most.
    pub(super) fn choose<const D: usize>(
        items: &[Item<S, D>],
        cell: usize,
        axes: [bool; D],
        is_exact: bool,
        work: &mut Sample<S, D>,
    ) -> Self {
        let levels = items.len().div_ceil(cell).next_power_of_two().ilog2().min(MOST_LEVELS);
        let stride = if is_exact { 1 } else { (items.len() / (SAMPLES << levels)).max(1) };
        let mut cuts = Self { cuts: [None; ROOM], levels };
        let mut sample = core::mem::take(&mut work.boxes);
        sample.clear();
        sample.extend(items.iter().step_by(stride).map(|item| item.aabb));
        cuts.choose_below(1, &mut sample, axes, &mut work.starts);
        work.boxes = sample;
        cuts
    }

    fn choose_below<const D: usize>(&mut self, place: usize, sample: &mut [Aabb<S, D>], axes: [bool; D], starts: &mut Vec<S>) {
        if place >> self.levels != 0 || sample.len() < FEWEST {
            return;
        }
        let candidates = (0..D).filter(|&axis| axes[axis]).map(|axis| {
            let cut = Cut { axis, at: median_start(sample, axis, starts) };
            let crossing = sample.iter().filter(|aabb| (aabb.min()[axis] <= cut.at) & (cut.at <= aabb.max()[axis])).count();
            (crossing, cut)
        });
        let Some((crossing, cut)) = candidates.min_by_key(|&(crossing, _)| crossing) else { return };
        if crossing * 4 > sample.len() * 3 {
            return;
        }
        self.cuts[place] = Some(cut);
        let below = bring_forward(sample, |aabb| aabb.max()[cut.axis] < cut.at);
        let (below, rest) = sample.split_at_mut(below);
        let above = bring_forward(rest, |aabb| aabb.min()[cut.axis] > cut.at);
        self.choose_below(2 * place, below, axes, starts);
        self.choose_below(2 * place + 1, &mut rest[..above], axes, starts);
    }

    /// The cut at a place, none at the bottom.
    pub(super) fn get(&self, place: usize) -> Option<Cut<S>> {
        self.cuts.get(place).copied().flatten()
    }

    /// The place of a box, from 1 to below `PLACES`.
    #[inline]
    pub(super) fn place<const D: usize>(&self, aabb: &Aabb<S, D>) -> u8 {
        let mut place = 1;
        for _ in 0..self.levels {
            let Some(cut) = self.cuts[usize::from(place) % ROOM] else { return place };
            let below = aabb.max()[cut.axis] < cut.at;
            let above = aabb.min()[cut.axis] > cut.at;
            place = if below | above { 2 * place + u8::from(above) } else { place };
        }
        place
    }
}

/// Memory to take samples.
#[derive(Debug)]
pub(super) struct Sample<S, const D: usize> {
    boxes: Vec<Aabb<S, D>>,
    starts: Vec<S>,
}

impl<S, const D: usize> Sample<S, D> {
    pub(super) const EMPTY: Self = Self { boxes: Vec::new(), starts: Vec::new() };
}

/// The least coordinate of the box in the middle.
fn median_start<S: Scalar, const D: usize>(sample: &[Aabb<S, D>], axis: usize, starts: &mut Vec<S>) -> S {
    starts.clear();
    starts.extend(sample.iter().map(|aabb| aabb.min()[axis]));
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
        if wanted(&items[i]) {
            items.swap(count, i);
            count += 1;
        }
    }
    count
}
