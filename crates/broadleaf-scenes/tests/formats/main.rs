//! Valid files are read back unchanged; invalid files are rejected with a one-line message that
//! names the location.

mod any_file;
mod csv;
mod geojson;
mod meshes;
mod recordings;
mod truth;

use std::fs;
use std::path::{Path, PathBuf};

use broadleaf::Aabb;
use broadleaf_scenes::{Scene, SceneError};
use tempfile::TempDir;

fn write(folder: &TempDir, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    path
}

/// The lower and upper corner of each box.
type Rows = Vec<Vec<f32>>;

/// Reads all frames of a scene file, from the file and from memory: both must give the same.
fn read_all(path: &Path) -> Result<(String, Vec<Rows>), SceneError> {
    let opened = Scene::open(path).and_then(all_frames);
    if let Ok(bytes) = fs::read(path) {
        let read = Scene::read(&path.to_string_lossy(), bytes).and_then(all_frames);
        // As text, in which NaN equals itself.
        assert_eq!(format!("{read:?}"), format!("{opened:?}"));
    }
    opened
}

fn all_frames(scene: Scene) -> Result<(String, Vec<Rows>), SceneError> {
    fn rows<const D: usize>(frame: &[Aabb<f32, D>]) -> Rows {
        frame
            .iter()
            .map(|aabb| aabb.min().into_iter().chain(aabb.max()).collect())
            .collect()
    }
    match scene {
        Scene::Flat(frames) => Ok((
            frames.name.clone(),
            frames
                .map(|frame| frame.map(|frame| rows(&frame)))
                .collect::<Result<_, _>>()?,
        )),
        Scene::Solid(frames) => Ok((
            frames.name.clone(),
            frames
                .map(|frame| frame.map(|frame| rows(&frame)))
                .collect::<Result<_, _>>()?,
        )),
    }
}

/// The error message without the path of the folder.
fn refusal(path: &Path) -> String {
    let message = read_all(path).expect_err("the file is wrong").to_string();
    assert_eq!(message.lines().count(), 1, "{message}");
    let folder = format!("{}/", path.parent().unwrap().display());
    message
        .strip_prefix(&folder)
        .unwrap_or_else(|| panic!("\"{message}\" names the file"))
        .to_owned()
}

/// The bytes of an `.aabbs` file with these boxes and these counts in its header.
fn aabbs(objects: &str, boxes: i32, later_frames: i32, corners: &[[f32; 8]]) -> Vec<u8> {
    let mut bytes = b"a scene".to_vec();
    bytes.resize(128, 0);
    bytes.extend(objects.as_bytes());
    bytes.resize(256, 0);
    for number in [boxes, later_frames, 0, 0] {
        bytes.extend(number.to_le_bytes());
    }
    for corner in [[0.0; 8]].iter().chain(corners) {
        bytes.extend(corner.iter().flat_map(|x| x.to_le_bytes()));
    }
    bytes
}

const UNIT: [f32; 8] = [0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0];

const TETRAHEDRON: &str =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1/1 2/2 4/3\nf -4//1 -2//1 -1//1\nf 2 3 4\n";
