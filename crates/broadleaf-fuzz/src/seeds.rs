//! Writes small examples for every target: `cargo run -p broadleaf-fuzz --bin seeds -- FOLDER`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::{array, env, fs};

use broadleaf::Filter;
use broadleaf::broad_phase::{Margin, Mobility, ProxyConfig};
use broadleaf::geometry::Scalar;
use broadleaf::log::Recorder;
use broadleaf::packed_tree::FlatbushNumber;
use broadleaf::{Aabb, BroadPhase, DynamicTree, Id, PackedTree};
use broadleaf_fuzz::corpus_of_scenes;
use broadleaf_scenes::{AabbsWriter, Random};

fn main() {
    let root = env::args().nth(1);
    let root = PathBuf::from(root.expect("the argument must be the folder to write to"));
    let folder = |target: &str| {
        let folder = root.join(target);
        fs::create_dir_all(&folder).expect("the folder cannot be created");
        folder
    };
    let broad_phases = folder("restore");
    write_broad_phases::<f32, 2>(&broad_phases, "f32", |v| v as f32);
    write_broad_phases::<i64, 3>(&broad_phases, "i64", i64::from);
    let trees = folder("packed_tree");
    write_trees::<f32, 2>(&trees, "f32", |v| v as f32);
    write_trees::<i64, 3>(&trees, "i64", i64::from);
    let files = folder("flatbush");
    write_flatbush(&files, |v| v as u8);
    write_flatbush(&files, |v| v as f32);
    write_flatbush(&files, f64::from);
    write_scenes(&folder("scenes"));
    write_corpus(&folder("scenes"));
    write_logs(&folder("logs"));
    for target in ["structures", "broad_phase", "geometry"] {
        write_noise(&folder(target));
    }
}

fn write(path: &Path, bytes: impl AsRef<[u8]>) {
    fs::write(path, bytes).expect("a seed cannot be written");
}

/// Boxes of small numbers that are not negative and fit into every type.
fn boxes<S: Scalar, const D: usize>(count: i32, number: fn(i32) -> S) -> Vec<Aabb<S, D>> {
    let aabb = |i: i32| {
        let low: [i32; D] = array::from_fn(|axis| i * (7 + 6 * axis as i32) % 90);
        Aabb::new(low.map(number), low.map(|low| number(low + i % 20)))
    };
    (0..count).map(aabb).collect()
}

/// Writes trees with and without data and categories, whose ids are consecutive or have gaps.
fn write_trees<S: Scalar, const D: usize>(folder: &Path, name: &str, number: fn(i32) -> S) {
    for count in [0, 1, 17, 40] {
        let boxes = boxes::<S, D>(count, number);
        let tree = PackedTree::from_boxes(&boxes).expect("there are few boxes");
        let ids = (0..).map(|i| Id(i * i + 3)).zip(boxes);
        let with_gaps = ids.collect::<PackedTree<S, D>>();
        let with_data = with_gaps.with_data(|id| &b"0123456789"[..id.index() % 10]);
        let with_both = with_data.with_categories(|id| 1 << (id.0 % 32));
        for (kind, tree) in [("plain", tree), ("categories", with_both)] {
            write(
                &folder.join(format!("{name}-{D}d-{count}-{kind}")),
                tree.as_bytes(),
            );
        }
    }
}

fn write_flatbush<S: FlatbushNumber>(folder: &Path, number: fn(i32) -> S) {
    for count in [1, 17, 40] {
        let tree =
            PackedTree::from_boxes(&boxes::<S, 2>(count, number)).expect("there are few boxes");
        let name = format!("{}-{count}", S::ENCODING).replace(' ', "-");
        write(
            &folder.join(name),
            tree.to_flatbush().expect("ids are positions"),
        );
    }
}

/// Writes broad phases with refused pairs, free slots, data of destroyed proxies, and proxies that
/// are new, destroyed, moved, predicted far ahead, touched and of changed mobility.
fn write_broad_phases<S: Scalar, const D: usize>(folder: &Path, name: &str, number: fn(i32) -> S) {
    let margins = [
        Margin::Snap { cell: number(3) },
        Margin::Fatten {
            extension: number(1),
            prediction: 2.into(),
        },
    ];
    for (margin, m) in margins.into_iter().zip(0..) {
        let mut broad_phase =
            BroadPhase::<u8, S, D, DynamicTree<S, D>, DynamicTree<S, D>>::with_structures(
                margin,
                DynamicTree::default(),
                DynamicTree::default(),
            );
        let aabb = |i: i32| Aabb::new([number(i); D], [number(i + 3); D]);
        let mut ids = Vec::new();
        for round in 0..3 {
            let mobility = [Mobility::Dynamic, Mobility::Kinematic, Mobility::Static][round];
            let round = round as i32;
            let filter = Filter::new(1 << round, u32::MAX).with_group(round);
            let config = ProxyConfig::new(mobility).with_filter(filter);
            for i in 0..3 {
                ids.push(broad_phase.create_with(config, aabb(5 * i + round), i as u8));
            }
            let _ = broad_phase.move_to(ids[round as usize], aabb(20 + round), [number(2); D]);
            let _ = broad_phase.touch(ids[0]);
            let _ = broad_phase.create_at(Id(20 + 2 * round as u32), config, aabb(3), 9);
            broad_phase.remove(ids[1 + 2 * round as usize]);
            let bytes = broad_phase.save_with(|&data, out| out.push(data));
            write(&folder.join(format!("{name}-{D}d-{m}-{round}")), bytes);
            broad_phase.step_with(|(a, _), (b, _)| (a.to_bits() ^ b.to_bits()) % 3 != 0);
        }
    }
}

