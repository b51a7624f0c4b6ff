//! Generated scenes have the documented density and motion, and are the same on every machine.

use std::collections::BTreeSet;

use broadleaf::orthtree::Orthtree;
use broadleaf::{BruteForce, DynamicTree, Id, KdSweep, PencilSweep, SpatialIndex};
use broadleaf_scenes::checksum::{FrameSum, fold};
use broadleaf_scenes::{Family, Frames, Mesh, Scene, bumpy_surface, polylines};

/// The number of pairs in each frame, and a checksum of all pairs.
fn play<const D: usize>(frames: Frames<D>) -> (Vec<u64>, u64) {
    let (boxes, count) = (frames.boxes, frames.frames);
    let (mut pairs, mut checksum) = (Vec::new(), 0);
    for frame in frames {
        let frame = frame.unwrap();
        assert_eq!(frame.len(), boxes);
        let mut tree = DynamicTree::default();
        tree.extend((0..).map(Id).zip(frame));
        let mut sum = FrameSum::default();
        tree.for_each_pair(|a, b| sum.add(a, b));
        pairs.push(sum.pairs);
        checksum = fold(checksum, sum);
    }
    assert_eq!(pairs.len(), count);
    (pairs, checksum)
}

fn play_scene(family: Family, dimensions: usize, boxes: usize, frames: usize) -> (Vec<u64>, u64) {
    match family.scene(dimensions, boxes, frames, 1).unwrap() {
        Scene::Flat(frames) => play(frames),
        Scene::Solid(frames) => play(frames),
    }
}

#[test]
fn families_have_names_and_every_size() {
    for family in Family::ALL {
        assert_eq!(family.name().parse(), Ok(family));
        for boxes in [0, 1, 2, 99, 100, 101] {
            play_scene(family, *family.dimensions().end(), boxes, 2);
        }
    }
    assert!(
        "no such"
            .parse::<Family>()
            .unwrap_err()
            .to_string()
            .starts_with("there is no scene family \"no such\"; the families are uniform-sparse, ")
    );
    assert_eq!(
        Family::BoxPruning
            .scene(2, 1, 1, 0)
            .unwrap_err()
            .to_string(),
        "box-pruning needs 3 dimensions"
    );
    assert_eq!(
        Family::Polylines.scene(3, 1, 1, 0).unwrap_err().to_string(),
        "polylines needs 2 dimensions"
    );
    assert_eq!(
        Family::Uniform.scene(4, 1, 1, 0).unwrap_err().to_string(),
        "scenes have 2 or 3 dimensions, not 4"
    );
}

#[test]
fn densities_are_as_documented() {
    let n = 20_000;
    for (family, expected) in [
        (Family::UniformSparse, 0.5),
        (Family::Uniform, 3.0),
        (Family::UniformDense, 20.0),
        (Family::Spiral, 3.0),
        (Family::Clustered, 3.0),
    ] {
        for dimensions in [2, 3] {
            let pairs_per_box = play_scene(family, dimensions, n, 1).0[0] as f64 / n as f64;
            // Boxes at the border have fewer neighbours.
            assert!(
                0.7 * expected < pairs_per_box && pairs_per_box < 1.15 * expected,
                "{}: {pairs_per_box}",
                family.name()
            );
        }
    }
    let Ok(Scene::Flat(uniform)) = Family::uniform(4.0, 2, n, 1, 1) else {
        panic!("the scene is 2D")
    };
    let pairs_per_box = play(uniform).0[0] as f64 / n as f64;
    assert!((3.8..4.2).contains(&pairs_per_box), "{pairs_per_box}");
    let (boxes, pairs) = (1_000, |family| play_scene(family, 3, 1_000, 1).0[0]);
    assert_eq!(pairs(Family::Identical), boxes * (boxes - 1) / 2);
    // A cube of 10³: each box touches its 26 neighbours.
    assert_eq!(pairs(Family::Lattice), (28_u64.pow(3) - boxes) / 2);
    assert_eq!(pairs(Family::Line), 2 * boxes - 3);
    assert!(pairs(Family::Giant) >= boxes - 1);
}

