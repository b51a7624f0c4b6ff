//! Scene files, mesh files and lists of true pairs.

use std::fs;
use std::path::{Path, PathBuf};

use broadleaf_scenes::{FileBoxes, Frames, Mesh, Missing, ReadOptions, Scene, read_pairs_of_bytes};

use crate::allocations::bounded;

/// The endings of the formats, by the first byte.
const ENDINGS: [&str; 8] = [
    "aabbs", "aabbs.gz", "csv", "geojson", "ply", "obj", TRUTH, "stl",
];
/// The ending of a list of pairs, which is not a scene.
const TRUTH: &str = "json";
/// The bytes that a reader may allocate in all, and for each byte of its input. Deflate expands a
/// byte to at most 1,032, and lists grow by copying.
const MEMORY: [usize; 2] = [1 << 20, 5_000];

/// Any bytes, read as a file of any format, give an error or boxes, and allocate no more than the
/// bytes justify.
pub fn scenes(bytes: &[u8]) {
    let Some((&kind, contents)) = bytes.split_first() else {
        return;
    };
    let ending = ENDINGS[usize::from(kind) % ENDINGS.len()];
    let name = format!("scene.{ending}");
    if ending == TRUTH {
        return truth(&name, contents);
    }
    let options = ReadOptions::default()
        .with_missing(Missing::Skip)
        .with_longitude(0);
    bounded(contents, MEMORY, || {
        match FileBoxes::read(&name, contents, &options) {
            Ok(boxes) => assert!(!boxes.is_empty()),
            Err(error) => assert_eq!(error.to_string().lines().count(), 1),
        }
    });
    bounded(contents, MEMORY, || match Scene::read(&name, contents) {
        Ok(Scene::Flat(frames)) => count(frames),
        Ok(Scene::Solid(frames)) => count(frames),
        Err(error) => assert_eq!(error.to_string().lines().count(), 1),
    });
    if let Ok(mesh) = Mesh::read(&name, contents) {
        assert_eq!(mesh.triangle_boxes().len(), mesh.faces().len());
        assert_eq!(mesh.edge_boxes().len(), mesh.edges().len());
    }
}

/// The files that the readers are tested with, as inputs of [`scenes`]: their names and bytes.
///
/// # Panics
/// If a file cannot be read.
#[must_use]
pub fn corpus_of_scenes() -> Vec<(PathBuf, Vec<u8>)> {
    let mut folders =
        vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../broadleaf-scenes/tests/corpus")];
    let mut inputs = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the corpus is there") {
            let path = entry.expect("the corpus is there").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.to_string_lossy().to_lowercase();
            let name = name.strip_suffix(".gz").unwrap_or(&name);
            let ending = name.rsplit('.').next().unwrap_or_default();
            // Files of other kinds can have any ending.
            let kind = ENDINGS.iter().position(|other| *other == ending);
            let kind = kind.unwrap_or(usize::from(is_lines(ending)) * 3) as u8;
            let bytes = fs::read(&path).expect("a file of the corpus");
            inputs.push((path, [&[kind], &*bytes].concat()));
        }
    }
    inputs.sort();
    inputs
}

/// Whether files with this ending have one feature on each line.
fn is_lines(ending: &str) -> bool {
    [
        "geojsonl",
        "geojsons",
        "geojsonseq",
        "ndjson",
        "jsonl",
        "json",
    ]
    .contains(&ending)
}

/// Printing the pairs and reading them again gives the same pairs.
fn truth(name: &str, contents: &[u8]) {
    match bounded(contents, MEMORY, || read_pairs_of_bytes(name, contents)) {
        Ok(pairs) => {
            let printed = format!("{pairs:?}");
            assert_eq!(
                read_pairs_of_bytes(name, printed.as_bytes()).ok(),
                Some(pairs)
            );
        }
        Err(error) => assert_eq!(error.to_string().lines().count(), 1),
    }
}

/// Frames have the number of boxes that the scene has, and none follows an error.
fn count<const D: usize>(mut frames: Frames<D>) {
    let (boxes, announced) = (frames.boxes, frames.frames);
    let mut read = 0;
    for frame in frames.by_ref() {
        match frame {
            Ok(frame) => assert_eq!(frame.len(), boxes),
            Err(error) => {
                assert_eq!(error.to_string().lines().count(), 1);
                assert!(frames.next().is_none());
                return;
            }
        }
        read += 1;
    }
    assert_eq!(read, announced);
}
