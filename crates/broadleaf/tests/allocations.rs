//! After warming up, a steady stream of moves and questions allocates nothing.

use std::alloc::System;

use broadleaf::mesh::{MeshCandidates, Topology};
use broadleaf::n_body::{Body, Interaction, Interactions, NBody};
use broadleaf::orthtree::{Config, Orthtree};
use broadleaf::world::{Events, Margin, ProxyConfig};
use broadleaf::{
    Aabb, BroadPhase, DynamicTree, Hit, Id, KdSlice, KdSliceMut, KdSweep, Octree, PairFinder,
    Quadtree, Ray, SpatialIndex, World,
};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region as Counted, StatsAlloc};

#[global_allocator]
static GLOBAL: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const BOXES: u32 = 2_000;
const STEPS: u32 = 24;

/// Boxes on circles of their own, once around in `STEPS` steps.
fn aabb<const D: usize>(id: u32, step: u32) -> Aabb<f32, D> {
    let angle = step as f32 / STEPS as f32 * std::f32::consts::TAU;
    let middle = |axis: usize| (id.wrapping_mul(2_654_435_761) >> (7 * axis) & 127) as f32;
    let min = std::array::from_fn(|axis| {
        middle(axis) + 8.0 * if axis == 0 { angle.cos() } else { angle.sin() }
    });
    Aabb::new(min, min.map(|x| x + 1.0))
}

/// The same, but larger, so that some touch.
fn larger<const D: usize>(id: u32, step: u32) -> Aabb<f32, D> {
    let min = aabb(id, step).min();
    Aabb::new(min, min.map(|x| x + 8.0))
}

fn around<const D: usize>(
    tree: &mut impl BroadPhase<f32, D>,
    ids: &mut Vec<Id>,
    hits: &mut Vec<Hit<f32>>,
) -> usize {
    let mut found = 0;
    for step in 0..STEPS {
        for id in 0..BOXES {
            tree.insert(Id(id), aabb(id, step));
        }
        for id in (0..BOXES).step_by(17) {
            let aabb = aabb::<D>(id, step);
            tree.overlaps_into(&aabb, ids);
            tree.k_nearest_into(&aabb.min(), 5, hits);
            found += ids.len() + hits.len();
        }
    }
    found
}

fn check<const D: usize>(mut tree: impl BroadPhase<f32, D>) {
    let (mut ids, mut hits) = (Vec::new(), Vec::new());
    // Several times, since memory wanders between nodes that are split and merged.
    let warm = [(); 6].map(|()| around(&mut tree, &mut ids, &mut hits));
    let counted = Counted::new(GLOBAL);
    let found = around(&mut tree, &mut ids, &mut hits);
    let change = counted.change();
    assert_eq!(found, warm[0]);
    assert!(found > 10_000);
    assert_eq!(
        (change.allocations, change.reallocations),
        (0, 0),
        "{change:?}"
    );
}

fn pairs_around<const D: usize>(
    finder: &mut PairFinder<f32, D>,
    boxes: &mut Vec<Aabb<f32, D>>,
    pairs: &mut Vec<[Id; 2]>,
) -> usize {
    let mut found = 0;
    for step in 0..STEPS {
        boxes.clear();
        boxes.extend((0..BOXES).map(|id| larger(id, step)));
        finder.within(boxes).unwrap().pairs_into(pairs);
        let (front, back) = boxes.split_at(500);
        let query = finder.between(front, back).unwrap();
        query.for_each_pair(|_, _| found += 1);
        found += pairs.len();
    }
    found
}

fn check_pairs<const D: usize>() {
    let (mut finder, mut boxes, mut pairs) =
        (PairFinder::<f32, D>::default(), Vec::new(), Vec::new());
    let warm = pairs_around(&mut finder, &mut boxes, &mut pairs);
    let counted = Counted::new(GLOBAL);
    let found = pairs_around(&mut finder, &mut boxes, &mut pairs);
    let change = counted.change();
    assert_eq!(found, warm);
    assert!(found > 1_000);
    assert_eq!(
        (change.allocations, change.reallocations),
        (0, 0),
        "{change:?}"
    );
}

/// A finder reports the bytes that it has allocated, and they are at most as many as documented.
fn check_finder_bytes<const D: usize>() {
    let boxes: Vec<Aabb<f32, D>> = (0..100_000).map(|id| larger(id, 0)).collect();
    let counted = Counted::new(GLOBAL);
    let mut finder = PairFinder::<f32, D>::new();
    assert!(finder.within(&boxes).unwrap().count_pairs() > 1_000);
    let change = counted.change();
    let allocated = change.bytes_allocated - change.bytes_deallocated;
    assert_eq!(finder.bytes(), allocated);
    assert!(finder.bytes() <= boxes.len() * (30 + 8 * D) + 40_000);
    finder.shrink_to_fit();
    assert!(finder.bytes() < 20_000);
}

