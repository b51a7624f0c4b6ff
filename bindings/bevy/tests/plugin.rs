//! Parts of the plug-in by small worlds.

mod random;

use std::collections::BTreeSet;

use bevy_app::prelude::*;
use bevy_broadleaf::prelude::*;
use bevy_broadleaf::{BoxProxy, BroadPhasePlugin, EntityBroadPhase};
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec3};
use bevy_transform::prelude::*;
use random::Random;

fn app(plugin: BroadPhasePlugin2d) -> App {
    let mut app = App::new();
    app.add_plugins((TransformPlugin, plugin));
    app
}

fn pairs(app: &App) -> BTreeSet<[Entity; 2]> {
    let state = app.world().resource::<EntityBroadPhase<2>>();
    let pairs = state.broad_phase().pairs().into_iter();
    pairs
        .map(|pair| sorted(pair.map(|id| state.entity(id).unwrap())))
        .collect()
}

fn sorted([a, b]: [Entity; 2]) -> [Entity; 2] {
    [a.min(b), a.max(b)]
}

#[test]
fn a_box_encloses_a_rotated_and_scaled_body() {
    let rotations = [
        Quat::from_rotation_z(0.7),
        Quat::from_euler(Default::default(), 0.3, 2.0, -1.0),
    ];
    for rotation in rotations {
        let pose = Transform::from_xyz(3.0, -2.0, 5.0)
            .with_rotation(rotation)
            .with_scale(Vec3::new(2.0, -0.5, 1.5));
        let pose = GlobalTransform::from(pose);
        let half = [1.0, 4.0, 0.25];
        let corners = (0..8).map(|i| {
            let sign = |bit: usize| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
            let corner: [f32; 3] = core::array::from_fn(|axis| sign(axis) * half[axis]);
            pose.transform_point(corner.into())
        });
        let (min, max) = corners.fold((Vec3::MAX, Vec3::MIN), |(min, max), corner| {
            (min.min(corner), max.max(corner))
        });
        let solid = HalfExtents(half).aabb(&pose).unwrap();
        assert!((Vec3::from(solid.min()) - min).length() < 1e-5);
        assert!((Vec3::from(solid.max()) - max).length() < 1e-5);
    }
}

#[test]
fn thousands_of_spawns_in_a_frame_with_any_settings() {
    let mut app = app(BroadPhasePlugin2d::default());
    let mut random = Random(1);
    let mut boxes = Vec::new();
    for _ in 0..3 {
        for _ in 0..1_500 {
            let [x, y] = [(); 2].map(|()| random.below(4_000) as f32 / 8.0);
            let is_static = random.below(3) == 0;
            let mobility = if is_static {
                Mobility::Static
            } else {
                Mobility::Dynamic
            };
            let bundle = (HalfExtents([2.0, 2.0]), Transform::from_xyz(x, y, 0.0));
            let entity = app.world_mut().spawn((bundle, BoxMobility(mobility))).id();
            boxes.push((entity, [x, y], is_static));
        }
        app.update();
        let mut expected = BTreeSet::new();
        for (i, &(a, p, p_is_static)) in boxes.iter().enumerate() {
            for &(b, q, q_is_static) in &boxes[i + 1..] {
                let is_near = (0..2).all(|axis| (p[axis] - q[axis]).abs() <= 4.0);
                if is_near && !(p_is_static && q_is_static) {
                    expected.insert(sorted([a, b]));
                }
            }
        }
        assert!(pairs(&app) == expected);
        // The first third goes, and its slots are used again.
        for (entity, ..) in boxes.drain(..500) {
            app.world_mut().despawn(entity);
        }
    }
    app.update();
    assert_eq!(
        app.world()
            .resource::<EntityBroadPhase<2>>()
            .broad_phase()
            .len(),
        3_000
    );
}