/// Writes a small file of each format, preceded by the byte that selects it.
fn write_scenes(folder: &Path) {
    let recording = folder.join("recording.aabbs");
    let boxes = boxes::<f32, 2>(5, |v| v as f32);
    let mut writer = AabbsWriter::create(&recording, "two frames", 5, 2).expect("a new file");
    for _ in 0..2 {
        writer.write(&boxes).expect("the number of boxes is right");
    }
    writer.finish().expect("all frames were written");
    let plain = fs::read(&recording).expect("the file was written");
    fs::remove_file(&recording).expect("the file was written");
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(&plain).expect("memory can be written");
    let compressed = encoder.finish().expect("memory can be written");
    let feature = r#"{"type":"Feature","properties":{},"geometry":{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]},{"type":"MultiPolygon","coordinates":[[[[0,0],[1,0],[1,1],[0,0]]]]}]}}"#;
    let ply = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty double y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    let mut binary = ply.replace("ascii", "binary_little_endian");
    binary.truncate(binary.find("0 0 0").expect("it is there"));
    let mut binary = binary.into_bytes();
    for vertex in [[0.0_f32, 0.0], [1.0, 0.0], [0.0, 1.0]] {
        binary.extend(vertex[0].to_le_bytes());
        binary.extend(f64::from(vertex[1]).to_le_bytes());
        binary.extend(0.0_f32.to_le_bytes());
    }
    binary.push(3);
    binary.extend([0, 1, 2].map(i32::to_le_bytes).concat());
    let files: [(u8, &str, &[u8]); 9] = [
        (0, "aabbs", &plain),
        (1, "aabbs-gz", &compressed),
        (2, "csv-points", b"name,lon,lat\na,1,2\n\"b,c\",3.5,-4e2\n"),
        (2, "csv-boxes", b"min_x,min_y,max_x,max_y\n0,0,1,1\n"),
        (3, "geojson", feature.as_bytes()),
        (4, "ply-ascii", ply.as_bytes()),
        (4, "ply-binary", &binary),
        (
            5,
            "obj",
            b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1/1 2/2 4 -2\n# end\n",
        ),
        (6, "truth", b"[[1, 2], [3, 4294967295]]\n"),
    ];
    for (kind, name, bytes) in files {
        write(&folder.join(name), [&[kind], bytes].concat());
    }
}

/// Writes the files that the readers are tested with.
fn write_corpus(folder: &Path) {
    for (number, (_, bytes)) in corpus_of_scenes().into_iter().enumerate() {
        write(&folder.join(format!("corpus-{number}")), bytes);
    }
}

/// Writes logs of broad phases that contain every kind of record.
fn write_logs(folder: &Path) {
    let margins = [Margin::Tight, Margin::Snap { cell: 3 }, Margin::default()];
    for (margin, number) in margins.into_iter().zip(0..) {
        let mut broad_phase = Recorder::new(BroadPhase::<u8, i32, 2>::new(margin));
        broad_phase.remember(3);
        for round in 0..4 {
            let square = |x: i32| Aabb::new([x, round], [x + 4, round + 4]);
            let [a, b, c] = [0, 3, 9].map(|x| broad_phase.create(square(x), 1));
            let _ = broad_phase.create_static(square(5), 2);
            broad_phase.step();
            let _ = broad_phase.move_to(a, square(7), [7, 0]);
            let _ = broad_phase.touch(b);
            let _ = broad_phase.set_mobility(c, Mobility::Kinematic);
            let _ = broad_phase.set_margin(c, Some(Margin::Snap { cell: 2 }));
            let _ = broad_phase.set_filter(b, Filter::new(4, 6).with_group(-1));
            broad_phase.step();
            broad_phase.remove(a);
            broad_phase.translate([round, 1]);
            broad_phase.step();
            if round == 2 {
                broad_phase.rewind(2).expect("three steps are remembered");
            }
        }
        write(
            &folder.join(format!("broad_phase-{number}")),
            broad_phase.finish().1,
        );
    }
}

/// Writes bytes without a pattern, of two lengths.
fn write_noise(folder: &Path) {
    let mut random = Random::new(7);
    for (len, name) in [(60, "short"), (60, "other"), (900, "long"), (900, "longer")] {
        let bytes: Vec<u8> = (0..len).map(|_| random.bits() as u8).collect();
        write(&folder.join(format!("noise-{name}")), bytes);
    }
}
