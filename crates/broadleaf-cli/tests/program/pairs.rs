//! `broadleaf pairs`.

use std::fs;

use crate::desk::Desk;

/// A row of boxes, each of which touches the next one.
fn write_row(desk: &Desk, boxes: u32) {
    let rows = (0..boxes).map(|i| format!("{i},0,{},1\n", i + 1));
    let text = "min_x,min_y,max_x,max_y\n".to_owned() + &rows.collect::<String>();
    fs::write(desk.path("row.csv"), text).unwrap();
}

#[test]
fn pairs_of_every_format_agree() {
    let desk = Desk::new();
    desk.succeed("scene uniform -n 20000 --dim 2 -o a.aabbs");
    let run = desk.json("run a.aabbs --json");
    let found = desk.json("pairs a.aabbs -o pairs.parquet --memory 16M --threads 2 --json");
    assert_eq!(found["pairs"], run["pairs"]);
    assert!(found["tiles"].as_u64().unwrap() > 3, "{found}");
    let again = desk.json("pairs a.aabbs --count --memory 1G --json");
    assert_eq!(
        (&again["hash"], &again["tiles"]),
        (&found["hash"], &1.into())
    );
    let written = desk.json("pairs a.aabbs -o pairs.csv --json");
    assert_eq!(written["hash"], found["hash"]);
    let lines = fs::read_to_string(desk.path("pairs.csv")).unwrap();
    assert_eq!(
        lines.lines().count() as u64 - 1,
        found["pairs"].as_u64().unwrap()
    );
    assert!(desk.path("pairs.parquet").metadata().unwrap().len() > 10_000);
    // No other file is left.
    let left = fs::read_dir(desk.path(".")).unwrap().count();
    assert_eq!(left, 3);
}

#[test]
fn boxes_that_only_touch_are_left_out() {
    let desk = Desk::new();
    write_row(&desk, 1_000);
    let closed = desk.json("pairs row.csv --count --json");
    assert_eq!(
        (&closed["pairs"], &closed["interiors"]),
        (&999.into(), &false.into())
    );
    let interiors = desk.json("pairs row.csv --interiors --count --json");
    assert_eq!(
        (&interiors["pairs"], &interiors["interiors"]),
        (&0.into(), &true.into())
    );
    fs::write(
        desk.path("window.csv"),
        "min_x,min_y,max_x,max_y\n2,0,4,1\n",
    )
    .unwrap();
    desk.succeed("pairs row.csv window.csv --interiors -o pairs.csv");
    assert_eq!(
        fs::read_to_string(desk.path("pairs.csv")).unwrap(),
        "a,b\n2,0\n3,0\n"
    );
}

#[test]
fn columns_and_ids_have_names() {
    let desk = Desk::new();
    let text = "n,w,s,e,n\n-5,0,0,1,1\n9223372036854775807,1,1,2,2\n".replacen("n,", "id,", 1);
    fs::write(desk.path("a.csv"), text).unwrap();
    fs::write(desk.path("b.csv"), "x,y\n1,1\n5,5\n").unwrap();
    desk.succeed("pairs a.csv -o pairs.csv --boxes w,s,e,n --id id");
    let pairs = |name: &str| fs::read_to_string(desk.path(name)).unwrap();
    assert_eq!(pairs("pairs.csv"), "a,b\n-5,9223372036854775807\n");
    desk.succeed("pairs b.csv a.csv -o both.csv --boxes-b w,s,e,n --id-b id");
    assert_eq!(pairs("both.csv"), "a,b\n0,-5\n0,9223372036854775807\n");
}

/// Files of the corpus of other libraries, and a table of text with the same ids.
#[test]
fn ids_are_texts() {
    let desk = Desk::new();
    let crates = env!("CARGO_MANIFEST_DIR");
    let corpus = format!("{crates}/../broadleaf-outofcore/tests/corpus/ids");
    let text = "id;x;y;width;height\nway/7;0;0;2;2\n\"Zoë, 2\";1;1;2;2\n1;5;5;1;1\n";
    fs::write(desk.path("a.csv"), text).unwrap();
    let pairs = |arguments: &str| {
        // Unused columns are noted on standard error.
        assert_eq!(desk.run(&format!("pairs {arguments}")).code, 0);
        fs::read_to_string(desk.path("pairs.csv")).unwrap()
    };
    let within = "a,b\nway/7,\"Zoë, 2\"\n";
    assert_eq!(pairs("a.csv --id id -o pairs.csv"), within);
    for name in ["string", "large-string", "string-view", "dictionary"] {
        let file = format!("{corpus}/{name}.parquet");
        assert_eq!(pairs(&format!("{file} --id id -o pairs.csv")), within);
        let both = pairs(&format!("{file} a.csv --id-b id -o pairs.csv"));
        let mut lines: Vec<_> = both.lines().collect();
        lines.sort_unstable();
        let zoe = ["0,\"Zoë, 2\"", "1,\"Zoë, 2\""];
        assert_eq!(lines, [zoe[0], "0,way/7", zoe[1], "1,way/7", "2,1", "a,b"]);
        // The output is a table, too: column a serves as boxes, the texts of column b as ids.
        desk.run(&format!("pairs {file} a.csv --id-b id -o texts.parquet"));
        let again = pairs("texts.parquet --boxes a,a,a,a --id b -o pairs.csv");
        assert_eq!(again.matches("Zoë").count(), 2, "{again}");
    }
    let hash = |id: &str| {
        let out = desk.run(&format!("pairs a.csv {id} --count --json")).out;
        out.split("hash").nth(1).map(|rest| rest[..22].to_owned())
    };
    assert_eq!(hash("--id id"), hash(""));
    fs::write(desk.path("missing.csv"), "id,x,y\nA,0,0\n,0,0\n").unwrap();
    let refusal = desk.refusal("pairs missing.csv --id id --missing skip -o pairs.csv");
    assert_eq!(refusal, "missing.csv: line 3: the id is missing");
}

