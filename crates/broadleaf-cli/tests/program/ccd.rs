//! `broadleaf ccd`.

use std::fs;
use std::path::Path;

use crate::desk::{Desk, Outcome, write_tetrahedra};

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
    let found = desk.json("ccd point.obj point.obj --json");
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
        let outcome = Desk::new().run(&format!(
            "ccd {start} {end} {how} --truth-ee {ee} --truth-vf {vf} --json"
        ));
        let is_said = outcome.err == "note: the boxes are rounded outward to f32\n";
        assert_eq!(is_said, how.ends_with("f32"), "{}", outcome.err);
        let found: serde_json::Value = serde_json::from_str(&outcome.out).unwrap();
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
