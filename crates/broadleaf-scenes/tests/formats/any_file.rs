//! Files of every format: from memory, of unknown kinds, and with wrong bytes.

use std::fs;

use broadleaf_scenes::{Mesh, Scene};
use tempfile::TempDir;

use super::{TETRAHEDRON, UNIT, aabbs, read_all, refusal, write};

#[test]
fn contents_are_read_like_files() {
    let contents = aabbs("boxes2d", 1, 1, &[UNIT, UNIT]);
    let Scene::Flat(frames) = Scene::read("a.aabbs", contents.clone()).unwrap() else {
        panic!("the scene is 2D");
    };
    assert_eq!(
        frames.map(|frame| frame.unwrap().len()).collect::<Vec<_>>(),
        [1, 1]
    );
    let error = Scene::read("a.aabbs", contents[..9].to_vec()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a.aabbs: header: the file ends before the header"
    );
    let mesh = Mesh::read("a.obj", TETRAHEDRON).unwrap();
    assert_eq!(mesh.faces().len(), 4);
}

#[test]
fn what_is_no_scene_file_is_refused() {
    let folder = TempDir::new().unwrap();
    let directory = folder.path().join("directory.aabbs");
    fs::create_dir(&directory).unwrap();
    assert_eq!(refusal(&directory), "directory.aabbs: this is a directory");
    assert!(
        refusal(&folder.path().join("missing.aabbs")).starts_with("missing.aabbs: No such file")
    );
    assert!(
        refusal(&write(&folder, "picture.png", b"\x89PNG"))
            .starts_with("picture.png: a scene file ends in .aabbs")
    );
    assert!(refusal(&write(&folder, "nothing", b"0")).ends_with("this name has no ending"));
}

/// Reads every prefix of a small recording and of a small table, and the file with every byte
/// flipped; `tests/corpus.rs` does the same with files of other formats. Each gives an error or a
/// scene, never a panic.
#[test]
fn no_byte_makes_a_reader_panic() {
    let folder = TempDir::new().unwrap();
    let files: [(&str, Vec<u8>); 2] = [
        ("a.aabbs", aabbs("boxes2d", 1, 1, &[UNIT, UNIT])),
        ("a.csv", b"x,y\n1,2\n".to_vec()),
    ];
    for (name, bytes) in files {
        assert!(read_all(&write(&folder, name, &bytes)).is_ok(), "{name}");
        for at in 0..bytes.len() {
            let _ = read_all(&write(&folder, name, &bytes[..at]));
            for flip in [0x01, 0x80, 0xff] {
                let mut bytes = bytes.clone();
                bytes[at] ^= flip;
                let _ = read_all(&write(&folder, name, &bytes));
            }
        }
    }
}
