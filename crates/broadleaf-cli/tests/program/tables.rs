//! One file, one answer: every command reads the files of the corpus in the same way.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::desk::{Desk, Outcome};

fn corpus(folder: &str) -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../broadleaf-scenes/tests/corpus");
    tests.join(folder).canonicalize().unwrap()
}

/// All files of a folder and its folders.
#[cfg(feature = "pairs")]
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let inner = |path: PathBuf| match path.is_dir() {
        true => files(&path),
        false => vec![path.to_str().unwrap().to_owned()],
    };
    let all = paths.into_iter().flat_map(inner);
    all.filter(|path| !path.ends_with("expected.txt")).collect()
}

/// What two commands report about a file: the numbers of boxes and pairs, and what was skipped; or
/// the error message.
#[cfg(feature = "pairs")]
fn said(desk: &Desk, command: &str) -> Result<[Value; 4], String> {
    let Outcome { code, out, err } = desk.run(command);
    if code != 0 {
        assert_eq!((code, out.as_str()), (2, ""), "{command}: {err}");
        return Err(err.trim_end().lines().last().unwrap().to_owned());
    }
    let result: Value = serde_json::from_str(&out).unwrap();
    // Skipped input is reported on standard error, too.
    let skipped = result["skipped"].as_array().unwrap();
    assert_eq!(
        err.contains("passed over: "),
        !skipped.is_empty(),
        "{command}: {err}"
    );
    Ok(["boxes", "dim", "pairs", "skipped"].map(|key| result[key].clone()))
}

/// `run` and `pairs` have separate readers for files that are larger than memory.
#[cfg(feature = "pairs")]
#[test]
fn run_and_pairs_agree_on_every_file() {
    let desk = Desk::new();
    let mut read = 0;
    let all = files(&corpus("")).into_iter().enumerate();
    // All commands share the readers of other formats, so some files are enough.
    let some = all.filter(|(at, file)| file.contains("/tables/") || at % 5 == 0);
    for (_, file) in some {
        let ways = match file.contains("tables/missing") {
            true => &["", " --missing skip"][..],
            false => &[""],
        };
        for way in ways {
            let run = said(&desk, &format!("run {file}{way} --json"));
            let pairs = said(&desk, &format!("pairs {file}{way} --count --json"));
            assert_eq!(run, pairs, "{file}{way}");
            read += usize::from(run.is_ok());
        }
    }
    assert!(read > 60, "{read}");
}

/// Parquet files, folders of them and patterns are forms of one table.
#[cfg(feature = "pairs")]
#[test]
fn every_command_reads_parquet_alike() {
    let desk = Desk::new();
    let json = |command: &str| -> Value {
        // Unused columns are noted on standard error.
        let Outcome { code, out, err } = desk.run(command);
        assert_eq!(code, 0, "{command}: {err}");
        serde_json::from_str(&out).unwrap()
    };
    let corpus = corpus("../../../broadleaf-outofcore/tests/corpus");
    let inside = |folder: &str| {
        let entries = fs::read_dir(corpus.join(folder)).unwrap();
        let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths.retain(|path| !path.ends_with("expected.txt"));
        paths
    };
    let folders = inside("folders").into_iter();
    let patterns = [
        "folders/hive/*/0.parquet",
        "folders/hive/year=?/[0].parquet",
    ];
    let good = folders.chain(patterns.map(|pattern| corpus.join(pattern)));
    // The library's tests read every file in two ways; here some files are enough.
    let good = good.chain(inside("boxes").into_iter().step_by(6));
    for path in good {
        let file = path.display();
        let run = said(&desk, &format!("run {file} --json")).unwrap();
        assert_eq!(run[..3], [3.into(), 2.into(), Value::from(1)], "{file}");
        let pairs = said(&desk, &format!("pairs {file} --count --json"));
        assert_eq!(pairs.as_ref(), Ok(&run), "{file}");
        let found = json(&format!("query {file} --box 5,5,9,9 --json"));
        assert_eq!(found["found"][0]["id"], 2, "{file}");
        assert_eq!(json(&format!("stats {file} --json"))["boxes"], 3);
        let built = json(&format!("index build {file} -o a.index --json"));
        assert_eq!(built["boxes"], 3, "{file}");
    }
    for path in inside("bad").into_iter().step_by(2) {
        let file = path.display();
        let run = said(&desk, &format!("run {file} --json"));
        let pairs = said(&desk, &format!("pairs {file} --count --json"));
        assert_eq!((run.is_err(), &run), (true, &pairs), "{file}");
    }
    for path in inside("missing") {
        let file = path.display();
        let run = said(&desk, &format!("run {file} --missing skip --json"));
        let pairs = said(
            &desk,
            &format!("pairs {file} --missing skip --count --json"),
        );
        assert_eq!((run.is_ok(), &run), (true, &pairs), "{file}");
    }
}

