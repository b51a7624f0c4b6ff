//! The expected answers, and the tolerance for other answers.

use broadleaf::geometry::{Place, Probe};
use broadleaf::{Aabb, Id, Ray, SpatialIndex};
use broadleaf_scenes::checksum::{FrameSum, fold};

use super::asked::Asked;
use super::contender::{Line, Storage};
use super::question::{FEW, Question};
use super::task::{Reference, Task, with};

/// The expected answers in one scene.
pub(super) struct Expected<const D: usize> {
    boxes: Vec<Aabb<f64, D>>,
    /// The unit of errors.
    diagonal: f64,
    ranges: [FrameSum; 3],
    /// The answers to queries with ten hits, after the moves and then after the removals.
    pub(super) moved: FrameSum,
    pub(super) thinned: FrameSum,
    rays: Vec<Ray<f64, D>>,
    closest_hits: Vec<f64>,
    points: Vec<[f64; D]>,
    nearest: Vec<f64>,
    nearest_few: Vec<f64>,
}

impl<const D: usize> Expected<D> {
    pub(super) fn new(task: &Task<D>) -> Self {
        let reference = Reference::new(&task.boxes);
        let rays: Vec<_> = task.lines.iter().map(ray).collect();
        let points: Vec<_> = task
            .points
            .iter()
            .map(|point| point.map(f64::from))
            .collect();
        let bounds = Aabb::enclosing(task.boxes.double.iter().copied());
        let extents = bounds.expect("the scene has boxes").extents();
        let after = Reference::new(&task.moved);
        let mut is_removed = vec![false; task.moved.single.len()];
        for &id in &task.removed {
            is_removed[id as usize] = true;
        }
        Self {
            boxes: task.boxes.double.clone(),
            diagonal: extents.iter().map(|x| x * x).sum::<f64>().sqrt(),
            ranges: [0, 1, 2].map(|i| ranges(&reference, &task.windows[i], |_| true)),
            moved: ranges(&after, &task.windows[1], |_| true),
            thinned: ranges(&after, &task.windows[1], |id| !is_removed[id.index()]),
            closest_hits: with!(&reference, index => rays
                .iter()
                .map(|ray| index.cast(ray).map_or(f64::INFINITY, |hit| hit.reach))
                .collect()),
            nearest: with!(&reference, index => nearest(index, &points, 1)),
            nearest_few: with!(&reference, index => nearest(index, &points, FEW)),
            rays,
            points,
        }
    }

    /// The mean number of hits of each kind of range query.
    pub(super) fn mean_hits(&self, task: &Task<D>) -> [f64; 3] {
        [0, 1, 2].map(|i| self.ranges[i].pairs as f64 / task.windows[i].len() as f64)
    }

    pub(super) fn is_range(&self, i: usize, asked: &Asked) -> bool {
        sum(asked) == self.ranges[i]
    }

    /// The number of queries and a checksum of the expected hits, for records.
    pub(super) fn record(&self, i: usize) -> (u64, u64) {
        (self.ranges[i].pairs, fold(0, self.ranges[i]))
    }

    /// Whether the boxes are correct answers to the query by half-lines or points.
    pub(super) fn reaches(&self, question: Question, storage: Storage, asked: &Asked) -> bool {
        match question {
            Question::ClosestHit => self.are_closest_hits(storage, asked),
            Question::Nearest => self.are_nearest(storage, asked, &self.nearest),
            _ => self.are_nearest(storage, asked, &self.nearest_few),
        }
    }

    fn are_closest_hits(&self, storage: Storage, asked: &Asked) -> bool {
        let reach = |(ids, ray): (&[u32], &Ray<f64, D>)| {
            let first = ids.first().map(|&id| ray.reach(&self.boxes[id as usize]));
            first.map_or(f64::INFINITY, |reach| reach.unwrap_or(f64::NAN))
        };
        let found = asked.answers().zip(&self.rays).map(reach);
        asked.ends.len() == self.closest_hits.len()
            && self.agree(storage, found.zip(&self.closest_hits))
    }

    fn are_nearest(&self, storage: Storage, asked: &Asked, expected: &[f64]) -> bool {
        let distances = asked.answers().zip(&self.points).flat_map(|(ids, point)| {
            let distance = |&id: &u32| distance(point, &self.boxes[id as usize]);
            let mut distances: Vec<_> = ids.iter().map(distance).collect();
            distances.sort_by(f64::total_cmp);
            distances
        });
        asked.ids.len() == expected.len() && self.agree(storage, distances.zip(expected))
    }

    /// Whether lengths are equal, up to rounding. With `f32`, one in a thousand rays may also miss
    /// a box that it grazes.
    fn agree<'a>(&self, storage: Storage, lengths: impl Iterator<Item = (f64, &'a f64)>) -> bool {
        let (tolerance, share) = match storage {
            Storage::F32 => (2.0_f64.powi(-18) * self.diagonal, 1e-3),
            Storage::F64 => (2.0_f64.powi(-46) * self.diagonal, 0.0),
        };
        let (mut all, mut different) = (0, 0);
        for (found, &expected) in lengths {
            all += 1;
            let is_equal = found == expected || (found - expected).abs() <= tolerance;
            different += usize::from(!is_equal);
        }
        different as f64 <= share * all as f64
    }
}

/// A checksum of the boxes that each window touches, in any order.
pub(super) fn sum(asked: &Asked) -> FrameSum {
    let hits = (0..).zip(asked.answers());
    FrameSum::of(hits.flat_map(|(question, ids)| ids.iter().map(move |&id| pair(question, id))))
}

fn pair(question: u32, id: u32) -> [Id; 2] {
    [Id(u32::MAX - question), Id(id)]
}

fn ranges<const D: usize>(
    reference: &Reference<D>,
    windows: &[Aabb<f32, D>],
    is_there: impl Fn(Id) -> bool,
) -> FrameSum {
    let mut sum = FrameSum::default();
    for (question, window) in (0..).zip(windows) {
        let window = Aabb::new(window.min().map(f64::from), window.max().map(f64::from));
        with!(reference, index => index.for_each_overlap(&window, |id| {
            if is_there(id) {
                let [question, id] = pair(question, id.0);
                sum.add(question, id);
            }
        }));
    }
    sum
}

fn ray<const D: usize>(line: &Line<D>) -> Ray<f64, D> {
    Ray::new(line.origin.map(f64::from), line.direction.map(f64::from))
        .expect("the numbers are finite")
}

fn distance<const D: usize>(point: &[f64; D], aabb: &Aabb<f64, D>) -> f64 {
    point.reach(aabb).expect("a point reaches every box").sqrt()
}

fn nearest<const D: usize>(
    index: &impl SpatialIndex<f64, D>,
    points: &[[f64; D]],
    count: usize,
) -> Vec<f64>
where
    [f64; D]: Place<f64, D>,
{
    let hits = points
        .iter()
        .flat_map(|point| index.k_nearest(point, count));
    hits.map(|hit| hit.reach.sqrt()).collect()
}
