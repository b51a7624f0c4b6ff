//! Cells: the quadrant rule, the root's growth, and defects of public implementations that must not
//! come back.

use std::collections::BTreeMap;

use broadleaf::geometry::Scalar;
use broadleaf::orthtree::{Config, Location, Orthtree};
use broadleaf::world::{Margin, Mobility, ProxyConfig};
use broadleaf::{
    Aabb, BroadPhase, BruteForce, Fixed, Hit, Id, Octree, Quadtree, Ray, SpatialIndex, World,
};

/// A strict tree of one level over 0..=8, one box in each corner.
fn corners() -> Quadtree<i32> {
    let fixed_root = Aabb::new([0, 0], [8, 8]);
    let mut tree = Quadtree::with_config(
        Config::default()
            .with_leaf_capacity(1)
            .with_max_depth(1)
            .with_looseness(1.0)
            .with_fixed_root(fixed_root),
    );
    for (id, corner) in (100..).map(Id).zip([[0, 0], [8, 0], [0, 8], [8, 8]]) {
        tree.insert(id, Aabb::point(corner));
    }
    tree
}

/// The child a box goes into, wherever it comes from, 0 to 3 with x in the lowest bit; `None` if it
/// stays.
fn quadrant(min: [i32; 2], max: [i32; 2]) -> Option<u128> {
    let aabb = Aabb::new(min, max);
    let moved_from = |start| {
        let mut tree = corners();
        tree.insert(Id(0), start);
        tree.insert(Id(0), aabb);
        tree.validate().unwrap();
        tree.locate(Id(0)).unwrap()
    };
    let location = moved_from(aabb);
    for corner in [[0, 0], [8, 0], [0, 8], [8, 8]] {
        assert_eq!(moved_from(Aabb::point(corner)), location);
    }
    (location.depth == 1).then_some(location.path)
}

#[test]
fn the_quadrant_rule_is_half_open() {
    // x: left if its right side is left of the center, right if its left side is not.
    assert_eq!(quadrant([1, 1], [3, 2]), Some(0));
    assert_eq!(quadrant([1, 1], [4, 2]), None);
    assert_eq!(quadrant([4, 1], [6, 2]), Some(1));
    assert_eq!(quadrant([4, 1], [4, 2]), Some(1));
    assert_eq!(quadrant([3, 1], [5, 2]), None);
    // y: bottom if its top is not above the center, top if its bottom is.
    assert_eq!(quadrant([1, 1], [2, 4]), Some(0));
    assert_eq!(quadrant([1, 4], [2, 4]), Some(0));
    assert_eq!(quadrant([1, 4], [2, 5]), None);
    assert_eq!(quadrant([1, 5], [2, 6]), Some(2));
    assert_eq!(quadrant([5, 5], [6, 6]), Some(3));
    // The root's own boundary belongs to the root.
    assert_eq!(quadrant([0, 0], [0, 0]), Some(0));
    assert_eq!(quadrant([8, 8], [8, 8]), Some(3));
}

#[test]
fn the_loose_rule_goes_by_center_and_overhang() {
    let child = |looseness, from, to| {
        let fixed_root = Aabb::new([0, 0], [32, 32]);
        let mut tree = Quadtree::with_config(
            Config::default()
                .with_leaf_capacity(1)
                .with_max_depth(1)
                .with_looseness(looseness)
                .with_fixed_root(fixed_root),
        );
        tree.insert(Id(1), Aabb::point([0, 0]));
        tree.insert(Id(2), Aabb::point([32, 32]));
        tree.insert(Id(0), Aabb::new([from; 2], [to; 2]));
        let Location { path, depth } = tree.locate(Id(0)).unwrap();
        (depth == 1).then_some(path)
    };
    // Cells of 16 may be overhung by 8.
    assert_eq!((child(2.0, 0, 24), child(2.0, 0, 25)), (Some(0), None));
    assert_eq!((child(2.0, 8, 31), child(2.0, 7, 31)), (Some(3), None));
    assert_eq!((child(2.0, 8, 23), child(2.0, 8, 24)), (Some(0), Some(3)));
    // By 4.
    assert_eq!((child(1.5, 0, 20), child(1.5, 0, 21)), (Some(0), None));
    assert_eq!((child(1.5, 12, 31), child(1.5, 11, 31)), (Some(3), None));
}

