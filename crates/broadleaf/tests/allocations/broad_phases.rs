//! Broad phases, and trees and broad phases with a capacity.

use broadleaf::broad_phase::{Events, Margin, ProxyConfig};
use broadleaf::{BroadPhase, DynamicTree, Id, SpatialIndexMut};

use super::{BOXES, STEPS, aabb, larger, without_allocation};

/// A capacity suffices for that many boxes, or moving proxies.
pub(super) fn check_capacity<const D: usize>() {
    let mut tree = DynamicTree::<f32, D>::new();
    tree.reserve(BOXES as usize);
    without_allocation("a tree with a capacity", || {
        (0..BOXES).for_each(|id| _ = tree.insert(Id(id), aabb(id, 0)));
    });
    let mut broad_phase =
        BroadPhase::<u32, f32, D>::with_capacity(Margin::default(), BOXES as usize);
    without_allocation("a broad phase with a capacity", || {
        (0..BOXES).for_each(|id| _ = broad_phase.create(aabb(id, 0), id));
    });
    assert_eq!(broad_phase.len(), BOXES as usize);
}

/// A steady stream of moves between two steps.
pub(super) fn check_broad_phase<const D: usize>() {
    let mut broad_phase = BroadPhase::<(), f32, D>::default();
    let boxes = (0..BOXES).map(|id| (larger(id, 0), ()));
    let ids = broad_phase.create_all(ProxyConfig::default(), boxes);
    let move_all = |broad_phase: &mut BroadPhase<(), f32, D>| {
        let mut moved = 0;
        for step in 0..STEPS {
            for (&id, n) in ids.iter().zip(0..) {
                moved += usize::from(broad_phase.move_to(id, larger(n, step), [0.5; D]).unwrap());
            }
        }
        moved
    };
    let warm = [(); 2].map(|()| move_all(&mut broad_phase));
    let moved = without_allocation("moves of proxies", || move_all(&mut broad_phase));
    assert_eq!(moved, warm[1]);
    assert!(moved > 10_000);
}

/// Steps in which everything moves, then one in which little does.
pub(super) fn check_steps<const D: usize>() {
    let mut broad_phase = BroadPhase::<(), f32, D>::new(Margin::Tight);
    let boxes = (0..BOXES).map(|id| (larger(id, 0), ()));
    let ids = broad_phase.create_all(ProxyConfig::default(), boxes);
    let mut events = Events::new();
    let around = |broad_phase: &mut BroadPhase<(), f32, D>, events: &mut Events| {
        let mut found = 0;
        for step in 0..STEPS {
            let moved = if step % 8 == 7 { 10 } else { ids.len() };
            for (&id, n) in ids[..moved].iter().zip(0..) {
                broad_phase.move_to(id, larger(n, step), [0.0; D]).unwrap();
            }
            broad_phase.step_into(events);
            found += events.begun.len() + events.ended.len();
        }
        found
    };
    let warm = [(); 3].map(|()| around(&mut broad_phase, &mut events));
    let found = without_allocation("steps", || around(&mut broad_phase, &mut events));
    assert_eq!(found, warm[1]);
    assert!(found > 100);
}
