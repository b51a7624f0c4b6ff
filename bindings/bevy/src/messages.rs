//! What a step reports.

use bevy_ecs::prelude::*;
use broadleaf::broad_phase::EndReason;
use broadleaf::geometry::InvalidAabb;

/// The boxes of two entities touch and did not in the previous step, or may form a pair since a
/// filter or a mobility changed.
///
/// Messages of a step come in the order of the entities' proxies, as [`Boxes`](crate::Boxes)
/// defines it, and so do the two entities of each.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairBegan<const D: usize> {
    /// The two entities.
    pub entities: [Entity; 2],
}

/// A pair has ended. Its entities may be despawned.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairEnded<const D: usize> {
    /// The two entities.
    pub entities: [Entity; 2],
    /// Why.
    pub reason: EndReason,
}

/// An entity whose components do not give a box, such as one with a NaN position. It has none until
/// they change.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct InvalidBox<const D: usize> {
    /// The entity.
    pub entity: Entity,
    /// The axis, with both coordinates.
    pub error: InvalidAabb<f32>,
}
