//! The work of a structure on some boxes.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::number::Number;
use crate::broad_phase::{BroadPhase, Margin};
use crate::geometry::{Aabb, Probe, Ray, Real};
use crate::index::{SpatialIndex, SpatialIndexMut};
use crate::packed_tree::{Order, PackedTree};
use crate::pair_finder::PairFinder;
use crate::pencil_sweep::PencilSweep;
use crate::store::Id;
use crate::work::counted;

/// A kind of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Question {
    /// Inserts all boxes at once.
    Build,
    /// Inserts one box after the other.
    Insert,
    /// All overlapping pairs.
    Pairs,
    /// The boxes that overlap a box, for each box.
    Range,
    /// The same for all boxes at once.
    Batch,
    /// All boxes on a ray through a box, for each of some boxes.
    Ray,
    /// The eight boxes nearest to a corner, for each of some boxes.
    Nearest,
    /// All pairs of a broad phase in its first step, and in one in which all proxies moved.
    Step,
}

/// The work of a query, divided by its allowed cost.
pub(super) type Work = (Question, f64);

/// The most range queries.
const MOST_RANGES: usize = 1_500;
/// Rays and nearest boxes are searched for one box in this many.
const STRIDE: usize = 40;

fn n_log_n(len: usize) -> f64 {
    let len = len.max(2) as f64;
    len * len.log2()
}

/// The work of a structure whose boxes change.
pub(super) fn mutable_index<S: Number, const D: usize, B: SpatialIndexMut<S, D>>(
    boxes: &[Aabb<S, D>],
    empty: fn() -> B,
) -> Vec<Work> {
    let items = || (0..).map(Id).zip(boxes.iter().copied());
    let mut one_by_one = empty();
    let (inserting, ()) = counted(|| {
        for (id, aabb) in items() {
            one_by_one.insert(id, aabb);
        }
    });
    let mut built = empty();
    let (building, ()) = counted(|| built.extend(items()));
    let usual = n_log_n(boxes.len());
    let mut work = alloc::vec![
        (Question::Insert, inserting as f64 / usual),
        (Question::Build, building as f64 / usual),
    ];
    for index in [one_by_one, built] {
        work.extend(index_work(boxes, &index));
    }
    work
}

/// The work of all pairs of a list that is made by inserts. Its other queries visit every box.
pub(super) fn pencil_sweep<S: Number, const D: usize>(boxes: &[Aabb<S, D>]) -> Vec<Work> {
    let (building, index) =
        counted(|| -> PencilSweep<S, D> { (0..).map(Id).zip(boxes.iter().copied()).collect() });
    let usual = n_log_n(boxes.len());
    alloc::vec![
        (Question::Build, building as f64 / usual),
        pairs_work(boxes, &index),
    ]
}

/// The work of all pairs of an index.
fn pairs_work<S: Number, const D: usize>(
    boxes: &[Aabb<S, D>],
    index: &impl SpatialIndex<S, D>,
) -> Work {
    let mut pairs = 0_u64;
    let (looks, _) = counted(|| {
        index.try_for_each_pair(|_, _| {
            pairs += 1;
            ControlFlow::<()>::Continue(())
        })
    });
    let usual = n_log_n(boxes.len()) + pairs as f64;
    (Question::Pairs, looks as f64 / usual)
}

/// The work of a packed tree in an order.
pub(super) fn packed_tree<S: Number, const D: usize>(
    boxes: &[Aabb<S, D>],
    order: Order,
) -> Vec<Work> {
    let items = || (0..).map(Id).zip(boxes.iter().copied());
    let (building, tree) = counted(|| PackedTree::from_items(items(), order));
    let mut work = index_work(boxes, &tree);
    work.push((Question::Build, building as f64 / n_log_n(boxes.len())));
    work
}

/// The work of all pairs of a slice.
pub(super) fn pair_finder<S: Number, const D: usize>(boxes: &[Aabb<S, D>]) -> Vec<Work> {
    let mut finder = PairFinder::new();
    let (looks, pairs) = counted(|| {
        let query = finder.within(boxes).expect("there are few boxes");
        query.count_pairs()
    });
    let usual = n_log_n(boxes.len()) + pairs as f64;
    alloc::vec![(Question::Pairs, looks as f64 / usual)]
}

