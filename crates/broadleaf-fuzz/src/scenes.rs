//! Scene files, mesh files and lists of true pairs.

use broadleaf_scenes::{Frames, Mesh, Scene, read_pairs_of_bytes};

use crate::allocations::bounded;

/// The endings of the formats, by the first byte.
const ENDINGS: [&str; 7] = ["aabbs", "aabbs.gz", "csv", "geojson", "ply", "obj", TRUTH];
/// Not a scene, but the pairs of one.
const TRUTH: &str = "json";
/// How many bytes a reader may allocate in all, and for each byte of its input. Deflate makes at
/// most 1,032 bytes of one, and lists grow by copying.
const MEMORY: [usize; 2] = [1 << 20, 5_000];

/// Reading any bytes as a file of any format gives an error or boxes, in memory that the bytes
/// justify.
pub fn scenes(bytes: &[u8]) {
    let Some((&kind, contents)) = bytes.split_first() else {
        return;
    };
    let ending = ENDINGS[usize::from(kind) % ENDINGS.len()];
    let name = format!("scene.{ending}");
    if ending == TRUTH {
        return truth(&name, contents);
    }
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

/// Pairs that were read are those of the list that they print as.
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
