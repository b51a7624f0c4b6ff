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
            "a.aabbs: the output a.aabbs would be written over this input",
        ),
        (
            "draw a.aabbs -o a.aabbs",
            "a.aabbs: the output a.aabbs would be written over this input",
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
        let message =
            |name: &str| format!("{name}: the output {way}{name} would be written over this input");
        for name in &inputs[..4] {
            let refusal = desk.refusal(&format!(
                "ccd a.obj b.obj --truth-ee ee.json --truth-vf vf.json --out {way}{name}"
            ));
            assert_eq!(refusal, message(name));
        }
        for command in ["run a.aabbs --events", "draw a.aabbs --out"] {
            let refusal = desk.refusal(&format!("{command} {way}a.aabbs"));
            assert_eq!(refusal, message("a.aabbs"));
        }
    }
    let contents_now = inputs.map(|name| fs::read(desk.path(name)).unwrap());
    assert_eq!(contents_now, contents);
    // Other files may exist.
    fs::write(desk.path("pairs.csv"), "").unwrap();
    desk.succeed("ccd a.obj b.obj --out pairs.csv");
}

#[cfg(feature = "pairs")]
#[test]
fn outputs_within_folders_and_patterns_are_refused() {
    let desk = Desk::new();
    fs::create_dir_all(desk.path("q/deep")).unwrap();
    let table = "xmin,ymin,xmax,ymax\n0,0,1,1\n";
    for file in ["a1.csv", "b.csv", "q/t.csv", "q/deep/u.csv"] {
        fs::write(desk.path(file), table).unwrap();
    }
    let mut cases = vec![
        ("q", "q/t.csv", "lies in this folder of the input"),
        ("q", "q/new.csv", "lies in this folder of the input"),
        (
            "./q/../q",
            "q/deep/new.csv",
            "lies in this folder of the input",
        ),
        ("q*", "q/new.csv", "lies in this folder of the input"),
        ("a*.csv", "a1.csv", "matches this pattern of the input"),
        ("a?.csv", "q/../a2.csv", "matches this pattern of the input"),
        (
            "q/**/*.csv",
            "q/new.csv",
            "matches this pattern of the input",
        ),
        (
            "q/d*/*.csv",
            "q/deep/../deep/v.csv",
            "matches this pattern of the input",
        ),
    ];
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink(desk.path("q"), desk.path("to-folder")).unwrap();
        symlink(desk.path("q/t.csv"), desk.path("to-file.csv")).unwrap();
        symlink(desk.path("a1.csv"), desk.path("q/deep/from.csv")).unwrap();
        cases.extend([
            ("q", "to-folder/new.csv", "lies in this folder of the input"),
            ("to-folder", "q/new.csv", "lies in this folder of the input"),
            ("q", "to-file.csv", "lies in this folder of the input"),
            ("q", "a1.csv", "would be written over this input"),
        ]);
    }
    for (input, out, problem) in cases {
        for command in [
            "index build INPUT -o",
            "run INPUT --events",
            "broad-phase INPUT --events",
            "draw INPUT -o",
            "forces INPUT -o",
            "pairs INPUT -o",
            "pairs INPUT --also q/deep/u.csv -o",
            "pairs b.csv INPUT -o",
        ] {
            let before = fs::read(desk.path(out)).ok();
            let refusal = desk.refusal(&format!("{} {out}", command.replace("INPUT", input)));
            assert_eq!(
                refusal,
                format!("{input}: the output {out} {problem}"),
                "{command}"
            );
            assert_eq!(fs::read(desk.path(out)).ok(), before, "{command}");
        }
    }
    for (input, out) in [
        ("q/deep", "q/pairs.csv"),
        ("q/deep/*", "q/pairs.csv"),
        ("a*.csv", "c.csv"),
    ] {
        desk.succeed(&format!("pairs {input} -o {out}"));
    }
}
