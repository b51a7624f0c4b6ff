//! Boxes moved into the cell, and the images of boxes that may be near others.

use broadleaf::Aabb;
use broadleaf::geometry::Scalar;

use super::error::{InvalidPeriodic, Row};
use super::within::{MAX_PERIODS, Within};

/// A bound of the rounding errors of moved boxes and of distances, as a share of the numbers that
/// they are computed from.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

/// Boxes of which each begins in the cell, on axes with a period.
pub(super) struct Placed<const D: usize> {
    pub(super) boxes: Vec<Aabb<f64, D>>,
    /// How many periods each box lies beyond its place in the cell.
    pub(super) turns: Vec<[i32; D]>,
    /// The largest distance of an end from 0 on each axis, before the boxes moved.
    farthest: [f64; D],
}

impl<const D: usize> Placed<D> {
    pub(super) fn new<S: Scalar + Into<f64>>(
        boxes: &[Aabb<S, D>],
        list: usize,
        within: &Within<D>,
    ) -> Result<Self, InvalidPeriodic> {
        let mut placed = Self {
            boxes: Vec::with_capacity(boxes.len()),
            turns: Vec::with_capacity(boxes.len()),
            farthest: [0.0; D],
        };
        for (row, aabb) in boxes.iter().enumerate() {
            let (mut min, mut max) = (aabb.min().map(Into::into), aabb.max().map(Into::into));
            let mut turns = [0; D];
            for axis in 0..D {
                let Some(period) = within.periods[axis] else {
                    continue;
                };
                let problem = Row { list, row, axis };
                turns[axis] = turn(min[axis], max[axis], period, problem)?;
                let farthest = &mut placed.farthest[axis];
                *farthest = farthest.max(min[axis].abs()).max(max[axis].abs());
                let offset = f64::from(turns[axis]) * period;
                (min[axis], max[axis]) = (min[axis] - offset, max[axis] - offset);
            }
            placed.boxes.push(Aabb::new(min, max));
            placed.turns.push(turns);
        }
        Ok(placed)
    }
}

/// The number of whole periods below a box.
fn turn(min: f64, max: f64, period: f64, row: Row) -> Result<i32, InvalidPeriodic> {
    let is_near = |x: f64| (x / period).abs() <= MAX_PERIODS;
    if !(is_near(min) && is_near(max)) {
        return Err(InvalidPeriodic::TooFar(row));
    }
    if max - min > period {
        return Err(InvalidPeriodic::TooLong(row));
    }
    Ok((min / period).floor() as i32)
}

/// Which images may be near a list of placed boxes.
pub(super) struct Range<const D: usize> {
    /// The ends of the list on each axis, further apart by the cut-off.
    ends: [[f64; 2]; D],
    /// By how much a box grows on each side, so that the boxes of a pair overlap.
    growth: [f64; D],
    periods: [Option<f64>; D],
}

impl<const D: usize> Range<D> {
    /// The range around `near`, for images of `of`.
    pub(super) fn new(near: &Placed<D>, of: &Placed<D>, within: &Within<D>) -> Self {
        let bounds = bounds(&near.boxes);
        let mut ends = [[0.0; 2]; D];
        let mut growth = [0.0; D];
        for axis in 0..D {
            let slack = within.periods[axis].map_or(0.0, |period| {
                let farthest = near.farthest[axis].max(of.farthest[axis]);
                ROUNDING * (farthest + within.distance + period)
            });
            // Squares, sums and their root round: a share of the cut-off makes up for it.
            growth[axis] = (0.5 * (within.distance * (1.0 + ROUNDING) + slack)).next_up();
            let reach = 2.0 * growth[axis];
            ends[axis] = [bounds[0][axis] - reach, bounds[1][axis] + reach];
        }
        Self {
            ends,
            growth,
            periods: within.periods,
        }
    }

