//! Hashes, rewinding and saving: a broad phase continues after a rewind or a restore as it would
//! have without.

mod against_clones;
mod hashes;
mod rewinding;
mod saving;

use broadleaf::broad_phase::{Margin, ProxyId, RestoreError};
use broadleaf::{Aabb, BroadPhase};

/// Appends the checksum that `restore` expects.
fn mend(bytes: &mut [u8], restore: impl Fn(&[u8]) -> Result<(), RestoreError>) {
    if let Err(RestoreError::Damaged { computed, .. }) = restore(bytes) {
        let place = bytes.len().saturating_sub(8);
        let count = bytes.len() - place;
        bytes[place..].copy_from_slice(&computed.to_le_bytes()[..count]);
    }
}

type Flat = BroadPhase<u8, f32, 2>;

fn unit(x: f32) -> Aabb<f32, 2> {
    Aabb::new([x, 0.0], [x + 1.0, 1.0])
}

/// A broad phase with a refused pair, a free slot, and proxies that are new, destroyed, moved and
/// touched.
fn busy() -> (Flat, [ProxyId; 4]) {
    let mut broad_phase = Flat::new(Margin::Snap { cell: 1.0 });
    let ids = [0.0, 0.5, 5.0, 9.0].map(|x| broad_phase.create(unit(x), 0));
    let gone = broad_phase.create(unit(20.0), 0);
    broad_phase.remove(gone);
    broad_phase.step_with(|(a, _), _| a != ids[0]);
    broad_phase.move_to(ids[2], unit(9.5), [0.0; 2]).unwrap();
    broad_phase.touch(ids[1]).unwrap();
    broad_phase.remove(ids[3]);
    (broad_phase, ids)
}
