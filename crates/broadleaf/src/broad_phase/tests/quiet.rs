//! Margins end: after a quiet frame, fat boxes and pairs are those of a new broad phase.

use alloc::vec::Vec;

use crate::broad_phase::broad_phase::BroadPhase;
use crate::broad_phase::state::id::ProxyId;
use crate::broad_phase::state::margin::Margin;
use crate::broad_phase::state::multiplier::Multiplier;
use crate::geometry::{Aabb, Fixed, Scalar};

type Flat = BroadPhase<(), f32, 2>;

fn square<S: Scalar>(scalar: impl Fn(i32) -> S, x: i32) -> Aabb<S, 2> {
    Aabb::new([scalar(x), scalar(0)], [scalar(x + 1), scalar(1)])
}

pub(crate) fn number(x: i32) -> f32 {
    i16::try_from(x).unwrap().into()
}

/// Moves every proxy to its current box, without a displacement, and ends the step.
pub(crate) fn quiet_frame<T, S: Scalar, const D: usize>(broad_phase: &mut BroadPhase<T, S, D>) {
    let still = |id| Some((id, broad_phase.aabb(id)?, [S::default(); D]));
    let ids = broad_phase.iter().map(|(id, _)| id);
    let moves: Vec<_> = ids.filter_map(still).collect();
    broad_phase.move_all(moves).unwrap();
    broad_phase.step();
}

/// A broad phase with the same proxies, created at their current boxes.
fn built_anew<S: Scalar, const D: usize>(
    broad_phase: &BroadPhase<(), S, D>,
) -> BroadPhase<(), S, D> {
    let mut anew = BroadPhase::new(broad_phase.margin());
    for (id, ()) in broad_phase.iter() {
        let (config, tight) = broad_phase.config(id).zip(broad_phase.aabb(id)).unwrap();
        anew.create_at(id.id(), config, tight, ()).unwrap();
    }
    anew.step();
    anew
}

fn slots(pairs: &[[ProxyId; 2]]) -> Vec<[u32; 2]> {
    pairs.iter().map(|pair| pair.map(|id| id.id().0)).collect()
}

pub(crate) fn check_is_as_new<S: Scalar, const D: usize>(broad_phase: &BroadPhase<(), S, D>) {
    let anew = built_anew(broad_phase);
    assert_eq!(slots(&broad_phase.pairs()), slots(&anew.pairs()));
    for ((id, ()), (other, ())) in broad_phase.iter().zip(anew.iter()) {
        assert_eq!(broad_phase.fat_aabb(id), anew.fat_aabb(other), "{id}");
    }
}

/// A broad phase in which `a` announced a motion of 1,000 once, which reaches `b` at 1,500.
fn after_a_fast_frame<S: Scalar>(
    scalar: impl Fn(i32) -> S,
) -> (BroadPhase<(), S, 2>, [ProxyId; 2]) {
    let mut broad_phase = BroadPhase::default();
    let [a, b] = [0, 1_500].map(|x| broad_phase.create(square(&scalar, x), ()));
    broad_phase.remember(4);
    broad_phase.step();
    broad_phase
        .move_to(a, square(&scalar, 2), [scalar(1_000), scalar(0)])
        .unwrap();
    assert_eq!(broad_phase.step().begun, [[a, b]]);
    (broad_phase, [a, b])
}