#[test]
fn wrong_input_is_refused_in_one_line() {
    let desk = Desk::new();
    write_row(&desk, 10);
    fs::write(
        desk.path("bad.csv"),
        "min_x,min_y,max_x,max_y\n0,0,1,1\n2,0,1,1\n",
    )
    .unwrap();
    fs::write(desk.path("text.csv"), "x,y\n1,one\n").unwrap();
    fs::write(desk.path("names.csv"), "a,b\n1,2\n").unwrap();
    fs::write(desk.path("no.parquet"), "PAR1 and nothing else, PAR1").unwrap();
    desk.succeed("scene uniform -n 10 --dim 3 -o solid.aabbs");
    desk.succeed("scene uniform -n 10 --dim 2 --frames 2 -o frames.aabbs");
    for (arguments, message) in [
        ("no.csv", "no.csv: No such file or directory (os error 2)"),
        ("bad.csv", "bad.csv: line 3: min 2 is above max 1 on axis 0"),
        (
            "text.csv",
            "text.csv: line 2: column y: \"one\" is not a number",
        ),
        ("names.csv", "names.csv: no names of boxes, such as "),
        (
            "row.csv --id name",
            "row.csv: there is no column name: there are min_x, ",
        ),
        (
            "row.csv --boxes x,y",
            "row.csv: there is no column x: there are min_x, ",
        ),
        ("no.parquet", "no.parquet: "),
        (
            "row.csv solid.aabbs",
            "the first input has boxes in 2D, the second one in 3D",
        ),
        ("frames.aabbs", "frames.aabbs: expected one frame, not 2"),
        (
            "solid.aabbs --id a",
            "solid.aabbs: an .aabbs file has no columns to choose from",
        ),
        (
            "row.csv --memory 1M",
            "1048576 bytes of memory are too few: at least 16M are needed",
        ),
        (
            "row.csv --limit 5",
            "there are more than 5 pairs, the limit: count them first, or raise it",
        ),
    ] {
        let refusal = desk.refusal(&format!("pairs {arguments} --count"));
        assert!(refusal.starts_with(message), "{arguments}: {refusal}");
    }
    fs::remove_dir_all(desk.path("broadleaf-pairs.spill")).unwrap();
    for (arguments, message) in [
        (
            "-o pairs.txt",
            "pairs.txt: a file of pairs ends in .parquet or .csv",
        ),
        (
            "-o ./row.csv",
            "row.csv: the output ./row.csv would be written over this input",
        ),
        (
            "-o no/such/pairs.csv",
            "no/such/pairs.csv.unfinished: No such file or directory",
        ),
        ("-o pairs.csv --spill row.csv", "row.csv: "),
        (
            "-o pairs.csv --spill .",
            ".: the folder for spilled boxes contains ",
        ),
    ] {
        let refusal = desk.refusal(&format!("pairs row.csv {arguments}"));
        assert!(refusal.starts_with(message), "{arguments}: {refusal}");
    }
    for arguments in [
        "",
        "--count -o a.csv",
        "--count --memory lots",
        "--count --id-b a",
    ] {
        assert_eq!(
            desk.run(&format!("pairs row.csv {arguments}")).code,
            2,
            "{arguments}"
        );
    }
}

/// A run that stops at the limit can be resumed with a higher one.
#[test]
fn a_limit_says_what_to_do() {
    let desk = Desk::new();
    write_row(&desk, 30_000);
    let refusal = desk.refusal("pairs row.csv -o pairs.csv --memory 16M --limit 20000");
    assert_eq!(
        refusal,
        "there are more than 20000 pairs, the limit: count them first, or raise it with --limit; \
         finished work is kept in pairs.csv.spill, and the same command resumes it"
    );
    let found = desk.json("pairs row.csv -o pairs.csv --memory 16M --json");
    assert_eq!(found["pairs"], 29_999);
    assert!(
        found["tiles_finished_before"].as_u64().unwrap() > 0,
        "{found}"
    );
}

/// The disk is full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let desk = Desk::new();
    write_row(&desk, 30_000);
    fs::create_dir(desk.path("full")).unwrap();
    std::os::unix::fs::symlink("/dev/full", desk.path("full/boxes")).unwrap();
    let refusal = desk.refusal("pairs row.csv --count --spill full");
    assert_eq!(refusal, "full/boxes: No space left on device (os error 28)");
    assert!(!desk.path("full").exists(), "nothing is left to resume");
    assert_eq!(
        desk.json("pairs row.csv --count --spill full --json")["pairs"],
        29_999
    );
}
