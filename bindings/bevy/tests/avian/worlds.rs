//! Random worlds, step by step.

use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;

use super::apps::{Oracle, Parity, app, compare, ours, point};
use super::cuboid;
use super::engine::dynamics::solver::islands::{BodyIslandNode, IslandPlugin, IslandSleepingPlugin};
use super::engine::prelude::*;
use crate::random::Random;

/// A random world: its bodies, and its colliders.
struct Chaos {
    random: Random,
    app: App,
    bodies: Vec<Entity>,
    colliders: Vec<Entity>,
}

/// All that can happen to a body, but without islands, and so without sleep: avian's islands panic
/// at some of it with either broad phase.
#[test]
fn contacts_are_avians() {
    let disturb = |chaos: &mut Chaos| {
        if chaos.is_lucky(3) {
            chaos.disturb_wildly();
        } else {
            chaos.disturb();
        }
    };
    run(false, disturb);
}

#[test]
fn contacts_are_avians_with_sleeping_bodies() {
    run(true, |chaos| {
        if chaos.is_lucky(3) {
            chaos.put_to_sleep();
        } else {
            chaos.disturb();
        }
    });
}

fn run(has_islands: bool, disturb: impl Fn(&mut Chaos)) {
    let mut found = 0;
    for seed in 0..4 {
        let mut chaos = Chaos::new(seed, has_islands);
        for _ in 0..80 {
            for _ in 0..chaos.random.below(6) {
                disturb(&mut chaos);
            }
            chaos.app.update();
        }
        found += chaos.app.world().resource::<Oracle>().found;
    }
    assert!(found > 600, "only {found} contacts");
}

/// Spawns a collider within a step, after its broad phase: others find it when they move.
fn build(mut commands: Commands, mut steps: Local<u32>) {
    *steps += 1;
    if steps.is_multiple_of(8) {
        let place = Position(point([*steps as f32 / 8.0 - 5.0, 0.0, 0.0]));
        commands.spawn((RigidBody::Static, cuboid(0.5), place));
    }
}

impl Chaos {
    fn new(seed: u64, has_islands: bool) -> Self {
        let plugins = if has_islands {
            ours()
        } else {
            ours()
                .disable::<IslandPlugin>()
                .disable::<IslandSleepingPlugin>()
        };
        let mut app = app(plugins);
        // Among removals, avian's own trees panic at it.
        if has_islands {
            let late = build
                .after(PhysicsStepSystems::NarrowPhase)
                .before(PhysicsStepSystems::Solver);
            app.add_systems(PhysicsSchedule, late);
        }
        compare(&mut app);
        let mut chaos = Self {
            random: Random(seed),
            app,
            bodies: Vec::new(),
            colliders: Vec::new(),
        };
        (0..40).for_each(|_| chaos.spawn());
        chaos
    }

    fn is_lucky(&mut self, one_in: u64) -> bool {
        self.random.below(one_in) == 0
    }

    fn coordinate(&mut self, reach: f32) -> f32 {
        (self.random.below(2_001) as f32 / 1_000.0 - 1.0) * reach
    }

    fn position(&mut self) -> Position {
        Position(point([(); 3].map(|()| self.coordinate(5.0))))
    }

    fn body_type(&mut self) -> RigidBody {
        [RigidBody::Dynamic, RigidBody::Kinematic, RigidBody::Static]
            [self.random.below(3) as usize]
    }

    fn layers(&mut self) -> CollisionLayers {
        let mut bits = || LayerMask(self.random.below(8) as u32 | 1 << self.random.below(2));
        CollisionLayers::new(bits(), bits())
    }

    fn one(&mut self, of: fn(&Self) -> &Vec<Entity>) -> Entity {
        let index = self.random.below(of(self).len() as u64) as usize;
        of(self)[index]
    }

