//! Chooses the cuts from a sample.

use alloc::vec;
use alloc::vec::Vec;

use super::tiling::{TileCut, Tiling};
use super::tuning::{CELLS, MAX_CUT_AXES, SAMPLE_PER_TILE};
use crate::geometry::{Aabb, BoxSource, Real, Scalar};

impl<S: Scalar, const D: usize> Tiling<S, D> {
    /// Cuts space into tiles with about the same number of boxes each, as far as cuts can separate
    /// the boxes. `sample` has the boxes, or boxes that are distributed like them; about 48 for
    /// each tile are read. The number of tiles is rounded up to a power of two, at most
    /// [`MAX_TILES`](Self::MAX_TILES).
    ///
    /// The same sample gives the same tiles on every machine.
    #[must_use]
    pub fn from_sample(sample: &(impl BoxSource<S, D> + ?Sized), tiles: usize) -> Self {
        let tiles = tiles.clamp(1, Self::MAX_TILES).next_power_of_two();
        let mut cuts = vec![TileCut::NONE; tiles];
        if tiles > 1 {
            let mut looked_at = take_sample(sample, tiles * SAMPLE_PER_TILE);
            cut(&mut cuts, 1, &mut looked_at, &mut Vec::new());
        }
        Self::from_cuts(cuts)
    }

    /// [`from_sample`](Self::from_sample) with as many tiles as `boxes` boxes need for about
    /// `per_tile` boxes each.
    ///
    /// ```
    /// use broadleaf::Aabb;
    /// use broadleaf::tiling::Tiling;
    /// let sample: Vec<_> = (0..1000).map(|x| Aabb::point([x as f32])).collect();
    /// assert_eq!(Tiling::from_counts(&sample, 100_000_000, 4_000_000).len(), 32);
    /// ```
    #[must_use]
    pub fn from_counts(
        sample: &(impl BoxSource<S, D> + ?Sized),
        boxes: u64,
        per_tile: u64,
    ) -> Self {
        let tiles = boxes.div_ceil(per_tile.max(1));
        Self::from_sample(sample, usize::try_from(tiles).unwrap_or(usize::MAX))
    }
}

/// Cuts a node and the nodes below it.
fn cut<S: Scalar, const D: usize>(
    cuts: &mut [TileCut<S>],
    node: usize,
    sample: &mut [Aabb<S, D>],
    starts: &mut Vec<S>,
) {
    if node >= cuts.len() || sample.len() < CELLS {
        return;
    }
    let Some(best) = best_cut(sample, starts) else {
        return;
    };
    cuts[node] = best;
    let before = partition(sample, |aabb| aabb.min()[best.axis] < best.at);
    let (before, after) = sample.split_at_mut(before);
    cut(cuts, 2 * node, before, starts);
    cut(cuts, 2 * node + 1, after, starts);
}

/// The cheapest cut; none if with each cut most boxes would be on both sides.
///
/// Every axis is cut at its median, so that tiles have about the same number of boxes. Choosing
/// among all eighths, in order to cut off a crowd, takes 1.3 to 1.4 times as long on ten crowds and
/// 1.0 to 1.14 times on most crowded scenes; it takes 12 % less only where one box in eight lies
/// far out. The cost is how crowded the parts are for a sweep, times the copies that the cut makes.
/// With the copies alone, a crowd inside a thin cloud takes 1.6 to 2.1 times as long, and sizes
/// that grow exponentially take 40 % less. (100,000 and a million boxes, one thread.)
fn best_cut<S: Scalar, const D: usize>(
    sample: &[Aabb<S, D>],
    starts: &mut Vec<S>,
) -> Option<TileCut<S>> {
    let mut best = None;
    for axis in 0..D.min(MAX_CUT_AXES) {
        starts.clear();
        starts.extend(sample.iter().map(|aabb| aabb.min()[axis]));
        starts.sort_unstable_by_key(|start| start.to_word());
        // At least one box has to be before the cut, even if most boxes begin at the same
        // coordinate.
        let second = starts.partition_point(|&start| start <= starts[0]);
        let Some(&at) = starts.get(second.max(starts.len() / 2)) else {
            continue;
        };
        let cut = TileCut { axis, at };
        if let Some(cost) = cost_of(sample, starts, &cut)
            && best.is_none_or(|(least, _)| cost < least)
        {
            best = Some((cost, cut));
        }
    }
    Some(best?.1)
}

/// The cost of a cut. `starts` has the sorted coordinates at which the boxes begin along its axis.
/// None if most boxes are on both sides.
fn cost_of<S: Scalar, const D: usize>(
    sample: &[Aabb<S, D>],
    starts: &[S],
    &TileCut { axis, at }: &TileCut<S>,
) -> Option<f64> {
    let before = starts.partition_point(|&start| start < at);
    let ends = sample.iter().map(|aabb| aabb.max()[axis]);
    let on_both = before + ends.filter(|&end| end >= at).count() - sample.len();
    let copies = 1.0 + 2.0 * on_both as f64 / sample.len() as f64;
    (2 * on_both <= sample.len()).then(|| crowding(starts, before) * copies)
}

/// How unevenly boxes are spread in the two parts of an axis, on average: 1 if evenly.
fn crowding<S: Scalar>(starts: &[S], before: usize) -> f64 {
    let (first, second) = starts.split_at(before);
    let crowd = |part: &[S]| part.len() as f64 * unevenness(part);
    (crowd(first) + crowd(second)) / starts.len() as f64
}

/// How much more often two boxes begin in the same cell than if they were spread evenly: between 1
/// and [`CELLS`]. Each part of space has its own cells, so that crowds far apart do no harm once a
/// cut separates them.
fn unevenness<S: Scalar>(starts: &[S]) -> f64 {
    let [first, .., last] = starts else {
        return 1.0;
    };
    let length = last.minus(*first).to_f64();
    if !(0.0 < length && length.is_finite()) {
        return 1.0;
    }
    let mut counts = [0.0; CELLS];
    for start in starts {
        let place = start.minus(*first).to_f64() / length;
        let cell = (place * CELLS as f64).to_u32() as usize;
        counts[cell.min(CELLS - 1)] += 1.0;
    }
    let squares: f64 = counts.iter().map(|count| count * count).sum();
    squares * CELLS as f64 / (starts.len() * starts.len()) as f64
}

/// Moves the boxes for which `is_first` holds to the front, and returns how many there are.
fn partition<T>(items: &mut [T], is_first: impl Fn(&T) -> bool) -> usize {
    let mut first = 0;
    for index in 0..items.len() {
        if is_first(&items[index]) {
            items.swap(first, index);
            first += 1;
        }
    }
    first
}

/// About `count` boxes. Not in equal steps, because the boxes of a scene often repeat periodically.
fn take_sample<S: Scalar, const D: usize>(
    boxes: &(impl BoxSource<S, D> + ?Sized),
    count: usize,
) -> Vec<Aabb<S, D>> {
    let step = (boxes.len() / count).max(1);
    let mut noise: u32 = 1;
    (0..boxes.len())
        .step_by(step)
        .map(|start| {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let index = start + (noise >> 8) as usize % step;
            boxes.get(index.min(boxes.len() - 1))
        })
        .collect()
}
