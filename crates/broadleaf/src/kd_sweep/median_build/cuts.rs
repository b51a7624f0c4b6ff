//! Chooses cuts: medians of a sample, for several levels at once.

use alloc::vec::Vec;

use super::super::tuning::{FEW_CROSSING, MAX_LEVELS, MAX_PARTS, SAMPLES_PER_PART};
use super::cut::{Cut, Side};
use super::node::SweptBox;
use super::spreads::Spreads;
use crate::geometry::{Aabb, Real, Scalar, compare};

/// A binary tree of cuts in heap order: the root is number 1, the cut below cut `n` is `2 n`, the
/// cut above it is `2 n + 1`.
///
/// The cuts divide boxes into *parts*, which have the numbers of the same heap: the part of a box
/// is the cut that it crosses or, at the bottom, the cell that it lies in.
///
/// ```text
///          cut 1                 parts: 1 crosses cut 1
///     ┌──────┴──────┐                   2 lies below cut 1 and crosses cut 2
///   cut 2         cut 3                 4 lies below cut 1 and below cut 2
///  ┌──┴──┐       ┌──┴──┐                …
///  4     5       6     7
/// ```
pub(super) struct Cuts<S> {
    /// Indexed by number. Boxes that arrive at a number without a cut stay in that part.
    limits: [Limits<S>; MAX_PARTS / 2],
    levels: u32,
}

/// A cut, in the form in which boxes are compared with it. Boxes that end before `below` lie below
/// it, boxes that begin after `above` lie above it.
#[derive(Clone, Copy)]
struct Limits<S> {
    axis: usize,
    below: S,
    above: S,
}

impl<S: Scalar> Limits<S> {
    /// No cut: no box lies below or above it.
    const NONE: Self = Self {
        axis: 0,
        below: S::MIN,
        above: S::MAX,
    };

    fn of(cut: Cut<S>) -> Self {
        Self {
            axis: cut.axis,
            below: cut.at,
            above: cut.at,
        }
    }

    fn cut(&self) -> Option<Cut<S>> {
        (self.below == self.above).then_some(Cut {
            axis: self.axis,
            at: self.below,
        })
    }
}

impl<S: Scalar> Cuts<S> {
    /// Chooses cuts along `axes` for parts of about `part_len` items, from all items (`is_exact`)
    /// or a sample. Makes no cut that most boxes would cross.
    ///
    /// The sample has every k-th item in the order of the caller. An order that hides boxes from it
    /// makes parts of any size, so below a certain depth the caller passes `is_exact`, which limits
    /// the depth of the tree. Selecting the median of all items for every cut took ten passes over
    /// 100,000 boxes instead of two.
    pub(super) fn choose<const D: usize>(
        items: &[SweptBox<S, D>],
        part_len: usize,
        axes: [bool; D],
        is_exact: bool,
        sample: &mut CutSample<S, D>,
    ) -> Self {
        let levels = levels(items.len(), part_len);
        let stride = if is_exact {
            1
        } else {
            (items.len() / (SAMPLES_PER_PART << levels)).max(1)
        };
        let mut cuts = Self {
            limits: [Limits::NONE; MAX_PARTS / 2],
            levels,
        };
        let CutSample { boxes, starts } = sample;
        boxes.clear();
        boxes.extend(items.iter().step_by(stride).map(|item| item.aabb));
        cuts.choose_at(1, boxes, axes, starts);
        cuts
    }

    /// Chooses the cut with this number and all cuts below it.
    fn choose_at<const D: usize>(
        &mut self,
        number: usize,
        sample: &mut [Aabb<S, D>],
        axes: [bool; D],
        starts: &mut Vec<S>,
    ) {
        if number >> self.levels != 0 || sample.len() < SAMPLES_PER_PART {
            return;
        }
        let Some(cut) = best_cut(sample, axes, starts) else {
            return;
        };
        self.limits[number] = Limits::of(cut);
        let below_len = partition(sample, |aabb| cut.side(aabb) == Side::Below);
        let (below, rest) = sample.split_at_mut(below_len);
        let above_len = partition(rest, |aabb| cut.side(aabb) == Side::Above);
        self.choose_at(2 * number, below, axes, starts);
        self.choose_at(2 * number + 1, &mut rest[..above_len], axes, starts);
    }

    /// One more than the greatest number of a part.
    pub(super) fn parts(&self) -> usize {
        2 << self.levels
    }

    /// The cut with this number; `None` if all boxes stay there.
    pub(super) fn get(&self, number: usize) -> Option<Cut<S>> {
        self.limits.get(number).and_then(Limits::cut)
    }

    /// The parts of some boxes, each from 1 to below [`parts`](Self::parts). Descends level by
    /// level, so that the processor works on many boxes at a time.
    #[expect(clippy::cast_possible_truncation, reason = "parts are below 256")]
    #[inline]
    pub(super) fn parts_of<const N: usize, const D: usize>(
        &self,
        items: &[SweptBox<S, D>; N],
    ) -> [u8; N] {
        let mut parts = [1; N];
        for _ in 0..self.levels {
            for (part, item) in parts.iter_mut().zip(items) {
                *part = self.next(*part, &item.aabb);
            }
        }
        parts.map(|part| (part % MAX_PARTS) as u8)
    }

