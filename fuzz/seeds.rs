//! Writes saved worlds as seeds for the fuzzer: `cargo run --bin seeds -- corpus/restore`.

use std::path::Path;
use std::{env, fs};

use broadleaf::{Aabb, DynamicTree, Fixed, Id, World};
use broadleaf::geometry::Scalar;
use broadleaf::world::{Filter, Margin, Mobility, ProxyConfig};

fn main() {
    let folder = env::args().nth(1).expect("the argument must be the folder to write to");
    fs::create_dir_all(&folder).expect("the folder cannot be created");
    write::<f32, 2>(&folder, "f32", |v| v as f32);
    write::<f64, 3>(&folder, "f64", f64::from);
    write::<i32, 2>(&folder, "i32", |v| v);
    write::<i64, 3>(&folder, "i64", i64::from);
    write::<Fixed<16>, 2>(&folder, "fixed", Fixed::from_int);
}

/// Writes worlds with refused pairs, free slots, data of destroyed proxies, and proxies that are
/// new, destroyed, moved, touched and of another mobility.
fn write<S: Scalar, const D: usize>(folder: &str, name: &str, number: fn(i32) -> S) {
    let margins = [Margin::Snap { cell: number(3) }, Margin::Fatten { extension: number(1), prediction: 2.into() }];
    for (margin, m) in margins.into_iter().zip(0..) {
        let mut world = World::<u8, S, D, DynamicTree<S, D>>::new(margin);
        let aabb = |i: i32| Aabb::new([number(i); D], [number(i + 3); D]);
        let mut ids = Vec::new();
        for round in 0..4 {
            let filter = Filter { category: 1 << round, mask: u32::MAX, group: round };
            let mobilities = [Mobility::Dynamic, Mobility::Kinematic, Mobility::Static, Mobility::Dynamic];
            let mobility = mobilities[round as usize];
            let mut config = ProxyConfig::new(mobility).with_filter(filter);
            if round == 3 {
                config = config.with_margin(Margin::Proportional { sixteenths: 2, prediction: 1.into() });
            }
            for i in 0..3 {
                ids.push(world.create_proxy_with(config, aabb(5 * i + round), i as u8));
            }
            let _ = world.move_proxy(ids[round as usize], aabb(20 + round), [number(1); D]);
            let _ = world.touch_proxy(ids[0]);
            let _ = world.set_mobility(ids[2], mobility);
            let _ = world.create_proxy_at(Id(20 + 2 * round as u32), config, aabb(3), 9);
            world.destroy_proxy(ids[1 + 2 * round as usize]);
            let path = Path::new(folder).join(format!("{name}-{D}d-{m}-{round}"));
            fs::write(path, world.save_with(|&data, out| out.push(data))).expect("a seed cannot be written");
            world.step_with(|(a, _), (b, _)| (a.to_bits() ^ b.to_bits()) % 3 != 0);
        }
    }
}
