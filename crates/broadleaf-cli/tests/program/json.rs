//! `--json`: one shape for every command.

use serde_json::Value;

use crate::desk::{Desk, write_tetrahedra};

/// Commands that read a scene; whether they read one frame and whether they build a structure.
const OF_SCENES: [(&str, bool, bool); 8] = [
    ("run a.aabbs", false, true),
    ("broad-phase a.aabbs", false, true),
    ("query a.aabbs --nearest 0,0,0", true, true),
    ("forces a.aabbs", true, false),
    ("stats a.aabbs", true, true),
    ("draw a.aabbs -o a.svg", true, true),
    ("draw a.aabbs -o a.svg --broad-phase", true, true),
    ("scene uniform -n 30 --frames 2 -o a.aabbs", false, false),
];

#[test]
fn results_about_scenes_begin_with_the_same_keys() {
    let desk = Desk::new();
    desk.succeed("scene uniform -n 30 --frames 2 -o a.aabbs");
    let expected: [Value; 4] = ["uniform".into(), 30.into(), 3.into(), 2.into()];
    for (arguments, has_frame, has_structure) in OF_SCENES {
        let text = desk.succeed(&format!("{arguments} --json"));
        let command = arguments.split(' ').next().unwrap();
        assert!(
            text.starts_with(&format!("{{\n  \"command\": \"{command}\",")),
            "{text}"
        );
        let result: Value = serde_json::from_str(&text).unwrap();
        let facts = ["scene", "boxes", "dim", "frames"].map(|key| result[key].clone());
        assert_eq!(facts, expected, "{arguments}");
        assert_eq!(
            result.get("frame"),
            has_frame.then(|| Value::from(0)).as_ref()
        );
        assert_eq!(
            result.get("structure").is_some(),
            has_structure,
            "{arguments}"
        );
        assert_eq!(
            result.get("settings").is_some(),
            has_structure,
            "{arguments}"
        );
        for key in result.as_object().unwrap().keys() {
            assert!(
                key.chars().all(|c| c.is_ascii_lowercase() || c == '_'),
                "{key}"
            );
        }
    }
}

#[test]
fn other_results_begin_with_the_command() {
    let desk = Desk::new();
    write_tetrahedra(&desk);
    let found = desk.json("ccd a.obj b.obj --json");
    assert_eq!(
        (&found["command"], &found["structure"]),
        (&"ccd".into(), &"pencil-sweep".into())
    );
    assert!(found["ms"].as_f64().unwrap() >= 0.0);
}

#[test]
fn boxes_are_objects() {
    let desk = Desk::new();
    desk.succeed("scene lattice -n 8 -o a.aabbs");
    let expected = serde_json::json!({ "min": [0.0, 0.0, 0.0], "max": [1.0, 1.0, 1.0] });
    let found = desk.json("query a.aabbs --box 0.5,0.5,0.5,0.5,0.5,0.5 --json");
    assert_eq!(found["found"][0]["box"], expected);
    assert!(found["found"][0]["value"].is_null() && found["measure"] == "overlaps");
    let whole = serde_json::json!({ "min": [0.0, 0.0, 0.0], "max": [2.0, 2.0, 2.0] });
    assert_eq!(desk.json("stats a.aabbs --json")["world"], whole);
}