#[test]
fn what_is_outside_a_fixed_root_is_kept() {
    let mut tree = corners();
    tree.insert(Id(0), Aabb::new([7, 7], [9, 9]));
    tree.insert(Id(1), Aabb::point([100, 100]));
    assert_eq!(
        (tree.locate(Id(0)), tree.locate(Id(1)), tree.locate(Id(2))),
        (None, None, None)
    );
    assert_eq!(tree.pairs(), [[Id(0), Id(103)]]);
    assert_eq!(tree.overlaps(&[100, 100]), [Id(1)]);
    assert_eq!(
        tree.nearest(&[90, 100]),
        Some(Hit {
            reach: 100.0,
            id: Id(1)
        })
    );
    assert_eq!(tree.root(), Aabb::new([0, 0], [8, 8]));
    tree.optimize();
    tree.insert(Id(2), Aabb::new([99, 99], [101, 101]));
    tree.validate().unwrap();
    assert_eq!(tree.pairs(), [[Id(0), Id(103)], [Id(1), Id(2)]]);
    tree.insert(Id(1), Aabb::point([1, 1]));
    assert!(tree.locate(Id(1)).is_some(), "it has come back");
}

fn small<S: Scalar, const D: usize>() -> Orthtree<S, D> {
    Orthtree::with_config(Config::default().with_leaf_capacity(2).with_looseness(1.0))
}

/// Defect: growth that mirrors an axis, so that objects pile up in the root.
#[test]
fn growth_mirrors_no_axis() {
    for corner in 0..8 {
        let mut tree: Octree<i64> = small();
        for i in 0..64 {
            tree.insert(
                Id(i),
                Aabb::point([i % 4, i / 4 % 4, i / 16].map(|x| 10 * i64::from(x) + 1)),
            );
        }
        let far = [0, 1, 2].map(|axis| {
            if corner >> axis & 1 == 0 {
                -1_000_000
            } else {
                1_000_000
            }
        });
        tree.insert(Id(64), Aabb::point(far));
        tree.validate().unwrap();
        assert!(
            (0..64).all(|i| tree.locate(Id(i)).unwrap().depth >= 10),
            "the old tree has become a child of a child of …"
        );
        assert_eq!(tree.remove(Id(64)), Some(Aabb::point(far)));
        tree.validate().unwrap();
        assert!(
            tree.root().extents()[0] < 200.0,
            "the root has shrunk to {:?}",
            tree.root()
        );
    }
}

/// Defects: growth in the wrong direction or with mirrored cells; boxes piled up in the new root;
/// parent links that are stale afterwards.
#[test]
fn growing_and_shrinking_keep_every_box_in_its_cell() {
    for (corner, looseness) in
        (0..8_u128).flat_map(|corner| [(corner, 1.0), (corner, 1.5), (corner, 2.0)])
    {
        let mut tree: Octree<i32> = Octree::with_config(
            Config::default()
                .with_leaf_capacity(2)
                .with_looseness(looseness),
        );
        tree.insert(Id(65), Aabb::new([0; 3], [32; 3]));
        for i in 0..64 {
            tree.insert(
                Id(i as u32),
                Aabb::point([i % 4, i / 4 % 4, i / 16].map(|x| 10 * x + 1)),
            );
        }
        tree.insert(Id(64), Aabb::new([2; 3], [30; 3]));
        let root = tree.root();
        let locations = |tree: &Octree<i32>| {
            (0..65)
                .map(|i| tree.locate(Id(i)).unwrap())
                .collect::<Vec<_>>()
        };
        let before = locations(&tree);
        assert_eq!((root, before[64].depth), (Aabb::new([0; 3], [32; 3]), 0));

        tree.insert(
            Id(65),
            Aabb::point([0, 1, 2].map(|axis| {
                if corner >> axis & 1 == 0 {
                    1_000_000
                } else {
                    -1_000_000
                }
            })),
        );
        tree.validate().unwrap();
        assert_eq!(tree.root().extents(), [f64::from(32 << 15); 3]);
        // Fifteen doublings: each time the old root becomes the child on the other side.
        let above = (0..15).fold(0, |path, _| path << 3 | corner);
        let below = |Location { path, depth }: &Location| Location {
            path: above << (3 * depth) | path,
            depth: depth + 15,
        };
        assert_eq!(
            locations(&tree),
            before.iter().map(below).collect::<Vec<_>>()
        );

        tree.remove(Id(65));
        tree.validate().unwrap();
        assert_eq!((tree.root(), locations(&tree)), (root, before));
    }
}