#[test]
fn a_fat_box_ends_when_the_motion_ends() {
    fn check<S: Scalar>(scalar: impl Fn(i32) -> S) {
        let (mut broad_phase, [a, b]) = after_a_fast_frame(&scalar);
        let still = [S::default(); 2];
        // It is the same broad phase after a save, an optimisation and a rewind.
        let bytes = broad_phase.save();
        broad_phase.optimize();
        for _ in 0..2 {
            let mut restored = BroadPhase::<(), S, 2>::restore(&bytes).unwrap();
            for broad_phase in [&mut broad_phase, &mut restored] {
                broad_phase.move_to(a, square(&scalar, 2), still).unwrap();
                assert_eq!(broad_phase.step().ended, [[a, b]]);
                check_is_as_new(broad_phase);
            }
            assert_eq!(broad_phase.save(), restored.save());
            broad_phase.rewind(1).unwrap();
            assert_eq!(broad_phase.save(), bytes);
            broad_phase.validate().unwrap();
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
    let (mut broad_phase, [a, b]) = after_a_fast_frame(number);
    let bytes = broad_phase.save();
    for _ in 0..2 {
        let mut restored = Flat::restore(&bytes).unwrap();
        assert_eq!(broad_phase.step().ended, [[a, b]]);
        assert_eq!(restored.step().ended, [[a, b]]);
        check_is_as_new(&broad_phase);
        assert_eq!(broad_phase.save(), restored.save());
        broad_phase.rewind(1).unwrap();
        assert_eq!(broad_phase.save(), bytes);
    }
    // A proxy that stays as fast keeps its fat box, and the pair.
    let on = |x| (square(number, x), [1_000.0, 0.0]);
    let still = broad_phase.state_hash();
    for x in [100, 200, 300] {
        let (tight, by) = on(x);
        assert!(!broad_phase.move_to(a, tight, by).unwrap());
        assert_ne!(broad_phase.state_hash(), still);
        let restored = Flat::restore(&broad_phase.save()).unwrap();
        assert_eq!(restored.state_hash(), broad_phase.state_hash());
        for mut broad_phase in [restored, broad_phase.clone()] {
            assert!(broad_phase.step().is_empty());
            assert_eq!(broad_phase.step().ended, [[a, b]]);
        }
        broad_phase.rewind(0).unwrap();
        assert_eq!(broad_phase.state_hash(), still);
        broad_phase.move_to(a, tight, by).unwrap();
        assert!(broad_phase.step().is_empty());
        broad_phase.rewind(1).unwrap();
    }
}

#[test]
fn a_proxy_that_slows_down_shrinks_without_a_rest() {
    let (mut broad_phase, [a, b]) = after_a_fast_frame(number);
    broad_phase
        .move_to(a, square(number, 3), [1.0, 0.0])
        .unwrap();
    assert_eq!(broad_phase.step().ended, [[a, b]]);
    let fat = broad_phase.fat_aabb(a).unwrap();
    assert_eq!(fat, Aabb::new([2.9, -0.1], [6.1, 1.1]));
}

#[test]
fn all_pairs_of_a_fast_frame_end() {
    let mut broad_phase = Flat::default();
    let ids: Vec<_> = (0..900)
        .map(|i| {
            broad_phase.create(
                square(number, 10 * (i % 30)).translated([0.0, number(10 * (i / 30))]),
                (),
            )
        })
        .collect();
    broad_phase.step();
    let place = |&id: &ProxyId| broad_phase.aabb(id).unwrap().translated([1.0; 2]);
    let places: Vec<_> = ids.iter().map(place).collect();
    let moves = |by: f32| {
        let places = ids.iter().zip(&places);
        places.map(move |(&id, &at)| (id, at, [by; 2]))
    };
    broad_phase.move_all(moves(100.0)).unwrap();
    assert!(broad_phase.step().begun.len() > 10_000);
    broad_phase.move_all(moves(0.0)).unwrap();
    broad_phase.step();
    assert_eq!(broad_phase.count_pairs(), 0);
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
            let mut broad_phase = Flat::new(margin);
            let a = broad_phase.create(large, ());
            broad_phase.create(square(number, 40), ());
            broad_phase.step();
            broad_phase.move_to(a, cube(0.5), [0.0; 2]).unwrap();
            assert_eq!(broad_phase.step().ended.len(), 1, "{margin:?} {large}");
            check_is_as_new(&broad_phase);
        }
        // An infinite or NaN displacement leaves no trace, either.
        let mut broad_phase = Flat::new(margin);
        let a = broad_phase.create(cube(0.5), ());
        for along in [f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::NAN] {
            broad_phase.move_to(a, cube(1.0), [along, 0.0]).unwrap();
            broad_phase.move_to(a, cube(0.5), [f32::NAN, 0.0]).unwrap();
            check_is_as_new(&broad_phase);
        }
    }
}

/// A proxy at a constant speed, and one that swings, are re-inserted only when they leave their fat
/// boxes.
#[test]
fn a_steady_motion_shrinks_nothing() {
    for speed in [0.02, 0.3, 5.0, 400.0_f32] {
        for direction in [
            |_| 1.0,
            |frame: i16| if frame % 2 == 0 { 1.0 } else { -1.0 },
        ] {
            let mut broad_phase = Flat::default();
            let id = broad_phase.create(square(number, 0), ());
            let mut tight = square(number, 0);
            for frame in 0..40 {
                let by = [speed * direction(frame), speed / 2.0];
                tight = tight.translated(by);
                let is_inside = broad_phase.fat_aabb(id).unwrap().contains(&tight);
                let left = broad_phase.move_to(id, tight, by).unwrap();
                assert_eq!(left, !is_inside, "{speed} {frame}");
            }
        }
    }
}
