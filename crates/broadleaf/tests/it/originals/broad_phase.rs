//! The broad phase of Box2D: rays, rebuilds, and a tree of fat boxes without pairs.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use broadleaf::broad_phase::Margin;
use broadleaf::dynamic_tree::Balance;
use broadleaf::{Aabb, BroadPhase, Ray, SpatialIndex};

const MARGIN: Margin<f32> = Margin::Tight;

fn unit(x: f32) -> Aabb<f32, 2> {
    Aabb::new([x, 0.0], [x + 1.0, 1.0])
}

/// A margin of one unit, and two displacements ahead.
fn fat() -> Margin<f32> {
    Margin::Fatten {
        extension: 1.0,
        prediction: 2.into(),
    }
}

/// The original lets a callback return more than the current fraction. Boxes in between may have
/// been skipped, so its result depends on the order of visits.
#[test]
fn a_clipped_ray_never_grows_again() {
    let mut broad_phase = BroadPhase::<(), f32, 2>::new(MARGIN);
    // Four of them within a quarter of the ray.
    for x in [8.0, 2.0, 1.0, 6.0, 1.5, 2.25, 3.0] {
        broad_phase.create(unit(x), ());
    }
    let ray = Ray::between([0.0, 0.5], [10.0, 0.5]).unwrap();
    for answer in [0.45, 1.0, 7.0, f32::INFINITY] {
        let mut visits = 0;
        let outcome = broad_phase.ray_cast(&ray, |clipped, hit, ()| {
            let limit = if visits > 0 { 0.25 } else { 1.0 };
            assert_eq!(clipped.length(), limit);
            assert!(hit.reach <= limit);
            visits += 1;
            // Clips once, and then tries to lengthen the ray.
            ControlFlow::<(), _>::Continue(if visits == 1 { 0.25 } else { answer })
        });
        assert_eq!(outcome, ControlFlow::Continue(()));
        assert!(visits >= 4, "{visits}");
    }
}

/// The tree of the original has fat boxes only, so its rays hit these.
#[test]
fn rays_see_tight_boxes_and_those_of_the_fat_view_fat_ones() {
    let mut broad_phase = BroadPhase::<(), f32, 2>::new(fat());
    let id = broad_phase.create(unit(5.0), ());
    let ray = Ray::between([0.0, 0.5], [10.0, 0.5]).unwrap();
    assert_eq!(
        broad_phase.cast(&ray).map(|hit| (hit.id, hit.reach)),
        Some((id, 0.5))
    );
    let hit = broad_phase.fat().cast(&ray).unwrap();
    assert_eq!((broad_phase.proxy(hit.id), hit.reach), (Some(id), 0.4));
    let above = Ray::between([0.0, 1.5], [10.0, 1.5]).unwrap();
    assert!(!broad_phase.any_hit(&above) && broad_phase.fat().any_hit(&above));
}

/// The nodes of the tree of moving proxies, parents first: level, and the x of a leaf.
fn shape(broad_phase: &BroadPhase<f32, f32, 2>) -> Vec<(usize, Option<f32>)> {
    let mut nodes = Vec::new();
    broad_phase.moving().for_each_node(|node| {
        nodes.push((node.level, node.id.map(|_| node.aabb.min()[0])));
    });
    nodes
}

/// 19 and 22 are joined first, then 0, then 43; a build from above cuts between 19 and 22.
#[test]
fn a_rebuild_from_below_joins_what_is_closest() {
    let mut broad_phase = BroadPhase::new(MARGIN);
    for x in [0.0, 43.0, 22.0, 19.0] {
        broad_phase.create(unit(x), x);
    }
    let mut rebuilt = |balance: Balance| {
        broad_phase.set_balance(balance);
        broad_phase.rebuild_bottom_up();
        broad_phase.validate().unwrap();
        let mut nodes = shape(&broad_phase);
        nodes.sort_by(|a, b| a.partial_cmp(b).unwrap());
        nodes
    };
    let (inner, leaf) = (|level| (level, None), |level, x| (level, Some(x)));
    let greedy = [
        inner(0),
        inner(1),
        leaf(1, 43.0),
        inner(2),
        leaf(2, 0.0),
        leaf(3, 19.0),
        leaf(3, 22.0),
    ];
    assert_eq!(rebuilt(Balance::Area), greedy);
    // By height, 43 has no sibling that is two levels high.
    assert!(!rebuilt(Balance::Height).contains(&leaf(1, 43.0)));
}

/// A broad phase that never steps is the bare tree of the original: fat boxes with data, and no
/// pairs. Created and destroyed proxies leave no memory behind.
#[test]
fn without_steps_a_broad_phase_is_a_tree_of_fat_boxes_with_data() {
    let mut broad_phase = BroadPhase::<Rc<u32>, f32, 2>::new(fat());
    let data = Rc::new(7);
    let mut expected = BTreeMap::new();
    let mut bytes = Vec::new();
    for round in 0..20_u16 {
        let ids: Vec<_> = (0..100_u16)
            .map(|i| {
                let aabb = unit(f32::from(i) * 3.0);
                let id = broad_phase.create(aabb, Rc::clone(&data));
                expected.insert(id, aabb.expanded(1.0));
                id
            })
            .collect();
        for (i, &id) in (0..100_u16).zip(&ids) {
            let x = f32::from(i) * 3.0;
            // Moves within the fat box change nothing; outside, a new one reaches ahead.
            assert!(!broad_phase.move_to(id, unit(x + 0.5), [0.5, 0.0]).unwrap());
            if i % 2 == 0 {
                assert!(broad_phase.move_to(id, unit(x + 2.0), [1.5, 0.0]).unwrap());
                expected.insert(id, Aabb::new([x + 1.0, -1.0], [x + 7.0, 2.0]));
            }
        }
        for (&id, &aabb) in &expected {
            assert_eq!(broad_phase.fat_aabb(id), Some(aabb));
        }
        let window = unit(f32::from(round) * 11.0);
        let found = broad_phase.fat().overlaps(&window);
        let overlapping = expected.iter().filter(|(_, aabb)| aabb.overlaps(&window));
        assert!(found.into_iter().eq(overlapping.map(|(id, _)| id.id())));
        assert_eq!(Rc::strong_count(&data), 101);
        for id in ids {
            broad_phase.remove(id);
            assert_eq!(broad_phase.departed(id), None);
        }
        expected.clear();
        assert_eq!(
            Rc::strong_count(&data),
            1,
            "the data of removed proxies is dropped at once"
        );
        bytes.push(broad_phase.stats().bytes);
    }
    assert_eq!(
        bytes[1..].iter().max(),
        Some(&bytes[1]),
        "memory does not grow"
    );
}
