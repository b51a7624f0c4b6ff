//! Every file and folder of `tests/corpus`, which another library (pyarrow) wrote.
//!
//! `boxes` and `folders` hold the same table in different forms; in `missing`, the row in the
//! middle has no box; `ids` has texts as ids; the files in `bad` are rejected.

use std::fs;
use std::path::{Path, PathBuf};

use broadleaf_outofcore::{Answer, Input, Job, read_boxes};
use broadleaf_scenes::{FileBoxes, Missing, ReadOptions};
use tempfile::TempDir;

fn all(folder: &str) -> Vec<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let entries = fs::read_dir(corpus.join(folder)).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| !path.ends_with("expected.txt"));
    paths.sort();
    assert!(paths.len() >= 3);
    paths
}

/// The row and the corners of a box.
type RowBox = (u32, [f64; 4]);

/// The rows and the corners of all boxes, and the number of pairs that a join finds.
fn read(path: &Path, missing: Missing) -> Result<(Vec<RowBox>, u64), String> {
    let input = Input {
        options: ReadOptions::default().with_missing(missing),
        ..Input::new(path)
    };
    let folder = TempDir::new().unwrap();
    let mut job = Job::new(input.clone(), folder.path().join("spill"));
    job.answer = Answer::Count;
    let joined = job.run(&()).map_err(|error| error.to_string());
    let boxes = read_boxes(&input).map_err(|error| error.to_string());
    if let (Err(joined), Err(read)) = (&joined, &boxes) {
        assert_eq!(joined, read, "both report the same problem");
    }
    let (joined, FileBoxes::Flat(rows)) = (joined?, boxes?) else {
        panic!("{}: three axes", path.display());
    };
    let boxes = rows.boxes().iter();
    let corners = boxes.map(|aabb| {
        let ([a, b], [c, d]) = (aabb.min(), aabb.max());
        [a, b, c, d]
    });
    let rows = rows.numbers().iter().copied().zip(corners).collect();
    Ok((rows, joined.sum.pairs))
}

#[test]
fn every_form_of_a_table_has_the_same_boxes() {
    let boxes = [
        (0, [0.0, 0.0, 2.0, 2.0]),
        (1, [1.0, 1.0, 3.0, 3.0]),
        (2, [5.0, 5.0, 6.0, 6.0]),
    ];
    for path in [all("boxes"), all("folders")].concat() {
        let found = read(&path, Missing::Error);
        assert_eq!(found, Ok((boxes.to_vec(), 1)), "{}", path.display());
    }
}

#[test]
fn every_form_of_texts_is_an_id() {
    let folder = TempDir::new().unwrap();
    let out = folder.path().join("pairs.csv");
    for path in all("ids") {
        let input = Input {
            id: Some("id".to_owned()),
            ..Input::new(&path)
        };
        let mut job = Job::new(input, folder.path().join("spill"));
        job.answer = Answer::Pairs(out.clone());
        job.run(&()).unwrap();
        let text = fs::read_to_string(&out).unwrap();
        assert_eq!(text, "a,b\nway/7,\"Zoë, 2\"\n", "{}", path.display());
    }
}

#[test]
fn rows_without_a_box_are_refused_or_skipped() {
    let boxes = [(0, [0.0, 0.0, 2.0, 2.0]), (2, [1.0, 1.0, 3.0, 3.0])];
    for path in all("missing") {
        let found = read(&path, Missing::Skip);
        assert_eq!(found, Ok((boxes.to_vec(), 1)), "{}", path.display());
        let message = read(&path, Missing::Error).unwrap_err();
        assert!(message.contains("row 1: there is no box"), "{message}");
    }
}

#[test]
fn bad_files_are_refused_in_one_line() {
    let mut messages = String::new();
    for path in all("bad") {
        let message = read(&path, Missing::Error).unwrap_err();
        let folder = format!("{}/", path.parent().unwrap().display());
        let message = message.replace(&folder, "");
        assert_eq!(message.lines().count(), 1, "{message}");
        messages += &message;
        messages += "\n";
    }
    let expected = all("bad")[0].with_file_name("expected.txt");
    if std::env::var_os("BROADLEAF_BLESS").is_some() {
        fs::write(&expected, &messages).unwrap();
    }
    assert_eq!(messages, fs::read_to_string(expected).unwrap());
}
