//! The resource.

use bevy_ecs::prelude::*;
use broadleaf::broad_phase::{Margin, ProxyId};
use broadleaf::{Aabb, BroadPhase};

/// The broad phase of all entities with a box, with the entity as the data of its proxy.
///
/// Systems read it by [`Boxes`](crate::Boxes); what that lacks, [`broad_phase`](Self::broad_phase)
/// has.
#[derive(Resource, Clone, Debug)]
pub struct EntityBroadPhase<const D: usize> {
    pub(crate) broad_phase: BroadPhase<Entity, f32, D>,
    /// What the next step does: proxies to remove, boxes to move, entities to give a proxy,
    /// entities whose proxy to remove.
    pub(crate) departures: Vec<ProxyId>,
    pub(crate) moves: Vec<(ProxyId, Aabb<f32, D>)>,
    pub(crate) arrivals: Vec<Arrival<D>>,
    pub(crate) invalid: Vec<Entity>,
    next_arrival: u64,
    /// Whether the next step compares all entities, since a rollback may have changed components
    /// without a trace.
    pub(crate) is_stale: bool,
}

/// An entity to give a proxy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival<const D: usize> {
    pub(crate) number: u64,
    pub(crate) entity: Entity,
    pub(crate) aabb: Aabb<f32, D>,
}

impl<const D: usize> EntityBroadPhase<D> {
    pub(crate) fn new(margin: Margin<f32>) -> Self {
        Self {
            broad_phase: BroadPhase::new(margin),
            departures: Vec::new(),
            moves: Vec::new(),
            arrivals: Vec::new(),
            invalid: Vec::new(),
            next_arrival: 0,
            is_stale: false,
        }
    }

    /// The broad phase, for whatever [`Boxes`](crate::Boxes) does not offer.
    #[must_use]
    pub fn broad_phase(&self) -> &BroadPhase<Entity, f32, D> {
        &self.broad_phase
    }

    /// A hash of everything that later pairs depend on, except the entities' ids: the same on every
    /// machine for the same boxes, filters and mobilities with the same history of creations.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        self.broad_phase.state_hash()
    }

    /// The entity of a proxy that exists, or that was removed in the last step.
    #[must_use]
    pub fn entity(&self, id: ProxyId) -> Option<Entity> {
        let entity = self.broad_phase.user_data(id);
        entity.or_else(|| self.broad_phase.departed(id)).copied()
    }

    pub(crate) fn entities(&self, pair: [ProxyId; 2]) -> Option<[Entity; 2]> {
        let [a, b] = pair.map(|id| self.entity(id));
        Some([a?, b?])
    }

    pub(crate) fn count_arrival(&mut self) -> u64 {
        self.next_arrival += 1;
        self.next_arrival
    }
}
