//! Every file of `tests/corpus` is read as `tests/corpus/expected.txt` describes.
//!
//! The files are small, and each shows one feature of real files; those in folders `bad` are
//! rejected. The boxes were compared with those of other libraries. To add a file, run this test:
//! it prints the lines that `expected.txt` lacks.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use broadleaf::Aabb;
use broadleaf_scenes::{FileBoxes, Mesh, Missing, ReadOptions, Rows, Scene};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

/// The folders of this test; other tests read tables in several ways.
const FOLDERS: [&str; 5] = ["geojson", "obj", "other", "ply", "stl"];

/// All files of a folder and its folders, by name.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let inner = |path: PathBuf| match path.is_dir() {
        true => files(&path),
        false => vec![path],
    };
    paths.into_iter().flat_map(inner).collect()
}

fn all_files() -> Vec<PathBuf> {
    let folders = FOLDERS.map(|folder| files(&corpus().join(folder)));
    folders.into_iter().flatten().collect()
}

fn name(path: &Path) -> String {
    let name = path.strip_prefix(corpus()).unwrap().to_str().unwrap();
    name.replace('\\', "/")
}

/// Options that change the boxes of a file.
fn ways(path: &Path) -> Vec<(&'static str, ReadOptions)> {
    let plain = ReadOptions::default();
    let mut ways = vec![("", plain)];
    if FileBoxes::open(path, &plain)
        .is_err_and(|error| error.to_string().contains("--missing skip"))
    {
        ways.push((" missing=skip", plain.with_missing(Missing::Skip)));
    }
    if ["geojson/antimeridian.geojson", "geojson/past-180.geojson"].contains(&&*name(path)) {
        ways.push((" longitude=x", plain.with_longitude(0)));
    }
    ways
}

/// The result of reading a file, for a human and for comparison.
fn describe(path: &Path, options: &ReadOptions) -> String {
    let result = FileBoxes::open(path, options);
    let bytes = fs::read(path).unwrap();
    let from_memory = FileBoxes::read(path.to_str().unwrap(), bytes, options);
    assert_eq!(result, from_memory, "{}", path.display());
    match result {
        Ok(FileBoxes::Flat(rows)) => describe_rows(&rows),
        Ok(FileBoxes::Solid(rows)) => describe_rows(&rows),
        Err(error) => {
            let error = error.to_string();
            assert_eq!(error.lines().count(), 1, "{error}");
            let start = format!("{}: ", path.display());
            let message = error.strip_prefix(&start);
            format!(
                "  error: {}\n",
                message.expect("the message names the file")
            )
        }
    }
}

fn describe_rows<const D: usize>(rows: &Rows<D>) -> String {
    let mut text = String::new();
    for (number, aabb) in rows.numbers().iter().zip(rows.boxes()) {
        writeln!(text, "  {number}: {:?} {:?}", aabb.min(), aabb.max()).unwrap();
    }
    if !rows.skipped.is_empty() {
        writeln!(text, "  {}", rows.skipped).unwrap();
    }
    text
}

#[test]
fn every_file_is_read_as_expected() {
    let mut text = String::new();
    for path in all_files() {
        for (way, options) in ways(&path) {
            let described = describe(&path, &options);
            write!(text, "{}{way}\n{described}", name(&path)).unwrap();
        }
    }
    let expected = fs::read_to_string(corpus().join("expected.txt")).unwrap_or_default();
    if text != expected {
        let lacks = text.lines().filter(|line| !expected.contains(line));
        let lacks: Vec<_> = lacks.collect();
        fs::write(std::env::temp_dir().join("broadleaf-corpus.txt"), &text).unwrap();
        panic!(
            "expected.txt lacks these lines, or has others besides:\n{}",
            lacks.join("\n")
        );
    }
}

/// Rejected files have a separate folder, so that no unexpected error hides among them.
#[test]
fn bad_files_are_refused_and_no_others() {
    let plain = ReadOptions::default().with_missing(Missing::Skip);
    for path in all_files() {
        let is_bad = path.parent().unwrap().ends_with("bad");
        let refused = FileBoxes::open(&path, &plain).is_err();
        assert_eq!(refused, is_bad, "{}", name(&path));
    }
}

/// A scene has the same boxes, rounded outward to `f32`.
#[test]
fn scenes_have_the_boxes_of_the_files() {
    fn compare<const D: usize>(exact: &Rows<D>, frame: &[Aabb<f32, D>]) {
        assert_eq!(exact.boxes().len(), frame.len());
        for (exact, rounded) in exact.boxes().iter().zip(frame) {
            for axis in 0..D {
                let (min, max) = (rounded.min()[axis], rounded.max()[axis]);
                assert!(
                    f64::from(min) <= exact.min()[axis]
                        && f64::from(min.next_up()) > exact.min()[axis]
                );
                assert!(
                    f64::from(max) >= exact.max()[axis]
                        && f64::from(max.next_down()) < exact.max()[axis]
                );
            }
        }
    }
    for path in all_files() {
        let exact = FileBoxes::open(&path, &ReadOptions::default());
        match (exact, Scene::open(&path)) {
            (Ok(FileBoxes::Flat(exact)), Ok(Scene::Flat(mut scene))) => {
                assert_eq!(scene.skipped, exact.skipped);
                compare(&exact, &scene.next().unwrap().unwrap());
            }
            (Ok(FileBoxes::Solid(exact)), Ok(Scene::Solid(mut scene))) => {
                assert_eq!(scene.skipped, exact.skipped);
                compare(&exact, &scene.next().unwrap().unwrap());
            }
            (Err(exact), Err(scene)) => assert_eq!(exact, scene),
            (exact, scene) => panic!("{}: {exact:?} {scene:?}", path.display()),
        }
    }
}

/// Every prefix of every file, and every file with changed bytes, gives boxes or an error of one
/// line, never a panic.
#[test]
fn no_byte_makes_a_reader_panic() {
    let options = ReadOptions::default()
        .with_missing(Missing::Skip)
        .with_longitude(0);
    for path in all_files() {
        let (name, bytes) = (name(&path), fs::read(&path).unwrap());
        let read = |bytes: &[u8]| {
            if let Err(error) = FileBoxes::read(&name, bytes, &options) {
                assert_eq!(error.to_string().lines().count(), 1, "{error}");
            }
            let _ = Mesh::read(&name, bytes);
        };
        // Long files are repetitive.
        let step = bytes.len().div_ceil(200).max(1);
        for at in (0..bytes.len()).step_by(step) {
            read(&bytes[..at]);
            let mut changed = bytes.clone();
            changed[at] ^= [0x01, 0x10, 0x80, 0xff][at % 4];
            read(&changed);
        }
    }
}
