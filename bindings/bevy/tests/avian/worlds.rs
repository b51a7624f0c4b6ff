//! Random worlds, step by step.

use bevy::ecs::entity_disabling::Disabled;
use bevy::prelude::*;

use super::apps::{Oracle, Parity, app, compare, ours, point};
use super::cuboid;
use super::engine::prelude::*;
use crate::random::Random;

/// A random world: its bodies, and its colliders.
struct Chaos {
    random: Random,
    app: App,
    bodies: Vec<Entity>,
    colliders: Vec<Entity>,
}

#[test]
fn contacts_are_avians() {
    let mut found = 0;
    for seed in 0..12 {
        let mut app = app(ours());
        compare(&mut app);
        let mut chaos = Chaos {
            random: Random(seed),
            app,
            bodies: Vec::new(),
            colliders: Vec::new(),
        };
        for _ in 0..40 {
            chaos.spawn();
        }
        for _ in 0..150 {
            for _ in 0..chaos.random.below(6) {
                chaos.disturb();
            }
            chaos.app.update();
        }
        found += chaos.app.world().resource::<Oracle>().found;
    }
    assert!(found > 5_000, "only {found} contacts");
}

impl Chaos {
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
        let [body, other] = [(); 2].map(|()| self.one(|chaos| &chaos.bodies));
        let collider = self.one(|chaos| &chaos.colliders);
        match self.random.below(14) {
            0 => self.spawn(),
            1 => self.despawn(),
            2 => {
                let position = self.position();
                self.app.world_mut().entity_mut(body).insert(position);
            }
            3 => {
                let body_type = self.body_type();
                self.app.world_mut().entity_mut(body).insert(body_type);
            }
            4 => {
                let layers = self.layers();
                self.app.world_mut().entity_mut(collider).insert(layers);
            }
            5 => self.toggle(collider, Sensor),
            6 => self.toggle(body, RigidBodyDisabled),
            7 => self.toggle(collider, ColliderDisabled),
            8 => self.toggle(body, Disabled),
            9 if body != other => {
                let joint = (DistanceJoint::new(body, other), JointCollisionDisabled);
                self.app.world_mut().spawn(joint);
            }
            10 => {
                let mut commands = self.app.world_mut().commands();
                commands.queue(SleepBody(body));
                self.app.world_mut().flush();
            }
            11 => {
                let half = 0.2 + self.coordinate(0.15);
                self.app.world_mut().entity_mut(collider).insert(cuboid(half));
            }
            12 => self.toggle(body, SweptCcd::default()),
            _ => {
                let velocity = LinearVelocity(self.position().0);
                self.app.world_mut().entity_mut(body).insert(velocity);
            }
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
