//! Worlds, and trees and worlds that were made with a capacity.

use broadleaf::world::{Events, Margin, ProxyConfig};
use broadleaf::{BroadPhase, DynamicTree, Id, World};

use super::{BOXES, STEPS, aabb, larger, without_allocation};

/// A capacity is enough for as many boxes, and for as many moving proxies.
pub(super) fn check_capacity<const D: usize>() {
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
pub(super) fn check_world<const D: usize>() {
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
pub(super) fn check_steps<const D: usize>() {
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