#[test]
fn every_command_reads_the_same_boxes() {
    let desk = Desk::new();
    let table = corpus("tables").join("boxes/decimal-comma.csv");
    let file = table.to_str().unwrap();
    let commands = [
        format!("run {file}"),
        format!("broad-phase {file} --margin tight"),
        format!("stats {file}"),
        format!("draw {file} -o a.svg"),
        format!("draw {file} --broad-phase --margin tight -o a.svg"),
        format!("forces {file}"),
        format!("query {file} --box 0,0,9e9,9e9"),
    ];
    for command in commands {
        let Outcome { code, out, err } = desk.run(&format!("{command} --json"));
        assert_eq!(
            (code, err.contains("passed over: columns (1)")),
            (0, true),
            "{command}: {err}"
        );
        let result: Value = serde_json::from_str(&out).unwrap();
        let facts = ["boxes", "dim", "scalar"].map(|key| result[key].clone());
        let expected: [Value; 3] = [3.into(), 2.into(), "f64".into()];
        assert_eq!(facts, expected, "{command}");
        // Two of the boxes touch in the second decimal of five million.
        if let Some(pairs) = result["pairs"].as_u64() {
            assert_eq!(pairs, 1, "{command}");
        }
        if let Some(found) = result["found"].as_array() {
            let upper = serde_json::json!([500001.0, 5000000.2]);
            assert_eq!(found[0]["box"]["max"], upper);
        }
    }
    let built = desk
        .run(&format!("index build {file} -o a.index --json"))
        .out;
    let built: Value = serde_json::from_str(&built).unwrap();
    assert_eq!(
        (&built["boxes"], &built["scalar"]),
        (&3.into(), &"64-bit float".into())
    );
    let found = desk.json("index query a.index --box 500000,5000000.3,500001,5000000.4 --json");
    assert_eq!(found["found"].as_array().unwrap().len(), 1);
    // In f32 all boxes overlap, which is reported.
    let Outcome { out, err, .. } = desk.run(&format!("run {file} --scalar f32 --json"));
    let narrow: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (&narrow["pairs"], &narrow["scalar"]),
        (&3.into(), &"f32".into())
    );
    assert!(err.contains("rounded outward to f32"), "{err}");
}

#[test]
fn skipped_rows_keep_the_numbers_of_the_others() {
    let desk = Desk::new();
    let text = "xmin,ymin,xmax,ymax\n0,0,1,1\n,,,\n1,1,2,2\n";
    fs::write(desk.path("a.csv"), text).unwrap();
    fs::write(desk.path("names.txt"), "a\nb\nc\n").unwrap();
    for command in [
        "run a.csv",
        "query a.csv --point 1,1",
        "index build a.csv -o a.index",
    ] {
        let refusal = desk.refusal(command);
        assert!(
            refusal.starts_with("a.csv: line 3: there is no box"),
            "{refusal}"
        );
        assert!(refusal.contains("--missing skip"), "{refusal}");
    }
    let skipped = |command: &str| {
        let Outcome { code, out, err } = desk.run(&format!("{command} --missing skip"));
        assert_eq!(
            (code, err.as_str()),
            (0, "note: a.csv: passed over: rows without a box (1)\n")
        );
        out
    };
    skipped("run a.csv --check --events events.csv");
    let events = fs::read_to_string(desk.path("events.csv")).unwrap();
    assert_eq!(events, "frame,event,a,b\n0,begin,0,2\n");
    skipped("broad-phase a.csv --margin tight --check --events events.csv");
    assert_eq!(fs::read_to_string(desk.path("events.csv")).unwrap(), events);
    assert!(skipped("query a.csv --point 2,2").contains("2 "));
    skipped("draw a.csv --ids -o a.svg");
    let picture = fs::read_to_string(desk.path("a.svg")).unwrap();
    let text = |number: &str| picture.contains(&format!("\n{number}\n"));
    assert_eq!(["0", "1", "2"].map(text), [true, false, true], "{picture}");
    let refused = desk.run("broad-phase a.csv --missing skip --static 0").err;
    assert!(
        refused.contains("--static numbers all boxes from 0"),
        "{refused}"
    );
    skipped("forces a.csv --out forces.csv");
    let forces = fs::read_to_string(desk.path("forces.csv")).unwrap();
    assert!(forces.lines().nth(2).unwrap().starts_with("2,"), "{forces}");
    skipped("index build a.csv --data names.txt -o a.index");
    let found = desk.json("index query a.index --point 2,2 --json");
    assert_eq!(
        (&found["found"][0]["id"], &found["found"][0]["data"]),
        (&2.into(), &"c".into())
    );
}

