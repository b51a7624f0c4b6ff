//! Logs of operations: recording, comparison, and bytes that are not a log.

mod bytes;
mod differences;
mod random_logs;
mod undone;

use broadleaf::log::Recorder;
use broadleaf::world::{Margin, ProxyId};
use broadleaf::{Aabb, World};

type Snapped = Recorder<(), i32, 2>;

fn square(x: i32) -> Aabb<i32, 2> {
    Aabb::new([x, 0], [x + 2, 2])
}

/// Three proxies, three frames, in which `change` does something besides.
fn log(change: impl Fn(u32, &mut Snapped, &[ProxyId])) -> Vec<u8> {
    let mut world = Recorder::new(World::new(Margin::Snap { cell: 4 }));
    let ids: Vec<_> = (0..3)
        .map(|i| world.create_proxy(square(10 * i), ()))
        .collect();
    for frame in 0..3 {
        change(frame, &mut world, &ids);
        for (i, &id) in (0..).zip(&ids) {
            let _ = world.move_proxy(id, square(10 * i + i32::try_from(frame).unwrap()), [0, 0]);
        }
        world.step();
    }
    world.take_bytes()
}
