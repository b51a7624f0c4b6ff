//! Pairs that begin and end in a broad phase of quadtrees.

use broadleaf::broad_phase::{Margin, Mobility, ProxyConfig};
use broadleaf::{Aabb, BroadPhase, Id, Quadtree, SpatialIndex, SpatialIndexMut};

use super::root::small;

fn flat_broad_phase(margin: Margin<i32>) -> BroadPhase<(), i32, 2, Quadtree<i32>, Quadtree<i32>> {
    BroadPhase::with_structures(margin, Quadtree::default(), Quadtree::default())
}

/// Defects: a pair reported twice when both have moved; no exit when an object is destroyed.
#[test]
fn events_come_once_and_when_something_is_destroyed() {
    let mut broad_phase = flat_broad_phase(Margin::Fatten {
        extension: 1,
        prediction: 0.into(),
    });
    let ids = broad_phase.create_all(
        ProxyConfig::default(),
        (0..20).map(|i| (Aabb::point([10 * i, 0]), ())),
    );
    broad_phase.step();
    for &id in &ids[..2] {
        broad_phase
            .move_to(id, Aabb::point([50, 50]), [0, 0])
            .unwrap();
    }
    assert_eq!(broad_phase.step().begun, [[ids[0], ids[1]]]);
    broad_phase.remove(ids[1]);
    assert_eq!(broad_phase.step().ended, [[ids[0], ids[1]]]);
}

/// Defect: a pair reported twice when both have moved.
#[test]
fn a_pair_of_two_that_moved_comes_once() {
    let mut tree: Quadtree<i32> = small();
    tree.extend((0..20).map(|i| (Id(i as u32), Aabb::new([5 * i, 0], [5 * i + 4, 0]))));
    tree.insert(Id(1), Aabb::point([50, 0]));
    tree.insert(Id(2), Aabb::point([50, 0]));
    assert_eq!(
        tree.pairs_of(&[Id(2), Id(1)]),
        [[Id(1), Id(2)], [Id(1), Id(10)], [Id(2), Id(10)]]
    );

    let mut broad_phase = flat_broad_phase(Margin::Fatten {
        extension: 0,
        prediction: 0.into(),
    });
    broad_phase.create_all(
        ProxyConfig::default(),
        (0..20).map(|i| (Aabb::point([10 * i, 100]), ())),
    );
    // One jumps within the box around both positions of the other, so that they overlap at its
    // previous and at its current position.
    let places = [
        (Aabb::point([1, 19]), Aabb::new([0, 0], [10, 10])),
        (Aabb::point([15, 15]), Aabb::new([8, 8], [20, 20])),
    ];
    let (jumper, slider) = (
        broad_phase.create(places[0].0, ()),
        broad_phase.create(places[0].1, ()),
    );
    assert!(broad_phase.step().begun.is_empty());
    broad_phase
        .move_all([(jumper, places[1].0, [0, 0]), (slider, places[1].1, [0, 0])])
        .unwrap();
    assert_eq!(broad_phase.step().begun, [[jumper, slider]]);
    broad_phase
        .move_all([(jumper, places[0].0, [0, 0]), (slider, places[0].1, [0, 0])])
        .unwrap();
    assert_eq!(broad_phase.step().ended, [[jumper, slider]]);
}

/// Defect: no exit when an object is destroyed, or both are, or the other is static.
#[test]
fn pairs_of_destroyed_objects_end() {
    for mobility in [Mobility::Dynamic, Mobility::Static] {
        for destroyed in [&[0, 1][..], &[0], &[1]] {
            let mut broad_phase = BroadPhase::<(), i32, 2, Quadtree<i32>>::default();
            let config = ProxyConfig::new(mobility);
            let ids = [ProxyConfig::default(), config]
                .map(|config| broad_phase.create_with(config, Aabb::point([0, 0]), ()));
            assert_eq!(broad_phase.step().begun, [[ids[0], ids[1]]]);
            destroyed
                .iter()
                .for_each(|&i| assert!(broad_phase.remove(ids[i])));
            assert_eq!(
                broad_phase.step().ended,
                [[ids[0], ids[1]]],
                "{mobility:?} {destroyed:?}"
            );
            assert!(broad_phase.step().ended.is_empty());
        }
    }
}