#[test]
fn columns_are_named_in_every_command() {
    let desk = Desk::new();
    fs::write(desk.path("a.csv"), "a,b,c,d\n0,0,1,1\n1,1,2,2\n").unwrap();
    for command in [
        "run a.csv",
        "stats a.csv",
        "query a.csv --point 1,1",
        "broad-phase a.csv",
    ] {
        let refusal = desk.refusal(command);
        assert!(refusal.contains("there are a, b, c, d"), "{refusal}");
        assert!(refusal.contains("--boxes"), "{refusal}");
        desk.succeed(&format!("{command} --boxes a,b,c,d"));
        desk.succeed(&format!("{command} --columns a,b,c,d"));
    }
    desk.succeed("index build a.csv --boxes a,b,c,d -o a.index");
    let refusal = desk.refusal("index build a.index --boxes a,b,c,d -o b.index");
    assert!(refusal.contains("so --boxes does not apply"), "{refusal}");
    let refusal = desk.refusal("run built-in --missing skip");
    assert!(
        refusal.contains("no rows and columns for --missing"),
        "{refusal}"
    );
}

#[test]
fn a_row_over_the_antimeridian_pairs_once() {
    let desk = Desk::new();
    // One all the way round, two over the antimeridian, one in the middle.
    let rows = "-180,0,180,1\n170,0,-170,1\n175,0,-175,1\n0,0,1,1\n";
    fs::write(desk.path("a.csv"), format!("west,south,east,north\n{rows}")).unwrap();
    let refusal = desk.refusal("run a.csv");
    assert!(
        refusal.contains("line 3: min 170 is above max -170 on axis 0"),
        "{refusal}"
    );
    desk.succeed("run a.csv --longitude x --check --events events.csv");
    let events = fs::read_to_string(desk.path("events.csv")).unwrap();
    let pairs = ["0,1", "0,2", "0,3", "1,2"].map(|pair| format!("0,begin,{pair}\n"));
    assert_eq!(events, "frame,event,a,b\n".to_owned() + &pairs.concat());
    let found = desk.json("query a.csv --longitude x --point 0.5,0.5 --json");
    assert_eq!(found["found"].as_array().unwrap().len(), 2);
    // Both boxes of a row give one answer.
    let found = desk.json("query a.csv --longitude x --box -180,0,180,1 --json");
    assert_eq!(found["found"].as_array().unwrap().len(), 4);
    let refusal = desk.refusal("query a.csv --longitude x --nearest 0,0");
    assert!(refusal.contains("query --nearest needs one"), "{refusal}");
    let refusal = desk.refusal("broad-phase a.csv --longitude x");
    assert!(
        refusal.starts_with("--longitude is for run, query and pairs"),
        "{refusal}"
    );
    #[cfg(feature = "pairs")]
    {
        desk.succeed("pairs a.csv --longitude x -o pairs.csv");
        let text = fs::read_to_string(desk.path("pairs.csv")).unwrap();
        let mut lines: Vec<_> = text.lines().skip(1).collect();
        lines.sort_unstable();
        assert_eq!(lines, ["0,1", "0,2", "0,3", "1,2"]);
    }
}
