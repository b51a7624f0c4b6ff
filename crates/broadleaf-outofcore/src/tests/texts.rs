//! Ids that are texts.

use std::fs::{self, File};
use std::path::Path;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use tempfile::TempDir;

use super::files::{Values, write_parquet};
use super::journals::fail_halfway;
use crate::budget::Sizes;
use crate::input::Input;
use crate::job::{Answer, Job, Outcome};

/// Texts that CSV must quote, non-Latin texts, repeated ones, and texts like integers.
const TEXTS: [&str; 8] = [
    "7",
    "007",
    "a,b",
    "say \"a\"",
    "# no",
    "two\nlines",
    "ñandú",
    "a,b",
];

/// Boxes on a line, each with a text.
fn rows(count: usize, step: usize) -> Vec<(i32, String)> {
    let row = |i: usize| {
        let text = match i % 9 {
            8 => format!("id {i}"),
            kind => TEXTS[kind].to_owned(),
        };
        ((i * step % count) as i32, text)
    };
    (0..count).map(row).collect()
}

fn write(path: &Path, rows: &[(i32, String)], is_parquet: bool) -> Input {
    if is_parquet {
        let schema = "message boxes { required int32 x; required int32 y; required int32 width; \
                      required int32 height; optional binary name (UTF8); }";
        let numbers =
            |of: fn(i32) -> i32| Values::Int32(rows.iter().map(|(x, _)| Some(of(*x))).collect());
        let texts = rows.iter().map(|(_, text)| Some(text.clone().into_bytes()));
        let columns = [
            numbers(|x| x),
            numbers(|_| 0),
            numbers(|_| 1),
            numbers(|_| 1),
            Values::Bytes(texts.collect()),
        ];
        write_parquet(path, schema, &columns, 70);
    } else {
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        let lines = rows
            .iter()
            .map(|(x, text)| format!("{},{x},0,1,1\n", quoted(text)));
        let text = "name,x,y,width,height\n".to_owned() + &lines.collect::<String>();
        fs::write(path, text).unwrap();
    }
    Input {
        id: Some("name".to_owned()),
        ..Input::new(path)
    }
}

/// The texts of the pairs of rows, the earlier row first within one input; sorted.
fn expected(a: &[(i32, String)], b: Option<&[(i32, String)]>) -> Vec<[String; 2]> {
    let mut pairs = Vec::new();
    for (at, (x, text)) in a.iter().enumerate() {
        let others = b.unwrap_or(&a[at..]).iter();
        for (other_x, other) in others.skip(usize::from(b.is_none())) {
            if (x - other_x).abs() <= 1 {
                pairs.push([text.clone(), other.clone()]);
            }
        }
    }
    pairs.sort();
    pairs
}

/// The pairs of a file, sorted.
fn read(path: &Path, is_parquet: bool) -> Vec<[String; 2]> {
    let mut pairs: Vec<_> = if is_parquet {
        let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
        let rows = reader.get_row_iter(None).unwrap().map(|row| row.unwrap());
        rows.map(|row| [0, 1].map(|column| row.get_string(column).unwrap().clone()))
            .collect()
    } else {
        let text = fs::read_to_string(path).unwrap();
        fields(text.strip_prefix("a,b\n").unwrap())
    };
    pairs.sort();
    pairs
}

/// An independent reader of CSV with two columns.
fn fields(text: &str) -> Vec<[String; 2]> {
    let (mut all, mut field, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if is_quoted && characters.peek() == Some(&'"') => {
                field.extend(characters.next());
            }
            '"' => is_quoted = !is_quoted,
            ',' | '\n' if !is_quoted => all.push(std::mem::take(&mut field)),
            other => field.push(other),
        }
    }
    let (pairs, rest) = all.as_chunks::<2>();
    assert!(rest.is_empty() && field.is_empty());
    pairs.to_vec()
}

fn job(folder: &TempDir, first: Input, second: Option<Input>, out: &str) -> Job {
    let mut job = Job::new(first, folder.path().join("spill"));
    job.second = second;
    job.threads = 2;
    job.answer = Answer::Pairs(folder.path().join(out));
    job.sizes = Some(Sizes {
        tile: 50,
        block: 1000,
        giant_limit: 64,
    });
    job
}

#[test]
fn pairs_have_the_texts_of_their_rows() {
    let folder = TempDir::new().unwrap();
    let (a, b) = (rows(300, 7), rows(200, 11));
    for (from_parquet, to_parquet) in [(false, false), (false, true), (true, false), (true, true)] {
        let path = |name: &str| {
            folder.path().join(name).with_extension(match from_parquet {
                true => "parquet",
                false => "csv",
            })
        };
        let first = write(&path("a"), &a, from_parquet);
        let second = write(&path("b"), &b, from_parquet);
        let out = if to_parquet {
            "pairs.parquet"
        } else {
            "pairs.csv"
        };
        let run = |second: Option<Input>| {
            let is_self = second.is_none();
            let mut job = job(&folder, first.clone(), second, out);
            let outcome = job.run(&()).unwrap();
            let wanted = expected(&a, (!is_self).then_some(&b[..]));
            assert_eq!(read(&folder.path().join(out), to_parquet), wanted);
            // The hash is of row numbers.
            job.first.id = None;
            job.second = job.second.map(|input| Input { id: None, ..input });
            job.answer = Answer::Count;
            assert_eq!(job.run(&()).unwrap().sum, outcome.sum);
        };
        run(None);
        run(Some(second));
    }
}

