//! The contacts of a narrow phase: a pair that begins makes one, a pair that stays updates it, a
//! pair that ends removes it.
//!
//! `cargo run --package broadleaf --example contacts`

use std::collections::BTreeMap;

use broadleaf::broad_phase::{ProxyId, UnknownProxy};
use broadleaf::{Aabb, BroadPhase};

/// A body of the engine: a disk.
struct Disk {
    center: [f32; 2],
    radius: f32,
}

impl Disk {
    fn aabb(&self) -> Aabb<f32, 2> {
        let [min, max] = [-self.radius, self.radius].map(|by| self.center.map(|x| x + by));
        Aabb::new(min, max)
    }
}

/// What the narrow phase keeps for a pair, from the step in which it begins on.
struct Contact {
    /// How deep the disks overlap; negative while they are apart.
    depth: f32,
    steps: u32,
}

/// The exact test.
fn depth(a: &Disk, b: &Disk) -> f32 {
    let distance = f32::hypot(a.center[0] - b.center[0], a.center[1] - b.center[1]);
    a.radius + b.radius - distance
}

/// Makes the contacts those of the pairs of now. They are sorted by pair, on every machine.
fn update(broad_phase: &BroadPhase<Disk, f32, 2>, contacts: &mut BTreeMap<[ProxyId; 2], Contact>) {
    let events = broad_phase.events();
    for pair in &events.ended {
        contacts.remove(pair);
    }
    for pair in events.begun.iter().chain(&events.stayed) {
        let new = || Contact {
            depth: 0.0,
            steps: 0,
        };
        let contact = contacts.entry(*pair).or_insert_with(new);
        if let [Some(a), Some(b)] = pair.map(|id| broad_phase.user_data(id)) {
            *contact = Contact {
                depth: depth(a, b),
                steps: contact.steps + 1,
            };
        }
    }
}

fn main() -> Result<(), UnknownProxy> {
    let mut broad_phase = BroadPhase::default();
    broad_phase.set_reports_stays(true);
    let disks = [0.0, 3.0].map(|x| Disk {
        center: [x, 0.0],
        radius: 1.0,
    });
    let [a, b] = disks.map(|disk| broad_phase.create(disk.aabb(), disk));
    let mut contacts = BTreeMap::new();
    for (x, depth) in [
        (3.0, None),
        (2.125, Some(-0.125)),
        (1.5, Some(0.5)),
        (9.0, None),
    ] {
        let disk = Disk {
            center: [x, 0.0],
            radius: 1.0,
        };
        broad_phase.set_aabb(b, disk.aabb())?;
        broad_phase.user_data_mut(b).map(|data| *data = disk);
        broad_phase.step();
        update(&broad_phase, &mut contacts);
        let found = contacts.get(&[a, b]);
        println!(
            "at {x}: {:?}",
            found.map(|contact| (contact.depth, contact.steps))
        );
        assert_eq!(found.map(|contact| contact.depth), depth);
    }
    Ok(())
}