#[test]
fn a_margin_keeps_boxes_that_move_a_little() {
    let margin = Margin::Fatten {
        extension: 1.0,
        prediction: 0.into(),
    };
    let mut app = app(BroadPhasePlugin2d::default().with_margin(margin));
    let spawn = |app: &mut App, x| {
        let bundle = (HalfExtents([1.0, 1.0]), Transform::from_xyz(x, 0.0, 0.0));
        app.world_mut().spawn(bundle).id()
    };
    let [a, b] = [0.0, 3.5].map(|x| spawn(&mut app, x));
    app.update();
    assert_eq!(pairs(&app), [sorted([a, b])].into());
    // A frame in which the position is written and stays the same, a small move, and a large one.
    for (x, pairs_stay) in [(3.5, true), (4.0, true), (3.5, true), (6.5, false)] {
        app.world_mut()
            .get_mut::<Transform>(b)
            .unwrap()
            .translation
            .x = x;
        app.update();
        assert_eq!(!pairs(&app).is_empty(), pairs_stay, "{x}");
        let state = app.world().resource::<EntityBroadPhase<2>>();
        let fat = state
            .broad_phase()
            .fat_aabb(app.world().get::<BoxProxy<2>>(b).unwrap().id().unwrap());
        let center = if pairs_stay { 3.5 } else { 6.5 };
        assert_eq!(fat.unwrap().center()[0], center);
    }
}

#[test]
fn an_invalid_box_is_reported_and_comes_back() {
    let mut app = app(BroadPhasePlugin2d::default());
    let bundle = (
        HalfExtents([1.0, 1.0]),
        Transform::from_xyz(0.0, f32::NAN, 0.0),
    );
    let entity = app.world_mut().spawn(bundle).id();
    app.update();
    let messages = app.world().resource::<Messages<InvalidBox<2>>>();
    let message = messages.iter_current_update_messages().next().unwrap();
    assert_eq!((message.entity, message.error.axis()), (entity, 1));
    assert_eq!(app.world().get::<BoxProxy<2>>(entity).unwrap().id(), None);
    app.world_mut()
        .get_mut::<Transform>(entity)
        .unwrap()
        .translation
        .y = 0.0;
    app.update();
    assert!(
        app.world()
            .get::<BoxProxy<2>>(entity)
            .unwrap()
            .id()
            .is_some()
    );
}

#[test]
fn two_dimensions_live_in_one_app() {
    let mut app = app(BroadPhasePlugin2d::default());
    app.add_plugins(BroadPhasePlugin::<3>::default());
    let bundle = (HalfExtents([1.0, 1.0]), HalfExtents([1.0, 1.0, 1.0]));
    for z in [0.0, 5.0] {
        app.world_mut()
            .spawn((bundle, Transform::from_xyz(0.0, 0.0, z)));
    }
    app.update();
    assert_eq!(pairs(&app).len(), 1);
    assert_eq!(
        app.world()
            .resource::<EntityBroadPhase<3>>()
            .broad_phase()
            .count_pairs(),
        0
    );
}

#[test]
fn a_reloaded_scene_has_the_same_pairs() {
    let mut app = app(BroadPhasePlugin2d::default());
    let load = |app: &mut App| {
        let root = app
            .world_mut()
            .spawn(Transform::from_xyz(10.0, 0.0, 0.0))
            .id();
        for x in [0.0, 1.0, 5.0] {
            let bundle = (HalfExtents([0.5, 0.5]), Transform::from_xyz(x, 0.0, 0.0));
            app.world_mut().spawn((bundle, ChildOf(root)));
        }
        app.update();
        root
    };
    let first = load(&mut app);
    let hash = |app: &App| {
        let state = app.world().resource::<EntityBroadPhase<2>>();
        (state.broad_phase().pairs().len(), state.broad_phase().len())
    };
    assert_eq!(hash(&app), (1, 3));
    app.world_mut().despawn(first);
    load(&mut app);
    assert_eq!(hash(&app), (1, 3));
    // Replaced in place, as by an editor.
    let entity = pairs(&app).into_iter().next().unwrap()[0];
    app.world_mut()
        .entity_mut(entity)
        .insert(HalfExtents([0.25, 0.25]));
    app.update();
    assert_eq!(hash(&app), (0, 3));
}
