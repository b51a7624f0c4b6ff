//! `broadleaf index`.

use std::fs;

use broadleaf::{Aabb, Fixed, Id, PackedTree};
use serde_json::{Value, json};

use crate::desk::Desk;

/// The parts of a result that both query commands print.
fn found(answer: &Value) -> Vec<Value> {
    let keys = ["id", "value", "box"];
    let found = answer["found"].as_array().unwrap().iter();
    found
        .map(|found| keys.iter().map(|&key| found[key].clone()).collect())
        .collect()
}

#[test]
fn a_file_answers_as_its_scene_does() {
    let desk = Desk::new();
    desk.succeed("scene clustered -n 3000 --frames 2 --dim 2 --seed 3 -o flat.aabbs");
    desk.succeed("scene uniform -n 3000 --frames 2 -o solid.aabbs");
    for (scene, questions) in [
        (
            "flat",
            [
                "--box 1,1,30,20",
                "--point 3,4",
                "--ray -1,-1,1,0.7",
                "--nearest 5,-2 -k 20",
            ],
        ),
        (
            "solid",
            [
                "--box 1,1,1,9,9,9",
                "--point 3,4,5",
                "--ray 0,0,0,1,2,3",
                "--nearest 1,2,3 -k 20",
            ],
        ),
    ] {
        desk.succeed(&format!(
            "index build {scene}.aabbs --frame 1 -o {scene}.index"
        ));
        desk.succeed(&format!("index info {scene}.index --check"));
        desk.succeed(&format!("index build {scene}.index -o again.index"));
        for question in questions {
            let expected = desk.json(&format!("query {scene}.aabbs --frame 1 {question} --json"));
            for file in [scene, "again"] {
                let answer = desk.json(&format!("index query {file}.index {question} --json"));
                assert_eq!(found(&answer), found(&expected), "{scene}, {question}");
                assert_eq!(answer["measure"], expected["measure"]);
            }
        }
    }
}

#[test]
fn flatbush_files_are_recognized_by_their_first_byte() {
    let desk = Desk::new();
    desk.succeed("scene uniform -n 2000 --dim 2 -o a.aabbs");
    for (scalar, name) in [("f32", "32-bit float"), ("f64", "64-bit float")] {
        let build = "index build a.aabbs --format flatbush -o a.flatbush --scalar";
        let written = desk.json(&format!("{build} {scalar} --json"));
        assert_eq!(
            (&written["scalar"], &written["boxes"]),
            (&json!(name), &json!(2_000))
        );
        let bytes = fs::read(desk.path("a.flatbush")).unwrap();
        assert_eq!(
            (bytes[0], bytes.len()),
            (0xfb, written["bytes"].as_u64().unwrap() as usize)
        );
        desk.succeed("index build a.flatbush -o a.index");
        let [flat, packed] = ["a.flatbush", "a.index"].map(|file| {
            let info = desk.json(&format!("index info {file} --json --check"));
            assert_eq!(info["scalar"], name);
            let answer = desk.json(&format!("index query {file} --nearest 3,3 -k 9 --json"));
            (
                info["format"].clone(),
                info["bounds"].clone(),
                found(&answer),
            )
        });
        assert_eq!((flat.0, packed.0), (json!("flatbush"), json!("broadleaf")));
        assert_eq!((flat.1, flat.2), (packed.1, packed.2));
    }
}

#[test]
fn lines_are_stored_beside_boxes() {
    let desk = Desk::new();
    fs::write(desk.path("map.csv"), "x,y\n1,2\n5,6\n9,9\n").unwrap();
    fs::write(desk.path("names.txt"), "inn\n\nmill é\n").unwrap();
    desk.succeed("index build map.csv --data names.txt -o a.index");
    desk.succeed("index build a.index -o b.index");
    for file in ["a.index", "b.index"] {
        let answer = desk.json(&format!("index query {file} --box 0,0,9,9 --json"));
        let found = answer["found"].as_array().unwrap().iter();
        let data: Vec<_> = found.map(|found| found["data"].as_str().unwrap()).collect();
        assert_eq!(data, ["inn", "", "mill é"]);
        assert_eq!(
            desk.json(&format!("index info {file} --json --check"))["data"],
            true
        );
    }
    assert!(
        desk.succeed("index query a.index --point 1,2")
            .contains("inn")
    );
    fs::write(desk.path("names.txt"), "inn\n").unwrap();
    assert_eq!(
        desk.refusal("index build map.csv --data names.txt -o a.index"),
        "names.txt: 1 lines for 3 boxes"
    );
}

