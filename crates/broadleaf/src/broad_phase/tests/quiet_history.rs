//! Random histories with fast frames leave no trace after a quiet one, and give the same bytes when
//! they are replayed.

use alloc::vec::Vec;

use super::quiet::{check_is_as_new, number, quiet_frame};
use crate::broad_phase::broad_phase::BroadPhase;
use crate::broad_phase::state::config::ProxyConfig;
use crate::broad_phase::state::id::ProxyId;
use crate::broad_phase::state::margin::Margin;
use crate::broad_phase::state::mobility::Mobility;
use crate::broad_phase::state::multiplier::Multiplier;
use crate::broad_phase::state::proxy::margin_of;
use crate::geometry::{Aabb, Fixed, Scalar};

/// Checks that no fat box is larger than a proxy at rest may keep.
fn check_is_nearly_as_new<S: Scalar, const D: usize>(broad_phase: &BroadPhase<(), S, D>) {
    for (id, ()) in broad_phase.iter() {
        let (tight, fat) = broad_phase.aabb(id).zip(broad_phase.fat_aabb(id)).unwrap();
        let config = broad_phase.config(id).unwrap();
        let four = |length: S| (0..3).fold(length, |sum, _| sum.saturating_add(length));
        let bounds = match margin_of(config.margin, config.mobility, &broad_phase.margin()) {
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

/// The margins to check.
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
    broad_phase: &BroadPhase<(), S, D>,
    id: ProxyId,
    random: &mut Random,
    scalar: &impl Fn(i32) -> S,
) -> (ProxyId, Aabb<S, D>, [S; D]) {
    let tight = match random.below(3) {
        0 => random.aabb(scalar),
        1 => broad_phase.aabb(id).unwrap(),
        _ => broad_phase
            .aabb(id)
            .unwrap()
            .translated([0; D].map(|_| scalar(random.below(2)))),
    };
    (id, tight, random.displacement(scalar))
}

/// One random frame, without its step.
fn random_changes<S: Scalar, const D: usize>(
    broad_phase: &mut BroadPhase<(), S, D>,
    random: &mut Random,
    scalar: &impl Fn(i32) -> S,
) {
    let ids: Vec<ProxyId> = broad_phase.iter().map(|(id, ())| id).collect();
    for id in ids {
        match random.below(24) {
            0 => _ = broad_phase.remove(id),
            1 => broad_phase
                .set_mobility(
                    id,
                    Mobility::from_code(random.below(4).try_into().unwrap()).unwrap(),
                )
                .unwrap(),
            2 => broad_phase.optimize(),
            3..9 => {}
            9..12 => {
                let moves = [
                    random_move(broad_phase, id, random, scalar),
                    random_move(broad_phase, id, random, scalar),
                ];
                broad_phase.move_all(moves).map(drop).unwrap();
            }
            _ => {
                let (id, tight, by) = random_move(broad_phase, id, random, scalar);
                broad_phase.move_to(id, tight, by).map(drop).unwrap();
            }
        }
    }
    if random.below(6) == 0 {
        broad_phase.translate([0; D].map(|_| scalar(random.below(5))));
    }
    for _ in 0..2 {
        let mut config =
            ProxyConfig::new(Mobility::from_code(random.below(4).try_into().unwrap()).unwrap());
        if random.below(3) == 0 {
            config = config.with_margin(margins(scalar)[usize::try_from(random.below(8)).unwrap()]);
        }
        broad_phase.create_with(config, random.aabb(scalar), ());
    }
}

/// A step that has to report the difference between the pairs and leave the broad phase valid.
fn checked_step<S: Scalar, const D: usize>(
    broad_phase: &mut BroadPhase<(), S, D>,
    before: &mut Vec<[ProxyId; 2]>,
) {
    let events = broad_phase.step();
    let now = broad_phase.pairs();
    let without = |list: &[[ProxyId; 2]], other: &[[ProxyId; 2]]| -> Vec<_> {
        let is_new = |pair: &&[ProxyId; 2]| other.binary_search(*pair).is_err();
        list.iter().filter(is_new).copied().collect()
    };
    assert_eq!(events.begun, without(&now, before));
    assert_eq!(events.ended, without(before, &now));
    broad_phase.validate().unwrap();
    *before = now;
}

fn check_histories<S: Scalar, const D: usize>(scalar: impl Fn(i32) -> S) {
    for (seed, margin) in (0..).zip(margins(&scalar)) {
        let mut random = Random(seed);
        let mut broad_phase = BroadPhase::<(), S, D>::new(margin);
        broad_phase.remember(5);
        let mut pairs = Vec::new();
        for frame in 0..40 {
            random_changes(&mut broad_phase, &mut random, &scalar);
            if random.below(5) == 0 {
                // In the middle of a step, a restored broad phase continues like the original.
                let mut restored = BroadPhase::<(), S, D>::restore(&broad_phase.save()).unwrap();
                assert_eq!(restored.state_hash(), broad_phase.state_hash());
                assert_eq!(restored.step(), broad_phase.clone().step());
            }
            checked_step(&mut broad_phase, &mut pairs);
            if frame % 8 == 7 {
                check_replay(&mut broad_phase, &mut random, &scalar);
                let mut quiet = broad_phase.clone();
                quiet_frame(&mut quiet);
                check_is_as_new(&quiet);
                assert!(quiet.step().is_empty());
                let mut unmoved = broad_phase.clone();
                unmoved.step();
                check_is_nearly_as_new(&unmoved);
                assert!(unmoved.step().is_empty());
            }
        }
    }
}

/// Frames that are undone and replayed give the same bytes.
fn check_replay<S: Scalar, const D: usize>(
    broad_phase: &mut BroadPhase<(), S, D>,
    random: &mut Random,
    scalar: &impl Fn(i32) -> S,
) {
    let (start, seed) = (broad_phase.save(), random.0);
    let mut restored = BroadPhase::<(), S, D>::restore(&start).unwrap();
    let play = |broad_phase: &mut BroadPhase<(), S, D>| {
        let mut random = Random(seed);
        for _ in 0..3 {
            random_changes(broad_phase, &mut random, scalar);
            broad_phase.step();
        }
        random_changes(broad_phase, &mut random, scalar);
        (broad_phase.state_hash(), broad_phase.save())
    };
    let end = play(&mut restored);
    for _ in 0..2 {
        assert!(play(broad_phase) == end);
        broad_phase.rewind(3).unwrap();
        assert!(broad_phase.save() == start);
        broad_phase.validate().unwrap();
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
