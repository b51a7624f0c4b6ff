//! Two ships that shoot at rocks. A bullet and the rock that it hits are gone.

use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_broadleaf::prelude::*;
use bevy_broadleaf::{BroadPhasePlugin, EntityBroadPhase, RollbackPlugin};
use bevy_ggrs::prelude::*;
use bevy_ggrs::{LocalInputs, LocalPlayers, PlayerInputs};

type Config = GgrsConfig<u8>;

/// The side of the field.
const FIELD: f32 = 64.0;
/// Frames for which a bullet flies.
const FLIGHT: u8 = 40;
/// Bits of an input.
const LEFT: u8 = 1;
const RIGHT: u8 = 2;
const FIRE: u8 = 4;
/// Categories of boxes.
const SHIP: u32 = 1;
const BULLET: u32 = 2;
const ROCK: u32 = 4;
const WALL: u32 = 8;

#[derive(Component, Clone, Copy, Default)]
struct Position(Vec2);
#[derive(Component, Clone, Copy, Default)]
struct Velocity(Vec2);
#[derive(Component, Clone, Copy)]
struct Ship(usize);
#[derive(Component, Clone, Copy)]
struct Bullet(u8);
#[derive(Component, Clone, Copy)]
struct Rock;

/// Gives a ship, a bullet or a rock its box.
#[derive(Component, Clone, Copy)]
#[require(Rollback)]
struct Radius(f32);

impl BoxSource<2> for Radius {
    type Pose = Position;

    fn aabb(&self, position: &Position) -> Result<Aabb<f32, 2>, InvalidAabb<f32>> {
        Aabb::from_center(position.0.to_array(), [self.0; 2])
    }
}

/// What the players have reached.
#[derive(Resource, Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Score {
    pub(crate) hits: u32,
    pub(crate) crashes: u32,
}

/// Where the next rock appears.
#[derive(Resource, Clone, Copy, Hash)]
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % end
    }

    fn point(&mut self) -> Vec2 {
        Vec2::new(self.below(640) as f32, self.below(640) as f32) * (FIELD / 640.0)
    }
}

/// Whether and where a rollback gave another state.
#[derive(Resource, Default)]
pub(crate) struct Mismatches(pub(crate) u32);

/// How the broad phase of a game is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Saves {
    FrameNumbers,
    #[allow(dead_code, reason = "not every program compares")]
    Clones,
}

/// A game of `rocks` rocks, of which the first `moving` fly and the rest float. Every frame goes
/// back by `distance` frames and repeats them.
pub(crate) fn game(rocks: usize, moving: usize, distance: usize, saves: Saves) -> App {
    let mut app = App::new();
    let window = distance + 2;
    let session = SessionBuilder::<Config>::new()
        .with_num_players(2)
        .and_then(|builder| {
            builder
                .with_max_prediction_window(window)
                .with_check_distance(distance)
                .add_player(PlayerType::Local, 0)
        })
        .and_then(|builder| builder.add_player(PlayerType::Local, 1))
        .and_then(SessionBuilder::start_synctest_session)
        .expect("two players are a session");
    let rollback = RollbackPlugin::<2>::new(window);
    let rollback = if saves == Saves::Clones {
        rollback.with_clones()
    } else {
        rollback
    };
    app.add_plugins((MinimalPlugins, GgrsPlugin::<Config>::default()))
        .add_plugins((BroadPhasePlugin::<2>::new(GgrsSchedule), rollback))
        .add_box_source::<Radius, 2>()
        .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_nanos(
            16_666_667,
        )))
        .insert_resource(Session::SyncTest(session))
        .insert_resource(Chance(rocks as u64))
        .init_resource::<Score>()
        .init_resource::<Mismatches>()
        .rollback_resource_with_copy::<Chance>()
        .rollback_resource_with_copy::<Score>()
        .checksum_resource_with_hash::<Chance>()
        .checksum_resource_with_hash::<Score>()
        .rollback_component_with_copy::<Position>()
        .rollback_component_with_copy::<Velocity>()
        .rollback_component_with_copy::<Radius>()
        .rollback_component_with_copy::<Ship>()
        .rollback_component_with_copy::<Bullet>()
        .rollback_component_with_copy::<Rock>()
        .add_systems(ReadInputs, read_inputs)
        .add_systems(
            GgrsSchedule,
            (steer, shoot, appear, fly)
                .chain()
                .before(BroadPhaseSystems::Measure),
        )
        .add_systems(GgrsSchedule, hit.after(BroadPhaseSystems::Report))
        .add_observer(
            |_: On<SyncTestMismatch>, mut mismatches: ResMut<Mismatches>| {
                mismatches.0 += 1;
            },
        );
    spawn(app.world_mut(), rocks, moving);
    // Time begins with the first update.
    app.update();
    app
}

