//! `broadleaf broad_phase`.

use std::fs;

use crate::desk::Desk;

const MARGINS: [&str; 4] = ["tight", "fatten:0.1:2", "proportional:4:1.5", "snap:0.5"];

#[test]
fn broad_phases_agree_with_brute_force_for_every_margin_and_structure() {
    let desk = Desk::new();
    desk.succeed("scene brownian -n 200 --frames 8 --dim 2 -o flat.aabbs");
    for margin in MARGINS {
        let lived = |structure: &str| {
            desk.json(&format!(
                "broad-phase flat.aabbs --margin {margin} --static 0-9,50 --structure {structure} --check --json"
            ))
        };
        let expected = lived("brute-force");
        assert_eq!(
            (&expected["margin"], &expected["static_boxes"]),
            (&margin.into(), &11.into())
        );
        assert!(expected["begins"].as_u64() > expected["ends"].as_u64());
        for structure in [
            "auto",
            "kd-sweep",
            "pencil-sweep",
            "settled-tree",
            "quadtree",
        ] {
            let found = lived(structure);
            for key in ["begins", "ends", "pairs", "moves", "reinserted"] {
                assert_eq!(found[key], expected[key], "{key}, {margin}, {structure}");
            }
        }
    }
}

#[test]
fn without_margins_the_events_are_those_of_run() {
    let desk = Desk::new();
    let played = desk.json("run built-in --events run.csv --json");
    let lived = desk.json("broad-phase built-in --margin tight --events broad-phase.csv --json");
    for key in ["scene", "boxes", "dim", "frames", "pairs", "begins", "ends"] {
        assert_eq!(lived[key], played[key], "{key}");
    }
    let sorted = |name: &str| {
        let text = fs::read_to_string(desk.path(name)).unwrap();
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    assert_eq!(sorted("broad-phase.csv"), sorted("run.csv"));
}

#[test]
fn pairs_that_stay_are_reported_on_request() {
    let desk = Desk::new();
    let lived = desk.json("broad-phase built-in --stays --check --events stays.csv --json");
    let number = |key: &str| lived[key].as_u64().unwrap();
    // Every pair of a frame begins or stays in it.
    assert_eq!(number("begins") + number("stays"), number("pairs"));
    let events = fs::read_to_string(desk.path("stays.csv")).unwrap();
    let stays = events
        .lines()
        .filter(|line| line.contains(",stay,"))
        .count();
    assert_eq!(stays as u64, number("stays"));
    assert!(desk.json("broad-phase built-in --json")["stays"].is_null());
}

#[test]
fn margins_save_moves_and_add_pairs() {
    let desk = Desk::new();
    let [tight, fat] = ["tight", "fatten:0.1:2"]
        .map(|margin| desk.json(&format!("broad-phase built-in --margin {margin} --json")));
    assert_eq!(tight["reinserted"], tight["moves"]);
    let number = |value: &serde_json::Value| value.as_u64().unwrap();
    assert!(5 * number(&fat["reinserted"]) < number(&tight["reinserted"]));
    assert!(number(&fat["pairs"]) > number(&tight["pairs"]));
    let said = desk.succeed("broad-phase built-in --static 0-4 --check");
    for part in [
        "5 static, margin fatten:0.1:2",
        "left the fat box",
        "began",
        "brute force",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
}

#[test]
fn wrong_broad_phases_are_refused() {
    let desk = Desk::new();
    desk.succeed("scene uniform -n 10 -o a.aabbs");
    assert_eq!(
        desk.refusal("broad-phase a.aabbs --static 3-10"),
        "--static names box 10, but the scene has 10 boxes, numbered from 0"
    );
    assert_eq!(
        desk.refusal("broad-phase a.aabbs --events a.aabbs"),
        "a.aabbs: the output a.aabbs would be written over this input"
    );
    for arguments in [
        "--margin wide",
        "--margin fatten:1",
        "--static x",
        "--static 3-1",
    ] {
        let outcome = desk.run(&format!("broad-phase a.aabbs {arguments}"));
        assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{arguments}");
        assert!(outcome.err.contains("expected"), "{}", outcome.err);
    }
    // A scene without boxes is a broad phase without proxies.
    desk.succeed("scene uniform -n 0 -o none.aabbs");
    assert_eq!(
        desk.json("broad-phase none.aabbs --check --json")["begins"],
        0
    );
    desk.succeed("scene infinite -n 100 --frames 3 -o infinite.aabbs");
    desk.succeed("broad-phase infinite.aabbs --check");
}
