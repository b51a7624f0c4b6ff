//! Valid files are read back unchanged; invalid files are refused with a one-line message that
//! names the location.

use std::fs;
use std::path::{Path, PathBuf};

use broadleaf::Aabb;
use broadleaf_scenes::{AabbsWriter, Family, Mesh, Scene, SceneError, read_pairs};
use tempfile::TempDir;

fn write(folder: &TempDir, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    path
}

/// The lower and upper corner of each box.
type Rows = Vec<Vec<f32>>;

/// Reads all frames of a scene file, from the file and from memory: both give the same.
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

#[test]
fn recordings_come_back_as_they_were_written() {
    let folder = TempDir::new().unwrap();
    for (dimensions, family) in [
        (2, Family::Tiles),
        (3, Family::Infinite),
        (3, Family::Cloth),
    ] {
        let path = folder.path().join("copy.aabbs");
        let mut expected = Vec::new();
        macro_rules! copy {
            ($frames:expr) => {{
                let frames = $frames;
                let mut writer =
                    AabbsWriter::create(&path, &frames.name, frames.boxes, frames.frames).unwrap();
                for frame in frames.map(Result::unwrap) {
                    writer.write(&frame).unwrap();
                    expected.push(
                        frame
                            .iter()
                            .map(|aabb| {
                                aabb.min().into_iter().chain(aabb.max()).collect::<Vec<_>>()
                            })
                            .collect::<Vec<_>>(),
                    );
                }
                writer.finish().unwrap();
            }};
        }
        match family.scene(dimensions, 2_500, 3, 7).unwrap() {
            Scene::Flat(frames) => copy!(frames),
            Scene::Solid(frames) => copy!(frames),
        }
        assert_eq!(
            read_all(&path).unwrap(),
            (family.name().to_owned(), expected)
        );
    }
}

#[test]
fn compressed_recordings_are_recordings() {
    let folder = TempDir::new().unwrap();
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut encoder, &aabbs("boxes2d", 1, 1, &[UNIT, UNIT])).unwrap();
    let whole = encoder.finish().unwrap();
    let frames = vec![vec![vec![0.0, 0.0, 1.0, 1.0]]; 2];
    assert_eq!(
        read_all(&write(&folder, "a.aabbs.gz", &whole)).unwrap(),
        ("a scene".to_owned(), frames)
    );
    assert_eq!(
        refusal(&write(&folder, "b.aabbs.gz", &whole[..whole.len() / 2]))
            .split(": ")
            .next(),
        Some("b.aabbs.gz")
    );
    assert_eq!(
        refusal(&write(&folder, "c.aabbs.gz", b"nothing of the kind")),
        "c.aabbs.gz: header: invalid gzip header"
    );
}

#[test]
fn recordings_larger_than_deflate_allows_are_refused() {
    let folder = TempDir::new().unwrap();
    // A header that announces 2^30 boxes, and no box.
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut encoder, &aabbs("boxes2d", 1 << 30, 0, &[])).unwrap();
    let message = refusal(&write(&folder, "a.aabbs.gz", encoder.finish().unwrap()));
    let place = "a.aabbs.gz: header: 1073741824 boxes in 1 frames make 34359738672 bytes, ";
    let problem = message.strip_prefix(place).unwrap();
    assert!(
        problem.starts_with("more than the file can hold, "),
        "{problem}"
    );
}

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
fn wrong_recordings_are_refused() {
    let folder = TempDir::new().unwrap();
    let nan = [0.0, f32::NAN, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0];
    let inverted = [0.0, 0.0, 2.0, 0.0, 1.0, 1.0, 1.0, 0.0];
    let two_gib = aabbs("boxes3d", 67_108_864, 0, &[]);
    let mut not_utf8 = aabbs("boxes3d", 1, 0, &[UNIT]);
    not_utf8[3] = 0xff;
    let mut trailing = aabbs("boxes3d", 1, 0, &[UNIT]);
    trailing.push(0);
    let cases: [(&str, Vec<u8>, &str); 12] = [
        ("empty", vec![], "header: the file ends before the header"),
        (
            "short header",
            vec![0; 300],
            "header: the file ends before the header",
        ),
        (
            "truncated",
            aabbs("boxes3d", 2, 0, &[UNIT]),
            "header: 2 boxes in 1 frames make 368 bytes, but the file has 336",
        ),
        (
            "trailing",
            trailing,
            "header: 1 boxes in 1 frames make 336 bytes, but the file has 337",
        ),
        (
            "2 GiB on 1 KiB",
            two_gib,
            "header: 67108864 boxes in 1 frames make 2147483952 bytes, but the file has 304",
        ),
        (
            "more than there are bytes",
            aabbs("x", i32::MAX, i32::MAX, &[]),
            "header: 2147483647 boxes in 2147483648 frames make 147573952520956936496 bytes, but the file has 304",
        ),
        (
            "negative boxes",
            aabbs("boxes3d", -1, 0, &[]),
            "header: -1 boxes",
        ),
        (
            "negative frames",
            aabbs("boxes3d", 0, -7, &[]),
            "header: -7 frames",
        ),
        (
            "not a number",
            aabbs("boxes3d", 2, 1, &[UNIT, UNIT, UNIT, nan]),
            "frame 1: object 1: not a number on axis 1: min NaN, max 1",
        ),
        (
            "inverted",
            aabbs("boxes3d", 2, 0, &[UNIT, inverted]),
            "frame 0: object 1: min 2 is above max 1 on axis 2",
        ),
        (
            "not UTF-8",
            not_utf8,
            "header: scene name: byte 3: not UTF-8",
        ),
        (
            "bad world",
            {
                let mut bytes = aabbs("boxes3d", 1, 0, &[UNIT]);
                bytes[272..276].copy_from_slice(&f32::NAN.to_le_bytes());
                bytes
            },
            "header: world: not a number on axis 0: min NaN, max 0",
        ),
    ];
    for (what, bytes, problem) in cases {
        assert_eq!(
            refusal(&write(&folder, "bad.aabbs", bytes)),
            format!("bad.aabbs: {problem}"),
            "{what}"
        );
    }
    // In 2D, z is ignored.
    assert!(
        read_all(&write(
            &folder,
            "flat.aabbs",
            aabbs("boxes2d", 1, 0, &[inverted])
        ))
        .is_ok()
    );
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
        refusal(&write(&folder, "picture.png", b""))
            .starts_with("picture.png: a scene file ends in .aabbs")
    );
    assert!(refusal(&write(&folder, "nothing", b"")).ends_with("not in \".\""));
}

