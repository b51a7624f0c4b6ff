//! Writes seeds for the fuzzer: `cargo run --bin seeds -- corpus` makes a folder for each target.

use std::path::Path;
use std::{array, env, fs};

use broadleaf::packed_tree::FlatbushNumber;
use broadleaf::{Aabb, DynamicTree, Fixed, Id, PackedTree, World};
use broadleaf::geometry::Scalar;
use broadleaf::world::{Filter, Margin, Mobility, ProxyConfig};

fn main() {
    let corpus = env::args().nth(1).expect("the argument must be the folder to write to");
    let folder = |target: &str| {
        let folder = Path::new(&corpus).join(target);
        fs::create_dir_all(&folder).expect("the folder cannot be created");
        folder
    };
    let worlds = folder("restore");
    write_worlds::<f32, 2>(&worlds, "f32", |v| v as f32);
    write_worlds::<f64, 3>(&worlds, "f64", f64::from);
    write_worlds::<i32, 2>(&worlds, "i32", |v| v);
    write_worlds::<i64, 3>(&worlds, "i64", i64::from);
    write_worlds::<Fixed<16>, 2>(&worlds, "fixed", Fixed::from_int);
    let trees = folder("packed_tree");
    write_trees::<f32, 2>(&trees, "f32", |v| v as f32);
    write_trees::<f32, 3>(&trees, "f32", |v| v as f32);
    write_trees::<f64, 3>(&trees, "f64", f64::from);
    write_trees::<i32, 2>(&trees, "i32", |v| v);
    write_trees::<i64, 3>(&trees, "i64", i64::from);
    write_trees::<u8, 2>(&trees, "u8", |v| v as u8);
    write_trees::<Fixed<16>, 2>(&trees, "fixed", Fixed::from_int);
    let files = folder("flatbush");
    write_flatbush(&files, |v| v as i8);
    write_flatbush(&files, |v| v as u8);
    write_flatbush(&files, |v| v as i16);
    write_flatbush(&files, |v| v as u16);
    write_flatbush(&files, |v| v);
    write_flatbush(&files, |v| v as u32);
    write_flatbush(&files, |v| v as f32);
    write_flatbush(&files, f64::from);
}

/// Few numbers that are not negative and fit into every type.
fn boxes<S: Scalar, const D: usize>(count: i32, number: fn(i32) -> S) -> Vec<Aabb<S, D>> {
    let aabb = |i: i32| {
        let low: [i32; D] = array::from_fn(|axis| i * (7 + 6 * axis as i32) % 90);
        Aabb::new(low.map(number), low.map(|low| number(low + i % 20)))
    };
    (0..count).map(aabb).collect()
}

/// Writes trees with and without data and categories, whose ids are positions or have gaps.
fn write_trees<S: Scalar, const D: usize>(folder: &Path, name: &str, number: fn(i32) -> S) {
    for count in [0, 1, 5, 16, 17, 40, 300] {
        let boxes = boxes::<S, D>(count, number);
        let tree = PackedTree::new(&boxes).unwrap();
        let ids = (0..).map(|i| Id(i * i + 3)).zip(boxes);
        let with_gaps = ids.collect::<PackedTree<S, D>>();
        let with_data = with_gaps.with_data(|id| &b"0123456789"[..id.index() % 10]);
        let with_both = with_data.clone().with_categories(|id| 1 << (id.0 % 32));
        for (kind, tree) in [("plain", tree), ("data", with_data), ("categories", with_both)] {
            let path = folder.join(format!("{name}-{D}d-{count}-{kind}"));
            fs::write(path, tree.as_bytes()).expect("a seed cannot be written");
        }
    }
}

fn write_flatbush<S: FlatbushNumber>(folder: &Path, number: fn(i32) -> S) {
    for count in [0, 1, 2, 5, 16, 17, 40, 300] {
        let tree = PackedTree::new(&boxes::<S, 2>(count, number)).unwrap();
        let path = folder.join(format!("{}-{count}", S::ENCODING).replace(' ', "-"));
        fs::write(path, tree.to_flatbush().unwrap()).expect("a seed cannot be written");
    }
}

/// Writes worlds with refused pairs, free slots, data of destroyed proxies, and proxies that are
/// new, destroyed, moved, touched and of another mobility.
fn write_worlds<S: Scalar, const D: usize>(folder: &Path, name: &str, number: fn(i32) -> S) {
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
            let path = folder.join(format!("{name}-{D}d-{m}-{round}"));
            fs::write(path, world.save_with(|&data, out| out.push(data))).expect("a seed cannot be written");
            world.step_with(|(a, _), (b, _)| (a.to_bits() ^ b.to_bits()) % 3 != 0);
        }
    }
}