    /// A body with a collider, some with more below it, or a collider without a body.
    fn spawn(&mut self) {
        let position = self.position();
        let velocity = LinearVelocity(self.position().0);
        let entity = self.app.world_mut().spawn((position, velocity)).id();
        self.equip(entity);
        if self.is_lucky(8) {
            return;
        }
        let body = self.body_type();
        self.app.world_mut().entity_mut(entity).insert(body);
        self.bodies.push(entity);
        for _ in 0..self.random.below(3) {
            let place = [(); 3].map(|()| self.coordinate(1.0));
            let place = Transform::from_translation(Vec3::from_array(place) * Vec3::new(1.0, 1.0, 0.0));
            let child = self.app.world_mut().spawn((place, ChildOf(entity))).id();
            self.equip(child);
        }
    }

    fn equip(&mut self, entity: Entity) {
        let half = 0.2 + self.coordinate(0.1) + if self.is_lucky(10) { 2.0 } else { 0.0 };
        let margin = CollisionMargin(self.coordinate(0.1).abs());
        let speculative = SpeculativeMargin(self.coordinate(2.0).abs());
        let parity = Parity(self.is_lucky(2));
        let layers = self.layers();
        let luck = [(); 7].map(|()| self.is_lucky(4));
        let mut entity = self.app.world_mut().entity_mut(entity);
        entity.insert((cuboid(half), parity));
        if luck[0] {
            entity.insert(margin);
        }
        if luck[1] {
            entity.insert(speculative);
        }
        if luck[2] {
            entity.insert(Sensor);
        }
        if luck[3] {
            entity.insert(layers);
        }
        if luck[4] {
            entity.insert(ActiveCollisionHooks::FILTER_PAIRS);
        }
        if luck[5] {
            entity.insert(CollisionEventsEnabled);
        }
        if luck[6] {
            entity.insert(ActiveCollisionHooks::MODIFY_CONTACTS);
        }
        let id = entity.id();
        self.colliders.push(id);
    }

    fn disturb(&mut self) {
        let body = self.one(|chaos| &chaos.bodies);
        let collider = self.one(|chaos| &chaos.colliders);
        let [position, velocity] = [(); 2].map(|()| self.position());
        let half = 0.3 + self.coordinate(0.15);
        let layers = self.layers();
        let choice = self.random.below(7);
        let world = self.app.world_mut();
        match choice {
            0 => self.spawn(),
            1 => drop(world.entity_mut(body).insert(position)),
            2 => drop(world.entity_mut(body).insert(LinearVelocity(velocity.0))),
            3 => drop(world.entity_mut(collider).insert(layers)),
            4 => drop(world.entity_mut(collider).insert(cuboid(half))),
            5 => self.toggle(body, SweptCcd::default()),
            _ => self.toggle(collider, ActiveCollisionHooks::FILTER_PAIRS),
        }
    }

    fn disturb_wildly(&mut self) {
        let [body, other] = [(); 2].map(|()| self.one(|chaos| &chaos.bodies));
        let collider = self.one(|chaos| &chaos.colliders);
        let body_type = self.body_type();
        match self.random.below(7) {
            0 => self.despawn(),
            1 => drop(self.app.world_mut().entity_mut(body).insert(body_type)),
            2 => self.toggle(collider, Sensor),
            3 => self.toggle(body, RigidBodyDisabled),
            4 => self.toggle(collider, ColliderDisabled),
            5 => self.toggle(body, Disabled),
            _ if body == other => {}
            _ => {
                let joint = (DistanceJoint::new(body, other), JointCollisionDisabled);
                self.app.world_mut().spawn(joint);
            }
        }
    }

    fn put_to_sleep(&mut self) {
        let body = self.one(|chaos| &chaos.bodies);
        let world = self.app.world_mut();
        if world.entity(body).contains::<BodyIslandNode>() {
            world.commands().queue(SleepBody(body));
            world.flush();
        }
    }

    fn toggle<C: Component>(&mut self, entity: Entity, component: C) {
        let mut entity = self.app.world_mut().entity_mut(entity);
        if entity.contains::<C>() {
            entity.remove::<C>();
        } else {
            entity.insert(component);
        }
    }

    fn despawn(&mut self) {
        if self.bodies.len() < 20 {
            return;
        }
        let index = self.random.below(self.bodies.len() as u64) as usize;
        let body = self.bodies.swap_remove(index);
        self.app.world_mut().despawn(body);
        let world = self.app.world();
        self.colliders.retain(|&collider| world.get_entity(collider).is_ok());
    }
}
