//! The structures and their settings.

use crate::desk::Desk;

/// Values that make structures of another shape.
const SETTINGS: [(&str, &str); 11] = [
    ("dynamic-tree", "--balance height"),
    ("dynamic-tree", "--balance area"),
    ("kd-sweep", "--leaf-capacity 4"),
    ("orthtree", "--leaf-capacity 2"),
    ("quadtree", "--max-depth 2"),
    ("quadtree", "--min-size 4"),
    ("orthtree", "--looseness 1"),
    ("quadtree", "--root -9,-9,90,90 --looseness 1.5"),
    ("quadtree", "--initial-root -900,-900,900,900"),
    ("quadtree", "--rebuild-threshold 0"),
    ("quadtree", "--build-threshold 2"),
];

#[test]
fn settings_change_the_shape_and_no_answer() {
    let desk = Desk::new();
    desk.succeed("scene uniform -n 500 --frames 3 --dim 2 -o flat.aabbs");
    let expected = &desk.json("run flat.aabbs --structure brute-force --json")["checksum"];
    for (structure, settings) in SETTINGS {
        let chosen = format!("flat.aabbs --structure {structure} {settings} --json");
        let played = desk.json(&format!("run {chosen} --check"));
        assert_eq!(&played["checksum"], expected, "{chosen}");
        let shape = |chosen: &str| {
            let stats = desk.json(&format!("stats {chosen}"));
            stats["builds"][1].clone()
        };
        let default = shape(&format!("flat.aabbs --structure {structure} --json"));
        // A tree that is built box by box is not rebuilt.
        let keeps = [
            "--balance area",
            "--rebuild-threshold 0",
            "--build-threshold 2",
        ];
        let keeps = keeps.contains(&settings);
        assert_eq!(shape(&chosen) == default, keeps, "{chosen}");
    }
}

#[test]
fn settings_are_part_of_the_result() {
    let desk = Desk::new();
    desk.succeed("scene uniform -n 50 --dim 2 -o flat.aabbs");
    let played = desk.json(
        "run flat.aabbs --structure quadtree --leaf-capacity 8 --root 0,0,9,9 --looseness 1.5 --json",
    );
    let settings = serde_json::json!({
        "leaf_capacity": 8,
        "looseness": 1.5,
        "root": [0.0, 0.0, 9.0, 9.0],
    });
    assert_eq!(played["settings"], settings);
    let none = &desk.json("run flat.aabbs --json")["settings"];
    assert_eq!(none, &serde_json::json!({}));
}

#[test]
fn a_setting_of_another_structure_is_refused() {
    let desk = Desk::new();
    desk.succeed("scene uniform -n 10 --dim 2 -o flat.aabbs");
    for (arguments, message) in [
        (
            "run flat.aabbs --structure kd-sweep --looseness 1",
            "--looseness is a setting of orthtree, not of kd-sweep",
        ),
        (
            "query flat.aabbs --nearest 0,0 --structure dynamic-tree --leaf-capacity 9",
            "--leaf-capacity is a setting of kd-sweep and orthtree, not of dynamic-tree",
        ),
        (
            "stats flat.aabbs --balance height",
            "--balance is a setting of dynamic-tree, not of auto",
        ),
        (
            "draw flat.aabbs --structure brute-force --max-depth 3 -o a.svg",
            "--max-depth is a setting of orthtree, not of brute-force",
        ),
        (
            "broad-phase flat.aabbs --structure pencil-sweep --min-size 3",
            "--min-size is a setting of orthtree, not of pencil-sweep",
        ),
        (
            "run flat.aabbs --structure quadtree --looseness 2.5",
            "orthtree: looseness is 2.5, but must be from 1 to 2",
        ),
        (
            "run flat.aabbs --structure quadtree --rebuild-threshold -1",
            "orthtree: rebuild_threshold is -1, but must be at least 0",
        ),
        (
            "run flat.aabbs --structure kd-sweep --initial-root 0,0,1,1",
            "--initial-root is a setting of orthtree, not of kd-sweep",
        ),
        (
            "run flat.aabbs --structure quadtree --root 0,0,1",
            "--root takes 4 numbers in 2D, not 3",
        ),
        (
            "run flat.aabbs --structure quadtree --root 5,0,1,1",
            "--root: min 5 is above max 1 on axis 0",
        ),
    ] {
        assert_eq!(desk.refusal(arguments), message, "{arguments}");
    }
}
