//! The tasks for one thread and for several.

use std::cell::RefCell;
use std::rc::Rc;

use broadleaf::broad_phase::{Events, Margin, ProxyConfig};
use broadleaf::orthtree::Orthtree;
use broadleaf::packed_tree::Order;
use broadleaf::{
    Aabb, BroadPhase, DynamicTree, Id, KdSweep, PackedTree, PairFinder, SpatialIndex,
    SpatialIndexMut,
};
use rayon::iter::{
    IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator, ParallelExtend,
    ParallelIterator,
};

use crate::arithmetic;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    OneThread,
    /// All threads of rayon's pool.
    Threads,
}

impl Way {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::OneThread => "broadleaf, one thread",
            Self::Threads => "broadleaf, threads",
        }
    }
}

/// A task. Returns a number that depends on the answer and is cheap to compute.
pub(super) struct Task<'a> {
    pub(super) name: &'static str,
    /// Called before each run.
    pub(super) prepare: Box<dyn FnMut(Way) + 'a>,
    pub(super) run: Box<dyn FnMut(Way) -> u64 + 'a>,
}

fn task<'a>(
    name: &'static str,
    one: impl FnMut() -> u64 + 'a,
    threads: impl FnMut() -> u64 + 'a,
) -> Task<'a> {
    let (mut one, mut threads) = (one, threads);
    let run = move |way| match way {
        Way::OneThread => one(),
        Way::Threads => threads(),
    };
    Task {
        name,
        prepare: Box::new(|_| ()),
        run: Box::new(run),
    }
}

/// All tasks, on the boxes of two frames.
pub(super) fn tasks<'a, const D: usize>(
    first: &'a [Aabb<f32, D>],
    second: &'a [Aabb<f32, D>],
) -> Vec<Task<'a>> {
    let mut tasks = vec![arithmetic()];
    tasks.extend(pairs(first, second));
    tasks.extend(trees(first, second));
    tasks.extend(builds(first));
    // A step has nothing to do in a scene at rest.
    if first != second {
        tasks.push(step(first, second));
    }
    tasks
}

/// The upper limit of what threads can gain on this machine.
fn arithmetic<'a>() -> Task<'a> {
    task("arithmetic", arithmetic::one_thread, arithmetic::threads)
}

/// A step of a broad phase in which all boxes move from their positions in one frame to those in
/// the other.
fn step<'a, const D: usize>(first: &'a [Aabb<f32, D>], second: &'a [Aabb<f32, D>]) -> Task<'a> {
    let broad_phases = [Way::OneThread, Way::Threads].map(|_| {
        let mut broad_phase: BroadPhase<(), f32, D> = BroadPhase::new(Margin::Tight);
        let items = first.iter().map(|&aabb| (aabb, ()));
        let ids = broad_phase.create_all(ProxyConfig::default(), items);
        broad_phase.step();
        RefCell::new((broad_phase, ids, Events::default(), [first, second]))
    });
    let broad_phases = Rc::new(broad_phases);
    let prepared = broad_phases.clone();
    let prepare = move |way| {
        let (broad_phase, ids, _, frames) = &mut *prepared[way as usize].borrow_mut();
        frames.swap(0, 1);
        let moves = ids
            .iter()
            .zip(frames[0])
            .map(|(&id, &aabb)| (id, aabb, [0.0; D]));
        broad_phase.move_all(moves).expect("every proxy exists");
    };
    let run = move |way| {
        let (broad_phase, _, events, _) = &mut *broad_phases[way as usize].borrow_mut();
        match way {
            Way::OneThread => broad_phase.step_into(events),
            Way::Threads => broad_phase.par_step_into(events),
        }
        // Pairs that begin on the way to one frame end on the way back.
        (events.begun.len() + events.ended.len()) as u64
    };
    Task {
        name: "Broad phase, step",
        prepare: Box::new(prepare),
        run: Box::new(run),
    }
}

/// Pairs of lists.
fn pairs<'a, const D: usize>(
    first: &'a [Aabb<f32, D>],
    second: &'a [Aabb<f32, D>],
) -> Vec<Task<'a>> {
    let finders = || (PairFinder::new(), PairFinder::new());
    let ((mut a, mut b), (mut c, mut d)) = (finders(), finders());
    let (mut list, mut other) = (Vec::new(), Vec::new());
    let few = "a scene has fewer than 2^32 boxes";
    vec![
        task(
            "PairFinder, self pairs",
            move || {
                a.within(first).expect(few).unsorted_pairs_into(&mut list);
                list.len() as u64
            },
            move || {
                b.within(first)
                    .expect(few)
                    .par_unsorted_pairs_into(&mut other);
                other.len() as u64
            },
        ),
        task(
            "PairFinder, cross pairs",
            move || c.between(first, second).expect(few).count_pairs(),
            move || d.between(first, second).expect(few).par_count_pairs(),
        ),
    ]
}