/// Built anew in every frame, changed a little, and asked for all pairs each time.
fn builds_around<const D: usize>(index: &mut KdSweep<f32, D>) -> usize {
    let mut found = 0;
    for step in 0..STEPS {
        index.extend((0..BOXES).map(|id| (Id(id), larger(id, step))));
        index.for_each_pair(|_, _| found += 1);
        (0..BOXES)
            .step_by(40)
            .for_each(|id| _ = index.insert(Id(id), larger(id + 1, step)));
        index.for_each_pair(|_, _| found += 1);
    }
    found
}

fn check_builds<const D: usize>() {
    let mut index = KdSweep::<f32, D>::default();
    let warm = [(); 2].map(|()| builds_around(&mut index));
    let counted = Counted::new(GLOBAL);
    let found = builds_around(&mut index);
    let change = counted.change();
    assert_eq!(found, warm[1]);
    assert!(found > 1_000);
    assert_eq!(
        (change.allocations, change.reallocations),
        (0, 0),
        "{change:?}"
    );
}

/// An index over borrowed boxes, whose memory goes from frame to frame.
fn slices_around<const D: usize>(
    memory: &mut KdSweep<f32, D>,
    boxes: &mut Vec<Aabb<f32, D>>,
) -> usize {
    let mut found = 0;
    for step in 0..STEPS {
        boxes.clear();
        boxes.extend((0..BOXES).map(|id| larger(id, step)));
        let index = KdSlice::with_memory(std::mem::take(memory), boxes, |aabb| *aabb).unwrap();
        index.for_each_pair(|_, _| found += 1);
        *memory = index.into_memory();
        let index = KdSliceMut::with_memory(std::mem::take(memory), boxes, |aabb| *aabb);
        let mut index = index.unwrap();
        index.for_each_pair_mut(|_, _| found += 1);
        *memory = index.into_memory();
    }
    found
}

fn check_slices<const D: usize>() {
    let (mut memory, mut boxes) = (KdSweep::default(), Vec::new());
    let warm = slices_around::<D>(&mut memory, &mut boxes);
    let counted = Counted::new(GLOBAL);
    let found = slices_around(&mut memory, &mut boxes);
    let change = counted.change();
    assert_eq!(found, warm);
    assert!(found > 1_000);
    assert_eq!(
        (change.allocations, change.reallocations),
        (0, 0),
        "{change:?}"
    );
}

type Lists = (Vec<Id>, Vec<[Id; 2]>, Vec<Hit<f32>>);

/// Everything that an orthtree is asked for, into the lists of the caller, while its boxes move all
/// together. Returns the number of answers, and of allocations in the questions.
fn lists_around<const D: usize>(
    tree: &mut Orthtree<f32, D>,
    (ids, pairs, hits): &mut Lists,
) -> [usize; 2] {
    let [mut found, mut allocations] = [0; 2];
    for step in 0..STEPS {
        tree.update_many((0..BOXES).map(|id| (Id(id), larger(id, step))));
        let counted = Counted::new(GLOBAL);
        tree.pairs_into(pairs);
        found += pairs.len();
        tree.for_each_pair(|_, _| found += 1);
        for id in (0..BOXES).step_by(41) {
            let aabb = larger::<D>(id, step);
            let ray = Ray::between(aabb.min(), [64.0; D]).unwrap();
            tree.overlaps_into(&aabb, ids);
            tree.cast_all_into(&ray, hits);
            found += ids.len() + hits.len() + usize::from(tree.cast(&ray).is_some());
        }
        let change = counted.change();
        allocations += change.allocations + change.reallocations;
    }
    [found, allocations]
}

/// Loose, rebuilt in every step, and strict: there, boxes that cross boundaries make lists that
/// become longer and shorter.
fn check_lists<const D: usize>() {
    let config = Config::default();
    let configs = [
        (config, true),
        (config.with_rebuild_threshold(0.0), true),
        (config.with_looseness(1.0).with_leaf_capacity(8), false),
    ];
    for (config, moves_are_steady) in configs {
        let (mut tree, mut lists) = (Orthtree::with_config(config), Lists::default());
        let warm = [(); 6].map(|()| lists_around::<D>(&mut tree, &mut lists));
        let counted = Counted::new(GLOBAL);
        let [found, in_questions] = lists_around(&mut tree, &mut lists);
        let change = counted.change();
        assert_eq!((found, in_questions), (warm[0][0], 0));
        assert!(found > 10_000);
        let in_all = change.allocations + change.reallocations;
        assert!(!moves_are_steady || in_all == 0, "{change:?}");
    }
}

