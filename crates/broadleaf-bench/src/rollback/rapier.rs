//! rapier's broad phase, saved in every frame with its serialization.

use std::collections::VecDeque;

use rapier2d::prelude::*;

use super::player::{Events, Frame, Player};
use super::saves::{keep, recall};

pub(super) fn saves(boxes: &Frame) -> Box<dyn Player> {
    let mut rapier = Rapier {
        broad_phase: BroadPhaseBvh::default(),
        parameters: IntegrationParameters::default(),
        bodies: RigidBodySet::new(),
        colliders: ColliderSet::new(),
        handles: Vec::new(),
        saves: VecDeque::new(),
    };
    for _ in boxes {
        let body = rapier.bodies.insert(RigidBodyBuilder::dynamic());
        rapier.handles.push(rapier.colliders.insert_with_parent(
            ColliderBuilder::ball(0.5),
            body,
            &mut rapier.bodies,
        ));
    }
    Box::new(rapier)
}

struct Rapier {
    broad_phase: BroadPhaseBvh,
    parameters: IntegrationParameters,
    /// The broad phase uses the colliders only as keys; it receives boxes.
    bodies: RigidBodySet,
    colliders: ColliderSet,
    handles: Vec<ColliderHandle>,
    saves: VecDeque<Vec<u8>>,
}

/// The most compact serialization format.
const FORMAT: bincode::config::Configuration = bincode::config::standard();

impl Player for Rapier {
    fn name(&self) -> &'static str {
        "rapier2d, serde and bincode"
    }

    fn play(&mut self, boxes: &Frame) -> Events {
        for (&handle, aabb) in self.handles.iter().zip(boxes) {
            let aabb = Aabb::new(Vector::from(aabb.min()), Vector::from(aabb.max()));
            self.broad_phase.set_aabb(&self.parameters, handle, aabb);
        }
        let mut found = Vec::new();
        self.broad_phase.update(
            &self.parameters,
            &self.colliders,
            &self.bodies,
            &[],
            &[],
            &mut found,
        );
        let mut events = Events::default();
        for event in found {
            let (list, pair) = match event {
                BroadPhasePairEvent::AddPair(pair) => (0, pair),
                BroadPhasePairEvent::DeletePair(pair) => (1, pair),
            };
            let [a, b] = [pair.collider1, pair.collider2].map(|handle| handle.into_raw_parts().0);
            events[list].push((a.min(b), a.max(b)));
        }
        events.map(|mut pairs| {
            pairs.sort_unstable();
            pairs
        })
    }

    fn play_and_remember(&mut self, boxes: &Frame) -> Events {
        let save = bincode::serde::encode_to_vec(&self.broad_phase, FORMAT)
            .expect("a broad phase can be serialized");
        keep(&mut self.saves, save);
        self.play(boxes)
    }

    fn bytes(&self) -> usize {
        self.saves.iter().map(Vec::len).sum()
    }

    fn go_back(&mut self, frames: usize) {
        let save = recall(&mut self.saves, frames);
        (self.broad_phase, _) =
            bincode::serde::decode_from_slice(&save, FORMAT).expect("serialized bytes can be read");
    }
}
