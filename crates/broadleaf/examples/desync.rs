//! Two peers play the same match until their states differ, because one rounds positions in each
//! frame and the other once. A comparison of their logs finds the first operation that differs.
//!
//! `cargo run -p broadleaf --example desync`

use broadleaf::broad_phase::Margin;
use broadleaf::log::{InvalidLog, Recorder, compare_logs};
use broadleaf::{Aabb, BroadPhase, Fixed};

type Coordinate = Fixed<16>;

const FRAMES: u32 = 60;
const BODIES: u32 = 20;

/// The distance that a body has moved, rounded in every frame or only once at the end. Mixing both
/// is a bug that shows late.
fn distance(body: u32, frame: u32, rounds_late: bool) -> Coordinate {
    let speed = f64::from(body) * 0.1;
    if rounds_late {
        Coordinate::from_f64(speed * f64::from(frame)).expect("in range")
    } else {
        (0..frame).fold(Coordinate::ZERO, |distance, _| {
            distance + Coordinate::from_f64(speed).expect("in range")
        })
    }
}

/// Plays the match as one peer and returns its log.
fn play(has_bug: bool) -> Vec<u8> {
    let mut broad_phase = Recorder::new(BroadPhase::<u32, Coordinate, 2>::new(Margin::Snap {
        cell: Coordinate::ONE,
    }));
    let aabb = |body: u32, frame: u32| {
        let corner = [
            distance(body, frame, has_bug && body == 7 && frame >= 40),
            Coordinate::ZERO,
        ];
        Aabb::new(corner, corner.map(|x| x + Coordinate::ONE))
    };
    let bodies: Vec<_> = (0..BODIES)
        .map(|body| broad_phase.create(aabb(body, 0), body))
        .collect();
    let mut file = Vec::new();
    for frame in 0..FRAMES {
        let moves = (0..)
            .zip(&bodies)
            .map(|(body, &proxy)| (proxy, aabb(body, frame), [Coordinate::ZERO; 2]));
        broad_phase.move_all(moves).expect("all proxies exist");
        broad_phase.step();
        // A game would append these bytes to a file, for `broadleaf diff`.
        file.extend(broad_phase.take_bytes());
    }
    file
}

fn main() -> Result<(), InvalidLog> {
    let logs = [play(false), play(true)];
    let comparison = compare_logs(logs.each_ref().map(Vec::as_slice))?;
    println!(
        "{} bytes a frame, equal for {} frames",
        logs[0].len() / FRAMES as usize,
        comparison.frames
    );
    let difference = comparison.difference.expect("there is a bug");
    assert_eq!(difference.frame(), 40);
    let [ours, theirs] = difference.sides();
    println!(
        "in frame {} peer A {ours},\n            peer B {theirs}",
        difference.frame()
    );
    Ok(())
}
