//! Apps with avian, and its own broad phase as an oracle.

use bevy::app::PluginGroupBuilder;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use core::time::Duration;

use super::engine::collider_tree::ColliderTreeSystems;
use super::engine::collision::contact_types::ContactEdgeFlags;
use super::engine::math::Vector;
use super::{AvianBroadPhasePlugin, D, engine::prelude::*};

/// Bodies that collide only with those of the same parity.
#[derive(Component)]
pub(super) struct Parity(pub(super) bool);

#[derive(SystemParam)]
pub(super) struct SameParity<'w, 's> {
    parities: Query<'w, 's, &'static Parity>,
}

impl CollisionHooks for SameParity<'_, '_> {
    fn filter_pairs(&self, a: Entity, b: Entity, _: &mut Commands) -> bool {
        self.parities
            .get_many([a, b])
            .is_ok_and(|[a, b]| a.0 == b.0)
    }
}

/// With avian's own broad phase.
pub(super) fn theirs() -> PluginGroupBuilder {
    PhysicsPlugins::default()
        .with_collision_hooks::<SameParity>()
        .build()
}

pub(super) fn ours() -> PluginGroupBuilder {
    theirs()
        .disable::<BvhBroadPhasePlugin<SameParity>>()
        .add(AvianBroadPhasePlugin::<SameParity>::default())
}

/// Every update makes one step.
pub(super) fn app(plugins: PluginGroupBuilder) -> App {
    let step = Duration::from_secs_f64(1.0 / 64.0);
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, TransformPlugin, plugins))
        .insert_resource(TimeUpdateStrategy::ManualDuration(step));
    app.finish();
    app
}

pub(super) fn point(coordinates: [f32; 3]) -> Vector {
    Vector::from_slice(&coordinates[..D])
}

/// A contact of the graph. Its two colliders have no order: of two sensors, either finds the other.
type Contact = (
    [(Entity, Option<Entity>); 2],
    ContactPairFlags,
    ContactEdgeFlags,
);

/// avian's own broad phase, and what it found.
#[derive(Resource)]
pub(super) struct Oracle {
    broad_phase: Schedule,
    contacts: Vec<Contact>,
    pub(super) found: usize,
}

/// Has both broad phases find the contacts of every step, from the same state.
pub(super) fn compare(app: &mut App) {
    let mut donor = App::new();
    donor.add_plugins(BvhBroadPhasePlugin::<SameParity>::default());
    let mut schedules = donor.world_mut().resource_mut::<Schedules>();
    let broad_phase = schedules.remove(PhysicsSchedule).unwrap();
    app.insert_resource(Oracle {
        broad_phase,
        contacts: Vec::new(),
        found: 0,
    })
    .add_systems(
        PhysicsSchedule,
        (
            ask.in_set(PhysicsStepSystems::BroadPhase)
                .ambiguous_with_all()
                .after(ColliderTreeSystems::UpdateAabbs)
                .before(BroadPhaseSystems::CollectCollisions),
            check
                .after(BroadPhaseSystems::CollectCollisions)
                .before(BroadPhaseSystems::Last),
        ),
    );
}

fn ask(world: &mut World) {
    let before = world.resource::<ContactGraph>().clone();
    world.resource_scope(|world, mut oracle: Mut<Oracle>| {
        oracle.broad_phase.run(world);
        let graph = world.resource::<ContactGraph>();
        oracle.contacts = contacts(graph);
        oracle.found += oracle.contacts.len() - contacts(&before).len();
    });
    world.insert_resource(before);
}

fn check(graph: Res<ContactGraph>, oracle: Res<Oracle>) {
    assert_eq!(contacts(&graph), oracle.contacts);
}

fn contacts(graph: &ContactGraph) -> Vec<Contact> {
    let pairs = graph.iter_active().chain(graph.iter_sleeping());
    let contacts = pairs.map(|pair| {
        let colliders = [pair.collider1, pair.collider2];
        let edge = graph.get_edge(colliders[0], colliders[1]).unwrap();
        assert_eq!([edge.collider1, edge.collider2], colliders);
        assert_eq!([edge.body1, edge.body2], [pair.body1, pair.body2]);
        let mut sides = [(pair.collider1, pair.body1), (pair.collider2, pair.body2)];
        sides.sort();
        (sides, pair.flags, edge.flags)
    });
    let mut contacts: Vec<_> = contacts.collect();
    contacts.sort_by_key(|contact| contact.0);
    contacts
}
