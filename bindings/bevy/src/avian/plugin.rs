//! The plug-in, and which pairs become contacts.

use core::marker::PhantomData;

use bevy_app::{App, Plugin};
use bevy_ecs::prelude::*;
use bevy_ecs::system::{StaticSystemParam, SystemParam, SystemParamItem};
use bevy_platform::time::Instant;

use super::engine::collider_tree::{
    ColliderTreeProxy, ColliderTreeProxyFlags, ColliderTreeProxyKey, ColliderTreeType,
    ColliderTrees, MovedProxies,
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
/// disabled bodies. Pairs that begin in one step come in the order of avian's moved colliders, then
/// of the ids of the others; avian's own order depends on the shape of its trees. Its solver passes
/// contacts in their order, so later poses differ a little.
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

#[derive(SystemParam)]
struct Colliders<'w, 's> {
    trees: Res<'w, ColliderTrees>,
    moved: Res<'w, MovedProxies>,
    /// Of colliders that came to another tree after the last broad phase, and moved no more.
    rekeyed: Query<'w, 's, &'static ColliderTreeProxyKey, Changed<ColliderTreeProxyKey>>,
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
    let changed = moved.proxies().iter().chain(&colliders.rekeyed);
    mirror.update(trees, changed.copied());
    for_each_pair(&mut mirror, trees, moved, |a, b| {
        if !is_known(a, b, &contacts)
            && may_collide(a, b, &joints)
            && passes_hooks(a, b, &hooks, &mut commands)
        {
            add(&mut contacts, a, b);
        }
    });
    diagnostics.broad_phase += start.elapsed();
}

/// Visits each pair of which avian finds one by the move of the other, which comes first.
fn for_each_pair(
    mirror: &mut Mirror,
    trees: &ColliderTrees,
    moved: &MovedProxies,
    mut visit: impl FnMut(&ColliderTreeProxy, &ColliderTreeProxy),
) {
    let rank = |key: ColliderTreeProxyKey| (key.tree_type() as u8, key.id());
    for &key in moved.proxies() {
        let Some(proxy) = trees.get_proxy(key) else {
            continue;
        };
        for tree_type in ColliderTreeType::ALL {
            // Of two static colliders, only a sensor finds the other.
            let are_static = key.is_static() && tree_type.is_static();
            if are_static && !proxy.is_sensor() {
                continue;
            }
            mirror.for_each_overlap(key, tree_type, |other_key| {
                let Some(other) = trees.get_proxy(other_key) else {
                    return;
                };
                // Of two that find each other, the one that is lower in avian's order does.
                let finds = || moved.contains(other_key) && (!are_static || other.is_sensor());
                if rank(key) < rank(other_key) || !finds() {
                    visit(proxy, other);
                }
            });
        }
    }
}

/// Most pairs have a contact, from an earlier step.
fn is_known(a: &ColliderTreeProxy, b: &ColliderTreeProxy, contacts: &ContactGraph) -> bool {
    let key = PairKey::new(a.collider.index_u32(), b.collider.index_u32());
    contacts.contains_key(&key)
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