#[test]
fn writers_keep_their_promises() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("a.aabbs");
    let unit = Aabb::new([0.0; 3], [1.0; 3]);
    let mut writer = AabbsWriter::<3>::create(&path, "a", 2, 1).unwrap();
    assert!(
        writer.write(&[unit]).unwrap_err().to_string().ends_with(
            "a frame of 1 boxes was written, but 1 more frames of 2 boxes were announced"
        )
    );
    assert!(
        writer
            .finish()
            .unwrap_err()
            .to_string()
            .ends_with("a.aabbs: 1 frames are missing")
    );
    assert!(
        AabbsWriter::<3>::create(&path, &"n".repeat(200), 0, 1)
            .unwrap_err()
            .to_string()
            .ends_with("is longer than 127 bytes")
    );
    assert!(
        AabbsWriter::<3>::create(&path, "a", 0, 0)
            .unwrap_err()
            .to_string()
            .ends_with("at least one frame")
    );
    assert!(
        AabbsWriter::<3>::create(&path, "a", usize::MAX, 1)
            .unwrap_err()
            .to_string()
            .ends_with(&format!("cannot hold {} boxes", usize::MAX))
    );
    // A scene without boxes and without a name is valid.
    let mut writer = AabbsWriter::<2>::create(&path, "", 0, 1).unwrap();
    writer.write(&[]).unwrap();
    writer.finish().unwrap();
    assert_eq!(read_all(&path).unwrap(), (String::new(), vec![vec![]]));
}

#[test]
fn csv_has_boxes_or_points() {
    let folder = TempDir::new().unwrap();
    let boxes = write(
        &folder,
        "boxes.csv",
        "name, min_x, min_y, max_x, max_y\n\"a, b\", 0, 1, 2, 3\nc,-1.5,1e2,inf,100\n",
    );
    let (name, frames) = read_all(&boxes).unwrap();
    assert_eq!(
        (name.as_str(), &frames[0][..]),
        (
            "boxes",
            &[
                vec![0.0, 1.0, 2.0, 3.0],
                vec![-1.5, 100.0, f32::INFINITY, 100.0]
            ][..]
        )
    );
    let (_, frames) = read_all(&write(&folder, "points.csv", "Lat,Lon\n0.1,7\n")).unwrap();
    // Corners are rounded outward to the next f32, so no overlap is lost.
    assert_eq!(frames[0], [vec![7.0, 0.1_f32.next_down(), 7.0, 0.1]]);

    let refused = |text: &[u8]| refusal(&write(&folder, "bad.csv", text));
    assert_eq!(
        refused(b""),
        "bad.csv: row 1: the header row has neither the columns min_x, min_y, max_x, max_y nor x, y"
    );
    assert_eq!(
        refused(b"x,y\n1,2\n3,four\n"),
        "bad.csv: object 1 in row 3: \"four\" is not a number"
    );
    assert_eq!(
        refused(b"x,y\n1,NaN\n"),
        "bad.csv: object 0 in row 2: not a number on axis 1: min NaN, max NaN"
    );
    assert_eq!(
        refused(b"minx,miny,maxx,maxy\n1,2,0,3\n"),
        "bad.csv: object 0 in row 2: min 1 is above max 0 on axis 0"
    );
    assert!(refused(b"x,y\n1\n").contains("1 fields, but the previous record has 2"));
    assert!(refused(b"x,y\n1,\xff\n").contains("UTF-8"));
}

