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
    let refusal = desk.refusal("pairs desks.csv --also ann.parquet --count");
    assert_eq!(
        refusal,
        "ann.parquet: several files, or a pattern, must be Parquet files only, or .csv and .tsv \
         only"
    );
}

#[test]
fn several_text_tables_are_one_side() {
    let desk = prepare();
    let header = "who,xmin,ymin,xmax,ymax\n";
    let rows: Vec<_> = (0..30)
        .map(|i| format!("d{i},{i},0,{},1\n", i + 2))
        .collect();
    fs::write(desk.path("whole.csv"), header.to_owned() + &rows.concat()).unwrap();
    fs::create_dir_all(desk.path("parts/deep")).unwrap();
    let tabs = |text: String| text.replace(',', "\t");
    for (name, text) in [
        ("a.csv", header.to_owned() + &rows[..10].concat()),
        ("b.csv", header.to_owned()),
        ("b.tsv", tabs(header.to_owned() + &rows[10..25].concat())),
        // Other columns, and another order.
        ("deep/c.csv", {
            let rows = rows[25..].iter().map(|row| format!("1,{row}"));
            format!("note,{header}{}", rows.collect::<String>())
        }),
        ("notes.txt", String::new()),
    ] {
        fs::write(desk.path(&format!("parts/{name}")), text).unwrap();
    }
    let pairs = |files: &str, options: &str| {
        let line = format!("pairs {files} {options} -o out.csv");
        let outcome = desk.run(&line);
        assert_eq!(outcome.code, 0, "{line}: {}", outcome.err);
        fs::read_to_string(desk.path("out.csv")).unwrap()
    };
    let also = "parts/a.csv --also parts/b.csv --also parts/b.tsv --also parts/deep";
    for options in [
        "",
        "--id who",
        "--id who --keep xmin",
        "--id who --how semi",
    ] {
        let whole = pairs("whole.csv", options);
        assert!(whole.lines().count() >= 30, "{whole}");
        for files in ["parts", also] {
            assert_eq!(pairs(files, options), whole, "{files} {options}");
        }
        let both = pairs("whole.csv whole.csv", options);
        assert_eq!(pairs("whole.csv parts", options), both, "{options}");
    }
    let run = desk.run("run parts --check --json");
    assert!(run.out.contains("\"boxes\": 30"), "{}", run.err);
    assert!(
        run.err.contains("files that are not .csv or .tsv"),
        "{}",
        run.err
    );
    // Unused columns count once: who and, in one file, note.
    let columns = |files: &str| {
        let found = desk.run(&format!("pairs {files} --count --json"));
        let found: serde_json::Value = serde_json::from_str(&found.out).unwrap();
        let mut skipped = found["skipped"].as_array().unwrap().iter();
        let columns = skipped.find(|kind| kind["what"] == "columns").unwrap();
        columns["count"].clone()
    };
    for (files, count) in [("parts", 2), ("parts/a.csv --also parts/b.csv", 1)] {
        assert_eq!(columns(files), count, "{files}");
    }
    for way in ["a", "b"] {
        let line = format!("pairs whole.csv parts --keep who --keep-b xmin -o {way}.parquet");
        assert_eq!(desk.run(&line).code, 0);
    }
    assert_eq!(columns("a.parquet --also b.parquet --boxes a,b,a,b"), 2);
    for out in ["parts/a.csv", "parts/deep/../b.tsv", "parts/deep/c.csv"] {
        let before = fs::read(desk.path(out)).unwrap();
        let refusal = desk.refusal(&format!("pairs whole.csv parts -o {out} --spill spill"));
        let message = format!("parts: the output {out} lies in this folder of the input");
        assert_eq!(refusal, message);
        assert_eq!(fs::read(desk.path(out)).unwrap(), before);
    }
    // A bad line is named with its own file.
    fs::write(
        desk.path("bad.csv"),
        format!("{header}x,0,0,1,1\ny,0,0,one,1\n"),
    )
    .unwrap();
    fs::write(
        desk.path("other.csv"),
        "who,west,south,east,north\nx,0,0,1,1\n",
    )
    .unwrap();
    for (arguments, message) in [
        (
            "--also bad.csv",
            "bad.csv: line 3: column xmax: \"one\" is not a number",
        ),
        (
            "--also other.csv",
            "other.csv: the boxes are west, south, east, north, in the first file xmin, ymin, xmax, \
             ymax",
        ),
        (
            "--also rooms.csv --id who",
            "rooms.csv: there is no column who",
        ),
        (
            "--also parts/notes.txt",
            "parts/notes.txt: several files, or a pattern, must be",
        ),
    ] {
        let refusal = desk.refusal(&format!("pairs whole.csv --count {arguments}"));
        assert!(refusal.starts_with(message), "{refusal}");
    }
}

