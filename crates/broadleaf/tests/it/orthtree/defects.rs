//! Defects of public implementations that must not occur here.

use std::collections::BTreeMap;

use broadleaf::broad_phase::Margin;
use broadleaf::{
    Aabb, BroadPhase, BruteForce, Fixed, Hit, Id, Octree, Quadtree, Ray, SpatialIndex,
    SpatialIndexMut,
};

use super::root::small;
use crate::random::words;

/// Defect: `remove` needs the box, and fails without it.
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
            Some(Hit::new(4e10, Id(1)))
        );
        let ray = Ray::between([meters(-50_000); 2], [meters(150_000), meters(-250_000)]).unwrap();
        assert_eq!(tree.cast(&ray), Some(Hit::new(0.25, Id(20))));
        tree.optimize();
    }
    let mut broad_phase = BroadPhase::<(), Meters, 1>::new(Margin::Fatten {
        extension: meters(1),
        prediction: 4.into(),
    });
    let id = broad_phase.create(Aabb::point([meters(0)]), ());
    broad_phase
        .move_to(id, Aabb::point([meters(50_000)]), [meters(50_000)])
        .unwrap();
    assert_eq!(
        broad_phase.fat_aabb(id),
        Some(Aabb::new([meters(49_999)], [meters(250_001)]))
    );
    broad_phase
        .move_to(
            id,
            Aabb::point([meters(0)]),
            [Meters::from_bits(i64::MAX / 2)],
        )
        .unwrap();
    assert_eq!(
        broad_phase.fat_aabb(id),
        Some(Aabb::new([meters(-1)], [Meters::MAX]))
    );
}

#[test]
fn a_million_operations_lose_nothing() {
    let mut word = words(1);
    let mut random = || word() >> 33;
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
