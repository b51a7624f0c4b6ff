//! A test of any duration: random operations on every structure, with regular checks of all
//! invariants, and a broad phase with a stream of proxies, whose steps are timed.
//!
//! ```sh
//! cargo run --release --example soak -- 10000000          # operations for each structure
//! cargo run --release --example soak -- 10000000 broad-phase    # only this one
//! ```

use std::env;
use std::time::{Duration, Instant};

use broadleaf::broad_phase::{Margin, ProxyId};
use broadleaf::geometry::Masked;
use broadleaf::orthtree::Orthtree;
use broadleaf::{
    Aabb, BroadPhase, BruteForce, DynamicTree, Id, KdSweep, PencilSweep, Ray, SettledTree,
    SpatialIndex, SpatialIndexMut,
};

/// The number of boxes, and of proxies in the broad phase.
const BOXES: u32 = 1_000;
/// How often the invariants are checked in total.
const CHECKS: u64 = 200;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let operations = env::args().nth(1).map_or(Ok(20_000), |text| text.parse())?;
    let only = env::args().nth(2);
    let wants = |name: &str| only.as_ref().is_none_or(|only| only == name);
    println!("{operations} operations each on {BOXES} boxes\n");
    println!("structure       seconds   bytes early    bytes late");
    macro_rules! soak_all {
        ($($name:literal: $Structure:ident)*) => { $(
            if wants($name) {
                soak($name, $Structure::default(), operations)?;
            }
        )* };
    }
    soak_all! {
        "brute-force": BruteForce
        "dynamic-tree": DynamicTree
        "orthtree": Orthtree
        "kd-sweep": KdSweep
        "pencil-sweep": PencilSweep
        "settled-tree": SettledTree
    }
    if wants("broad-phase") {
        stream(operations)?;
    }
    Ok(())
}

/// A small random number generator, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (((self.0 >> 32) * u64::from(limit)) >> 32) as u32
    }

    fn point(&mut self) -> [f32; 3] {
        [(); 3].map(|()| self.below(1 << 20) as f32 / 1e5)
    }

    fn aabb(&mut self) -> Aabb<f32, 3> {
        let min = self.point();
        Aabb::new(min, min.map(|x| x + 0.5))
    }
}

/// Inserts, moves and removes boxes, with queries in between. The memory must not grow.
fn soak(
    name: &str,
    mut index: impl SpatialIndexMut<f32, 3>,
    operations: u64,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut random = Random(1);
    let (start, mut early) = (Instant::now(), 0);
    for operation in 0..operations {
        let id = Id(random.below(BOXES));
        match random.below(100) {
            0..70 => _ = index.insert(id, random.aabb()),
            70..90 => _ = index.remove(id),
            90..95 => _ = index.set_category(id, random.below(16)),
            95 => {
                let of = random.aabb();
                _ = index.count_overlaps(&Masked::new(of, 5));
            }
            96 => _ = index.nearest(&random.point()),
            97 => _ = index.cast(&Ray::between(random.point(), [5.0; 3])?),
            98 => index.optimize_some(4),
            _ if random.below(100) == 0 => index.optimize(),
            _ => {}
        }
        if operation % (operations / CHECKS).max(1) == 0 {
            index.validate()?;
            if operation >= operations / 4 && early == 0 {
                early = index.stats().bytes;
            }
        }
    }
    let late = index.stats().bytes;
    let seconds = start.elapsed().as_secs_f64();
    println!("{name:14} {seconds:8.1} {early:13} {late:13}");
    assert!(late <= 2 * early + 100_000, "the memory of {name} grew");
    Ok(())
}

/// Proxies enter a broad phase on one side, cross it and leave. Each step includes some upkeep.
fn stream(operations: u64) -> Result<(), Box<dyn std::error::Error>> {
    let mut broad_phase = BroadPhase::<f32, f32, 3>::new(Margin::default());
    broad_phase.remember(8);
    let mut random = Random(2);
    let mut ids: Vec<ProxyId> = Vec::new();
    let mut times = Vec::new();
    let (mut early, mut events) = (0, 0);
    let steps = (operations / u64::from(BOXES)).max(100);
    for step in 0..steps {
        let start = Instant::now();
        while ids.len() < BOXES as usize {
            let [_, y, z] = random.point();
            let speed = 0.02 + random.below(100) as f32 / 500.0;
            let at = Aabb::new([0.0, y, z], [0.5, y + 0.5, z + 0.5]);
            ids.push(broad_phase.create(at, speed));
        }
        for &id in &ids {
            let (Some(aabb), Some(&speed)) = (broad_phase.aabb(id), broad_phase.user_data(id))
            else {
                continue;
            };
            let by = [speed, 0.0, 0.0];
            broad_phase.move_to(id, aabb.translated(by), by)?;
        }
        ids.retain(|&id| {
            let is_inside = broad_phase
                .aabb(id)
                .is_some_and(|aabb| aabb.min()[0] < 10.0);
            is_inside || !broad_phase.remove(id)
        });
        let happened = broad_phase.step();
        broad_phase.optimize_some(16);
        times.push(start.elapsed());
        events += happened.begun.len() + happened.ended.len();
        if step % (steps / CHECKS).max(1) == 0 {
            broad_phase.validate()?;
        }
        if step == steps / 4 {
            early = bytes(&broad_phase);
        }
    }
    times.sort();
    let at = |share: f64| -> Duration { times[(share * (times.len() - 1) as f64) as usize] };
    println!(
        "\nbroad phase: {steps} frames of {BOXES} moves, creations, a step and upkeep; {events} events"
    );
    println!(
        "median {:.0?}, 99.9 % {:.0?}, worst {:.0?}; {early} bytes early, {} late",
        at(0.5),
        at(0.999),
        at(1.0),
        bytes(&broad_phase)
    );
    assert!(
        bytes(&broad_phase) <= 2 * early + 100_000,
        "the memory of the broad phase grew"
    );
    Ok(())
}

fn bytes(broad_phase: &BroadPhase<f32, f32, 3>) -> usize {
    broad_phase.moving().stats().bytes
        + broad_phase.fixed().stats().bytes
        + broad_phase.history_bytes()
}
