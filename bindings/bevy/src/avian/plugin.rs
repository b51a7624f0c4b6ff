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

/// Finds the pairs of avian's narrow phase, instead of its `BvhBroadPhasePlugin`.
///
/// It finds the same pairs in the same steps: it keeps avian's boxes with their margins, and
/// respects layers, joints without collisions, the hook `filter_pairs`, sensors, static and
/// disabled bodies. Pairs that begin in one step come in the order of their
/// proxies, which depends on the order of changes alone; avian's own order depends on the shape of
/// its trees. Its solver passes contacts in their order, so later poses differ a little.
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
    let Colliders { trees, moved, .. } = &colliders;
    let changed = moved.proxies().iter().chain(&colliders.reconfigured);
    mirror.update(trees, changed.copied());
    for keys in mirror.pairs_of(moved.proxies()) {
        if let Some([a, b]) = unknown(keys, trees, &contacts)
            && let Some([a, b]) = ordered(keys, [a, b], moved)
            && may_collide(a, b, &joints)
            && passes_hooks(a, b, &hooks, &mut commands)
        {
            add(&mut contacts, a, b);
        }
    }
    diagnostics.broad_phase += start.elapsed();
}

/// The proxies of a pair without a contact: most have one, from an earlier step.
fn unknown<'a>(
    keys: [ColliderTreeProxyKey; 2],
    trees: &'a ColliderTrees,
    contacts: &ContactGraph,
) -> Option<[&'a ColliderTreeProxy; 2]> {
    let [a, b] = keys.map(|key| trees.get_proxy(key));
    let [a, b] = [a?, b?];
    let key = PairKey::new(a.collider.index_u32(), b.collider.index_u32());
    (!contacts.contains_key(&key)).then_some([a, b])
}

/// The proxies of a pair, first the one that avian would have found it by; `None` if by neither.
fn ordered<'a>(
    [key_a, key_b]: [ColliderTreeProxyKey; 2],
    [a, b]: [&'a ColliderTreeProxy; 2],
    moved: &MovedProxies,
) -> Option<[&'a ColliderTreeProxy; 2]> {
    // Of two static colliders, a sensor has to have moved.
    let are_static = key_a.is_static() && key_b.is_static();
    let finds =
        |key, proxy: &ColliderTreeProxy| moved.contains(key) && (!are_static || proxy.is_sensor());
    let rank = |key: ColliderTreeProxyKey| (key.tree_type() as u8, key.id());
    match (finds(key_a, a), finds(key_b, b)) {
        (false, false) => None,
        (true, true) if rank(key_b) < rank(key_a) => Some([b, a]),
        (true, _) => Some([a, b]),
        (false, true) => Some([b, a]),
    }
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
