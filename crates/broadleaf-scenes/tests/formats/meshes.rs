//! Meshes in OBJ and PLY files.

use broadleaf_scenes::Mesh;
use tempfile::TempDir;

use super::{TETRAHEDRON, read_all, refusal, write};

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
