//! Measures what a frame of rollback costs by frame numbers and by clones of the broad phase:
//! `cargo run --release --features ggrs --example rollback_cost [FRAMES]`. Prints the rows of a
//! record.

#[path = "rollback/game.rs"]
mod game;

use std::alloc::System;
use std::hint::black_box;

use bevy::app::App;
use bevy_broadleaf::{EntityBroadPhase, FrameNumber};
use bevy_ggrs::Strategy;
use cpu_time::ThreadTime;
use game::Saves;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

type State = EntityBroadPhase<2>;

/// How far every frame goes back.
const DISTANCE: usize = 8;

fn main() {
    let given: Option<u32> = std::env::args().nth(1).and_then(|text| text.parse().ok());
    // Fewer frames have no load.
    let frames = given.unwrap_or(100).max(2 * DISTANCE as u32);
    println!("rocks,moving,contender,save us,load us,frame ms,bytes a frame");
    for (rocks, moving) in [(100, 100), (1_000, 1_000), (10_000, 10_000), (10_000, 100)] {
        let contenders = [Saves::FrameNumbers, Saves::Clones];
        let mut games = contenders.map(|saves| game::game(rocks, moving, DISTANCE, saves));
        let mut rows = [Costs::default(); 2];
        for _ in 0..frames {
            for (app, row) in games.iter_mut().zip(&mut rows) {
                row.frame += milliseconds(|| app.update());
            }
        }
        let [ours, theirs] = games.each_ref().map(state);
        assert_eq!(ours.state_hash(), theirs.state_hash());
        by_frame_numbers(ours, &mut rows[0]);
        by_clones(theirs, &mut rows[1]);
        for (saves, row) in contenders.iter().zip(rows) {
            let frame = row.frame / f64::from(frames);
            let Costs {
                save, load, bytes, ..
            } = row;
            println!("{rocks},{moving},{saves:?},{save:.2},{load:.1},{frame:.3},{bytes}");
        }
    }
}

#[derive(Clone, Copy, Default)]
struct Costs {
    /// Microseconds.
    save: f64,
    load: f64,
    /// Milliseconds: a load, nine saves and nine frames of the game.
    frame: f64,
    bytes: usize,
}

fn state(app: &App) -> &State {
    app.world().resource::<State>()
}

/// Repetitions of a save or load.
const TIMES: u32 = 20;

fn by_frame_numbers(state: &State, costs: &mut Costs) {
    let broad_phase = state.broad_phase();
    let remembered = broad_phase.history_len().unwrap_or_default();
    costs.bytes = broad_phase.history_bytes() / remembered.max(1) + size_of::<u64>();
    costs.save = mean(|| {
        black_box(FrameNumber::store(state));
    });
    let frame = broad_phase.frame() - DISTANCE as u64;
    let mut copies = vec![state.clone(); TIMES as usize].into_iter();
    costs.load = mean(|| {
        let mut copy = copies.next().expect("one for each repetition");
        FrameNumber::update(&mut copy, &frame);
        // Dropped later.
        std::mem::forget(copy);
    });
}

fn by_clones(state: &State, costs: &mut Costs) {
    let region = Region::new(ALLOCATOR);
    let saved = state.clone();
    let change = region.change();
    costs.bytes = change.bytes_allocated - change.bytes_deallocated + size_of::<State>();
    costs.save = mean(|| std::mem::forget(black_box(state.clone())));
    let mut target = state.clone();
    costs.load = mean(|| target.clone_from(&saved));
}

/// Microseconds of CPU time of each repetition.
fn mean(mut work: impl FnMut()) -> f64 {
    milliseconds(|| (0..TIMES).for_each(|_| work())) * 1e3 / f64::from(TIMES)
}

fn milliseconds(work: impl FnOnce()) -> f64 {
    let start = ThreadTime::now();
    work();
    start.elapsed().as_secs_f64() * 1e3
}