/// An orthtree reports the bytes that it has allocated.
fn check_tree_bytes<const D: usize>() {
    let counted = Counted::new(GLOBAL);
    let mut tree = Orthtree::<f32, D>::new();
    tree.extend((0..BOXES).map(|id| (Id(id), larger(id, 0))));
    (0..BOXES / 2).for_each(|id| _ = tree.insert(Id(3 * id), larger(id, 1)));
    tree.for_each_pair(|_, _| ());
    let change = counted.change();
    let allocated = change.bytes_allocated - change.bytes_deallocated;
    assert_eq!(tree.stats().bytes, allocated);
}

/// Calls a function and requires that it allocates nothing.
fn without_allocation<R>(what: &str, act: impl FnOnce() -> R) -> R {
    let counted = Counted::new(GLOBAL);
    let result = act();
    let change = counted.change();
    assert_eq!(
        (change.allocations, change.reallocations),
        (0, 0),
        "{what}: {change:?}"
    );
    result
}

/// In each step a third of the boxes is removed, a third inserted, and a third moves, near or far.
fn stream_around<const D: usize>(tree: &mut impl BroadPhase<f32, D>) -> usize {
    for step in 0..STEPS {
        for id in 0..BOXES {
            match (id + step) % 3 {
                0 => _ = tree.remove(Id(id)),
                1 => _ = tree.insert(Id(id), aabb(id, step)),
                _ => _ = tree.insert(Id(id), aabb(id + step, step)),
            }
        }
    }
    tree.len()
}

fn check_stream<const D: usize>(mut tree: impl BroadPhase<f32, D>) {
    let warm = [(); 2].map(|()| stream_around(&mut tree));
    let len = without_allocation("a stream", || stream_around(&mut tree));
    assert_eq!(len, warm[1]);
    assert!(len > 1_000);
    tree.validate().unwrap();
}

/// A capacity is enough for as many boxes, and for as many moving proxies.
fn check_capacity<const D: usize>() {
    let mut tree = DynamicTree::<f32, D>::with_capacity(BOXES as usize);
    without_allocation("a tree with a capacity", || {
        (0..BOXES).for_each(|id| _ = tree.insert(Id(id), aabb(id, 0)));
    });
    let mut world = World::<u32, f32, D>::with_capacity(Margin::default(), BOXES as usize);
    without_allocation("a world with a capacity", || {
        (0..BOXES).for_each(|id| _ = world.create_proxy(aabb(id, 0), id));
    });
    assert_eq!(world.len(), BOXES as usize);
}

/// A steady stream of moves between two steps.
fn check_world<const D: usize>() {
    let mut world = World::<(), f32, D>::default();
    let boxes = (0..BOXES).map(|id| (larger(id, 0), ()));
    let ids = world.create_proxies(ProxyConfig::default(), boxes);
    let move_all = |world: &mut World<(), f32, D>| {
        let mut moved = 0;
        for step in 0..STEPS {
            for (&id, n) in ids.iter().zip(0..) {
                moved += usize::from(world.move_proxy(id, larger(n, step), [0.5; D]).unwrap());
            }
        }
        moved
    };
    let warm = [(); 2].map(|()| move_all(&mut world));
    let moved = without_allocation("moves of proxies", || move_all(&mut world));
    assert_eq!(moved, warm[1]);
    assert!(moved > 10_000);
}

/// Steps of which everything moved, then one of which little did.
fn check_steps<const D: usize>() {
    let mut world = World::<(), f32, D>::new(Margin::Tight);
    let boxes = (0..BOXES).map(|id| (larger(id, 0), ()));
    let ids = world.create_proxies(ProxyConfig::default(), boxes);
    let mut events = Events::new();
    let around = |world: &mut World<(), f32, D>, events: &mut Events| {
        let mut found = 0;
        for step in 0..STEPS {
            let moved = if step % 8 == 7 { 10 } else { ids.len() };
            for (&id, n) in ids[..moved].iter().zip(0..) {
                world.move_proxy(id, larger(n, step), [0.0; D]).unwrap();
            }
            world.step_into(events);
            found += events.begun.len() + events.ended.len();
        }
        found
    };
    let warm = [(); 3].map(|()| around(&mut world, &mut events));
    let found = without_allocation("steps", || around(&mut world, &mut events));
    assert_eq!(found, warm[1]);
    assert!(found > 100);
}

fn check_forces() {
    let bodies: Vec<_> = (0..BOXES)
        .map(|id| Body::at_center(&larger::<3>(id, 0), 1.0))
        .collect();
    let (mut solver, mut forces) = (NBody::new(), Vec::new());
    let mut spring = |at: &Body<f32, 3>, by: &Body<f32, 3>| {
        [0, 1, 2].map(|axis| by.position[axis] - at.position[axis])
    };
    solver.forces_into(&bodies, 0.5, &mut spring, &mut forces);
    let counted = Counted::new(GLOBAL);
    solver.forces_into(&bodies, 0.5, &mut spring, &mut forces);
    let change = counted.change();
    assert_eq!(
        (change.allocations, change.reallocations),
        (0, 0),
        "{change:?}"
    );
}

