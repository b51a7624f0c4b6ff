//! Compares the boxes of moving cloth with published counts and ground truth.
//!
//! The mesh `cloth-funnel` is in `tests/data`. The test of the larger mesh `cloth-ball` of the
//! Scalable-CCD benchmark is ignored by default. It needs that mesh in the folder that the
//! environment variable `BROADLEAF_CCD_DATA` names:
//!
//! ```sh
//! BROADLEAF_CCD_DATA=/path/to/data cargo test -p broadleaf-scenes --test ccd -- --ignored
//! ```

use std::path::{Path, PathBuf};

use broadleaf::geometry::Real;
use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
use broadleaf_scenes::ccd::MovingMesh;
use broadleaf_scenes::{Mesh, read_pairs};

fn moving<S: Real>(folder: &Path, frames: [&str; 2]) -> MovingMesh<S> {
    let [start, end] = frames.map(|frame| Mesh::open(&folder.join("frames").join(frame)).unwrap());
    MovingMesh::between(&start, &end).unwrap()
}

fn tree<S: Real>(boxes: &[Aabb<S, 3>]) -> DynamicTree<S, 3> {
    let mut tree = DynamicTree::default();
    tree.extend((0..).map(Id).zip(boxes.iter().copied()));
    tree
}

/// The numbers of edge-edge and of vertex-face pairs, each with and without adjacent pairs.
fn counts<S: Real>(mesh: &MovingMesh<S>) -> [(usize, usize); 2] {
    let mut edges = (0, 0);
    tree(mesh.edges()).for_each_pair(|a, b| {
        edges.0 += 1;
        edges.1 += usize::from(!mesh.edges_are_adjacent(a, b));
    });
    let vertex_faces = tree(mesh.vertices()).cross_pairs(&tree(mesh.faces()));
    let apart = vertex_faces
        .iter()
        .filter(|&&[vertex, face]| !mesh.vertex_is_in_face(vertex, face))
        .count();
    [edges, (vertex_faces.len(), apart)]
}

/// The numbers of [`counts`], from the library's candidate search.
fn found<S: Real>(mesh: &mut MovingMesh<S>) -> [(usize, usize); 2] {
    let candidates = &mut mesh.candidates;
    let edges = (
        candidates.edge_edge().keep_adjacent().count_pairs() as usize,
        candidates.edge_edge().pairs().len(),
    );
    let vertex_faces = (
        candidates.vertex_face().keep_adjacent().count_pairs() as usize,
        candidates.vertex_face().pairs().len(),
    );
    [edges, vertex_faces]
}

fn check_truth<S: Real>(
    mesh: &MovingMesh<S>,
    folder: &Path,
    name: &str,
    edges: usize,
    faces: usize,
) {
    let read =
        |kind: &str| read_pairs(&folder.join("boxes").join(format!("{name}{kind}.json"))).unwrap();
    let (edge_truth, face_truth) = (read("ee"), read("vf"));
    assert_eq!((edge_truth.len(), face_truth.len()), (edges, faces));
    for [a, b] in edge_truth {
        let [a, b] = [a, b].map(|number| mesh.edge_by_number(number).unwrap());
        assert!(
            mesh.edges()[a.index()].overlaps(&mesh.edges()[b.index()])
                && !mesh.edges_are_adjacent(a, b)
        );
    }
    for [a, b] in face_truth {
        let (vertex, face) = (
            mesh.vertex_by_number(a).unwrap(),
            mesh.face_by_number(b).unwrap(),
        );
        assert!(mesh.vertices()[vertex.index()].overlaps(&mesh.faces()[face.index()]));
    }
}

#[test]
#[ignore = "needs BROADLEAF_CCD_DATA"]
fn cloth_ball_has_its_published_pairs() {
    let data = std::env::var_os("BROADLEAF_CCD_DATA")
        .expect("BROADLEAF_CCD_DATA must name the folder of the data set");
    let folder = PathBuf::from(data).join("cloth-ball");
    let mut mesh = moving::<f32>(&folder, ["92.ply", "93.ply"]);
    assert_eq!(
        (
            mesh.vertices().len(),
            mesh.edges().len(),
            mesh.faces().len()
        ),
        (46_598, 138_825, 92_230)
    );
    let expected = [(5_901_866, 5_197_332), (1_932_231, 1_655_541)];
    assert_eq!(counts(&mesh), expected);
    assert_eq!(found(&mut mesh), expected);
    let mut wide = moving::<f64>(&folder, ["92.ply", "93.ply"]);
    assert_eq!(counts(&wide), expected);
    assert_eq!(found(&mut wide), expected);
    check_truth(&mesh, &folder, "92", 94_825, 19_034);
}

#[test]
fn cloth_funnel_has_its_published_pairs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cloth-funnel");
    let mut mesh = moving::<f32>(&folder, ["227.ply", "228.ply"]);
    assert_eq!(
        (
            mesh.vertices().len(),
            mesh.edges().len(),
            mesh.faces().len()
        ),
        (9_450, 27_930, 18_484)
    );
    let expected = [(172_385, 33_770), (62_771, 7_319)];
    assert_eq!(counts(&mesh), expected);
    assert_eq!(found(&mut mesh), expected);
    let mut wide = moving::<f64>(&folder, ["227.ply", "228.ply"]);
    assert_eq!(counts(&wide), expected);
    assert_eq!(found(&mut wide), expected);
    check_truth(&mesh, &folder, "227", 263, 92);
}

#[test]
fn two_frames_must_be_the_same_mesh() {
    let mesh = |vertices: usize, face: [u32; 3]| {
        Mesh::try_new(vec![[0.0; 3]; vertices], vec![[0, 1, 2], face]).unwrap()
    };
    let between = |a: &Mesh, b: &Mesh| MovingMesh::<f32>::between(a, b).unwrap_err().to_string();
    assert_eq!(
        between(&mesh(4, [1, 2, 3]), &mesh(5, [1, 2, 3])),
        "the first frame has 4 vertices, but the second has 5"
    );
    assert_eq!(
        between(&mesh(4, [1, 2, 3]), &mesh(4, [1, 3, 2])),
        "the frames differ from face 1 on"
    );
    let moving = MovingMesh::<f64>::between(&mesh(4, [1, 2, 3]), &mesh(4, [1, 2, 3])).unwrap();
    assert_eq!(
        (
            moving.vertex_by_number(3),
            moving.vertex_by_number(4),
            moving.edge_by_number(4)
        ),
        (Some(Id(3)), None, Some(Id(0)))
    );
    assert_eq!(
        (
            moving.edge_by_number(9),
            moving.face_by_number(9),
            moving.face_by_number(11)
        ),
        (None, Some(Id(0)), None)
    );
}
