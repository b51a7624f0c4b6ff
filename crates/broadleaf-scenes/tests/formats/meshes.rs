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
    let mesh = |name: &str, text: &str| {
        let error = Mesh::open(&write(&folder, name, text))
            .unwrap_err()
            .to_string();
        let folder = format!("{}/", folder.path().display());
        error.strip_prefix(&folder).unwrap().to_owned()
    };
    assert_eq!(
        mesh("bad.obj", "v 0 0 0\nv nan 1 1\nf 1 2 1\n"),
        "bad.obj: vertex 1: the coordinates [NaN, 1.0, 1.0] are not finite"
    );
    assert_eq!(
        mesh("none.obj", "# nothing\n"),
        "none.obj: the file has no vertices"
    );
    assert_eq!(
        mesh("mesh.csv", ""),
        "mesh.csv: a mesh file ends in .ply, .obj or .stl, not in \".csv\""
    );
    assert_eq!(mesh("mesh.stl", ""), "mesh.stl: the file is empty");
    assert!(refusal(&write(&folder, "bad.ply", b"not a mesh")).starts_with("bad.ply: header: "));
}

/// An STL file has the corners of each triangle; corners at the same position are one vertex.
#[test]
fn corners_of_stl_files_are_joined() {
    let facet = |corners: [&str; 3]| {
        let vertices = corners.map(|corner| format!("vertex {corner}\n")).concat();
        format!("facet normal 0 0 1\nouter loop\n{vertices}endloop\nendfacet\n")
    };
    let first = facet(["0 0 0", "1 0 0", "0 1 0"]);
    let text = format!(
        "solid\n{first}{}endsolid\n",
        facet(["1 0 -0", "1 1 0", "0 1 0"])
    );
    let mesh = Mesh::read("a.stl", text).unwrap();
    assert_eq!(mesh.vertices().len(), 4);
    assert_eq!(mesh.faces(), [[0, 1, 2], [1, 3, 2]]);
    assert_eq!(mesh.edges().len(), 5);
}

/// Elements that are not faces of a mesh are counted.
#[test]
fn lines_and_points_beside_faces_are_passed_over() {
    let mesh = Mesh::read(
        "a.obj",
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nl 1 2 3\np 1\n",
    )
    .unwrap();
    assert_eq!(
        mesh.skipped().to_string(),
        "passed over: lines beside the faces (2), points beside the faces (1)"
    );
}
