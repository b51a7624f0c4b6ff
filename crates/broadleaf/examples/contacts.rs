//! The contacts of a narrow phase: a pair that begins makes one, a pair that stays updates it, a
//! pair that ends removes it.
//!
//! `cargo run --package broadleaf --example contacts`

use std::collections::BTreeMap;

use broadleaf::broad_phase::{ProxyId, UnknownProxy};
use broadleaf::{Aabb, BroadPhase};

const RADIUS: f32 = 1.0;

/// A disk of the engine, by its center.
type Disk = [f32; 2];
/// By pair. Sorted, so that every machine solves contacts in the same order.
type Contacts = BTreeMap<[ProxyId; 2], Contact>;

/// What the narrow phase keeps for a pair, from the step in which it begins on.
#[derive(Default)]
struct Contact {
    /// How deep the disks overlap; negative while they are apart.
    depth: f32,
    steps: u32,
}

/// The exact test.
fn depth([ax, ay]: Disk, [bx, by]: Disk) -> f32 {
    2.0 * RADIUS - f32::hypot(ax - bx, ay - by)
}

/// Updates the contacts from the events of the last step, which include pairs that stay.
fn update(broad_phase: &BroadPhase<Disk, f32, 2>, contacts: &mut Contacts) {
    let events = broad_phase.events();
    for pair in &events.ended {
        contacts.remove(pair);
    }
    for pair in events.begun.iter().chain(&events.stayed) {
        let contact = contacts.entry(*pair).or_default();
        if let [Some(&a), Some(&b)] = pair.map(|id| broad_phase.user_data(id)) {
            contact.depth = depth(a, b);
            contact.steps += 1;
        }
    }
}

fn around([x, y]: Disk) -> Aabb<f32, 2> {
    Aabb::new([x - RADIUS, y - RADIUS], [x + RADIUS, y + RADIUS])
}

fn main() -> Result<(), UnknownProxy> {
    let mut broad_phase = BroadPhase::default();
    broad_phase.set_reports_stays(true);
    let [a, b] = [[0.0, 0.0], [3.0, 0.0]].map(|disk| broad_phase.create(around(disk), disk));
    let mut contacts = Contacts::new();
    let mut depths = Vec::new();
    for x in [3.0, 2.125, 1.5, 9.0] {
        broad_phase.set_aabb(b, around([x, 0.0]))?;
        if let Some(disk) = broad_phase.user_data_mut(b) {
            *disk = [x, 0.0];
        }
        broad_phase.step();
        update(&broad_phase, &mut contacts);
        if let Some(Contact { depth, steps }) = contacts.get(&[a, b]) {
            println!("at {x}: {depth} deep, step {steps} of the pair");
            depths.push(*depth);
        }
    }
    assert_eq!(depths, [-0.125, 0.5]);
    assert!(contacts.is_empty());
    Ok(())
}