    /// The part below `part` that a box lies in, or `part` itself if there is none.
    #[inline(always)]
    fn next<const D: usize>(&self, part: usize, aabb: &Aabb<S, D>) -> usize {
        let limits = &self.limits[part % self.limits.len()];
        let [min, max] = aabb.ends(limits.axis);
        let (is_below, is_above) = (max < limits.below, min > limits.above);
        // A select, not a branch: the side of a box is unpredictable.
        if is_below | is_above {
            2 * part + usize::from(is_above)
        } else {
            part
        }
    }
}

/// The number of levels to cut at once. The fewest divisions that give parts of `part_len` items
/// share the levels equally.
fn levels(len: usize, part_len: usize) -> u32 {
    let needed = len.div_ceil(part_len).next_power_of_two().ilog2();
    needed.div_ceil(needed.div_ceil(MAX_LEVELS).max(1))
}

/// The cut along the axis with the widest spread or, if many boxes cross it, the cut after which a
/// query compares the fewest boxes. `None` if more than three quarters cross every cut.
///
/// Trying every axis for every cut took 128 instead of 90 ns per box of a build, and pairs were no
/// faster: the widest axis is right unless boxes are long. Spread relative to the lengths of boxes
/// would be the wrong measure, since points have no length; it is the right one for the sweep of a
/// leaf.
fn best_cut<S: Scalar, const D: usize>(
    sample: &[Aabb<S, D>],
    axes: [bool; D],
    starts: &mut Vec<S>,
) -> Option<Cut<S>> {
    let mut at_median = |axis: usize| {
        let at = median_start(sample, axis, starts);
        let cut = Cut { axis, at };
        let is_crossing = |aabb: &&Aabb<S, D>| cut.side(aabb) == Side::Crossing;
        (sample.iter().filter(is_crossing).count(), cut)
    };
    let widest = Spreads::of(sample.iter()).widest(axes)?;
    let first = at_median(widest);
    if first.0 * FEW_CROSSING <= sample.len() {
        return Some(first.1);
    }
    let others = (0..D).filter(|&axis| axes[axis] && axis != widest);
    let cuts = [first].into_iter().chain(others.map(at_median));
    cuts.filter(|&(crossing, _)| crossing * FEW_CROSSING <= sample.len() * (FEW_CROSSING - 1))
        .map(|(crossing, cut)| (cost_of(sample, cut), crossing, cut))
        .min_by(|(a, fewer, _), (b, more, _)| compare(a, b).then(fewer.cmp(more)))
        .map(|(_, _, cut)| cut)
}

/// The surface-area cost of a cut: the sum over the parts of half the area around a part times the
/// number of its boxes. This estimates how many boxes a random query compares.
///
/// The number of crossing boxes is not enough: where rods lie along two axes in a thin layer, no
/// rod crosses a cut of the layer into thinner ones, and no such cut separates the rods of one axis
/// from those of the other. With cuts chosen by that number, all pairs of 100,000 rods along three
/// axes took 19 s.
fn cost_of<S: Scalar, const D: usize>(sample: &[Aabb<S, D>], cut: Cut<S>) -> f64 {
    let sides = [Side::Crossing, Side::Below, Side::Above];
    let of_side = |side: Side| {
        let boxes = || sample.iter().filter(|aabb| cut.side(aabb) == side);
        let bounds = Aabb::enclosing(boxes().copied());
        let area = bounds.map_or(0.0, |bounds| bounds.half_area().to_f64());
        area * boxes().count() as f64
    };
    let cost: f64 = sides.into_iter().map(of_side).sum();
    // An area may be infinite, and an infinite area times no boxes is NaN.
    if cost.is_nan() { f64::INFINITY } else { cost }
}

/// Scratch memory for samples.
#[derive(Clone, Debug, Default)]
pub(super) struct CutSample<S, const D: usize> {
    boxes: Vec<Aabb<S, D>>,
    starts: Vec<S>,
}

impl<S, const D: usize> CutSample<S, D> {
    pub(super) fn bytes(&self) -> usize {
        self.boxes.capacity() * size_of::<Aabb<S, D>>() + self.starts.capacity() * size_of::<S>()
    }
}

/// The median of the boxes' starts along an axis.
fn median_start<S: Scalar, const D: usize>(
    sample: &[Aabb<S, D>],
    axis: usize,
    starts: &mut Vec<S>,
) -> S {
    starts.clear();
    starts.extend(sample.iter().map(|aabb| aabb.ends(axis)[0]));
    let middle = starts.len() / 2;
    *starts.select_nth_unstable_by(middle, compare).1
}

/// Swaps the items that satisfy `is_first` to the front and returns their number.
fn partition<T>(items: &mut [T], is_first: impl Fn(&T) -> bool) -> usize {
    let mut count = 0;
    for i in 0..items.len() {
        let is_counted = is_first(&items[i]);
        // Always swapped, and counted if it satisfies `is_first`: no unpredictable branch.
        items.swap(count, i);
        count += usize::from(is_counted);
    }
    count
}
