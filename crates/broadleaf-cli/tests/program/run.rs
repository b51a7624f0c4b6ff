//! `broadleaf run`.

use std::fs;

use broadleaf_scenes::Family;
use serde_json::Value;

use crate::desk::Desk;

#[test]
fn structures_agree_and_are_checked() {
    let desk = Desk::new();
    let auto = desk.json("run built-in --structure auto --check --json --events auto.csv");
    let brute_force = desk.json("run built-in --structure brute-force --json --events brute.csv");
    for key in [
        "scene", "boxes", "dim", "frames", "pairs", "begins", "ends", "checksum",
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
        .flat_map(|family| family.dimensions().map(|dim| (family.name(), dim)))
    {
        desk.succeed(&format!(
            "scene {family} -n 400 --frames 3 --dim {dim} -o a.aabbs"
        ));
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
