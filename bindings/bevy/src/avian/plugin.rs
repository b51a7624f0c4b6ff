//! The plug-in, and which pairs become contacts.

use core::marker::PhantomData;

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use bevy_ecs::system::{StaticSystemParam, SystemParam, SystemParamItem};
use bevy_platform::time::Instant;

use super::engine::collider_tree::{
    ColliderTreeProxy, ColliderTreeProxyFlags, ColliderTreeProxyKey, ColliderTrees, MovedProxies,
};
use super::engine::collision::CollisionDiagnostics;
use super::engine::collision::contact_types::ContactEdgeFlags;
use super::engine::data_structures::pair_key::PairKey;
use super::engine::dynamics::solver::joint_graph::JointGraph;
use super::engine::prelude::*;
use super::mirror::Mirror;

/// Finds the pairs of avian's narrow phase, in place of its `BvhBroadPhasePlugin`.
///
/// It finds the same pairs in the same steps: it keeps avian's boxes with their margins, and
/// respects layers, joints without collisions, the hook `filter_pairs`, sensors, static and
/// disabled bodies. Pairs that begin in one step come in an order that is independent of the shape
/// of avian's trees and of threads; avian's own order is not, so the last bits of later positions
/// can differ from those with its own broad phase.
///
/// With [`CollisionHooks`], give both plug-ins the same type.
pub struct AvianBroadPhasePlugin<H: CollisionHooks = ()>(PhantomData<fn() -> H>);

impl<H: CollisionHooks> Default for AvianBroadPhasePlugin<H> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<H: CollisionHooks> core::fmt::Debug for AvianBroadPhasePlugin<H> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("AvianBroadPhasePlugin")
    }
}

impl<H: CollisionHooks + 'static> Plugin for AvianBroadPhasePlugin<H>
where
    for<'w, 's> SystemParamItem<'w, 's, H>: CollisionHooks,
{
    fn build(&self, app: &mut App) {
        app.init_resource::<Mirror>().add_systems(
            PhysicsSchedule,
            collect::<H>.in_set(BroadPhaseSystems::CollectCollisions),
        );
    }
}

/// What changes in a tree without a move: avian copies it from these components.
type Reconfigured = Or<(
    Changed<ColliderTreeProxyKey>,
    Changed<CollisionLayers>,
    Added<Sensor>,
)>;

#[derive(SystemParam)]
struct Colliders<'w, 's> {
    trees: Res<'w, ColliderTrees>,
    moved: Res<'w, MovedProxies>,
    reconfigured: Query<'w, 's, &'static ColliderTreeProxyKey, Reconfigured>,
}

fn collect<H: CollisionHooks>(
    colliders: Colliders,
    mut mirror: ResMut<Mirror>,
    hooks: StaticSystemParam<H>,
    mut commands: Commands,
    mut contacts: ResMut<ContactGraph>,
    joints: Res<JointGraph>,
    mut diagnostics: ResMut<CollisionDiagnostics>,
) where
    for<'w, 's> SystemParamItem<'w, 's, H>: CollisionHooks,
{
    let start = Instant::now();
    let hooks = hooks.into_inner();
    let Colliders {
        trees,
        moved,
        reconfigured,
    } = colliders;
    let moved_keys = moved.proxies();
    mirror.update(&trees, moved_keys.iter().chain(&reconfigured).copied());
    for pair in mirror.pairs_of(moved_keys) {
        let Some([a, b]) = ordered(pair, &trees, &moved) else {
            continue;
        };
        let is_admitted = !contacts.contains_key(&pair_key(a, b))
            && may_collide(a, b, &joints)
            && passes_hooks(a, b, &hooks, &mut commands);
        if is_admitted {
            add(&mut contacts, a, b);
        }
    }
    diagnostics.broad_phase += start.elapsed();
}

/// The proxies of a pair, first the one that avian would have found it by; `None` if by neither.
fn ordered<'a>(
    [a, b]: [ColliderTreeProxyKey; 2],
    trees: &'a ColliderTrees,
    moved: &MovedProxies,
) -> Option<[&'a ColliderTreeProxy; 2]> {
    let [proxy_a, proxy_b] = [trees.get_proxy(a)?, trees.get_proxy(b)?];
    // Of two static colliders, a sensor has to have moved.
    let are_static = a.is_static() && b.is_static();
    let finds =
        |key, proxy: &ColliderTreeProxy| moved.contains(key) && (!are_static || proxy.is_sensor());
    let rank = |key: ColliderTreeProxyKey| (key.tree_type() as u8, key.id());
    match (finds(a, proxy_a), finds(b, proxy_b)) {
        (false, false) => None,
        (true, true) if rank(b) < rank(a) => Some([proxy_b, proxy_a]),
        (true, _) => Some([proxy_a, proxy_b]),
        (false, true) => Some([proxy_b, proxy_a]),
    }
}

fn pair_key(a: &ColliderTreeProxy, b: &ColliderTreeProxy) -> PairKey {
    PairKey::new(a.collider.index_u32(), b.collider.index_u32())
}

/// Whether layers, bodies and joints allow a contact.
fn may_collide(a: &ColliderTreeProxy, b: &ColliderTreeProxy, joints: &JointGraph) -> bool {
    let is_disabled = |[a, b]: [Entity; 2]| {
        let mut joints = joints.joints_between(a, b);
        joints.any(|joint| joint.collision_disabled)
    };
    let bodies = a.body.zip(b.body).map(<[Entity; 2]>::from);
    a.body != b.body && a.layers.interacts_with(b.layers) && !bodies.is_some_and(is_disabled)
}

fn passes_hooks(
    a: &ColliderTreeProxy,
    b: &ColliderTreeProxy,
    hooks: &impl CollisionHooks,
    commands: &mut Commands,
) -> bool {
    let is_asked = a.has_custom_filter() || b.has_custom_filter();
    !is_asked || hooks.filter_pairs(a.collider, b.collider, commands)
}

fn add(contacts: &mut ContactGraph, a: &ColliderTreeProxy, b: &ColliderTreeProxy) {
    use ColliderTreeProxyFlags as Has;
    let flags = a.flags | b.flags;
    let mut edge = ContactEdge::new(a.collider, b.collider);
    (edge.body1, edge.body2) = (a.body, b.body);
    let has_events = flags.contains(Has::CONTACT_EVENTS);
    edge.flags.set(ContactEdgeFlags::CONTACT_EVENTS, has_events);
    contacts.add_edge_with(edge, |pair| {
        (pair.body1, pair.body2) = (a.body, b.body);
        let is_solid = !flags.intersects(Has::BODY_DISABLED | Has::SENSOR);
        let is_modified = flags.contains(Has::MODIFY_CONTACTS);
        pair.flags
            .set(ContactPairFlags::GENERATE_CONSTRAINTS, is_solid);
        pair.flags
            .set(ContactPairFlags::MODIFY_CONTACTS, is_modified);
    });
}
