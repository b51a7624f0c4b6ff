//! Runs the program as a separate process.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use broadleaf_scenes::Family;
use serde_json::Value;
use tempfile::TempDir;

/// A temporary folder in which the program runs.
struct Desk(TempDir);

struct Outcome {
    code: i32,
    out: String,
    err: String,
}

impl Desk {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    fn run(&self, arguments: &str) -> Outcome {
        let output = Command::cargo_bin("broadleaf")
            .unwrap()
            .current_dir(&self.0)
            .args(arguments.split_whitespace())
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Outcome {
            code: output.status.code().unwrap(),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    #[track_caller]
    fn succeed(&self, arguments: &str) -> String {
        let Outcome { code, out, err } = self.run(arguments);
        assert_eq!((code, err.as_str()), (0, ""), "{arguments}");
        // There are no colors and no progress bars outside a terminal.
        assert!(!out.contains('\x1b'), "{out}");
        out
    }

    #[track_caller]
    fn json(&self, arguments: &str) -> Value {
        serde_json::from_str(&self.succeed(arguments)).unwrap()
    }

    /// The message of a refusal, which is one line, with exit code 2 and no standard output.
    #[track_caller]
    fn refusal(&self, arguments: &str) -> String {
        let Outcome { code, out, err } = self.run(arguments);
        assert_eq!(
            (code, out.as_str(), err.lines().count()),
            (2, "", 1),
            "{arguments}: {err}"
        );
        err.trim_end()
            .strip_prefix("broadleaf: ")
            .unwrap()
            .to_owned()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

#[test]
fn without_a_command_it_plays_and_draws_the_built_in_scene() {
    let desk = Desk::new();
    let out = desk.succeed("");
    for part in [
        "pile 3d, 455 boxes in 3D, 160 frames",
        "dynamic-tree",
        "157,668 in all frames",
        "3,765 began, 2,330 ended",
        "height",
        "Try next",
    ] {
        assert!(out.contains(part), "{part} in {out}");
    }
    let picture = fs::read_to_string(desk.path("broadleaf-demo.svg")).unwrap();
    assert!(
        picture.starts_with("<svg") && picture.contains("455 boxes in 3D"),
        "{}",
        &picture[..200]
    );
}

#[test]
fn structures_agree_and_are_checked() {
    let desk = Desk::new();
    let auto = desk.json("run built-in --structure auto --check --json --events auto.csv");
    let brute_force = desk.json("run built-in --structure brute-force --json --events brute.csv");
    for key in [
        "scene", "n", "dim", "frames", "threads", "pairs", "begins", "ends", "checksum",
    ] {
        assert_eq!(auto[key], brute_force[key], "{key}");
    }
    assert_eq!(
        (&auto["checked"], &brute_force["checked"]),
        (&Value::Bool(true), &Value::Bool(false))
    );
    assert_eq!(auto["checksum"], "9061b5c119bbbfc2");
    desk.succeed("scene uniform -n 200 -o few.aabbs");
    let few = desk.json("run few.aabbs --json");
    let chosen = [&auto, &brute_force, &few].map(|played| &played["structure"]);
    assert_eq!(
        chosen,
        ["pencil-sweep", "brute-force", "dynamic-tree"],
        "auto goes by the number of boxes"
    );
    for key in [
        "update_ms",
        "pairs_ms",
        "total_ms",
        "max_ms",
        "bytes_per_box",
    ] {
        assert!(auto[key].as_f64().unwrap() >= 0.0, "{key}");
    }
    let events = fs::read_to_string(desk.path("auto.csv")).unwrap();
    assert_eq!(events, fs::read_to_string(desk.path("brute.csv")).unwrap());
    // The summary has the same numbers of events as the file.
    let count = |event: &str| events.lines().filter(|line| line.contains(event)).count() as u64;
    assert_eq!(
        (
            events.lines().next(),
            Some(count(",begin,")),
            Some(count(",end,"))
        ),
        (
            Some("frame,event,a,b"),
            auto["begins"].as_u64(),
            auto["ends"].as_u64()
        )
    );
    assert!(
        desk.succeed("run built-in --check")
            .contains("every frame has the same pairs as brute force")
    );
}

#[test]
fn structures_agree_on_every_family() {
    let desk = Desk::new();
    for (family, dim) in Family::ALL
        .iter()
        .flat_map(|family| [(family.name(), 2), (family.name(), 3)])
    {
        if desk
            .run(&format!(
                "scene {family} -n 400 --frames 3 --dim {dim} -o a.aabbs"
            ))
            .code
            == 2
        {
            assert_eq!(
                (family, dim),
                ("box-pruning", 2),
                "only this family is 3D alone"
            );
            continue;
        }
        let cells = if dim == 2 { "quadtree" } else { "octree" };
        let found = |structure| desk.json(&format!("run a.aabbs --json --structure {structure}"));
        let expected = found("brute-force");
        for structure in ["auto", "dynamic-tree", "kd-sweep", "pencil-sweep", cells] {
            let found = found(structure);
            for key in ["pairs", "begins", "ends", "checksum"] {
                assert_eq!(
                    found[key], expected[key],
                    "{key} of {family} in {dim}D, {structure}"
                );
            }
        }
    }
}

#[test]
fn the_box_pruning_scene_is_written_bit_for_bit() {
    let desk = Desk::new();
    desk.succeed("scene box-pruning -n 10000 -o a.aabbs");
    let result = desk.json("run a.aabbs --json");
    assert_eq!(
        (
            &result["scene"],
            &result["pairs"],
            &result["n"],
            &result["frames"]
        ),
        (
            &"box-pruning".into(),
            &11_811.into(),
            &10_000.into(),
            &1.into()
        )
    );
    let bytes = fs::read(desk.path("a.aabbs")).unwrap();
    assert_eq!(bytes.len(), 304 + 320_000);
    // After srand(42) Microsoft's rand gives 175, 400, 17869, 30056, 16083, 12879: center 175 -
    // 2048, half extent 30056 & 127 and so on.
    let first: Vec<f32> = bytes[304..336]
        .chunks(4)
        .map(|x| f32::from_le_bytes(x.try_into().unwrap()))
        .collect();
    assert_eq!(
        first,
        [
            -1_977.0, -1_731.0, -642.0, 0.0, -1_769.0, -1_565.0, -484.0, 0.0
        ]
    );
    assert!(
        desk.succeed("scene box-pruning -n 10 --frames 2 -o b.aabbs")
            .contains("10 boxes in 3D, 2 frames")
    );
}

#[test]
fn scenes_are_generated_queried_measured_and_drawn() {
    let desk = Desk::new();
    desk.succeed("scene uniform -n 2000 --frames 4 --dim 2 --seed 9 -o flat.aabbs");
    desk.succeed("scene lattice -n 1000 -o solid.aabbs");
    assert_eq!(desk.json("run flat.aabbs --check --json")["dim"], 2);
    assert_eq!(
        desk.json("run flat.aabbs --structure quadtree --check --json")["structure"],
        "quadtree"
    );
    desk.succeed("draw flat.aabbs --structure quadtree -o cells.svg");

    let found = desk.json("query solid.aabbs --box 0.5,0.5,0.5,1.5,0.5,0.5 --json");
    assert_eq!(found["found"].as_array().unwrap().len(), 2);
    let hits = desk.json("query solid.aabbs --ray -2,0.5,0.5,1,0,0 --json");
    let reached: Vec<_> = hits["found"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hit| (hit["id"].as_u64().unwrap(), hit["value"].as_f64().unwrap()))
        .collect();
    assert_eq!(
        reached,
        (0..10).map(|i| (i, 2.0 + i as f64)).collect::<Vec<_>>()
    );
    let near = desk.succeed("query solid.aabbs --nearest -3,-4,0.5 -k 2");
    assert!(
        near.contains(" 0 ") && near.contains(" 5 ") && near.contains("2 of 1,000 boxes"),
        "{near}"
    );
    assert!(
        hits["tests"].as_u64().unwrap() < 500,
        "a tree must not test every box"
    );

    let stats = desk.succeed("stats flat.aabbs --frame 3");
    assert!(
        stats.contains("frame 3 of 4, 2D") && stats.contains("one by one"),
        "{stats}"
    );
    for (scene, dimensions) in [("flat", "2D"), ("solid", "3D")] {
        desk.succeed(&format!("draw {scene}.aabbs -o {scene}.svg"));
        assert!(
            fs::read_to_string(desk.path(&format!("{scene}.svg")))
                .unwrap()
                .contains(&format!("boxes in {dimensions}"))
        );
    }
}

#[test]
fn scenes_of_every_kind_can_be_played() {
    let desk = Desk::new();
    fs::write(desk.path("map.csv"), "x,y\n1,2\n1,2\n3,4\n").unwrap();
    assert_eq!(desk.json("run map.csv --check --json")["pairs"], 1);
    fs::write(
        desk.path("mesh.obj"),
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 9 9 9\nf 1 2 3\nf 2 3 4\n",
    )
    .unwrap();
    assert_eq!(desk.json("run mesh.obj --check --json")["pairs"], 1);
    desk.succeed("scene infinite -n 300 -o infinite.aabbs");
    assert_eq!(
        desk.json("run infinite.aabbs --check --json")["checked"],
        true
    );
    desk.succeed("draw infinite.aabbs -o infinite.svg");
    desk.succeed("scene uniform -n 0 -o none.aabbs");
    for command in [
        "run none.aabbs --check",
        "stats none.aabbs",
        "draw none.aabbs -o none.svg",
        "query none.aabbs --nearest 0,0,0",
    ] {
        desk.succeed(command);
    }
}

/// Writes a tetrahedron at two times; one vertex moves.
fn write_tetrahedra(desk: &Desk) {
    for (name, x) in [("a.obj", "0"), ("b.obj", "0.5")] {
        fs::write(
            desk.path(name),
            format!("v {x} 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n"),
        )
        .unwrap();
    }
}

#[test]
fn ccd_finds_candidates_and_checks_them() {
    let desk = Desk::new();
    write_tetrahedra(&desk);
    // The edges are 01 02 12 03 13 23, numbered from 4.
    fs::write(desk.path("ee.json"), "[[6, 7], [5, 8]]").unwrap();
    fs::write(desk.path("vf.json"), "[[0, 13]]").unwrap();
    let found =
        desk.json("ccd a.obj b.obj --truth-ee ee.json --truth-vf vf.json --out pairs.csv --json");
    for (key, value) in [
        ("vertices", 4),
        ("edges", 6),
        ("faces", 4),
        ("ee", 3),
        ("ee_adjacent_kept", 15),
        ("ee_truth", 2),
        ("ee_truth_found", 2),
        ("vf_truth_found", 1),
    ] {
        assert_eq!(found[key], value, "{key} in {found}");
    }
    assert_eq!(
        found["vf_adjacent_kept"].as_u64().unwrap(),
        found["vf"].as_u64().unwrap() + 12
    );
    let lines = fs::read_to_string(desk.path("pairs.csv"))
        .unwrap()
        .lines()
        .count() as u64;
    assert_eq!(lines, 1 + 3 + found["vf"].as_u64().unwrap());
    desk.succeed("ccd a.obj b.obj --keep-adjacent --scalar f64 --out pairs.csv");
    assert!(
        fs::read_to_string(desk.path("pairs.csv"))
            .unwrap()
            .lines()
            .count() as u64
            > lines
    );

    let written = |structure| {
        desk.succeed(&format!(
            "ccd a.obj b.obj --structure {structure} --out pairs.csv"
        ));
        fs::read_to_string(desk.path("pairs.csv")).unwrap()
    };
    let expected = written("auto");
    for structure in [
        "brute-force",
        "dynamic-tree",
        "kd-sweep",
        "pencil-sweep",
        "octree",
    ] {
        assert_eq!(written(structure), expected, "{structure}");
    }

    // Edges that share a vertex count as candidates even if they are not written.
    fs::write(desk.path("adjacent.json"), "[[4, 5]]").unwrap();
    desk.succeed("ccd a.obj b.obj --truth-ee adjacent.json");
    fs::write(desk.path("apart.json"), "[[12, 1]]").unwrap();
    let Outcome { code, err, .. } = desk.run("ccd a.obj b.obj --truth-vf apart.json");
    assert_eq!(
        (code, err.as_str()),
        (
            1,
            "broadleaf: 1 of the pairs in the ground truth are not among the candidates\n"
        )
    );
    fs::write(desk.path("wrong.json"), "[[4, 9], [0, 1]]").unwrap();
    let Outcome { code, err, .. } = desk.run("ccd a.obj b.obj --truth-ee wrong.json");
    assert_eq!(
        (code, err.as_str()),
        (
            2,
            "broadleaf: the ground truth has the pair 0, 1, but the mesh has no such edges, vertices or faces\n"
        )
    );
}

#[test]
fn ccd_of_a_single_vertex_ends() {
    let desk = Desk::new();
    fs::write(desk.path("point.obj"), "v 0 0 0\n").unwrap();
    // Rounded outward, its box extends by the smallest positive float in every direction.
    let found = desk.json("ccd point.obj point.obj --scalar f64 --json");
    for (key, value) in [("vertices", 1), ("faces", 0), ("ee", 0), ("vf", 0)] {
        assert_eq!(found[key], value, "{key} in {found}");
    }
}

#[test]
fn ccd_of_real_cloth_agrees_with_published_counts() {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../broadleaf-scenes/tests/data/cloth-funnel");
    let at = |name: &str| folder.join(name).display().to_string();
    let [start, end, ee, vf] = [
        at("frames/227.ply"),
        at("frames/228.ply"),
        at("boxes/227ee.json"),
        at("boxes/227vf.json"),
    ];
    for how in ["--scalar f32", "--scalar f64", "--structure dynamic-tree"] {
        let found = Desk::new().json(&format!(
            "ccd {start} {end} {how} --truth-ee {ee} --truth-vf {vf} --json"
        ));
        for (key, value) in [
            ("ee", 33_770),
            ("vf", 7_319),
            ("ee_adjacent_kept", 172_385),
            ("vf_adjacent_kept", 62_771),
            ("ee_truth_found", 263),
            ("vf_truth_found", 92),
        ] {
            assert_eq!(found[key], value, "{key}");
        }
    }
}

#[test]
fn wrong_input_is_refused_in_one_line() {
    let desk = Desk::new();
    write_tetrahedra(&desk);
    desk.succeed("scene uniform -n 10 --dim 2 -o a.aabbs");
    let mut cut = fs::read(desk.path("a.aabbs")).unwrap();
    cut.pop();
    fs::write(desk.path("cut.aabbs"), cut).unwrap();
    fs::write(desk.path("huge.aabbs"), {
        let mut bytes = vec![0; 1_024];
        bytes[256..260].copy_from_slice(&67_108_864_i32.to_le_bytes());
        bytes
    })
    .unwrap();
    fs::write(desk.path("empty.aabbs"), {
        let mut bytes = vec![0; 304];
        bytes[260..264].copy_from_slice(&i32::MAX.to_le_bytes());
        bytes
    })
    .unwrap();
    fs::create_dir(desk.path("folder.aabbs")).unwrap();
    for (arguments, message) in [
        (
            "run missing.aabbs",
            "missing.aabbs: No such file or directory (os error 2)",
        ),
        (
            "run cut.aabbs",
            "cut.aabbs: header: 10 boxes in 1 frames make 624 bytes, but the file has 623",
        ),
        (
            "run huge.aabbs",
            "huge.aabbs: header: 67108864 boxes in 1 frames make 2147483952 bytes, but the file has 1024",
        ),
        ("run folder.aabbs", "folder.aabbs: this is a directory"),
        (
            "run a.aabbs --events no/such/folder.csv",
            "no/such/folder.csv: No such file or directory (os error 2)",
        ),
        (
            "stats a.aabbs --frame 1",
            "there is no frame 1: the scene has 1 frames, numbered from 0",
        ),
        (
            "run a.aabbs --structure octree",
            "an octree needs 3D boxes, but these are 2D: use quadtree",
        ),
        (
            "run built-in --structure quadtree",
            "a quadtree needs 2D boxes, but these are 3D: use octree",
        ),
        (
            "query a.aabbs --nearest 0,0 --frame 18446744073709551615",
            "there is no frame 18446744073709551615: the scene has 1 frames, numbered from 0",
        ),
        (
            "query a.aabbs --nearest nan,0",
            "--nearest: not a number on axis 0: min NaN, max NaN",
        ),
        (
            "run empty.aabbs",
            "empty.aabbs: header: frames without boxes",
        ),
        (
            "run a.aabbs --events a.aabbs",
            "a.aabbs would be written over itself",
        ),
        (
            "draw a.aabbs -o a.aabbs",
            "a.aabbs would be written over itself",
        ),
        (
            "scene lattice -n 18446744073709551615 -o a.aabbs",
            "a scene has at most 100000000 boxes, not 18446744073709551615",
        ),
        (
            "draw a.aabbs -o no/such/folder.svg",
            "no/such/folder.svg: No such file or directory (os error 2)",
        ),
        (
            "query a.aabbs --box 1,2,3",
            "--box takes 4 numbers in 2D, not 3",
        ),
        (
            "query a.aabbs --box 1,2,0,3",
            "--box: min 1 is above max 0 on axis 0",
        ),
        (
            "query a.aabbs --ray 0,0,inf,0",
            "--ray: start or direction is not finite on axis 0",
        ),
        (
            "query a.aabbs --ray 0,0,0,0",
            "--ray: the direction is 0 on every axis",
        ),
        (
            "query a.aabbs --nearest 0,0 -k 0",
            "--count must be at least 1",
        ),
        ("man nonsense", "there is no command \"nonsense\""),
        (
            "scene nonsense -n 1 -o x.aabbs",
            "there is no scene family \"nonsense\"; the families are",
        ),
        (
            "scene uniform -n 1 --dim 4 -o x.aabbs",
            "scenes have 2 or 3 dimensions, not 4",
        ),
        (
            "scene uniform -n 1 --frames 0 -o x.aabbs",
            "--frames must be at least 1",
        ),
        (
            "scene uniform -n 1 -o no/such/x.aabbs",
            "no/such/x.aabbs: No such file or directory (os error 2)",
        ),
        (
            "ccd a.obj b.obj --structure quadtree",
            "a quadtree needs 2D boxes, but these are 3D: use octree",
        ),
        (
            "ccd a.obj a.aabbs",
            "a.aabbs: a mesh file ends in .ply or .obj, not in \".aabbs\"",
        ),
        (
            "ccd a.obj b.obj --truth-ee a.obj",
            "a.obj: expected value at line 1 column 1",
        ),
    ] {
        let refusal = desk.refusal(arguments);
        assert!(refusal.starts_with(message), "{arguments}: {refusal}");
    }
    assert!(
        !desk.path("x.aabbs").exists(),
        "an incomplete scene is removed"
    );
    for arguments in [
        "nonsense",
        "run",
        "query a.aabbs",
        "query a.aabbs --box 0,0,1,1 -k 5",
        "scene uniform -n -5 -o x.aabbs",
        "run a.aabbs --structure hedge",
    ] {
        let Outcome { code, out, err } = desk.run(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments}: {err}");
    }
    assert!(desk.succeed("--help").contains("built-in recording"));
}

#[test]
fn no_output_is_written_over_an_input() {
    let desk = Desk::new();
    write_tetrahedra(&desk);
    fs::write(desk.path("ee.json"), "[[6, 7]]").unwrap();
    fs::write(desk.path("vf.json"), "[[0, 13]]").unwrap();
    desk.succeed("scene uniform -n 10 -o a.aabbs");
    let inputs = ["a.obj", "b.obj", "ee.json", "vf.json", "a.aabbs"];
    let contents = inputs.map(|name| fs::read(desk.path(name)).unwrap());
    let mut ways = vec!["", "./"];
    if cfg!(unix) {
        ways.extend(["hard-", "soft-"]);
    }
    for name in inputs {
        fs::hard_link(desk.path(name), desk.path(&format!("hard-{name}"))).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(desk.path(name), desk.path(&format!("soft-{name}"))).unwrap();
    }
    for way in ways {
        for name in &inputs[..4] {
            let refusal = desk.refusal(&format!(
                "ccd a.obj b.obj --truth-ee ee.json --truth-vf vf.json --out {way}{name}"
            ));
            assert_eq!(refusal, format!("{name} would be written over itself"));
        }
        for command in ["run a.aabbs --events", "draw a.aabbs --out"] {
            let refusal = desk.refusal(&format!("{command} {way}a.aabbs"));
            assert_eq!(refusal, "a.aabbs would be written over itself");
        }
    }
    let contents_now = inputs.map(|name| fs::read(desk.path(name)).unwrap());
    assert_eq!(contents_now, contents);
    // Other files may exist.
    fs::write(desk.path("pairs.csv"), "").unwrap();
    desk.succeed("ccd a.obj b.obj --out pairs.csv");
}

#[test]
fn compressed_scenes_are_read_as_they_were_written() {
    let desk = Desk::new();
    desk.succeed("scene uniform -n 300 --frames 3 -o a.aabbs");
    desk.succeed("scene uniform -n 300 --frames 3 -o a.aabbs.gz");
    let [plain, compressed] = ["a.aabbs", "a.aabbs.gz"].map(|name| {
        let mut played = desk.json(&format!("run {name} --json"));
        let keys = [
            "scene", "n", "frames", "pairs", "begins", "ends", "checksum",
        ];
        keys.map(|key| played[key].take())
    });
    assert_eq!(plain, compressed);
    // The bytes are those of the file that is not compressed, its header included.
    let mut unpacked = Vec::new();
    flate2::read::MultiGzDecoder::new(fs::File::open(desk.path("a.aabbs.gz")).unwrap())
        .read_to_end(&mut unpacked)
        .unwrap();
    assert_eq!(unpacked, fs::read(desk.path("a.aabbs")).unwrap());
}

/// Runs the program with a limit of its address space, and returns its one-line refusal.
#[cfg(target_os = "linux")]
fn refusal_with_memory(desk: &Desk, kibibytes: u32, arguments: &str) -> String {
    let program = assert_cmd::cargo::cargo_bin!("broadleaf");
    let script = format!(
        "ulimit -v {kibibytes} && exec {} {arguments}",
        program.display()
    );
    let outcome = std::process::Command::new("sh")
        .args(["-c", &script])
        .current_dir(desk.path("."))
        .output()
        .unwrap();
    let message = String::from_utf8(outcome.stderr).unwrap();
    assert_eq!(outcome.status.code(), Some(2), "{arguments}: {message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    message
}

#[cfg(target_os = "linux")]
#[test]
fn data_larger_than_the_memory_is_refused() {
    let desk = Desk::new();
    let member = |bytes: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    // 2^24 boxes of 32 bytes in members of 2^20 boxes.
    let mut header = vec![0; 304];
    header[256..260].copy_from_slice(&(1_i32 << 24).to_le_bytes());
    let boxes = member(&vec![0; 32 << 20]).repeat(16);
    fs::write(
        desk.path("bomb.aabbs.gz"),
        [member(&header), boxes].concat(),
    )
    .unwrap();
    let message = refusal_with_memory(&desk, 256 << 10, "run bomb.aabbs.gz");
    assert!(message.contains("do not fit into memory"), "{message}");

    let rows = format!("x,y\n{}", "1,2\n".repeat(5 << 20));
    fs::write(desk.path("rows.csv"), rows).unwrap();
    let message = refusal_with_memory(&desk, 96 << 10, "run rows.csv");
    assert!(message.contains("do not fit into memory"), "{message}");

    // Records without an end.
    for ending in ["csv", "ply"] {
        let name = format!("endless.{ending}");
        std::os::unix::fs::symlink("/dev/zero", desk.path(&name)).unwrap();
        refusal_with_memory(&desk, 256 << 10, &format!("run {name}"));
        let name = format!("sparse.{ending}");
        let file = fs::File::create(desk.path(&name)).unwrap();
        file.set_len(1 << 33).unwrap();
        let message = refusal_with_memory(&desk, 256 << 10, &format!("run {name}"));
        assert!(message.contains("more than 16777216 bytes"), "{message}");
    }
}

#[test]
fn recordings_need_a_feature() {
    let desk = Desk::new();
    if cfg!(feature = "record") {
        desk.succeed("scene tumbler -n 30 --frames 10 --dim 2 -o a.aabbs");
        assert_eq!(desk.json("run a.aabbs --check --json")["n"], 34);
    } else {
        assert!(
            desk.refusal("scene pile -n 30 -o a.aabbs")
                .contains("--features record")
        );
    }
    assert_eq!(
        desk.succeed("scene --help").contains("not in this build"),
        !cfg!(feature = "record")
    );
}

#[test]
fn the_program_introduces_itself() {
    let desk = Desk::new();
    let version = desk.succeed("--version");
    assert_eq!(
        version,
        concat!("broadleaf ", env!("CARGO_PKG_VERSION"), "\n")
    );
    for command in [
        "run",
        "ccd",
        "scene",
        "query",
        "stats",
        "draw",
        "diff",
        "completions",
        "man",
    ] {
        let help = desk.succeed(&format!("{command} --help"));
        let example = format!("  broadleaf {command} ");
        assert!(
            help.contains("Example") && help.contains(&example),
            "{help}"
        );
        assert!(
            desk.succeed(&format!("man {command}"))
                .contains(&format!(".TH broadleaf-{command} 1"))
        );
    }
    for command in ["ccd", "scene", "draw"] {
        let help = desk.succeed(&format!("{command} -h"));
        assert!(help.contains("-o, --out <FILE."), "{help}");
    }
    for (command, words) in [
        ("run", "frame   the number"),
        ("run", "min_x, min_y, max_x, max_y"),
        ("ccd", "kind    ee"),
        ("query", "-k, --count <K>"),
        ("stats", "area ratio    the areas"),
        ("stats", "max balance   the largest"),
    ] {
        let help = desk.succeed(&format!("{command} --help"));
        assert!(help.contains(words), "{words} in {help}");
    }
    assert!(desk.succeed("man").contains(".TH broadleaf 1"));
    for (shell, start) in [
        ("bash", "_broadleaf() {"),
        ("zsh", "#compdef broadleaf"),
        ("fish", "# Print an optspec"),
    ] {
        let script = desk.succeed(&format!("completions {shell}"));
        assert!(script.starts_with(start), "{script}");
    }
}

#[test]
fn stats_describes_any_structure() {
    let desk = Desk::new();
    desk.succeed("scene uniform -n 500 --dim 2 -o flat.aabbs");
    let pairs = &desk.json("run flat.aabbs --json")["pairs"];
    for (structure, builds) in [
        ("auto", 3),
        ("dynamic-tree", 3),
        ("quadtree", 2),
        ("kd-sweep", 2),
        ("pencil-sweep", 2),
        ("brute-force", 2),
    ] {
        let stats = desk.json(&format!("stats flat.aabbs --structure {structure} --json"));
        assert_eq!(&stats["pairs"], pairs, "{structure}");
        assert_eq!(
            (&stats["boxes"], &stats["dim"], &stats["frames"]),
            (&500.into(), &2.into(), &1.into())
        );
        let found = stats["builds"].as_array().unwrap();
        assert_eq!(found.len(), builds, "{structure}");
        for build in found {
            assert!(build["bytes_per_box"].as_f64().unwrap() > 0.0, "{build}");
        }
    }
    let named = desk.succeed("stats flat.aabbs --structure quadtree");
    assert!(named.contains("quadtree, built"), "{named}");
}

#[test]
fn a_scene_without_boxes_has_no_bytes_a_box() {
    let desk = Desk::new();
    desk.succeed("scene uniform -n 0 -o none.aabbs");
    let out = desk.succeed("run none.aabbs");
    assert!(!out.contains("bytes"), "{out}");
    assert!(desk.json("run none.aabbs --json")["bytes_per_box"].is_null());
    let stats = desk.json("stats none.aabbs --json");
    assert!(stats["builds"][0]["bytes_per_box"].is_null(), "{stats}");
    assert!(stats["world"].is_null() && stats["longest_edges"].is_null());
}

#[test]
fn closed_output_is_not_a_failure() {
    let desk = Desk::new();
    desk.succeed("scene uniform -n 10 -o a.aabbs");
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("broadleaf"))
        .args(["run", "a.aabbs", "--json"])
        .current_dir(desk.path("."))
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let outcome = child.wait_with_output().unwrap();
    assert_eq!(
        (
            outcome.status.code(),
            String::from_utf8_lossy(&outcome.stderr).as_ref()
        ),
        (Some(0), "")
    );
}
