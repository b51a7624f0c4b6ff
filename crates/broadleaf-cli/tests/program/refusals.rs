//! Wrong arguments and files.

use std::fs;

use crate::desk::{Desk, Outcome, write_tetrahedra};

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
            "--ray: the direction has the component inf on axis 0",
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
            "a.aabbs: a mesh file ends in .ply, .obj or .stl, not in \".aabbs\"",
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
