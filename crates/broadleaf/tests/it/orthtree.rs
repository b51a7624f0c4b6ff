//! Cells: the quadrant rule, the root's growth, and defects of public implementations that must not come back.

use std::collections::BTreeMap;

use broadleaf::{
    Aabb, BroadPhase, BruteForce, Fixed, Id, Location, Margin, Octree, Orthtree, OrthtreeConfig, ProxyConfig, Quadtree, Scalar, World,
};

/// A strict tree of one level over 0..=8, one box in each corner.
fn corners() -> Quadtree<i32> {
    let fixed_root = Some(Aabb::new([0, 0], [8, 8]));
    let mut tree = Quadtree::new(OrthtreeConfig { capacity: 1, max_depth: 1, looseness: 1.0, fixed_root, ..OrthtreeConfig::default() });
    for (id, corner) in (100..).map(Id).zip([[0, 0], [8, 0], [0, 8], [8, 8]]) {
        tree.insert(id, Aabb::point(corner));
    }
    tree
}

/// The child a box goes into, 0 to 3 with x in the lowest bit; `None` if it stays.
fn quadrant(min: [i32; 2], max: [i32; 2]) -> Option<u128> {
    let mut tree = corners();
    tree.insert(Id(0), Aabb::new(min, max));
    tree.validate().unwrap();
    let Location { path, depth } = tree.locate(Id(0)).unwrap();
    (depth == 1).then_some(path)
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
fn what_is_outside_a_fixed_root_is_kept() {
    let mut tree = corners();
    tree.insert(Id(0), Aabb::new([7, 7], [9, 9]));
    tree.insert(Id(1), Aabb::point([100, 100]));
    assert_eq!((tree.locate(Id(0)), tree.locate(Id(1)), tree.locate(Id(2))), (None, None, None));
    assert_eq!(tree.pairs(), [(Id(0), Id(103))]);
    assert_eq!(tree.overlaps(&[100, 100]), [Id(1)]);
    assert_eq!(tree.root(), Aabb::new([0, 0], [8, 8]));
    tree.insert(Id(1), Aabb::point([1, 1]));
    assert!(tree.locate(Id(1)).is_some(), "it has come back");
}

fn small<S: Scalar, const D: usize>() -> Orthtree<S, D> {
    Orthtree::new(OrthtreeConfig { capacity: 2, looseness: 1.0, ..OrthtreeConfig::default() })
}

/// Defect: growth that mirrors an axis, so that objects pile up in the root.
#[test]
fn growth_mirrors_no_axis() {
    for corner in 0..8 {
        let mut tree: Octree<i64> = small();
        for i in 0..64 {
            tree.insert(Id(i), Aabb::point([i % 4, i / 4 % 4, i / 16].map(|x| 10 * i64::from(x) + 1)));
        }
        let far = [0, 1, 2].map(|axis| if corner >> axis & 1 == 0 { -1_000_000 } else { 1_000_000 });
        tree.insert(Id(64), Aabb::point(far));
        tree.validate().unwrap();
        assert!((0..64).all(|i| tree.locate(Id(i)).unwrap().depth >= 10), "the old tree has become a child of a child of …");
        assert_eq!(tree.remove(Id(64)), Some(Aabb::point(far)));
        tree.validate().unwrap();
        assert!(tree.root().extents()[0] < 200.0, "the root has shrunk to {:?}", tree.root());
    }
}

/// Defects: shrinking drops the root's own objects; parent links are stale after growth or shrinking.
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
    assert_eq!(tree.remove(Id(3)), Some(Aabb::new([0.1, 0.2], [0.3, 0.4])));
    assert_eq!(tree.remove(Id(3)), None);
}

/// Defects: a pair reported twice when both have moved; no exit when an object is destroyed.
#[test]
fn events_come_once_and_when_something_is_destroyed() {
    let mut world = World::<(), i32, 2, Quadtree<i32>>::with_structure(Margin::Fatten { extension: 1, prediction: 0 });
    let ids = world.create_proxies(ProxyConfig::default(), (0..20).map(|i| (Aabb::point([10 * i, 0]), ())));
    world.step();
    for &id in &ids[..2] {
        world.move_proxy(id, Aabb::point([50, 50]), [0, 0]).unwrap();
    }
    assert_eq!(world.step().begun, [(ids[0], ids[1])]);
    world.destroy_proxy(ids[1]);
    assert_eq!(world.step().ended, [(ids[0], ids[1])]);
}

/// Defects: an object lost after 21 failed growths; fixed-point division that overflows beyond 2147 units; centers that overflow.
#[test]
fn nothing_is_too_far_away() {
    let mut tree: Quadtree<i64> = small();
    let mut fixed: Quadtree<Fixed<16>> = small();
    let mut floats: Quadtree<f32> = small();
    for i in 0..200_u32 {
        let far = (1_i64 << (i % 63)) * if i % 2 == 0 { 1 } else { -1 };
        tree.insert(Id(i), Aabb::point([far, -far]));
        fixed.insert(Id(i), Aabb::point([Fixed::from_bits(far), Fixed::from_bits(i64::MAX - far.abs())]));
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
fn a_million_operations_lose_nothing() {
    let mut state = 1_u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
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
    assert!(tree.iter().eq(expected.iter().map(|(&id, &aabb)| (id, aabb))));
    let mut oracle = BruteForce::default();
    oracle.extend(tree.iter());
    assert_eq!(tree.pairs(), oracle.pairs());
}

#[test]
fn parameters_are_kept_to() {
    let config =
        OrthtreeConfig { capacity: 0, max_depth: 3, min_size: 2, looseness: f64::NAN, fixed_root: Some(Aabb::new([0, 0], [15, 15])) };
    let mut tree = Quadtree::new(config);
    tree.extend((0..256).map(|i| (Id(i as u32), Aabb::point([i % 16, i / 16]))));
    tree.validate().unwrap();
    assert_eq!(tree.locate(Id(0)).map(|location| location.depth), Some(2), "cells of 3, cut again, would be too small");
    assert_eq!(tree.config().capacity, 0);
}
