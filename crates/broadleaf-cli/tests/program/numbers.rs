//! Numbers on the command line: each bad one is refused, with the name of its option.

use std::fs;

use crate::desk::Desk;

/// Not a number, negative, or too large for any type.
const BAD: [&str; 6] = ["-1", "99999999999999999999", "nan", "inf", "1.5", "two"];

/// The options of whole numbers, the command that they belong to, and whether they may be 0.
const WHOLE: &[(&str, &str, bool)] = &[
    ("query a.csv --nearest 0,0", "--count", false),
    ("query a.csv --nearest 0,0", "--frame", true),
    ("index query a.index --nearest 0,0", "--count", false),
    ("index build a.csv -o b.index", "--frame", true),
    ("stats a.csv", "--frame", true),
    ("draw a.csv -o a.svg", "--levels", true),
    ("broad-phase a.csv", "--static", true),
    ("scene uniform -o o.aabbs", "--number", true),
    ("scene uniform -n 5 -o o.aabbs", "--seed", true),
    ("scene uniform -n 5 -o o.aabbs", "--frames", false),
    ("scene uniform -n 5 -o o.aabbs", "--dim", false),
    ("run a.csv --structure kd-sweep", "--leaf-capacity", false),
    ("run a.csv --structure quadtree", "--leaf-capacity", false),
    ("run a.csv --structure quadtree", "--max-depth", true),
    #[cfg(feature = "pairs")]
    ("pairs a.csv --count", "--threads", false),
    #[cfg(feature = "pairs")]
    ("pairs a.csv --count", "--memory", false),
    #[cfg(feature = "pairs")]
    ("pairs b.csv --count", "--limit", true),
];

/// The options of other numbers, and values that they refuse.
const REAL: &[(&str, &str, &[&str])] = &[
    (
        "forces a.csv",
        "--opening",
        &["-1", "nan", "inf", "1e400", "x"],
    ),
    (
        "forces a.csv --check",
        "--tolerance",
        &["-1", "nan", "inf", "x"],
    ),
    (
        "run a.csv --structure quadtree",
        "--looseness",
        &["0", "-1", "nan", "inf", "x"],
    ),
    (
        "run a.csv --structure quadtree",
        "--min-size",
        &["-1", "nan", "inf", "x"],
    ),
    (
        "run a.csv --structure quadtree",
        "--rebuild-threshold",
        &["-1", "nan", "x"],
    ),
    (
        "run a.csv --structure quadtree",
        "--build-threshold",
        &["-1", "nan", "x"],
    ),
    (
        "run a.csv --structure quadtree",
        "--root",
        &["0,0,nan,1", "0,0,-1,1", "0,0,1", "x"],
    ),
    ("query a.csv", "--nearest", &["nan,0", "0", "x,0"]),
    (
        "query a.csv",
        "--box",
        &["0,0,-1,1", "0,0,nan,1", "0,0", "x,0,1,1"],
    ),
    (
        "query a.csv",
        "--ray",
        &["0,0,0,0", "0,0,nan,1", "0,0,inf,1"],
    ),
    (
        "broad-phase a.csv",
        "--margin",
        &["snap:-1", "snap:nan", "fatten:inf:1", "fatten:1:-1"],
    ),
    #[cfg(feature = "pairs")]
    (
        "pairs a.csv --count",
        "--distance",
        &["-1", "nan", "inf", "1e400", "x"],
    ),
];

fn prepare() -> Desk {
    let desk = Desk::new();
    fs::write(
        desk.path("a.csv"),
        "x,y,width,height\n0,0,2,2\n1,1,2,2\n9,9,1,1\n",
    )
    .unwrap();
    fs::write(desk.path("b.csv"), "x,y\n0,0\n1,1\n").unwrap();
    desk.succeed("index build a.csv -o a.index");
    desk
}

/// Runs a command that must fail, with a message that has the option.
#[track_caller]
fn refuse(desk: &Desk, command: &str, option: &str, value: &str) {
    let line = format!("{command} {option} {value}");
    let outcome = desk.run(&line);
    assert_eq!((outcome.code, outcome.out.as_str()), (2, ""), "{line}");
    let words = option.trim_start_matches("--");
    let names = [
        option,
        &words.replace('-', "_"),
        &format!("the {words}"),
        &format!("{words} "),
    ];
    let is_named = names.iter().any(|name| outcome.err.contains(*name));
    // These options are named by what they count.
    let is_told = matches!(option, "--dim" | "--memory" | "--frame");
    assert!(is_named || is_told, "{line}: {}", outcome.err);
    assert!(
        !outcome.err.contains("unexpected argument"),
        "{line}: {}",
        outcome.err
    );
    assert!(!outcome.err.contains("panicked"), "{line}: {}", outcome.err);
}

#[test]
fn whole_numbers_are_checked() {
    let desk = prepare();
    for (command, option, may_be_zero) in WHOLE {
        for value in BAD {
            refuse(&desk, command, option, value);
        }
        if *may_be_zero {
            desk.succeed(&format!("{command} {option} 0"));
        } else {
            refuse(&desk, command, option, "0");
        }
    }
}

#[test]
fn real_numbers_are_checked() {
    let desk = prepare();
    for (command, option, values) in REAL {
        for value in *values {
            refuse(&desk, command, option, value);
        }
    }
}

#[cfg(feature = "pairs")]
#[test]
fn messages_say_what_is_wrong_with_a_number() {
    let desk = prepare();
    for (arguments, message) in [
        ("--threads 0", "expected a whole number from 1 to"),
        (
            "--memory 99999999999999999999",
            "the number of bytes is too large",
        ),
        ("--memory 99999999T", "the number of bytes is too large"),
        ("--memory 4.5G", "expected a whole number of bytes"),
        ("--memory 0", "0 bytes of memory are too few"),
        ("--distance -1", "the distance -1 must be at least 0"),
    ] {
        let outcome = desk.run(&format!("pairs a.csv --count {arguments}"));
        assert!(
            outcome.err.contains(message),
            "{arguments}: {}",
            outcome.err
        );
    }
    // The folder of an interrupted run tells the option that differs.
    desk.run("pairs a.csv --count --limit 0");
    let refusal = desk.refusal("pairs a.csv --count --distance 2");
    assert!(
        refusal.contains("it says \"\", not \"distance 2\""),
        "{refusal}"
    );
}
