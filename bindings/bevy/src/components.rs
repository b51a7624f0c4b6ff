//! Components beside the source of a box.

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use broadleaf::Filter;
use broadleaf::broad_phase::{Mobility, ProxyId};

use crate::state::EntityBroadPhase;

/// Which other boxes an entity forms pairs with, and which queries with a filter find it. Without
/// it, all do.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoxFilter(pub Filter);

/// How an entity moves, which decides the mobilities that it forms pairs with. Without it,
/// [`Mobility::Dynamic`].
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoxMobility(pub Mobility);

/// The proxy of an entity in the [`EntityBroadPhase`]. Every source of boxes requires it; the
/// plug-in writes it.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[component(on_add = arrive::<D>, on_remove = depart::<D>, clone_behavior = Ignore)]
pub struct BoxProxy<const D: usize> {
    pub(crate) id: Option<ProxyId>,
    /// Counts the entities that got this component, in the order in which they did. The proxies
    /// that one step creates are created in this order.
    pub(crate) arrival: u64,
}

impl<const D: usize> BoxProxy<D> {
    /// The id of the proxy; `None` before the first step, and while the box is invalid or the
    /// entity is disabled.
    #[must_use]
    pub fn id(&self) -> Option<ProxyId> {
        self.id
    }
}

fn arrive<const D: usize>(mut world: DeferredWorld, context: HookContext) {
    let Some(mut broad_phase) = world.get_resource_mut::<EntityBroadPhase<D>>() else {
        return;
    };
    let arrival = broad_phase.count_arrival();
    // A number that a snapshot brings stays.
    if let Some(mut proxy) = world.get_mut::<BoxProxy<D>>(context.entity)
        && proxy.arrival == 0
    {
        proxy.arrival = arrival;
    }
}

fn depart<const D: usize>(mut world: DeferredWorld, context: HookContext) {
    forget::<D>(&mut world, context.entity);
}

/// Lets the proxy of an entity be removed in the next step. The next measurement of the entity
/// creates a new one.
fn forget<const D: usize>(world: &mut DeferredWorld, entity: Entity) {
    let Some(mut proxy) = world.get_mut::<BoxProxy<D>>(entity) else {
        return;
    };
    let id = proxy.id.take();
    if let (Some(id), Some(mut broad_phase)) = (id, world.get_resource_mut::<EntityBroadPhase<D>>())
    {
        broad_phase.departures.push(id);
    }
}

/// Removes the box of an entity that gets a component which disables it.
pub(crate) fn hide<M: Component, const D: usize>(added: On<Add, M>, mut world: DeferredWorld) {
    forget::<D>(&mut world, added.entity);
}

/// Has an entity measured and configured again, since it has lost a component.
pub(crate) fn refresh<M: Component, const D: usize>(
    removed: On<Remove, M>,
    mut world: DeferredWorld,
) {
    if let Some(mut proxy) = world.get_mut::<BoxProxy<D>>(removed.entity) {
        proxy.set_changed();
    }
}

/// Removes the box of an entity that loses its source.
pub(crate) fn lose_source<C: Component, const D: usize>(
    removed: On<Remove, C>,
    mut commands: Commands,
) {
    if let Ok(mut entity) = commands.get_entity(removed.entity) {
        entity.try_remove::<BoxProxy<D>>();
    }
}
