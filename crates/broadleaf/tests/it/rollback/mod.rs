//! Hashes, rewinding and saving: a world that was rewound or restored continues like one that was
//! not.

mod against_clones;
mod hashes;
mod rewinding;
mod saving;

use broadleaf::world::{Margin, ProxyId, RestoreError};
use broadleaf::{Aabb, World};

/// Appends the checksum that `restore` expects.
fn mend(bytes: &mut [u8], restore: impl Fn(&[u8]) -> Result<(), RestoreError>) {
    if let Err(RestoreError::Damaged { computed, .. }) = restore(bytes) {
        let place = bytes.len().saturating_sub(8);
        let count = bytes.len() - place;
        bytes[place..].copy_from_slice(&computed.to_le_bytes()[..count]);
    }
}

type Flat = World<u8, f32, 2>;

fn unit(x: f32) -> Aabb<f32, 2> {
    Aabb::new([x, 0.0], [x + 1.0, 1.0])
}

/// A world with a refused pair, a free slot, and proxies that are new, destroyed, moved and
/// touched.
fn busy() -> (Flat, [ProxyId; 4]) {
    let mut world = Flat::new(Margin::Snap { cell: 1.0 });
    let ids = [0.0, 0.5, 5.0, 9.0].map(|x| world.create_proxy(unit(x), 0));
    let gone = world.create_proxy(unit(20.0), 0);
    world.destroy_proxy(gone);
    world.step_with(|(a, _), _| a != ids[0]);
    world.move_proxy(ids[2], unit(9.5), [0.0; 2]).unwrap();
    world.touch_proxy(ids[1]).unwrap();
    world.destroy_proxy(ids[3]);
    (world, ids)
}
