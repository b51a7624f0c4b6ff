//! Measures the broad phase of avian, its own and ours in turns, with 100 pyramids of 55 boxes that
//! come to rest, and with 5,000 boxes that drift:
//! `cargo run --release --features avian2d --example avian_cost [STEPS]`. Prints the rows of a
//! record.

use std::time::Duration;

use avian2d::collider_tree::ColliderTreeSystems;
use avian2d::prelude::*;
use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_broadleaf::avian2d::AvianBroadPhasePlugin;
use cpu_time::ProcessTime;

fn main() {
    let steps: u32 = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(600);
    println!("scene,steps,contender,broad phase us,whole step us,contacts at the end");
    measure("100 pyramids", pyramids, steps);
    measure("5000 boxes that drift", drift, steps);
}

fn measure(scene: &str, build: fn(&mut App), steps: u32) {
    let contenders = ["avian", "broadleaf"];
    let theirs = PhysicsPlugins::default().build();
    let ours = PhysicsPlugins::default()
        .build()
        .disable::<BvhBroadPhasePlugin>()
        .add(AvianBroadPhasePlugin::<()>::default());
    let mut apps = [theirs, ours].map(|plugins| app(plugins, build));
    let rows = [
        ("the first".to_owned(), 1),
        (format!("{steps} more"), steps),
    ];
    for (name, steps) in rows {
        let whole = run(&mut apps, steps);
        for ((app, contender), whole) in apps.iter_mut().zip(contenders).zip(whole) {
            let mut clock = app.world_mut().resource_mut::<Clock>();
            let spent = std::mem::take(&mut clock.spent);
            let [spent, whole] = [spent, whole].map(|time| (time / steps).as_secs_f64() * 1e6);
            let contacts = contacts(app);
            println!("{scene},{name},{contender},{spent:.1},{whole:.0},{contacts}");
        }
        if name == "the first" {
            assert_eq!(contacts(&apps[0]), contacts(&apps[1]));
        }
    }
}

/// Makes steps in turns. Returns the CPU times of both.
fn run(apps: &mut [App; 2], steps: u32) -> [Duration; 2] {
    let mut whole = [Duration::ZERO; 2];
    for _ in 0..steps {
        for (app, whole) in apps.iter_mut().zip(&mut whole) {
            let start = ProcessTime::now();
            app.update();
            *whole += start.elapsed();
        }
    }
    whole
}

fn contacts(app: &App) -> usize {
    let graph = app.world().resource::<ContactGraph>();
    graph.active_pairs().len() + graph.sleeping_pairs().len()
}

/// The CPU time of all threads in the broad phase.
#[derive(Resource)]
struct Clock {
    started: ProcessTime,
    spent: Duration,
}

fn start(mut clock: ResMut<Clock>) {
    clock.started = ProcessTime::now();
}

fn stop(mut clock: ResMut<Clock>) {
    let spent = clock.started.elapsed();
    clock.spent += spent;
}

fn app(plugins: PluginGroupBuilder, build: fn(&mut App)) -> App {
    let mut app = App::new();
    let phase = || BroadPhaseSystems::CollectCollisions;
    let systems = (
        start
            .after(ColliderTreeSystems::UpdateAabbs)
            .before(phase()),
        stop.after(phase()).before(BroadPhaseSystems::Last),
    );
    let step = Duration::from_secs_f64(1.0 / 64.0);
    app.add_plugins((MinimalPlugins, TransformPlugin, plugins))
        .insert_resource(TimeUpdateStrategy::ManualDuration(step))
        .insert_resource(Clock {
            started: ProcessTime::now(),
            spent: Duration::ZERO,
        })
        .add_systems(PhysicsSchedule, systems);
    app.finish();
    build(&mut app);
    // The first update has no step.
    app.update();
    app
}

fn pyramids(app: &mut App) {
    for floor in 0..10 {
        let y = 12.0 * floor as f32;
        let ground = (RigidBody::Static, Collider::rectangle(120.0, 0.01));
        app.world_mut().spawn((ground, Position::from_xy(60.0, y)));
        for place in 0..10 {
            pyramid(app.world_mut(), 12.0 * place as f32 + 1.0, y);
        }
    }
}

fn pyramid(world: &mut World, x: f32, y: f32) {
    for row in 0..10 {
        for column in row..10 {
            let position =
                Position::from_xy(x + column as f32 - 0.5 * row as f32, y + 0.5 + row as f32);
            let body = (RigidBody::Dynamic, Collider::rectangle(1.0, 1.0));
            world.spawn((body, position));
        }
    }
}

fn drift(app: &mut App) {
    app.insert_resource(Gravity::ZERO);
    for i in 0..5_000 {
        // Directions that repeat late: by the golden angle.
        let velocity = 8.0 * Vec2::from_angle(2.399_963 * i as f32);
        let place = 1.5 * Vec2::new((i % 71) as f32, (i / 71) as f32);
        let body = (RigidBody::Dynamic, Collider::rectangle(1.0, 1.0));
        let motion = (Position(place), LinearVelocity(velocity));
        app.world_mut().spawn((body, motion));
    }
}
