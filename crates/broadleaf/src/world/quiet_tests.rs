//! Margins end: after a quiet frame, fat boxes and pairs are those of a world built anew, whatever
//! happened before. After a frame without moves, no fat box is much larger than that.

use alloc::vec::Vec;

use super::config::ProxyConfig;
use super::id::ProxyId;
use super::margin::Margin;
use super::mobility::Mobility;
use super::multiplier::Multiplier;
use super::state::margin_of;
use super::world::World;
use crate::geometry::{Aabb, Fixed, Scalar};

type Flat = World<(), f32, 2>;

fn square<S: Scalar>(scalar: impl Fn(i32) -> S, x: i32) -> Aabb<S, 2> {
    Aabb::new([scalar(x), scalar(0)], [scalar(x + 1), scalar(1)])
}

fn number(x: i32) -> f32 {
    i16::try_from(x).unwrap().into()
}

/// Moves every proxy to where it is, with no displacement, and ends the step.
fn quiet_frame<T, S: Scalar, const D: usize>(world: &mut World<T, S, D>) {
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

fn check_is_as_new<S: Scalar, const D: usize>(world: &World<(), S, D>) {
    let anew = built_anew(world);
    assert_eq!(slots(&world.pairs()), slots(&anew.pairs()));
    for ((id, ()), (other, ())) in world.iter().zip(anew.iter()) {
        assert_eq!(world.fat_aabb(id), anew.fat_aabb(other), "{id}");
    }
}

/// No fat box is larger than a proxy at rest may keep.
fn check_is_nearly_as_new<S: Scalar, const D: usize>(world: &World<(), S, D>) {
    for (id, ()) in world.iter() {
        let (tight, fat) = world.aabb(id).zip(world.fat_aabb(id)).unwrap();
        let config = world.config(id).unwrap();
        let four = |length: S| (0..3).fold(length, |sum, _| sum.saturating_add(length));
        let bounds = match margin_of(config.margin, config.mobility, &world.margin()) {
            Margin::Fatten { extension, .. } => tight.expanded(four(extension)),
            Margin::Proportional { sixteenths, .. } => {
                let [min, max] = [tight.min(), tight.max()];
                let sides = (0..D).map(|axis| max[axis].saturating_sub(min[axis]));
                let longest = sides.fold(S::default(), |a, b| if b > a { b } else { a });
                tight.expanded(four(longest.saturating_256ths(16 * sixteenths)))
            }
            margin => margin.fat(&tight, [S::default(); D]),
        };
        assert!(bounds.contains(&fat), "{id}: {fat} around {tight}");
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

/// The margins of the property.
fn margins<S: Scalar>(scalar: impl Fn(i32) -> S) -> [Margin<S>; 8] {
    let [none, half, two] = [0, 128, 512].map(Multiplier::from_256ths);
    let fatten = |extension, prediction| Margin::Fatten {
        extension: scalar(extension),
        prediction,
    };
    let proportional = |sixteenths, prediction| Margin::Proportional {
        sixteenths,
        prediction,
    };
    [
        Margin::Tight,
        Margin::Snap { cell: scalar(4) },
        Margin::default(),
        fatten(2, none),
        fatten(1, two),
        fatten(0, half),
        proportional(3, two),
        proportional(40, half),
    ]
}

/// A generator of small numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        i32::try_from((self.0 >> 33) % limit).unwrap()
    }

    /// A box on a small grid; sometimes everywhere.
    fn aabb<S: Scalar, const D: usize>(&mut self, scalar: &impl Fn(i32) -> S) -> Aabb<S, D> {
        if self.below(20) == 0 {
            return Aabb::EVERYWHERE;
        }
        let start: [i32; D] = [0; D].map(|_| self.below(60));
        let end = start.map(|x| x + self.below(8));
        Aabb::new(start.map(scalar), end.map(scalar))
    }

    /// Mostly slow, sometimes fast or as far as the type reaches.
    fn displacement<S: Scalar, const D: usize>(&mut self, scalar: &impl Fn(i32) -> S) -> [S; D] {
        let kind = self.below(12);
        [0; D].map(|_| match kind {
            0 => S::MAX,
            1 => S::MIN,
            2..5 => scalar(self.below(120)),
            5 => S::default().saturating_sub(scalar(self.below(120))),
            6..9 => scalar(self.below(3)),
            _ => S::default(),
        })
    }
}

/// One random move, small or anywhere.
fn random_move<S: Scalar, const D: usize>(
    world: &World<(), S, D>,
    id: ProxyId,
    random: &mut Random,
    scalar: &impl Fn(i32) -> S,
) -> (ProxyId, Aabb<S, D>, [S; D]) {
    let tight = match random.below(3) {
        0 => random.aabb(scalar),
        1 => world.aabb(id).unwrap(),
        _ => world
            .aabb(id)
            .unwrap()
            .translated([0; D].map(|_| scalar(random.below(2)))),
    };
    (id, tight, random.displacement(scalar))
}

/// One random frame, without its step.
fn random_changes<S: Scalar, const D: usize>(
    world: &mut World<(), S, D>,
    random: &mut Random,
    scalar: &impl Fn(i32) -> S,
) {
    let ids: Vec<ProxyId> = world.iter().map(|(id, ())| id).collect();
    for id in ids {
        match random.below(24) {
            0 => _ = world.destroy_proxy(id),
            1 => world
                .set_mobility(
                    id,
                    Mobility::from_code(random.below(3).try_into().unwrap()).unwrap(),
                )
                .unwrap(),
            2 => world.optimize(),
            3..9 => {}
            9..12 => {
                let moves = [
                    random_move(world, id, random, scalar),
                    random_move(world, id, random, scalar),
                ];
                world.move_proxies(moves).map(drop).unwrap();
            }
            _ => {
                let (id, tight, by) = random_move(world, id, random, scalar);
                world.move_proxy(id, tight, by).map(drop).unwrap();
            }
        }
    }
    if random.below(6) == 0 {
        world.translate([0; D].map(|_| scalar(random.below(5))));
    }
    for _ in 0..2 {
        let mut config =
            ProxyConfig::new(Mobility::from_code(random.below(3).try_into().unwrap()).unwrap());
        if random.below(3) == 0 {
            config = config.with_margin(margins(scalar)[usize::try_from(random.below(8)).unwrap()]);
        }
        world.create_proxy_with(config, random.aabb(scalar), ());
    }
}

/// The step reports the difference of the pairs, and the world is valid.
fn checked_step<S: Scalar, const D: usize>(
    world: &mut World<(), S, D>,
    before: &mut Vec<[ProxyId; 2]>,
) {
    let events = world.step();
    let now = world.pairs();
    let without = |list: &[[ProxyId; 2]], other: &[[ProxyId; 2]]| -> Vec<_> {
        let is_new = |pair: &&[ProxyId; 2]| other.binary_search(*pair).is_err();
        list.iter().filter(is_new).copied().collect()
    };
    assert_eq!(events.begun, without(&now, before));
    assert_eq!(events.ended, without(before, &now));
    world.validate().unwrap();
    *before = now;
}

fn check_histories<S: Scalar, const D: usize>(scalar: impl Fn(i32) -> S) {
    for (seed, margin) in (0..).zip(margins(&scalar)) {
        let mut random = Random(seed);
        let mut world = World::<(), S, D>::new(margin);
        world.remember(5);
        let mut pairs = Vec::new();
        for frame in 0..40 {
            random_changes(&mut world, &mut random, &scalar);
            if random.below(5) == 0 {
                // In the middle of a step: what goes on from bytes goes on as the world does.
                let mut restored = World::<(), S, D>::restore(&world.save()).unwrap();
                assert_eq!(restored.state_hash(), world.state_hash());
                assert_eq!(restored.step(), world.clone().step());
            }
            checked_step(&mut world, &mut pairs);
            if frame % 8 == 7 {
                check_replay(&mut world, &mut random, &scalar);
                let mut quiet = world.clone();
                quiet_frame(&mut quiet);
                check_is_as_new(&quiet);
                assert!(quiet.step().is_empty());
                let mut unmoved = world.clone();
                unmoved.step();
                check_is_nearly_as_new(&unmoved);
                assert!(unmoved.step().is_empty());
            }
        }
    }
}

/// Frames that are undone and played again give the same bytes.
fn check_replay<S: Scalar, const D: usize>(
    world: &mut World<(), S, D>,
    random: &mut Random,
    scalar: &impl Fn(i32) -> S,
) {
    let (start, seed) = (world.save(), random.0);
    let mut restored = World::<(), S, D>::restore(&start).unwrap();
    let play = |world: &mut World<(), S, D>| {
        let mut random = Random(seed);
        for _ in 0..3 {
            random_changes(world, &mut random, scalar);
            world.step();
        }
        random_changes(world, &mut random, scalar);
        (world.state_hash(), world.save())
    };
    let end = play(&mut restored);
    for _ in 0..2 {
        assert!(play(world) == end);
        world.rewind(3).unwrap();
        assert!(world.save() == start);
        world.validate().unwrap();
    }
}

#[test]
fn random_histories_leave_no_trace() {
    check_histories::<f32, 2>(number);
    check_histories::<f64, 3>(f64::from);
    check_histories::<i32, 2>(|x| x);
    check_histories::<i64, 3>(i64::from);
    check_histories::<Fixed<16>, 2>(Fixed::from_int);
    check_histories::<u8, 3>(|x| u8::try_from(x).unwrap());
    check_histories::<i16, 2>(|x| i16::try_from(x).unwrap());
    check_histories::<u64, 2>(|x| u64::try_from(x).unwrap());
}
