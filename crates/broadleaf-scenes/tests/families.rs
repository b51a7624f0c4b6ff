//! Generated scenes have the documented density and motion, and are the same on every machine.

use broadleaf::orthtree::Orthtree;
use broadleaf::{BruteForce, DynamicTree, Id, KdSweep, PencilSweep, SpatialIndex};
use broadleaf_scenes::checksum::{FrameSum, fold};
use broadleaf_scenes::{Family, Frames, Scene};

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
            play_scene(family, 3, boxes, 2);
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
        let Scene::Solid(frames) = family.scene(3, 1_000, 3, 1).unwrap() else {
            panic!("the scene is 3D")
        };
        let frames: Vec<_> = frames.map(Result::unwrap).collect();
        let moved = frames[0]
            .iter()
            .zip(&frames[2])
            .filter(|(a, b)| a != b)
            .count();
        match family {
            Family::Identical | Family::Lattice | Family::BoxPruning => assert_eq!(moved, 0),
            Family::StaticWorld => assert_eq!(moved, 50),
            Family::Walls => assert_eq!(moved, 990),
            _ => assert!(moved > 900, "{}: {moved} moved", family.name()),
        }
    }
}

/// The expected checksums change only if a generator changes. Published numbers then change too, so
/// the changelog must say so.
#[test]
fn scenes_are_the_same_on_every_machine() {
    let fold_all = |dimensions| {
        let families = Family::ALL
            .into_iter()
            .filter(|&family| dimensions == 3 || family != Family::BoxPruning);
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
                    assert_eq!((family, dimensions), (Family::BoxPruning, 2), "{refused}");
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