#[test]
fn a_pattern_reads_each_file_once() {
    let desk = Desk::new();
    for (at, file) in ["a/p.csv", "a/b/q.csv", "s.csv/part-0.csv", "t.csv"]
        .into_iter()
        .enumerate()
    {
        let path = desk.path(&format!("data/{file}"));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let x = 10 * at;
        fs::write(path, format!("xmin,ymin,xmax,ymax\n{x},0,{x},1\n")).unwrap();
    }
    fs::write(desk.path("data/a/b/notes.txt"), "").unwrap();
    for pattern in ["data", "data/*", "data/**/*", "data/**/**/*.csv"] {
        let found = desk.run(&format!("pairs {pattern} --count --json"));
        let found: serde_json::Value = serde_json::from_str(&found.out).unwrap();
        assert_eq!([&found["boxes"], &found["pairs"]], [4, 0], "{pattern}");
        let skipped = found["skipped"].as_array().unwrap();
        let counts: Vec<_> = skipped.iter().map(|kind| kind["count"].clone()).collect();
        assert!(counts.is_empty() || counts == [1], "{pattern}: {skipped:?}");
    }
}

#[test]
fn two_unknown_columns_are_not_guessed() {
    let desk = Desk::new();
    let rows = [(0, 10), (5, 20), (10, 10), (21, 30), (20, 20)];
    let text: String = rows.iter().map(|(a, b)| format!("{a},{b}\n")).collect();
    fs::write(desk.path("t.csv"), format!("a,b\n{text}")).unwrap();
    let count = |is_pair: &dyn Fn((i32, i32), (i32, i32)) -> bool| {
        let pairs = rows.iter().enumerate().flat_map(|(at, one)| {
            let others = rows[at + 1..].iter();
            others.filter(move |other| is_pair(*one, **other))
        });
        pairs.count()
    };
    let points = count(&|one, other| one == other);
    let intervals = count(&|one, other| one.0 <= other.1 && other.0 <= one.1);
    assert_ne!(points, intervals);
    let both = desk
        .run("pairs t.csv t.csv --boxes x=a,y=b --boxes-b x=a,y=b -o t.parquet --id a --id-b b");
    assert_eq!(both.code, 0, "{}", both.err);
    fs::create_dir(desk.path("folder")).unwrap();
    fs::copy(desk.path("t.csv"), desk.path("folder/t.csv")).unwrap();
    for file in ["t.csv", "t.parquet", "folder"] {
        for (command, reads_intervals) in [
            ("pairs FILE --count", true),
            ("run FILE", false),
            ("index build FILE -o t.index", false),
            ("index build FILE -o t.index --id a", false),
        ] {
            let command = command.replace("FILE", file);
            let refusal = desk.refusal(&format!("{command} --boxes a,b"));
            assert!(refusal.contains("x=a,y=b for points"), "{refusal}");
            let has_intervals = refusal.contains("start=a,end=b for intervals");
            assert_eq!(has_intervals, reads_intervals, "{command}: {refusal}");
            if !reads_intervals {
                let refusal = desk.refusal(&format!("{command} --boxes start=a,end=b"));
                assert!(refusal.contains("the boxes have one axis"), "{refusal}");
            }
        }
    }
    for (boxes, dim, pairs) in [("x=a,y=b", 2, points), ("start=a,end=b", 1, intervals)] {
        let found = desk.json(&format!("pairs t.csv --boxes {boxes} --count --json"));
        assert_eq!(
            (&found["dim"], &found["pairs"]),
            (&dim.into(), &pairs.into())
        );
        let found = desk.run(&format!("pairs t.parquet --boxes {boxes} --count --json"));
        let found: serde_json::Value = serde_json::from_str(&found.out).unwrap();
        assert_eq!(
            (&found["dim"], &found["pairs"]),
            (&dim.into(), &pairs.into())
        );
    }
    for file in ["t.csv", "t.parquet"] {
        let one = desk.run(&format!("pairs {file} --boxes x=a --count --json"));
        assert!(one.out.contains("\"dim\": 1"), "{}", one.err);
    }
    desk.succeed("run t.csv --boxes x=a,y=b --check");
}

#[test]
fn rows_are_kept_beside_a_file_without_boxes() {
    let desk = prepare();
    let header = "room,floor,xmin,ymin,xmax,ymax\n";
    for rows in ["", "C,1,,,,\nD,2,NA,,,\n"] {
        fs::write(desk.path("rooms.csv"), format!("{header}{rows}")).unwrap();
        let all = "a,b\nAnn,\nBo,\nCy,\nDi,\n";
        assert_eq!(joined(&desk, "--how left"), all);
        assert_eq!(joined(&desk, "--how anti"), "a\nAnn\nBo\nCy\nDi\n");
        assert_eq!(joined(&desk, "--how semi"), "a\n");
        let refusal = desk.refusal("pairs desks.csv rooms.csv --missing skip --count");
        assert!(
            refusal.starts_with("rooms.csv: the file has no boxes"),
            "{refusal}"
        );
    }
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