    /// A box that overlaps another one, grown as well, if they are within the cut-off.
    pub(super) fn grown(&self, aabb: &Aabb<f64, D>) -> Aabb<f64, D> {
        let (mut min, mut max) = (aabb.min(), aabb.max());
        for axis in 0..D {
            // The difference of equal infinities is NaN, which `max` and `min` drop.
            let start = (min[axis] - self.growth[axis]).max(f64::NEG_INFINITY);
            let end = (max[axis] + self.growth[axis]).min(f64::INFINITY);
            (min[axis], max[axis]) = (start.next_down(), end.next_up());
        }
        Aabb::new(min, max)
    }

    /// The first and the last shift of a placed box, on each axis, that may be near the list.
    fn shifts(&self, aabb: &Aabb<f64, D>) -> [[i32; 2]; D] {
        let (min, max) = (aabb.min(), aabb.max());
        std::array::from_fn(|axis| {
            let Some(period) = self.periods[axis] else {
                return [0, 0];
            };
            let [start, end] = self.ends[axis];
            let first = ((start - max[axis]) / period).ceil() as i32;
            let last = ((end - min[axis]) / period).floor() as i32;
            [first, last]
        })
    }
}

fn bounds<const D: usize>(boxes: &[Aabb<f64, D>]) -> [[f64; D]; 2] {
    let all = boxes.iter().copied().reduce(|all, aabb| all.union(&aabb));
    all.map_or([[0.0; D]; 2], |all| [all.min(), all.max()])
}

/// Images of boxes: each grown, with the row and the shift of its box.
pub(super) struct Images<const D: usize> {
    pub(super) boxes: Vec<Aabb<f64, D>>,
    pub(super) of: Vec<(u32, [i32; D])>,
}

impl<const D: usize> Images<D> {
    /// The images of placed boxes in a range whose shift is admitted.
    pub(super) fn new(
        placed: &Placed<D>,
        range: &Range<D>,
        within: &Within<D>,
        is_admitted: impl Fn([i32; D]) -> bool,
    ) -> Result<Self, InvalidPeriodic> {
        let most = placed.boxes.iter().map(|aabb| count(range.shifts(aabb)));
        let most = most.fold(0, u64::saturating_add);
        let images = most.saturating_add(placed.boxes.len() as u64);
        if images > u64::from(u32::MAX) {
            return Err(InvalidPeriodic::TooManyImages { images });
        }
        let (mut boxes, mut of) = (Vec::new(), Vec::new());
        for (row, aabb) in placed.boxes.iter().enumerate() {
            for_each_shift(range.shifts(aabb), |shift| {
                if is_admitted(shift) {
                    boxes.push(range.grown(&moved(aabb, shift, within)));
                    of.push((row as u32, shift));
                }
            });
        }
        Ok(Self { boxes, of })
    }
}

fn moved<const D: usize>(aabb: &Aabb<f64, D>, shift: [i32; D], within: &Within<D>) -> Aabb<f64, D> {
    let (mut min, mut max) = (aabb.min(), aabb.max());
    for axis in 0..D {
        let offset = f64::from(shift[axis]) * within.periods[axis].unwrap_or(0.0);
        (min[axis], max[axis]) = (min[axis] + offset, max[axis] + offset);
    }
    Aabb::new(min, max)
}

fn count<const D: usize>(shifts: [[i32; 2]; D]) -> u64 {
    let of_axis = |[first, last]: [i32; 2]| (i64::from(last) - i64::from(first) + 1).max(0) as u64;
    shifts.map(of_axis).into_iter().fold(1, u64::saturating_mul)
}

/// Visits all shifts from the first to the last of each axis, in lexicographic order.
fn for_each_shift<const D: usize>(shifts: [[i32; 2]; D], mut visit: impl FnMut([i32; D])) {
    if count(shifts) == 0 {
        return;
    }
    let mut shift = shifts.map(|[first, _]| first);
    loop {
        visit(shift);
        let Some(axis) = (0..D).rev().find(|&axis| shift[axis] < shifts[axis][1]) else {
            return;
        };
        shift[axis] += 1;
        for axis in axis + 1..D {
            shift[axis] = shifts[axis][0];
        }
    }
}