/// The work of two steps of a broad phase: the first, and one after all proxies moved.
pub(super) fn broad_phase<S: Number, const D: usize>(boxes: &[Aabb<S, D>]) -> Vec<Work> {
    let mut broad_phase = BroadPhase::<(), S, D>::new(Margin::Tight);
    let mut work = Vec::new();
    let mut step = |broad_phase: &mut BroadPhase<(), S, D>, changes: u64| {
        let (looks, events) = counted(|| broad_phase.step());
        let pairs = events.begun.len() + events.ended.len();
        let usual = n_log_n(boxes.len()) + pairs as f64;
        work.push((Question::Step, (looks + changes) as f64 / usual));
    };
    let (creating, ids) = counted(|| -> Vec<_> {
        let create = |&aabb: &Aabb<S, D>| broad_phase.create(aabb, ());
        boxes.iter().map(create).collect()
    });
    step(&mut broad_phase, creating);
    // Each proxy moves to where another one was.
    let targets = ids.iter().zip(boxes.iter().rev());
    let (moving, ()) = counted(|| {
        for (&id, &to) in targets {
            let moved = broad_phase.move_to(id, to, [S::default(); D]);
            moved.expect("the proxy exists");
        }
    });
    step(&mut broad_phase, moving);
    work
}

/// The work of the queries of every index.
fn index_work<S: Number, const D: usize>(
    boxes: &[Aabb<S, D>],
    index: &impl SpatialIndex<S, D>,
) -> Vec<Work> {
    let usual = n_log_n(boxes.len());
    let log = usual / boxes.len().max(1) as f64;
    let stride = boxes.len().div_ceil(MOST_RANGES).max(1);
    let mut found = 0_usize;
    let (looks_of_ranges, ()) = counted(|| {
        let mut ids = Vec::new();
        for aabb in boxes.iter().step_by(stride) {
            ids.clear();
            index.append_unsorted_overlaps(aabb, &mut ids);
            found += ids.len();
        }
    });
    let ranges = boxes.iter().step_by(stride).count() as f64;
    let mut found_by_batch = 0_usize;
    let (looks_of_batch, ()) = counted(|| {
        let answers = index.batch().overlaps(boxes);
        found_by_batch = answers.iter().map(|answer| answer.len()).sum();
    });
    let some = || boxes.iter().step_by(STRIDE);
    let asked = some().count() as f64;
    let mut hits = 0_usize;
    let (looks_of_rays, ()) = counted(|| {
        for [from, to] in some()
            .zip(boxes.iter().rev())
            .map(|(a, b)| [a.min(), b.max()])
        {
            let ray = Ray::between(from, to);
            hits += ray.map_or(0, |ray| index.cast_all(&ray).len());
        }
    });
    let mut nearest = 0;
    let mut looks_of_nearest = 0;
    for point in some().map(Aabb::min) {
        let (looks, hits) = counted(|| index.k_nearest(&point, 8));
        looks_of_nearest += looks;
        // Among equally near boxes, those with the least ids count, so all of them are visited.
        let last = hits.last().map_or(S::Real::ZERO, |hit| hit.reach);
        let is_as_near = |aabb: &&Aabb<S, D>| point.reach(aabb).is_some_and(|reach| reach <= last);
        nearest += boxes.iter().filter(is_as_near).count();
    }
    let root = (boxes.len() as f64).sqrt();
    alloc::vec![
        pairs_work(boxes, index),
        (
            Question::Range,
            looks_of_ranges as f64 / (ranges * log + found as f64)
        ),
        (
            Question::Batch,
            looks_of_batch as f64 / (usual + found_by_batch as f64)
        ),
        (
            Question::Ray,
            looks_of_rays as f64 / (asked * (log + root) + hits as f64)
        ),
        (
            Question::Nearest,
            looks_of_nearest as f64 / (asked * log + nearest as f64)
        ),
    ]
}