#[test]
fn one_input_has_texts_and_the_other_one_integers() {
    let folder = TempDir::new().unwrap();
    let a = write(&folder.path().join("a.csv"), &rows(3, 1), false);
    let b = folder.path().join("b.csv");
    fs::write(&b, "x,y,name\n0,0,-5\n3,0,12\n").unwrap();
    let b = Input {
        id: Some("name".to_owned()),
        ..Input::new(b)
    };
    let pairs = |first: &Input, second: &Input| {
        let job = job(&folder, first.clone(), Some(second.clone()), "pairs.csv");
        job.run(&()).unwrap();
        fs::read_to_string(folder.path().join("pairs.csv")).unwrap()
    };
    assert_eq!(pairs(&a, &b), "a,b\n7,-5\n\"a,b\",12\n");
    assert_eq!(pairs(&b, &a), "a,b\n-5,7\n12,\"a,b\"\n");
}

#[test]
fn a_run_with_texts_goes_on_where_the_last_one_ended() {
    let folder = TempDir::new().unwrap();
    for is_parquet in [false, true] {
        let name = ["a.csv", "a.parquet"][usize::from(is_parquet)];
        let input = write(&folder.path().join(name), &rows(3000, 7919), is_parquet);
        let out = ["pairs.csv", "pairs.parquet"][usize::from(is_parquet)];
        let job = job(&folder, input, None, out);
        let run = || -> (Outcome, Vec<u8>) {
            let outcome = job.run(&()).unwrap();
            (outcome, fs::read(folder.path().join(out)).unwrap())
        };
        let (whole, bytes) = run();
        fail_halfway(&job);
        let (rest, again) = run();
        assert!(rest.finished_before > 5, "{rest:?}");
        assert_eq!((rest.sum, again == bytes), (whole.sum, true));
        // Texts of another run.
        fail_halfway(&job);
        let texts = job.spill.join("values-0-0");
        fs::write(&texts, b"short").unwrap();
        let refusal = job.run(&()).unwrap_err().to_string();
        assert!(
            refusal.contains("values-0-0: the contents are not those of this run"),
            "{refusal}"
        );
        fs::remove_dir_all(&job.spill).unwrap();
    }
}

/// Texts that are larger than the memory are looked up batch by batch.
#[test]
fn texts_are_larger_than_the_memory() {
    let folder = TempDir::new().unwrap();
    let rows: Vec<_> = (0..24)
        .map(|i| (i, i.to_string().repeat(1 << 19)))
        .collect();
    for is_parquet in [false, true] {
        let name = ["a.csv", "a.parquet"][usize::from(is_parquet)];
        let input = write(&folder.path().join(name), &rows, is_parquet);
        let out = ["pairs.csv", "pairs.parquet"][usize::from(is_parquet)];
        let mut job = job(&folder, input, None, out);
        job.memory = 16 << 20;
        assert_eq!(job.run(&()).unwrap().sum.pairs, 23);
        assert!(read(&folder.path().join(out), is_parquet) == expected(&rows, None));
    }
}

#[test]
fn a_missing_id_is_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.csv");
    let input = Input {
        id: Some("name".to_owned()),
        ..Input::new(&path)
    };
    let mut job = job(&folder, input, None, "pairs.csv");
    let refusal = |job: &Job| job.run(&()).unwrap_err().to_string();
    fs::write(&path, "name,x,y\na,0,0\n,1,1\n").unwrap();
    assert!(refusal(&job).ends_with("a.csv: line 3: the id is missing"));
    fs::write(&path, b"name,x,y\na,0,0\n\xff,1,1\n").unwrap();
    assert!(refusal(&job).contains("line 3: the id \"\u{fffd}\" is not UTF-8"));
    // A row without a box needs no id.
    fs::write(&path, "name,x,y\na,0,0\n,,\nb,0,0\n").unwrap();
    job.first.options.missing = broadleaf_scenes::Missing::Skip;
    job.run(&()).unwrap();
    let text = fs::read_to_string(folder.path().join("pairs.csv")).unwrap();
    assert_eq!(text, "a,b\na,b\n");

    let schema = "message boxes { required int32 x; required int32 y; optional binary name; }";
    let numbers = || Values::Int32(vec![Some(0); 2]);
    for (id, message) in [
        (None, "row 1: the id is missing"),
        (
            Some(vec![0xff]),
            "row 1: the id is not a text: it is not UTF-8",
        ),
    ] {
        job.first.path = folder.path().join("a.parquet");
        let texts = Values::Bytes(vec![Some(b"a".to_vec()), id]);
        write_parquet(&job.first.path, schema, &[numbers(), numbers(), texts], 9);
        assert!(refusal(&job).ends_with(message));
    }
}