#[test]
fn scenes_move_or_stand_still() {
    for family in Family::ALL {
        let dimensions = *family.dimensions().end();
        let moved = match family.scene(dimensions, 1_000, 3, 1).unwrap() {
            Scene::Flat(frames) => moved(frames),
            Scene::Solid(frames) => moved(frames),
        };
        match family {
            Family::Identical | Family::Lattice | Family::BoxPruning => assert_eq!(moved, 0),
            Family::Surface | Family::SurfaceEdges | Family::Polylines => assert_eq!(moved, 0),
            Family::Footprints | Family::PointCloud => assert_eq!(moved, 0),
            Family::StaticWorld => assert_eq!(moved, 50),
            Family::Walls => assert_eq!(moved, 990),
            _ => assert!(moved > 900, "{}: {moved} moved", family.name()),
        }
    }
}

/// The number of boxes that have moved two frames later.
fn moved<const D: usize>(frames: Frames<D>) -> usize {
    let frames: Vec<_> = frames.map(Result::unwrap).collect();
    let boxes = frames[0].iter().zip(&frames[2]);
    boxes.filter(|(a, b)| a != b).count()
}

/// The expected checksums change only if a generator changes. Published numbers change then, too,
/// so the changelog must mention it.
#[test]
fn scenes_are_the_same_on_every_machine() {
    let fold_all = |dimensions| {
        let families = Family::ALL
            .into_iter()
            .filter(|family| family.dimensions().contains(&dimensions));
        families
            .map(|family| {
                format!(
                    "{} {:016x}",
                    family.name(),
                    play_scene(family, dimensions, 1_000, 3).1
                )
            })
            .collect::<Vec<_>>()
    };
    let expected = include_str!("golden_families.txt");
    let actual = [fold_all(2), fold_all(3)].concat().join("\n") + "\n";
    assert_eq!(actual, expected, "\n{actual}");
}

#[test]
fn structures_find_the_pairs_of_brute_force() {
    for family in Family::ALL {
        for dimensions in [2, 3] {
            match family.scene(dimensions, 700, 4, 3) {
                Ok(Scene::Flat(frames)) => assert_same_pairs(frames),
                Ok(Scene::Solid(frames)) => assert_same_pairs(frames),
                Err(refused) => {
                    assert!(!family.dimensions().contains(&dimensions), "{refused}");
                }
            }
        }
    }
}

/// Compares the pairs of every structure with those of brute force, frame by frame.
fn assert_same_pairs<const D: usize>(frames: Frames<D>) {
    let name = frames.name.clone();
    let (mut tree, mut cells, mut cuts) = (
        DynamicTree::default(),
        Orthtree::default(),
        KdSweep::default(),
    );
    let (mut pencils, mut oracle) = (PencilSweep::default(), BruteForce::default());
    for frame in frames {
        let boxes = || (0..).map(Id).zip(frame.as_ref().unwrap().iter().copied());
        tree.extend(boxes());
        cells.extend(boxes());
        cuts.extend(boxes());
        pencils.extend(boxes());
        oracle.extend(boxes());
        let expected = oracle.pairs();
        assert_eq!(tree.pairs(), expected, "{name}");
        assert_eq!(cells.pairs(), expected, "{name}");
        assert_eq!(cuts.pairs(), expected, "{name}");
        assert_eq!(pencils.pairs(), expected, "{name}");
        cuts.validate().unwrap();
        pencils.validate().unwrap();
    }
}