/// The number of other bodies, through counts of cells.
struct Counts;

impl Interaction<f32, 3> for Counts {
    type Item = (Body<f32, 3>, u32);
    /// The number of bodies, and of those that are far.
    type Summary = [u32; 2];

    fn position(&self, (body, _): &Self::Item) -> [f32; 3] {
        body.position
    }
    fn summarize(&mut self, bodies: &[Self::Item]) -> [u32; 2] {
        [bodies.len() as u32, 0]
    }
    fn merge(&mut self, [a, _]: &[u32; 2], [b, _]: &[u32; 2]) -> [u32; 2] {
        [a + b, 0]
    }
    fn between_items(&mut self, (_, a): &mut Self::Item, (_, b): &mut Self::Item) {
        *a += 1;
        *b += 1;
    }
    fn between_summaries(&mut self, a: &mut [u32; 2], b: &mut [u32; 2]) {
        a[1] += b[0];
        b[1] += a[0];
    }
    fn pass_down(&mut self, [_, far]: &[u32; 2], to: &mut [u32; 2]) {
        to[1] += far;
    }
    fn pass_to_item(&mut self, [_, far]: &[u32; 2], (_, count): &mut Self::Item) {
        *count += far;
    }
}

fn check_interactions() {
    let aabbs = (0..BOXES).map(|id| larger::<3>(id, 0));
    let mut bodies: Vec<_> = aabbs.map(|aabb| (Body::at_center(&aabb, 1.0), 0)).collect();
    let mut interactions = Interactions::new();
    interactions.interact(&mut Counts, &mut bodies);
    let counted = Counted::new(GLOBAL);
    interactions.interact(&mut Counts, &mut bodies);
    let change = counted.change();
    assert!(bodies.iter().all(|&(_, count)| count == 2 * (BOXES - 1)));
    assert_eq!(
        (change.allocations, change.reallocations),
        (0, 0),
        "{change:?}"
    );
}

/// One test: the count is that of the whole program.
/// A waving cloth, once around in `STEPS` steps.
fn wave(step: u32) -> Vec<[f64; 3]> {
    let place = |vertex: u32| {
        let [x, y] = [vertex % 40, vertex / 40].map(f64::from);
        let angle = f64::from(step) / f64::from(STEPS) * std::f64::consts::TAU;
        [x, y, (0.5 * x + angle).sin()]
    };
    (0..1_600).map(place).collect()
}

fn check_mesh() {
    let cells = (1..40).flat_map(|y| (1..40).map(move |x| x + 40 * y));
    let faces = cells.flat_map(|at: u32| [[at - 41, at - 40, at - 1], [at - 40, at, at - 1]]);
    let topology = Topology::of_faces(1_600, faces.collect()).unwrap();
    let mut candidates = MeshCandidates::<f32, 3>::new(topology);
    let frames: Vec<_> = (0..=STEPS).map(wave).collect();
    let mut pairs = Vec::new();
    let mut around = || {
        let mut found = 0;
        for frames in frames.windows(2) {
            candidates.update(&frames[0], &frames[1], 0.3).unwrap();
            candidates.edge_edge().pairs_into(&mut pairs);
            found += pairs.len();
            candidates.vertex_face().pairs_into(&mut pairs);
            found += pairs.len();
        }
        found
    };
    let warm = around();
    let counted = Counted::new(GLOBAL);
    assert_eq!(around(), warm);
    let change = counted.change();
    assert_eq!(change.allocations + change.reallocations, 0, "{change:?}");
    assert!(warm > 0);
}

#[test]
fn a_steady_stream_allocates_nothing_and_reports_its_bytes() {
    check_mesh();
    check(Quadtree::default());
    check(Octree::default());
    check(DynamicTree::<f32, 2>::default());
    check(DynamicTree::<f32, 3>::default());
    check_stream(DynamicTree::<f32, 2>::default());
    check_stream(DynamicTree::<f32, 3>::default());
    check_capacity::<2>();
    check_capacity::<3>();
    check_world::<2>();
    check_world::<3>();
    check_steps::<2>();
    check_steps::<3>();
    check(KdSweep::<f32, 2>::default());
    check(KdSweep::<f32, 3>::default());
    check_builds::<2>();
    check_builds::<3>();
    check_slices::<2>();
    check_slices::<3>();
    check_lists::<2>();
    check_lists::<3>();
    check_tree_bytes::<2>();
    check_tree_bytes::<3>();
    check_forces();
    check_interactions();
    check_pairs::<2>();
    check_pairs::<3>();
    check_finder_bytes::<2>();
    check_finder_bytes::<3>();
}
