//! Logs of operations: recording, comparison, and bytes that are not a log.

mod bytes;
mod differences;
mod random_logs;
mod undone;

use broadleaf::broad_phase::{Margin, ProxyId};
use broadleaf::log::Recorder;
use broadleaf::{Aabb, BroadPhase};

type Snapped = Recorder<(), i32, 2>;

fn square(x: i32) -> Aabb<i32, 2> {
    Aabb::new([x, 0], [x + 2, 2])
}

/// Three proxies and three frames, with additional operations by `change`.
fn log(change: impl Fn(u32, &mut Snapped, &[ProxyId])) -> Vec<u8> {
    let mut broad_phase = Recorder::new(BroadPhase::new(Margin::Snap { cell: 4 }));
    let ids: Vec<_> = (0..3)
        .map(|i| broad_phase.create(square(10 * i), ()))
        .collect();
    for frame in 0..3 {
        change(frame, &mut broad_phase, &ids);
        for (i, &id) in (0..).zip(&ids) {
            let _ = broad_phase.move_to(id, square(10 * i + i32::try_from(frame).unwrap()), [0, 0]);
        }
        broad_phase.step();
    }
    broad_phase.take_bytes()
}