#[cfg(feature = "rapier")]
#[test]
fn bodies_in_recordings_touch() {
    use broadleaf_scenes::record::Recording;
    for recording in Recording::ALL {
        assert_eq!(recording.name().parse(), Ok(recording));
        for dimensions in [2, 3] {
            let (pairs, checksum) = match recording.scene(dimensions, 60, 90, 1).unwrap() {
                Scene::Flat(frames) => play(frames),
                Scene::Solid(frames) => play(frames),
            };
            assert!(
                pairs.iter().any(|&pairs| pairs > 20),
                "{} {dimensions}d: {pairs:?}",
                recording.name()
            );
            assert_ne!(checksum, 0);
        }
    }
}

/// The area vector and the mean edge of a triangle.
fn triangle(mesh: &Mesh, face: [u32; 3]) -> ([f64; 3], f64) {
    let [a, b, c] = face.map(|vertex| mesh.vertices()[vertex as usize]);
    let minus = |a: [f64; 3], b: [f64; 3]| [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    let length = |a: [f64; 3]| (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]).sqrt();
    let (u, v) = (minus(b, a), minus(c, a));
    let across = [
        0.5 * (u[1] * v[2] - u[2] * v[1]),
        0.5 * (u[2] * v[0] - u[0] * v[2]),
        0.5 * (u[0] * v[1] - u[1] * v[0]),
    ];
    (across, (length(u) + length(v) + length(minus(c, b))) / 3.0)
}

#[test]
fn surfaces_are_closed_star_shaped_and_unevenly_fine() {
    for (wanted, faces) in [(0, 8), (9, 10), (20_000, 20_000)] {
        let mesh = bumpy_surface(wanted, 7);
        assert_eq!(mesh.faces().len(), faces);
        assert_eq!(mesh.vertices().len(), faces / 2 + 2);
        // Every edge is used once in each direction.
        let sides = |&[a, b, c]: &[u32; 3]| [[a, b], [b, c], [c, a]];
        let sides: BTreeSet<_> = mesh.faces().iter().flat_map(sides).collect();
        assert_eq!(sides.len(), 3 * faces);
        assert!(sides.iter().all(|&[a, b]| sides.contains(&[b, a])));
        // Seen from the origin, every triangle is clockwise.
        for &face in mesh.faces() {
            let (across, edge) = triangle(&mesh, face);
            let area: f64 = across.iter().map(|x| x * x).sum::<f64>().sqrt();
            assert!(area > 0.01 * edge * edge, "{face:?} is thin");
            let corner = mesh.vertices()[face[0] as usize];
            let outward: f64 = (0..3).map(|axis| across[axis] * corner[axis]).sum();
            assert!(outward > 0.0, "{face:?}");
        }
    }
    let mesh = bumpy_surface(20_000, 7);
    let mut edges: Vec<_> = mesh
        .faces()
        .iter()
        .map(|&face| triangle(&mesh, face).1)
        .collect();
    edges.sort_by(f64::total_cmp);
    let spread = edges[19_000] / edges[1_000];
    assert!((3.0..20.0).contains(&spread), "{spread}");
    let boxes = mesh.triangle_boxes();
    let extents = boxes.iter().flat_map(|aabb| aabb.extents());
    let mean = extents.map(f64::from).sum::<f64>() / 60_000.0;
    assert!((mean - 1.0).abs() < 1e-3, "{mean}");
    // Consecutive triangles are neighbors.
    let vertices = |i: usize| mesh.faces()[i];
    let share = |i: &usize| vertices(*i).iter().any(|v| vertices(i + 1).contains(v));
    let neighbours = (0..19_999).filter(share).count();
    assert!(neighbours > 16_000, "{neighbours}");
}

