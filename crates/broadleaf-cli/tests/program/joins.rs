//! `broadleaf pairs` as a join of tables.

use std::fs;

use crate::desk::Desk;

/// Three desks on two floors, and a desk without a place; two rooms.
fn prepare() -> Desk {
    let desk = Desk::new();
    let desks =
        "who,floor,xmin,ymin,xmax,ymax\nAnn,1,0,0,2,2\nBo,1,5,5,6,6\nCy,2,1,1,2,2\nDi,2,,,,\n";
    fs::write(desk.path("desks.csv"), desks).unwrap();
    let rooms = "room;floor;xmin;ymin;xmax;ymax\nA;1;0;0;4;4\nB;2;2;2;9;9\n";
    fs::write(desk.path("rooms.csv"), rooms).unwrap();
    desk
}

/// The output of a join of desks and rooms, with sorted rows.
fn joined(desk: &Desk, options: &str) -> String {
    let ids = "--missing skip --id who --id-b room -o out.csv";
    let outcome = desk.run(&format!("pairs desks.csv rooms.csv {ids} {options}"));
    assert_eq!(outcome.code, 0, "{options}: {}", outcome.err);
    let text = fs::read_to_string(desk.path("out.csv")).unwrap();
    let (header, rows) = text.split_once('\n').unwrap();
    let mut rows: Vec<_> = rows.lines().map(|row| format!("{row}\n")).collect();
    rows.sort_unstable();
    format!("{header}\n{}", rows.concat())
}

#[test]
fn rows_without_a_partner_are_kept_on_demand() {
    let desk = prepare();
    let pairs = "a,b\nAnn,A\nAnn,B\nBo,B\nCy,A\nCy,B\n";
    assert_eq!(joined(&desk, ""), pairs);
    assert_eq!(joined(&desk, "--how left"), format!("{pairs}Di,\n"));
    assert_eq!(joined(&desk, "--how semi"), "a\nAnn\nBo\nCy\n");
    assert_eq!(joined(&desk, "--how anti"), "a\nDi\n");
    let touching = "a,b\nAnn,A\nBo,B\nCy,A\n";
    assert_eq!(joined(&desk, "--half-open"), touching);
    let alone = desk.run("pairs desks.csv --missing skip --how anti --count --json");
    assert!(alone.out.contains("\"rows\": 2"), "{}", alone.out);
}

#[test]
fn keys_distances_and_columns_are_options() {
    let desk = prepare();
    assert_eq!(joined(&desk, "--by floor"), "a,b\nAnn,A\nCy,B\n");
    let near = "a,b\nAnn,A\nBo,A\nCy,B\n";
    assert_eq!(joined(&desk, "--by floor --distance 1.5"), near);
    assert_eq!(
        joined(&desk, "--by floor --distance 1.4"),
        "a,b\nAnn,A\nCy,B\n"
    );
    let kept = joined(
        &desk,
        "--by floor --keep floor,xmax --keep-b floor --how left",
    );
    let lines: Vec<_> = kept.lines().collect();
    assert_eq!(lines[0], "a,a_floor,a_xmax,b,b_floor");
    assert_eq!(
        lines[1..],
        ["Ann,1,2,A,1", "Bo,1,6,,", "Cy,2,2,B,2", "Di,2,,,"]
    );
    // The columns of a join are those of a table.
    let outcome = desk.run(
        "pairs desks.csv rooms.csv --missing skip --id who --keep floor,xmin,ymin -o out.parquet",
    );
    assert_eq!(outcome.code, 0, "{}", outcome.err);
    let again = desk.run("pairs out.parquet --boxes b,b,b,b --id a --keep a_floor -o out.csv");
    assert_eq!(again.code, 0, "{}", again.err);
    let text = fs::read_to_string(desk.path("out.csv")).unwrap();
    assert!(text.starts_with("a,a_a_floor,b,b_a_floor\n"), "{text}");
    let ways = ["Ann,1,Cy,2\n", "Cy,2,Ann,1\n"];
    assert!(ways.iter().any(|way| text.contains(way)), "{text}");
}

#[test]
fn several_files_are_one_side() {
    let desk = prepare();
    let parts = ["Ann", "Cy"].map(|name| {
        let name = name.to_lowercase();
        let arguments =
            format!("pairs desks.csv rooms.csv --missing skip --id who -o {name}.parquet");
        assert_eq!(desk.run(&arguments).code, 0);
        format!("{name}.parquet")
    });
    let boxes = "--boxes b,b,b,b --id a";
    let count = |files: &str| {
        let outcome = desk.run(&format!("pairs {files} {boxes} --count --json"));
        assert_eq!(outcome.code, 0, "{}", outcome.err);
        serde_json::from_str::<serde_json::Value>(&outcome.out).unwrap()["boxes"].clone()
    };
    assert_eq!(count(&parts[0]), 5);
    assert_eq!(count(&format!("{} --also {}", parts[0], parts[1])), 10);
    let refusal = desk.refusal("pairs desks.csv --also rooms.csv --count");
    assert_eq!(
        refusal,
        "desks.csv: several files, or a pattern, must be Parquet files only: name one file"
    );
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let desk = prepare();
    for arguments in [
        "--distance 1 --half-open",
        "--distance 1 --longitude x",
        "--by-b floor",
        "--keep who",
    ] {
        let outcome = desk.run(&format!("pairs desks.csv rooms.csv --count {arguments}"));
        assert_eq!(outcome.code, 2, "{arguments}");
    }
    for (arguments, message) in [
        ("--how left", "a left join needs a second input"),
        (
            "--by floor --distance -1",
            "the distance -1 must be at least 0, and less than infinity",
        ),
        (
            "--by desk",
            "desks.csv: there is no column desk: there are who, floor, ",
        ),
    ] {
        let refusal = desk.refusal(&format!(
            "pairs desks.csv --missing skip --count {arguments}"
        ));
        assert!(refusal.starts_with(message), "{refusal}");
    }
}