/// Defects: shrinking drops the root's own objects; parent links are stale after growth or
/// shrinking.
#[test]
fn shrinking_keeps_the_roots_own_boxes() {
    let mut tree: Quadtree<i32> = small();
    for i in 0..16 {
        tree.insert(Id(i as u32), Aabb::point([i % 4 * 2, i / 4 * 2]));
    }
    let wide = Aabb::new([-500, -500], [500, 500]);
    tree.insert(Id(16), wide);
    tree.insert(Id(17), Aabb::point([1_000, 1_000]));
    tree.remove(Id(17));
    tree.validate().unwrap();
    assert_eq!(tree.get(Id(16)), Some(wide));
    assert_eq!(tree.overlaps(&[400, 400]), [Id(16)]);
    tree.remove(Id(16));
    tree.validate().unwrap();
    assert_eq!(tree.len(), 16);
}

/// Defect: `remove` needs the box, and says no.
#[test]
fn removing_takes_an_id() {
    let mut tree: Quadtree<f32> = small();
    tree.insert(Id(3), Aabb::new([0.1, 0.2], [0.3, 0.4]));
    tree.insert(Id(4), Aabb::new([0.2, 0.2], [0.5, 0.4]));
    assert_eq!(
        tree.remove(Id(4)),
        Some(Aabb::new([0.2, 0.2], [0.5, 0.4])),
        "its own box, not its neighbor's and not one around both"
    );
    assert_eq!(tree.remove(Id(4)), None);
    assert_eq!(tree.remove(Id(3)), Some(Aabb::new([0.1, 0.2], [0.3, 0.4])));
    assert!(tree.is_empty());
}

fn flat_world(margin: Margin<i32>) -> World<(), i32, 2, Quadtree<i32>> {
    World::with_structures(margin, Quadtree::default(), Quadtree::default())
}

/// Defects: a pair reported twice when both have moved; no exit when an object is destroyed.
#[test]
fn events_come_once_and_when_something_is_destroyed() {
    let mut world = flat_world(Margin::Fatten {
        extension: 1,
        prediction: 0,
    });
    let ids = world.create_proxies(
        ProxyConfig::default(),
        (0..20).map(|i| (Aabb::point([10 * i, 0]), ())),
    );
    world.step();
    for &id in &ids[..2] {
        world.move_proxy(id, Aabb::point([50, 50]), [0, 0]).unwrap();
    }
    assert_eq!(world.step().begun, [[ids[0], ids[1]]]);
    world.destroy_proxy(ids[1]);
    assert_eq!(world.step().ended, [[ids[0], ids[1]]]);
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

    let mut world = flat_world(Margin::Fatten {
        extension: 0,
        prediction: 0,
    });
    world.create_proxies(
        ProxyConfig::default(),
        (0..20).map(|i| (Aabb::point([10 * i, 100]), ())),
    );
    // One jumps within the box around both places of the other, so that it is met where it was and
    // where it is.
    let places = [
        (Aabb::point([1, 19]), Aabb::new([0, 0], [10, 10])),
        (Aabb::point([15, 15]), Aabb::new([8, 8], [20, 20])),
    ];
    let (jumper, slider) = (
        world.create_proxy(places[0].0, ()),
        world.create_proxy(places[0].1, ()),
    );
    assert!(world.step().begun.is_empty());
    world
        .move_proxies([(jumper, places[1].0, [0, 0]), (slider, places[1].1, [0, 0])])
        .unwrap();
    assert_eq!(world.step().begun, [[jumper, slider]]);
    world
        .move_proxies([(jumper, places[0].0, [0, 0]), (slider, places[0].1, [0, 0])])
        .unwrap();
    assert_eq!(world.step().ended, [[jumper, slider]]);
}

