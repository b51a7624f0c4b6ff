//! Ten thousand bodies that move in a field, and a cursor that picks: `cargo run --release
//! --example picking [FRAMES [BODIES]]`. Without a window; in a game, add Bevy's `DefaultPlugins`
//! instead of `TransformPlugin`, and take the cursor from the window.

use std::time::Instant;

use bevy_app::prelude::*;
use bevy_broadleaf::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_transform::prelude::*;

/// The side of the field in which the bodies move.
const FIELD: f32 = 1_000.0;

#[derive(Component)]
struct Velocity(Vec2);

/// Where the cursor is, and what it has found.
#[derive(Resource, Default)]
struct Cursor {
    at: Vec2,
    picked: Option<Entity>,
    picks: usize,
}

/// How many pairs began and ended.
#[derive(Resource, Default)]
struct Contacts {
    began: usize,
    ended: usize,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default| {
        arguments
            .next()
            .and_then(|text| text.parse().ok())
            .unwrap_or(default)
    };
    let (frames, bodies) = (number(300), number(10_000));

    let mut app = App::new();
    app.add_plugins((TransformPlugin, BroadPhasePlugin2d::default()))
        .init_resource::<Cursor>()
        .init_resource::<Contacts>()
        .add_systems(Update, fly)
        .add_systems(PostUpdate, (pick, count).after(BroadPhaseSystems::Report));
    for i in 0..bodies {
        app.world_mut().spawn(body(i));
    }
    app.update();
    let start = Instant::now();
    for _ in 0..frames {
        app.update();
    }
    let milliseconds = start.elapsed().as_secs_f64() * 1e3 / f64::from(frames);
    let (cursor, contacts) = (
        app.world().resource::<Cursor>(),
        app.world().resource::<Contacts>(),
    );
    println!(
        "{bodies} bodies, {frames} frames, {milliseconds:.2} ms a frame, {} pairs began, {} ended, \
         {} picks",
        contacts.began, contacts.ended, cursor.picks
    );
}

/// A body at a place, and with a velocity, that follow from its number.
fn body(i: u32) -> impl Bundle {
    let fraction = |step: u32| (i.wrapping_mul(step) >> 8) as f32 / (1 << 24) as f32;
    let at = Vec2::new(fraction(2_654_435_761), fraction(1_597_334_677)) * FIELD;
    let velocity = Vec2::new(fraction(3_266_489_917), fraction(668_265_263)) - Vec2::splat(0.5);
    (
        HalfExtents([2.0, 2.0]),
        Velocity(velocity),
        Transform::from_translation(at.extend(0.0)),
    )
}

fn fly(mut bodies: Query<(&mut Transform, &Velocity)>, mut cursor: ResMut<Cursor>) {
    for (mut transform, velocity) in &mut bodies {
        let at = transform.translation + velocity.0.extend(0.0);
        transform.translation = at.rem_euclid(Vec2::splat(FIELD).extend(1.0));
    }
    cursor.at = (cursor.at + Vec2::new(3.0, 2.0)).rem_euclid(Vec2::splat(FIELD));
}

/// Picks the body under the cursor, or the nearest within ten units.
fn pick(boxes: Boxes2d, mut cursor: ResMut<Cursor>) {
    let nearest = boxes.all().nearest(&cursor.at);
    cursor.picked = nearest.filter(|hit| hit.reach <= 100.0).map(|hit| hit.id);
    cursor.picks += usize::from(cursor.picked.is_some());
}

fn count(
    mut began: MessageReader<PairBegan<2>>,
    mut ended: MessageReader<PairEnded<2>>,
    mut contacts: ResMut<Contacts>,
) {
    contacts.began += began.read().count();
    contacts.ended += ended.read().count();
}