fn trees<'a, const D: usize>(
    first: &'a [Aabb<f32, D>],
    second: &'a [Aabb<f32, D>],
) -> Vec<Task<'a>> {
    fn of_kind<'a, I: SpatialIndex<f32, D> + Sync + 'a, const D: usize>(
        names: [&'static str; 2],
        first: I,
        second: I,
    ) -> Vec<Task<'a>> {
        let first = Rc::new(first);
        let second = Rc::new(second);
        let [a, b, c, d] = [0; 4].map(|_| first.clone());
        let e = second.clone();
        vec![
            task(
                names[0],
                move || a.count_pairs(),
                move || b.par_count_pairs(),
            ),
            task(
                names[1],
                move || c.count_cross_pairs(&*second),
                move || d.par_count_cross_pairs(&*e),
            ),
        ]
    }
    fn tree<B: SpatialIndexMut<f32, D> + Default, const D: usize>(boxes: &[Aabb<f32, D>]) -> B {
        let mut tree = B::default();
        tree.extend((0..).map(Id).zip(boxes.iter().copied()));
        tree.optimize();
        tree
    }
    let dynamic = |boxes| tree::<DynamicTree<f32, D>, D>(boxes);
    let kd = |boxes| tree::<KdSweep<f32, D>, D>(boxes);
    let orth = |boxes| tree::<Orthtree<f32, D>, D>(boxes);
    let packed = |boxes: &[_]| {
        (0..)
            .map(Id)
            .zip(boxes.iter().copied())
            .collect::<PackedTree<f32, D>>()
    };
    let mut tasks = of_kind(
        ["DynamicTree, pairs", "DynamicTree, join"],
        dynamic(first),
        dynamic(second),
    );
    tasks.extend(of_kind(
        ["KdSweep, pairs", "KdSweep, join"],
        kd(first),
        kd(second),
    ));
    tasks.extend(of_kind(
        ["Orthtree, pairs", "Orthtree, join"],
        orth(first),
        orth(second),
    ));
    tasks.extend(of_kind(
        ["PackedTree, pairs", "PackedTree, join"],
        packed(first),
        packed(second),
    ));
    tasks
}

fn builds<const D: usize>(boxes: &[Aabb<f32, D>]) -> Vec<Task<'_>> {
    let items = || (0..).map(Id).zip(boxes.iter().copied());
    let par_items = || {
        let ids = (0..u32::MAX).into_par_iter().map(Id);
        ids.zip(boxes.par_iter().copied())
    };
    let packed = |order, way| {
        let tree = match way {
            Way::OneThread => PackedTree::with_order(boxes, order),
            Way::Threads => PackedTree::par_with_order(boxes, order),
        };
        tree.map_or(0, |tree| {
            u64::from(tree.as_bytes()[tree.as_bytes().len() / 2])
        })
    };
    let (mut a, mut b) = (DynamicTree::new(), DynamicTree::new());
    let (mut c, mut d) = (KdSweep::new(), KdSweep::new());
    let (mut e, mut f) = (Orthtree::new(), Orthtree::new());
    vec![
        task(
            "DynamicTree, build",
            move || {
                a.clear();
                a.extend(items());
                a.height() as u64
            },
            move || {
                b.clear();
                b.par_extend(par_items());
                b.height() as u64
            },
        ),
        task(
            "KdSweep, build",
            move || {
                c.clear();
                c.extend(items());
                c.len() as u64
            },
            move || {
                d.clear();
                d.par_extend(par_items());
                d.len() as u64
            },
        ),
        task(
            "Orthtree, build",
            move || {
                e.clear();
                e.extend(items());
                u64::from(e.depth())
            },
            move || {
                f.clear();
                f.par_extend(par_items());
                u64::from(f.depth())
            },
        ),
        task(
            "PackedTree, build along the curve",
            move || packed(Order::Curve, Way::OneThread),
            move || packed(Order::Curve, Way::Threads),
        ),
        task(
            "PackedTree, build by cuts",
            move || packed(Order::Cuts, Way::OneThread),
            move || packed(Order::Cuts, Way::Threads),
        ),
    ]
}