/// Defect: no exit when an object is destroyed, or both are, or the other is static.
#[test]
fn pairs_of_destroyed_objects_end() {
    for mobility in [Mobility::Dynamic, Mobility::Static] {
        for destroyed in [&[0, 1][..], &[0], &[1]] {
            let mut world = World::<(), i32, 2, Quadtree<i32>>::default();
            let config = ProxyConfig::new(mobility);
            let ids = [ProxyConfig::default(), config]
                .map(|config| world.create_proxy_with(config, Aabb::point([0, 0]), ()));
            assert_eq!(world.step().begun, [[ids[0], ids[1]]]);
            destroyed
                .iter()
                .for_each(|&i| assert!(world.destroy_proxy(ids[i])));
            assert_eq!(
                world.step().ended,
                [[ids[0], ids[1]]],
                "{mobility:?} {destroyed:?}"
            );
            assert!(world.step().ended.is_empty());
        }
    }
}

/// Defects: an object lost after 21 failed growths; fixed-point division that overflows beyond 2147
/// units; centers that overflow.
#[test]
fn nothing_is_too_far_away() {
    let mut tree: Quadtree<i64> = small();
    let mut fixed: Quadtree<Fixed<16>> = small();
    let mut floats: Quadtree<f32> = small();
    for i in 0..200_u32 {
        let far = (1_i64 << (i % 63)) * if i % 2 == 0 { 1 } else { -1 };
        tree.insert(Id(i), Aabb::point([far, -far]));
        fixed.insert(
            Id(i),
            Aabb::point([
                Fixed::from_bits(far),
                Fixed::from_bits(i64::MAX - far.abs()),
            ]),
        );
        floats.insert(Id(i), Aabb::point([far as f32 * 1e19, i as f32]));
    }
    for validity in [tree.validate(), fixed.validate(), floats.validate()] {
        validity.unwrap();
    }
    assert_eq!((tree.len(), fixed.len(), floats.len()), (200, 200, 200));
    assert_eq!(tree.overlaps(&[1 << 40, -(1 << 40)]), [Id(40), Id(166)]);
    let mut extremes: Octree<i32> = small();
    for (i, x) in (0..).zip([i32::MIN, i32::MAX, 0, -1, i32::MAX - 1, i32::MIN + 1, 1]) {
        extremes.insert(Id(i), Aabb::point([x; 3]));
        extremes.insert(Id(i + 50), Aabb::new([i32::MIN, x, x], [i32::MAX, x, x]));
        extremes.validate().unwrap();
    }
    assert_eq!(extremes.pairs().len(), 7);
}

#[test]
fn a_box_that_reaches_the_end_of_the_range_does_not_stop_growth() {
    fn check<S: Scalar>(first: Aabb<S, 2>, place: impl Fn(i32) -> S) {
        let mut tree = Quadtree::default();
        tree.insert(Id(0), first);
        for i in 1..200 {
            tree.insert(Id(i as u32), Aabb::point([place(i % 20), place(-i)]));
        }
        tree.validate().unwrap();
        assert!(
            tree.iter().all(|(id, _)| tree.locate(id).is_some()),
            "{first:?}"
        );
        assert!(tree.locate(Id(199)).unwrap().depth > 0);
    }
    let f32s = |min, max| check::<f32>(Aabb::new(min, max), |x| x as f32 * 1e34);
    f32s([-f32::MAX, -1.0], [f32::MAX, 0.0]);
    f32s([-2e38, -1.0], [2e38, 0.0]);
    f32s([f32::MAX, 0.0], [f32::MAX, 0.0]);
    f32s([-f32::MAX; 2], [f32::MAX; 2]);
    let i32s = |min, max| check::<i32>(Aabb::new(min, max), |x| x * 100_000);
    i32s([i32::MIN, 0], [i32::MAX, 0]);
    i32s([i32::MAX, 0], [i32::MAX, 0]);
    i32s([i32::MIN; 2], [i32::MIN; 2]);
    i32s([i32::MIN; 2], [i32::MAX; 2]);
}

