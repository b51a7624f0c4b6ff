//! Stacks that come to rest.

use bevy::prelude::*;

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

#[test]
fn stands_like_with_avians_own() {
    let [mut ours, mut theirs] = [app(ours()), app(theirs())];
    build(&mut ours);
    build(&mut theirs);
    for step in 0..300 {
        ours.update();
        theirs.update();
        assert_eq!(poses(&mut ours), poses(&mut theirs), "in step {step}");
    }
}
