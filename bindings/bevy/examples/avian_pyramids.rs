//! Measures the broad phase of avian with 100 pyramids of 55 boxes, its own and ours in turns:
//! `cargo run --release --features avian2d --example avian_pyramids [STEPS]`. Prints the rows of a
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
        .unwrap_or(300);
    let theirs = PhysicsPlugins::default().build();
    let ours = PhysicsPlugins::default()
        .build()
        .disable::<BvhBroadPhasePlugin>()
        .add(AvianBroadPhasePlugin::<()>::default());
    let contenders = ["avian", "broadleaf"];
    let mut apps = [theirs, ours].map(pyramids);
    println!("steps,contender,broad phase us,contacts at the end");
    apps.iter_mut().for_each(App::update);
    report(&mut apps, contenders, "the first", 1);
    assert_eq!(contacts(&apps[0]), contacts(&apps[1]));
    for _ in 0..steps {
        apps.iter_mut().for_each(App::update);
    }
    report(&mut apps, contenders, &format!("{steps} more"), steps);
}

fn report(apps: &mut [App; 2], contenders: [&str; 2], name: &str, steps: u32) {
    for (app, contender) in apps.iter_mut().zip(contenders) {
        let mut clock = app.world_mut().resource_mut::<Clock>();
        let spent = std::mem::take(&mut clock.spent) / steps;
        let us = spent.as_secs_f64() * 1e6;
        println!("{name},{contender},{us:.1},{}", contacts(app));
    }
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

fn pyramids(plugins: PluginGroupBuilder) -> App {
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
    for floor in 0..10 {
        let y = 12.0 * floor as f32;
        let ground = (RigidBody::Static, Collider::rectangle(120.0, 0.01));
        app.world_mut().spawn((ground, Position::from_xy(60.0, y)));
        for place in 0..10 {
            pyramid(app.world_mut(), 12.0 * place as f32 + 1.0, y);
        }
    }
    // The first update has no step.
    app.update();
    app
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