#[test]
fn polylines_are_coasts_and_roads() {
    for segments in [0, 1, 2, 3, 4, 5, 10_001] {
        let lines = polylines(segments, 7);
        let count = lines.iter().map(|line| line.len() - 1).sum::<usize>();
        assert_eq!(count, segments);
        let points = || lines.iter().flatten().flatten();
        assert!(points().all(|x| x.is_finite()), "{segments} segments");
    }
    let lines = polylines(10_001, 7);
    let is_coast = |line: &&Vec<[f64; 2]>| line.first() == line.last();
    let coasts: Vec<_> = lines.iter().filter(is_coast).collect();
    let on_coasts = coasts.iter().map(|line| line.len() - 1).sum::<usize>();
    assert_eq!(on_coasts, 5_001);
    assert!(coasts.iter().any(|line| line.len() > 200), "islands differ");
    let boxes: Vec<_> = lines.iter().flat_map(|line| line.windows(2)).collect();
    let edges = boxes
        .iter()
        .flat_map(|ends| [0, 1].map(|axis| (ends[1][axis] - ends[0][axis]).abs()));
    let mean = edges.sum::<f64>() / 20_002.0;
    assert!((mean - 1.0).abs() < 1e-9, "{mean}");
}

fn flat(family: Family, boxes: usize) -> Vec<broadleaf::Aabb<f32, 2>> {
    match family.scene(2, boxes, 1, 7) {
        Ok(Scene::Flat(mut frames)) => frames.next().unwrap().unwrap(),
        _ => panic!("the scene is 2D"),
    }
}

fn solid(family: Family, boxes: usize) -> Vec<broadleaf::Aabb<f32, 3>> {
    match family.scene(3, boxes, 1, 7) {
        Ok(Scene::Solid(mut frames)) => frames.next().unwrap().unwrap(),
        _ => panic!("the scene is 3D"),
    }
}

/// The numbers of boxes that begin in each cell of a grid, largest first.
fn crowds<const D: usize>(boxes: &[broadleaf::Aabb<f32, D>], cell: f32) -> Vec<usize> {
    let mut cells = std::collections::BTreeMap::new();
    for aabb in boxes {
        let at = aabb.min().map(|x| (x / cell).floor() as i64);
        *cells.entry(at).or_insert(0) += 1;
    }
    let mut crowds: Vec<usize> = cells.into_values().collect();
    crowds.sort_unstable_by(|a, b| b.cmp(a));
    crowds
}

#[test]
fn edges_of_surfaces_are_those_of_its_triangles() {
    let mesh = bumpy_surface(1_000, 7);
    assert_eq!(mesh.edge_boxes().len(), 1_500);
    assert_eq!(solid(Family::SurfaceEdges, 1_500), mesh.edge_boxes());
}

#[test]
fn footprints_are_of_log_normal_sizes_and_mostly_in_towns() {
    let boxes = flat(Family::Footprints, 20_000);
    let mut edges: Vec<_> = boxes.iter().flat_map(|aabb| aabb.extents()).collect();
    edges.sort_by(f32::total_cmp);
    let [low, median, high] = [0.05, 0.5, 0.95].map(|share| edges[(share * 40_000.0) as usize]);
    assert!((0.7..1.3).contains(&median), "{median}");
    // The deviation of the logarithm is slightly above 0.4.
    assert!((3.0..7.0).contains(&(high / low)), "{low} to {high}");
    // Half of the buildings are in a small part of the country.
    let crowds = crowds(&boxes, 20.0);
    let half = crowds[..crowds.len() / 8].iter().sum::<usize>();
    assert!(
        half > 10_000,
        "{half} in an eighth of {} cells",
        crowds.len()
    );
}

#[test]
fn point_clouds_are_dense_near_the_scanner() {
    let boxes = solid(Family::PointCloud, 20_000);
    let edges = boxes.iter().flat_map(|aabb| aabb.extents());
    assert!(edges.into_iter().all(|edge| (edge - 1.0).abs() < 1e-3));
    // On the ground: no more than the noise below it.
    let on_ground = boxes
        .iter()
        .filter(|aabb| aabb.min()[2].abs() < 1.0)
        .count();
    assert!((8_000..19_000).contains(&on_ground), "{on_ground}");
    let crowds = crowds(&boxes, 10.0);
    assert!(crowds[0] > 50 * crowds[crowds.len() / 2], "{crowds:?}");
}
