//! Two peers play the same match and part: which operation was it? One of them adds up its way in
//! floats, the other in fixed point.
//!
//! `cargo run -p broadleaf --example desync`

use broadleaf::world::{InvalidLog, Margin, Recorder, compare_logs};
use broadleaf::{Aabb, Fixed, World};

type Coordinate = Fixed<16>;

const FRAMES: u32 = 60;
const BODIES: u32 = 20;

/// What `speed` steps in each frame amount to, rounded in every frame or once at the end: a bug
/// that hides for a while.
fn way(body: u32, frame: u32, rounds_late: bool) -> Coordinate {
    let speed = f64::from(body) * 0.1;
    if rounds_late {
        Coordinate::from_f64(speed * f64::from(frame)).expect("in range")
    } else {
        (0..frame).fold(Coordinate::ZERO, |way, _| {
            way + Coordinate::from_f64(speed).expect("in range")
        })
    }
}

/// The log of a peer.
fn play(has_bug: bool) -> Vec<u8> {
    let mut world = Recorder::new(World::<u32, Coordinate, 2>::new(Margin::Snap {
        cell: Coordinate::ONE,
    }));
    let place = |body: u32, frame: u32| {
        let corner = [
            way(body, frame, has_bug && body == 7 && frame >= 40),
            Coordinate::ZERO,
        ];
        Aabb::new(corner, corner.map(|x| x + Coordinate::ONE))
    };
    let bodies: Vec<_> = (0..BODIES)
        .map(|body| world.create_proxy(place(body, 0), body))
        .collect();
    let mut file = Vec::new();
    for frame in 0..FRAMES {
        let moves = (0..)
            .zip(&bodies)
            .map(|(body, &proxy)| (proxy, place(body, frame), [Coordinate::ZERO; 2]));
        world.move_proxies(moves).expect("nobody leaves");
        world.step();
        // A game writes these to a file, for `broadleaf diff`.
        file.extend(world.take_bytes());
    }
    file
}

fn main() -> Result<(), InvalidLog> {
    let logs = [play(false), play(true)];
    let comparison = compare_logs(logs.each_ref().map(Vec::as_slice))?;
    println!(
        "{} bytes a frame, the same for {} frames",
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
