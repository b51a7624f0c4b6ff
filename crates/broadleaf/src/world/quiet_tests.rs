//! Margins end: after a quiet frame, fat boxes and pairs are those of a world built anew.

use alloc::vec::Vec;

use super::id::ProxyId;
use super::margin::Margin;
use super::multiplier::Multiplier;
use super::world::World;
use crate::geometry::{Aabb, Fixed, Scalar};

type Flat = World<(), f32, 2>;

fn square<S: Scalar>(scalar: impl Fn(i32) -> S, x: i32) -> Aabb<S, 2> {
    Aabb::new([scalar(x), scalar(0)], [scalar(x + 1), scalar(1)])
}

pub(super) fn number(x: i32) -> f32 {
    i16::try_from(x).unwrap().into()
}

/// Moves every proxy to where it is, with no displacement, and ends the step.
pub(super) fn quiet_frame<T, S: Scalar, const D: usize>(world: &mut World<T, S, D>) {
    let still = |id| Some((id, world.aabb(id)?, [S::default(); D]));
    let ids = world.iter().map(|(id, _)| id);
    let moves: Vec<_> = ids.filter_map(still).collect();
    world.move_proxies(moves).unwrap();
    world.step();
}

/// A world with the same proxies, created where they are.
fn built_anew<S: Scalar, const D: usize>(world: &World<(), S, D>) -> World<(), S, D> {
    let mut anew = World::new(world.margin());
    for (id, ()) in world.iter() {
        let (config, tight) = world.config(id).zip(world.aabb(id)).unwrap();
        anew.create_proxy_at(id.id(), config, tight, ()).unwrap();
    }
    anew.step();
    anew
}

fn slots(pairs: &[[ProxyId; 2]]) -> Vec<[u32; 2]> {
    pairs.iter().map(|pair| pair.map(|id| id.id().0)).collect()
}

pub(super) fn check_is_as_new<S: Scalar, const D: usize>(world: &World<(), S, D>) {
    let anew = built_anew(world);
    assert_eq!(slots(&world.pairs()), slots(&anew.pairs()));
    for ((id, ()), (other, ())) in world.iter().zip(anew.iter()) {
        assert_eq!(world.fat_aabb(id), anew.fat_aabb(other), "{id}");
    }
}

/// The world of the review: `a` was said to move by 1,000 once, and reaches `b` at 1,500.
fn after_a_fast_frame<S: Scalar>(scalar: impl Fn(i32) -> S) -> (World<(), S, 2>, [ProxyId; 2]) {
    let mut world = World::default();
    let [a, b] = [0, 1_500].map(|x| world.create_proxy(square(&scalar, x), ()));
    world.remember(4);
    world.step();
    world
        .move_proxy(a, square(&scalar, 2), [scalar(1_000), scalar(0)])
        .unwrap();
    assert_eq!(world.step().begun, [[a, b]]);
    (world, [a, b])
}

#[test]
fn a_fat_box_ends_when_the_motion_ends() {
    fn check<S: Scalar>(scalar: impl Fn(i32) -> S) {
        let (mut world, [a, b]) = after_a_fast_frame(&scalar);
        let still = [S::default(); 2];
        // Saved, optimised and gone back to, it is the same world.
        let bytes = world.save();
        world.optimize();
        for _ in 0..2 {
            let mut restored = World::<(), S, 2>::restore(&bytes).unwrap();
            for world in [&mut world, &mut restored] {
                world.move_proxy(a, square(&scalar, 2), still).unwrap();
                assert_eq!(world.step().ended, [[a, b]]);
                check_is_as_new(world);
            }
            assert_eq!(world.save(), restored.save());
            world.rewind(1).unwrap();
            assert_eq!(world.save(), bytes);
            world.validate().unwrap();
        }
    }
    check(number);
    check(f64::from);
    check(|x| x);
    check(i64::from);
    check(Fixed::<16>::from_int);
}