fn spawn(world: &mut World, rocks: usize, moving: usize) {
    for player in 0..2 {
        let position = Vec2::new(FIELD * 0.5, FIELD * (0.3 + 0.4 * player as f32));
        let filter = BoxFilter(Filter::new(SHIP, ROCK | WALL));
        world.spawn((
            Ship(player),
            Position(position),
            Velocity::default(),
            Radius(1.0),
            filter,
        ));
    }
    // Walls are not part of what is rolled back.
    for x in [8.0, 56.0] {
        let filter = BoxFilter(Filter::new(WALL, SHIP));
        let pose = GlobalTransform::from_xyz(x, FIELD * 0.5, 0.0);
        let size = HalfExtents([0.5, FIELD * 0.4]);
        world.spawn((size, pose, filter, BoxMobility(Mobility::Static)));
    }
    let mut chance = world.resource::<Chance>().to_owned();
    for i in 0..rocks {
        let mut rock = world.spawn(rock(&mut chance));
        if i >= moving {
            rock.insert(Velocity::default());
        }
    }
    world.insert_resource(chance);
}

fn rock(chance: &mut Chance) -> impl Bundle + use<> {
    let position = chance.point();
    let velocity = (chance.point() - Vec2::splat(FIELD * 0.5)) * 0.01;
    let filter = BoxFilter(Filter::new(ROCK, SHIP | BULLET));
    (
        Rock,
        Position(position),
        Velocity(velocity),
        Radius(0.75),
        filter,
    )
}

/// Players that press keys by a formula.
fn read_inputs(mut commands: Commands, players: Res<LocalPlayers>, mut frame: Local<u32>) {
    *frame += 1;
    let keys = |&player: &usize| {
        let mixed = (*frame / 7).wrapping_mul(2_654_435_761) >> (player * 5);
        (player, (mixed >> 9) as u8 & (LEFT | RIGHT | FIRE))
    };
    commands.insert_resource(LocalInputs::<Config>(players.0.iter().map(keys).collect()));
}

fn steer(inputs: Res<PlayerInputs<Config>>, mut ships: Query<(&Ship, &mut Velocity)>) {
    for (ship, mut velocity) in &mut ships {
        let keys = inputs[ship.0].0;
        let thrust = f32::from(u8::from(keys & RIGHT != 0)) - f32::from(u8::from(keys & LEFT != 0));
        velocity.0 = (velocity.0 + Vec2::new(thrust * 0.05, 0.01)) * 0.97;
    }
}

fn shoot(
    mut commands: Commands,
    inputs: Res<PlayerInputs<Config>>,
    ships: Query<(&Ship, &Position)>,
) {
    let mut ships: Vec<_> = ships
        .iter()
        .map(|(ship, position)| (ship.0, position.0))
        .collect();
    // The order of a query depends on the history of spawns, which a rollback does not restore.
    ships.sort_by_key(|&(player, _)| player);
    for (player, position) in ships {
        if inputs[player].0 & FIRE != 0 {
            let direction = Vec2::new(0.0, if player == 0 { 0.8 } else { -0.8 });
            let filter = BoxFilter(Filter::new(BULLET, ROCK));
            let body = (
                Position(position),
                Velocity(direction),
                Radius(0.125),
                filter,
            );
            commands.spawn((Bullet(FLIGHT), body));
        }
    }
}

/// A rock in every fourth frame, on the average.
fn appear(mut commands: Commands, mut chance: ResMut<Chance>) {
    if chance.below(4) == 0 {
        commands.spawn(rock(&mut chance));
    }
}

fn fly(
    mut commands: Commands,
    mut bodies: Query<(&mut Position, &Velocity)>,
    mut bullets: Query<(Entity, &mut Bullet)>,
) {
    for (mut position, velocity) in &mut bodies {
        if velocity.0 == Vec2::ZERO {
            continue;
        }
        position.0 = (position.0 + velocity.0).rem_euclid(Vec2::splat(FIELD));
    }
    for (entity, mut bullet) in &mut bullets {
        bullet.0 -= 1;
        if bullet.0 == 0 {
            commands.entity(entity).despawn_rollback();
        }
    }
}

fn hit(mut commands: Commands, boxes: Boxes2d, bullets: Query<&Bullet>, mut score: ResMut<Score>) {
    let mut gone = Vec::new();
    for pair in boxes.begun() {
        let Some(bullet) = pair.into_iter().find(|&entity| bullets.contains(entity)) else {
            score.crashes += 1;
            continue;
        };
        let [a, b] = pair;
        if !gone.contains(&a) && !gone.contains(&b) {
            score.hits += 1;
            gone.extend(pair);
            commands.entity(bullet).despawn();
            commands.entity(if a == bullet { b } else { a }).despawn();
        }
    }
}

/// How many boxes there are.
#[allow(dead_code, reason = "not every program prints it")]
pub(crate) fn count(app: &App) -> usize {
    app.world()
        .resource::<EntityBroadPhase<2>>()
        .broad_phase()
        .len()
}