#[test]
fn geojson_gives_the_bounds_of_each_feature() {
    let folder = TempDir::new().unwrap();
    let feature =
        |geometry: &str| format!(r#"{{"type":"Feature","properties":null,"geometry":{geometry}}}"#);
    let polygon =
        r#"{"type":"Polygon","coordinates":[[[0,0],[4,1],[2,3],[0,0]],[[1,1],[2,1],[1,2],[1,1]]]}"#;
    let mixed = r#"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[-1,5,99]},{"type":"MultiLineString","coordinates":[[[0,0],[7,1]]]}]}"#;
    let document = format!(
        r#"{{"type":"FeatureCollection","features":[{},{}]}}"#,
        feature(polygon),
        feature(mixed)
    );
    let (_, frames) = read_all(&write(&folder, "map.geojson", document)).unwrap();
    assert_eq!(
        frames[0],
        [vec![0.0, 0.0, 4.0, 3.0], vec![-1.0, 0.0, 7.0, 5.0]]
    );

    let refused = |text: &[u8]| refusal(&write(&folder, "bad.geojson", text));
    let collection = |feature: String| {
        format!(r#"{{"type":"FeatureCollection","features":[{feature}]}}"#).into_bytes()
    };
    assert_eq!(
        refused(&collection(feature("null"))),
        "bad.geojson: object 0: the feature has no geometry"
    );
    assert_eq!(
        refused(&collection(feature(
            r#"{"type":"MultiPoint","coordinates":[]}"#
        ))),
        "bad.geojson: object 0: the geometry has no positions"
    );
    assert!(refused(b"{").starts_with("bad.geojson: "));
    assert_eq!(refused(b"\"\xff\""), "bad.geojson: byte 1: not UTF-8");
    let deep = [
        r#"{"type":"GeometryCollection","geometries":["#.repeat(10_000),
        "]}".repeat(10_000),
    ]
    .concat();
    assert!(refused(deep.as_bytes()).contains("recursion limit"));
}

const TETRAHEDRON: &str =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1/1 2/2 4/3\nf -4//1 -2//1 -1//1\nf 2 3 4\n";

#[test]
fn meshes_come_from_obj_and_ply() {
    let folder = TempDir::new().unwrap();
    let obj = Mesh::open(&write(&folder, "a.obj", TETRAHEDRON)).unwrap();
    assert_eq!(
        (obj.vertices().len(), obj.faces()),
        (4, &[[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]][..])
    );
    assert_eq!(
        obj.edges(),
        [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3]]
    );
    let header = "element vertex 4\nproperty float x\nproperty double y\nproperty uchar red\nproperty float z\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n";
    let ascii = format!(
        "ply\nformat ascii 1.0\ncomment of no interest\n{header}0 0 255 0\n1 0 0 0\n1 1 0 0\n0 1 0 0\n4 0 1 2 3\n3 0 1 2\n"
    );
    let ply = Mesh::open(&write(&folder, "a.ply", &ascii)).unwrap();
    assert_eq!(
        (ply.vertices()[2], ply.faces()),
        ([1.0, 1.0, 0.0], &[[0, 1, 2], [0, 2, 3], [0, 1, 2]][..])
    );
    for (order, big) in [("big", true), ("little", false)] {
        let mut bytes = format!("ply\nformat binary_{order}_endian 1.0\n{header}").into_bytes();
        for [x, y, z] in ply.vertices() {
            bytes.extend(if big {
                (*x as f32).to_be_bytes()
            } else {
                (*x as f32).to_le_bytes()
            });
            bytes.extend(if big {
                y.to_be_bytes()
            } else {
                y.to_le_bytes()
            });
            bytes.push(9);
            bytes.extend(if big {
                (*z as f32).to_be_bytes()
            } else {
                (*z as f32).to_le_bytes()
            });
        }
        for face in [&[0, 1, 2, 3][..], &[0, 1, 2]] {
            bytes.push(face.len() as u8);
            bytes.extend(face.iter().flat_map(|corner: &i32| {
                if big {
                    corner.to_be_bytes()
                } else {
                    corner.to_le_bytes()
                }
            }));
        }
        assert_eq!(
            Mesh::open(&write(&folder, "b.ply", &bytes)).unwrap(),
            ply,
            "{order}"
        );
        for len in 0..bytes.len() {
            assert!(
                Mesh::open(&write(&folder, "c.ply", &bytes[..len])).is_err(),
                "{len} bytes"
            );
        }
    }
    let (_, frames) = read_all(&write(&folder, "d.obj", TETRAHEDRON)).unwrap();
    assert_eq!(frames[0].len(), 4);
}

#[test]
fn wrong_meshes_are_refused() {
    let folder = TempDir::new().unwrap();
    let ply = |body: &str| {
        refusal(&write(
            &folder,
            "bad.ply",
            format!("ply\nformat ascii 1.0\n{body}"),
        ))
    };
    let vertices = "element vertex 1\nproperty float x\nproperty float y\nproperty float z\n";
    let faces = "element face 1\nproperty list uchar int vertex_indices\nend_header\n";
    assert_eq!(
        ply(&format!("{vertices}{faces}0 0 0\n3 0 1 2\n")),
        "bad.ply: face 0: there is no vertex 1: the mesh has 1"
    );
    assert_eq!(
        ply(&format!("{vertices}{faces}0 0 0\n3 0 -1 2\n")),
        "bad.ply: face 0: there is no vertex -1"
    );
    let mut nan =
        format!("ply\nformat binary_little_endian 1.0\n{vertices}end_header\n").into_bytes();
    nan.extend([0.0, f32::NAN, 0.0].iter().flat_map(|x| x.to_le_bytes()));
    assert_eq!(
        refusal(&write(&folder, "bad.ply", nan)),
        "bad.ply: vertex 0: the coordinates [0.0, NaN, 0.0] are not finite"
    );
    assert_eq!(
        ply("element vertex 1\nproperty float x\nend_header\n0\n"),
        "bad.ply: header: element \"vertex\" has no property \"y\""
    );
    assert_eq!(
        ply(&format!("{faces}3 0 0 0\n")),
        "bad.ply: header: no element \"vertex\""
    );
    let greedy = vertices.replace("vertex 1", "vertex 2147483648");
    assert!(
        ply(&format!("{greedy}end_header\n"))
            .starts_with("bad.ply: header: 2147483648 elements \"vertex\" do not fit into")
    );
    let empty = ply(&format!(
        "{vertices}element note 400000000\nend_header\n0 0 0\n"
    ));
    assert_eq!(empty, "bad.ply: header: element \"note\" has no properties");
    assert!(refusal(&write(&folder, "bad.ply", b"not a mesh")).starts_with("bad.ply: header: "));

    let obj = |text: &[u8]| refusal(&write(&folder, "bad.obj", text));
    assert_eq!(
        obj(b"v 0 0\n"),
        "bad.obj: line 1: a vertex needs three coordinates"
    );
    assert_eq!(
        obj(b"v 0 0 zero\n"),
        "bad.obj: line 1: \"zero\" is not a number"
    );
    assert_eq!(
        obj(b"v 0 0 0\nf 1 1 0\n"),
        "bad.obj: line 2: \"0\" is not a corner of a face"
    );
    assert_eq!(
        obj(b"v 0 0 0\nf 1 1 9\n"),
        "bad.obj: face 0: there is no vertex 8: the mesh has 1"
    );
    assert_eq!(
        obj(b"v 0 0 0\nf\n"),
        "bad.obj: face 0: the face has no corners"
    );
    assert_eq!(obj(b"v 0 0 \xff\n"), "bad.obj: byte 6: not UTF-8");
    assert!(
        Mesh::open(&write(&folder, "mesh.txt", ""))
            .unwrap_err()
            .to_string()
            .ends_with("a mesh file ends in .ply or .obj, not in \".txt\"")
    );
}

#[test]
fn wrong_truth_is_refused() {
    let folder = TempDir::new().unwrap();
    assert_eq!(
        read_pairs(&write(&folder, "a.json", "[[1, 2], [3, 4]]")).unwrap(),
        [[1, 2], [3, 4]]
    );
    for bad in ["", "[[1]]", "[[1, -2]]", "{}", "[[1, 2, 3]]"] {
        let message = read_pairs(&write(&folder, "b.json", bad))
            .unwrap_err()
            .to_string();
        assert!(
            message.contains("b.json: ") && message.lines().count() == 1,
            "{message}"
        );
    }
}

/// Reads every prefix of a small file of each format, and the file with every byte flipped. Each
/// gives an error or a scene, never a panic.
#[test]
fn no_byte_makes_a_reader_panic() {
    let folder = TempDir::new().unwrap();
    let feature =
        r#"{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}"#;
    let ply = "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n3 0 0 0\n";
    let files: [(&str, Vec<u8>); 5] = [
        ("a.aabbs", aabbs("boxes2d", 1, 1, &[UNIT, UNIT])),
        ("a.csv", b"x,y\n1,2\n".to_vec()),
        ("a.geojson", feature.into()),
        ("a.obj", TETRAHEDRON.into()),
        ("a.ply", ply.into()),
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