#[test]
fn a_fat_box_ends_when_nobody_moves_its_proxy() {
    let (mut world, [a, b]) = after_a_fast_frame(number);
    let bytes = world.save();
    for _ in 0..2 {
        let mut restored = Flat::restore(&bytes).unwrap();
        assert_eq!(world.step().ended, [[a, b]]);
        assert_eq!(restored.step().ended, [[a, b]]);
        check_is_as_new(&world);
        assert_eq!(world.save(), restored.save());
        world.rewind(1).unwrap();
        assert_eq!(world.save(), bytes);
    }
    // A proxy that goes on as fast keeps its fat box, and the pair.
    let on = |x| (square(number, x), [1_000.0, 0.0]);
    let still = world.state_hash();
    for x in [100, 200, 300] {
        let (tight, by) = on(x);
        assert!(!world.move_proxy(a, tight, by).unwrap());
        assert_ne!(world.state_hash(), still);
        let restored = Flat::restore(&world.save()).unwrap();
        assert_eq!(restored.state_hash(), world.state_hash());
        for mut world in [restored, world.clone()] {
            assert!(world.step().is_empty());
            assert_eq!(world.step().ended, [[a, b]]);
        }
        world.rewind(0).unwrap();
        assert_eq!(world.state_hash(), still);
        world.move_proxy(a, tight, by).unwrap();
        assert!(world.step().is_empty());
        world.rewind(1).unwrap();
    }
}

#[test]
fn a_proxy_that_slows_down_shrinks_without_a_rest() {
    let (mut world, [a, b]) = after_a_fast_frame(number);
    world.move_proxy(a, square(number, 3), [1.0, 0.0]).unwrap();
    assert_eq!(world.step().ended, [[a, b]]);
    let fat = world.fat_aabb(a).unwrap();
    assert_eq!(fat, Aabb::new([2.9, -0.1], [6.1, 1.1]));
}

#[test]
fn all_pairs_of_a_fast_frame_end() {
    let mut world = Flat::default();
    let ids: Vec<_> = (0..900)
        .map(|i| {
            world.create_proxy(
                square(number, 10 * (i % 30)).translated([0.0, number(10 * (i / 30))]),
                (),
            )
        })
        .collect();
    world.step();
    let place = |&id: &ProxyId| world.aabb(id).unwrap().translated([1.0; 2]);
    let places: Vec<_> = ids.iter().map(place).collect();
    let moves = |by: f32| {
        let places = ids.iter().zip(&places);
        places.map(move |(&id, &at)| (id, at, [by; 2]))
    };
    world.move_proxies(moves(100.0)).unwrap();
    assert!(world.step().begun.len() > 10_000);
    world.move_proxies(moves(0.0)).unwrap();
    world.step();
    assert!(!world.any_pair());
}

#[test]
fn a_box_that_was_large_or_infinite_leaves_nothing() {
    let margins = [
        Margin::default(),
        Margin::Proportional {
            sixteenths: 1,
            prediction: Multiplier::from(2),
        },
    ];
    let cube = |half: f32| Aabb::new([-half; 2], [half; 2]);
    let infinite = Aabb::EVERYWHERE;
    let half_infinite = Aabb::new([0.0, -1.0], [f32::INFINITY, 1.0]);
    for margin in margins {
        for large in [cube(50.0), infinite, half_infinite] {
            let mut world = Flat::new(margin);
            let a = world.create_proxy(large, ());
            world.create_proxy(square(number, 40), ());
            world.step();
            world.move_proxy(a, cube(0.5), [0.0; 2]).unwrap();
            assert_eq!(world.step().ended.len(), 1, "{margin:?} {large}");
            check_is_as_new(&world);
        }
        // Nor does a displacement that is infinite or no number.
        let mut world = Flat::new(margin);
        let a = world.create_proxy(cube(0.5), ());
        for along in [f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::NAN] {
            world.move_proxy(a, cube(1.0), [along, 0.0]).unwrap();
            world.move_proxy(a, cube(0.5), [f32::NAN, 0.0]).unwrap();
            check_is_as_new(&world);
        }
    }
}

/// A proxy at a constant speed, and one that swings, are inserted again as rarely as before: when
/// they leave their fat boxes.
#[test]
fn a_steady_motion_shrinks_nothing() {
    for speed in [0.02, 0.3, 5.0, 400.0_f32] {
        for direction in [
            |_| 1.0,
            |frame: i16| if frame % 2 == 0 { 1.0 } else { -1.0 },
        ] {
            let mut world = Flat::default();
            let id = world.create_proxy(square(number, 0), ());
            let mut tight = square(number, 0);
            for frame in 0..40 {
                let by = [speed * direction(frame), speed / 2.0];
                tight = tight.translated(by);
                let is_inside = world.fat_aabb(id).unwrap().contains(&tight);
                let left = world.move_proxy(id, tight, by).unwrap();
                assert_eq!(left, !is_inside, "{speed} {frame}");
            }
        }
    }
}
