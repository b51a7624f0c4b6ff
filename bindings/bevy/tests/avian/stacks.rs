//! Stacks that come to rest.

use bevy::platform::collections::HashSet;
use bevy::prelude::*;
use core::cmp::Reverse;

use super::apps::{app, ours, point, theirs};
use super::cuboid;
use super::engine::prelude::*;

/// A pyramid of boxes on the ground.
fn build(app: &mut App) {
    let world = app.world_mut();
    let ground = Position(point([0.0, -20.0, 0.0]));
    world.spawn((RigidBody::Static, cuboid(20.0), ground));
    for row in 0..8 {
        for column in row..8 {
            let x = column as f32 - 0.5 * row as f32;
            let position = Position(point([x, row as f32 + 0.5, 0.0]));
            world.spawn((RigidBody::Dynamic, cuboid(0.5), position));
        }
    }
}

fn poses(app: &mut App) -> Vec<(Position, Rotation)> {
    let mut all = app.world_mut().query::<(Entity, &Position, &Rotation)>();
    let mut all: Vec<_> = all.iter(app.world()).collect();
    all.sort_by_key(|pose| pose.0);
    all.into_iter().map(|(_, &p, &r)| (p, r)).collect()
}

/// Enters the contacts that begin in a step again, in the order of their entities.
fn reorder(mut graph: ResMut<ContactGraph>, mut known: Local<HashSet<[Entity; 2]>>) {
    let all = graph.iter_active().chain(graph.iter_sleeping());
    let all: Vec<_> = all.map(|pair| [pair.collider1, pair.collider2]).collect();
    let mut begun: Vec<_> = all
        .iter()
        .filter(|pair| !known.contains(*pair))
        .map(|&[a, b]| (graph.get_edge(a, b).unwrap().clone(), graph.get(a, b).unwrap().1.flags))
        .collect();
    // The last first, so that places become free in the same order, whichever pairs are there.
    begun.sort_by_key(|(edge, _)| Reverse(edge.id.0));
    for (edge, _) in &begun {
        graph.remove_edge(edge.collider1, edge.collider2);
    }
    begun.sort_by_key(|(edge, _)| edge.collider1.min(edge.collider2));
    begun.sort_by_key(|(edge, _)| edge.collider1.max(edge.collider2));
    for (old, flags) in begun {
        let mut sides = [(old.collider1, old.body1), (old.collider2, old.body2)];
        sides.sort();
        let mut edge = ContactEdge::new(sides[0].0, sides[1].0);
        (edge.body1, edge.body2) = (sides[0].1, sides[1].1);
        graph.add_edge_with(edge, |pair| {
            (pair.body1, pair.body2) = (sides[0].1, sides[1].1);
            pair.flags = flags;
        });
    }
    *known = all.into_iter().flat_map(|[a, b]| [[a, b], [b, a]]).collect();
}

fn both() -> [App; 2] {
    [ours(), theirs()].map(|plugins| {
        let mut app = app(plugins);
        build(&mut app);
        app
    })
}

/// With the same order, the same bits: the order of contacts is all that differs.
#[test]
fn stands_as_with_avians_own() {
    let mut apps = both();
    for app in &mut apps {
        let after = reorder
            .in_set(PhysicsStepSystems::BroadPhase)
            .after(BroadPhaseSystems::CollectCollisions)
            .before(BroadPhaseSystems::Last);
        app.add_systems(PhysicsSchedule, after);
    }
    for step in 0..200 {
        apps.iter_mut().for_each(App::update);
        let [ours, theirs] = apps.each_mut().map(poses);
        assert!(ours == theirs, "in step {step}");
    }
}

/// The order of contacts is that in which a solver of constraints passes them, so it shows in the
/// poses, but not to the eye.
#[test]
fn comes_to_rest_as_with_avians_own() {
    let mut apps = both();
    for _ in 0..200 {
        apps.iter_mut().for_each(App::update);
    }
    let [ours, theirs] = apps.each_mut().map(poses);
    for ((ours, _), (theirs, _)) in ours.into_iter().zip(theirs) {
        assert!(ours.distance(*theirs) < 0.02, "{ours:?} {theirs:?}");
    }
}