#[test]
fn a_node_whose_boxes_fit_into_a_leaf_becomes_one() {
    let fixed_root = Aabb::new([0, 0], [64, 64]);
    let mut tree = Quadtree::with_config(
        Config::default()
            .with_leaf_capacity(2)
            .with_looseness(1.0)
            .with_fixed_root(fixed_root),
    );
    for (id, x) in (0..).map(Id).zip([1, 3, 5]) {
        tree.insert(id, Aabb::point([x, x]));
    }
    let depths =
        |tree: &Quadtree<i32>| [0, 1, 2].map(|i| tree.locate(Id(i)).map(|location| location.depth));
    assert_eq!(depths(&tree), [Some(4); 3]);
    tree.insert(Id(2), Aabb::point([60, 60]));
    tree.validate().unwrap();
    assert_eq!(
        depths(&tree),
        [Some(1); 3],
        "two are left in the lower quarter"
    );
    tree.remove(Id(2));
    tree.validate().unwrap();
    assert_eq!(depths(&tree), [Some(0), Some(0), None]);
}

#[test]
fn pairs_are_found_within_nodes_between_layers_and_between_siblings() {
    for looseness in [1.0, 2.0] {
        let fixed_root = Aabb::new([0, 0], [64, 64]);
        let mut tree = Quadtree::with_config(
            Config::default()
                .with_leaf_capacity(2)
                .with_looseness(looseness)
                .with_fixed_root(fixed_root),
        );
        // Boxes of seven sizes at a hundred places, some of them outside.
        let boxes = (0..700).map(|i| {
            let (corner, size) = ([i / 7 % 10, i / 70].map(|x| 8 * x - 8), 1 << (i % 7));
            (Id(i as u32), Aabb::new(corner, corner.map(|x| x + size)))
        });
        tree.extend(boxes);
        let mut oracle = BruteForce::default();
        oracle.extend(tree.iter());
        assert_eq!(tree.pairs(), oracle.pairs());
    }
}

/// Whether the four corners of a root go into its four children.
fn check_center<S: Scalar>(low: S, high: S) {
    for looseness in [1.0, 2.0] {
        let fixed_root = Aabb::new([low; 2], [high; 2]);
        let mut tree = Quadtree::with_config(
            Config::default()
                .with_leaf_capacity(1)
                .with_looseness(looseness)
                .with_fixed_root(fixed_root),
        );
        for (id, corner) in (0..)
            .map(Id)
            .zip([[low, low], [high, low], [low, high], [high, high]])
        {
            tree.insert(id, Aabb::point(corner));
        }
        tree.validate().unwrap();
        let locations = (0..4).map(|i| tree.locate(Id(i)));
        assert!(
            locations.eq((0..4).map(|path| Some(Location { path, depth: 1 }))),
            "{low} to {high}, looseness {looseness}"
        );
    }
}

/// Defect: the center `(min + max) / 2` overflows, or `min + (max - min) / 2` does.
#[test]
fn centers_do_not_overflow() {
    for (low, high) in [
        (-f32::MAX, f32::MAX),
        (f32::MAX / 2.0, f32::MAX),
        (-f32::MAX, -f32::MAX / 2.0),
    ] {
        check_center(low, high);
    }
    for (low, high) in [
        (i32::MIN, i32::MAX),
        (i32::MAX / 2, i32::MAX),
        (i32::MIN, i32::MIN / 2),
    ] {
        check_center(low, high);
    }
    for (low, high) in [
        (i64::MIN, i64::MAX),
        (i64::MAX / 2, i64::MAX),
        (i64::MIN, i64::MIN / 2),
    ] {
        check_center(low, high);
        check_center(Fixed::<16>::from_bits(low), Fixed::from_bits(high));
    }
}