#[test]
fn integers_are_read_exactly() {
    let desk = Desk::new();
    let far = i64::MAX - 1;
    let tree = PackedTree::from_boxes(&[Aabb::new([far, -3], [far + 1, 4])]).unwrap();
    fs::write(desk.path("a.index"), tree.as_bytes()).unwrap();
    let answer = desk.json(&format!(
        "index query a.index --box {far},-9,{far},-3 --json"
    ));
    let expected = json!({ "min": [far, -3], "max": [far + 1, 4] });
    assert_eq!(answer["found"][0]["box"], expected);
    let boxes = [Aabb::new([1_u16, 2], [60_000, 3]), Aabb::point([7, 8])];
    let tree = PackedTree::from_boxes(&boxes).unwrap().with_data(|_| b"x");
    fs::write(desk.path("small.index"), tree.as_bytes()).unwrap();
    let answer = desk.json("index query small.index --point 60000,2 --json");
    assert_eq!(answer["scalar"], "16-bit unsigned integer");
    let expected = json!({ "min": [1, 2], "max": [60_000, 3] });
    assert_eq!(
        (&answer["found"][0]["box"], &answer["found"][0]["data"]),
        (&expected, &json!("x"))
    );
    assert_eq!(
        desk.refusal("index query a.index --point 0.5,1"),
        "--point: \"0.5\" is not of type 64-bit integer"
    );
    assert_eq!(
        desk.refusal("index build a.index --format flatbush -o b.index"),
        "a flatbush file cannot hold coordinates of the type 64-bit integer"
    );
}

#[test]
fn wrong_files_are_refused_in_one_line() {
    let desk = Desk::new();
    desk.succeed("index build built-in -o a.index");
    let bytes = fs::read(desk.path("a.index")).unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(desk.path(name), bytes).unwrap();
    write("empty", b"");
    write("cut.index", &bytes[..bytes.len() - 1]);
    write("text.index", &[b'?'; 100]);
    write("cut.flatbush", &[0xfb, 0x38, 16, 0, 1, 0, 0, 0]);
    let point = Aabb::<Fixed<16>, 2>::point([Fixed::from_int(1); 2]);
    write(
        "fixed.index",
        PackedTree::from_boxes(&[point]).unwrap().as_bytes(),
    );
    let ids = [(Id(3), Aabb::point([1.0_f32, 2.0]))];
    write(
        "ids.index",
        ids.into_iter().collect::<PackedTree<_, 2>>().as_bytes(),
    );
    fs::create_dir(desk.path("folder")).unwrap();
    for (arguments, message) in [
        ("index info missing", "missing: No such file or directory"),
        ("index info folder", "folder: this is not a regular file"),
        (
            "index info empty",
            "empty: this is not an index: broadleaf index build writes one",
        ),
        (
            "index info cut.index",
            "cut.index: 16063 bytes, but the tree has 16064",
        ),
        (
            "index info text.index",
            "text.index: this is not an index: broadleaf index build writes one",
        ),
        (
            "index query cut.flatbush --point 1,2",
            "cut.flatbush: bytes 4 to 7: 1 items make 76 bytes, but there are 8",
        ),
        (
            "index info fixed.index",
            "fixed.index: this program does not read coordinates of the type 64-bit fixed-point",
        ),
        (
            "index query a.index --box 0,0,1,1",
            "--box takes 6 numbers in 3D, not 4",
        ),
        (
            "index query a.index --nearest 0,0,0 -k 0",
            "--count must be at least 1",
        ),
        (
            "index build a.index --format flatbush -o b",
            "a flatbush file has boxes in 2D, but these are 3D",
        ),
        (
            "index build ids.index --format flatbush -o b",
            "a flatbush file numbers its items from 0, but one of 1 boxes has the id 3",
        ),
        (
            "index build a.index -o a.index",
            "a.index: the output a.index would be written over this input",
        ),
        (
            "index build a.index -o no/such/folder",
            "no/such/folder: No such file or directory",
        ),
        ("index build empty -o b", "empty: a scene file ends in "),
    ] {
        let refusal = desk.refusal(arguments);
        assert!(refusal.starts_with(message), "{arguments}: {refusal}");
    }
    let left = fs::read_dir(desk.path("."))
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    let parts = left.filter(|name| name.to_string_lossy().ends_with(".part"));
    assert_eq!(parts.count(), 0, "what was not completed is removed");
}

#[test]
fn a_changed_byte_is_found_by_the_check() {
    let desk = Desk::new();
    desk.succeed("index build built-in -o a.index");
    let mut bytes = fs::read(desk.path("a.index")).unwrap();
    // The lower end of the first child of the root.
    bytes[66] ^= 0x40;
    fs::write(desk.path("a.index"), bytes).unwrap();
    desk.succeed("index info a.index");
    let outcome = desk.run("index info a.index --check");
    assert_eq!((outcome.code, outcome.out.as_str()), (1, ""));
    assert!(
        outcome
            .err
            .starts_with("broadleaf: a.index: broken invariant"),
        "{}",
        outcome.err
    );
}