/// Defect: fixed-point arithmetic that overflows beyond 2147 units.
#[test]
fn fixed_point_reaches_beyond_2147_units() {
    type Meters = Fixed<16>;
    let meters = Meters::from_int;
    assert_eq!(
        meters(50_000).saturating_mul(meters(-50_000)).to_f64(),
        -2.5e9
    );
    assert_eq!(
        Aabb::point([meters(50_001)]).snapped(meters(4)),
        Aabb::new([meters(50_000)], [meters(50_004)])
    );
    let mut tree: Quadtree<Meters> = small();
    for i in 0..100 {
        tree.insert(
            Id(i as u32),
            Aabb::point([meters(50_000 * (i % 10)), meters(-50_000 * (i / 10))]),
        );
    }
    for _ in 0..2 {
        tree.validate().unwrap();
        assert!((0..100).all(|i| {
            tree.locate(Id(i))
                .is_some_and(|location| location.depth >= 3)
        }));
        assert_eq!(
            tree.nearest(&[meters(50_000), meters(200_000)]),
            Some(Hit {
                reach: 4e10,
                id: Id(1)
            })
        );
        let ray = Ray::between([meters(-50_000); 2], [meters(150_000), meters(-250_000)]).unwrap();
        assert_eq!(
            tree.cast(&ray),
            Some(Hit {
                reach: 0.25,
                id: Id(20)
            })
        );
        tree.optimize();
    }
    let mut world = World::<(), Meters, 1>::new(Margin::Fatten {
        extension: meters(1),
        prediction: 4,
    });
    let id = world.create_proxy(Aabb::point([meters(0)]), ());
    world
        .move_proxy(id, Aabb::point([meters(50_000)]), [meters(50_000)])
        .unwrap();
    assert_eq!(
        world.fat_aabb(id),
        Some(Aabb::new([meters(49_999)], [meters(250_001)]))
    );
    world
        .move_proxy(
            id,
            Aabb::point([meters(0)]),
            [Meters::from_bits(i64::MAX / 2)],
        )
        .unwrap();
    assert_eq!(
        world.fat_aabb(id),
        Some(Aabb::new([meters(-1)], [Meters::MAX]))
    );
}

#[test]
fn a_million_operations_lose_nothing() {
    let mut state = 1_u64;
    let mut random = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let coordinate = |bits: u64| match bits % 64 {
        0 => f32::INFINITY,
        1 => f32::MAX,
        2 => -1e30,
        3 => 1e-40,
        4..8 => bits as f32,
        _ => (bits >> 6 & 1_023) as f32,
    };
    let mut tree = Quadtree::default();
    let mut expected = BTreeMap::new();
    for _ in 0..1_000_000 {
        let id = Id((random() % 2_000) as u32);
        if random() % 4 == 0 {
            assert_eq!(tree.remove(id), expected.remove(&id));
        } else {
            let [x, y] = [coordinate(random()), coordinate(random())];
            let aabb = Aabb::new([x.min(y), x], [x.max(y), f32::INFINITY.min(x + 3.0)]);
            assert_eq!(tree.insert(id, aabb), expected.insert(id, aabb));
        }
    }
    tree.validate().unwrap();
    assert_eq!(tree.len(), expected.len());
    assert!(
        tree.iter()
            .eq(expected.iter().map(|(&id, &aabb)| (id, aabb)))
    );
    let mut oracle = BruteForce::default();
    oracle.extend(tree.iter());
    assert_eq!(tree.pairs(), oracle.pairs());
}

#[test]
fn parameters_are_kept_to() {
    let config = Config::default()
        .with_leaf_capacity(0)
        .with_max_depth(3)
        .with_min_size(2)
        .with_looseness(f64::NAN)
        .with_fixed_root(Aabb::new([0, 0], [15, 15]));
    let mut tree = Quadtree::with_config(config);
    tree.extend((0..256).map(|i| (Id(i as u32), Aabb::point([i % 16, i / 16]))));
    tree.validate().unwrap();
    assert_eq!(
        tree.locate(Id(0)).map(|location| location.depth),
        Some(2),
        "cells of 3, cut again, would be too small"
    );
    assert_eq!(tree.config().leaf_capacity, 0);
}
