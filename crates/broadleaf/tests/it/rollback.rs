//! Hashes, rewinding and saving: a world that was rewound or restored continues like one that was
//! not.

use std::collections::VecDeque;

use broadleaf::geometry::Scalar;
use broadleaf::orthtree::Orthtree;
use broadleaf::world::{
    CannotRewind, Filter, Margin, Mobility, ProxyConfig, ProxyId, RestoreError,
};
use broadleaf::{
    Aabb, BroadPhase, BruteForce, DynamicTree, Fixed, Id, KdSweep, PencilSweep, World,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::inputs::{Mode, TestScalar, aabb, for_all, margin, point, with_some_structure};
use crate::world::{config, filter, mobility};

#[derive(Clone, Debug)]
enum Op<S: Scalar, const D: usize> {
    Create(ProxyConfig<S>, Aabb<S, D>),
    CreateAt(Id, ProxyConfig<S>, Aabb<S, D>),
    CreateMany(ProxyConfig<S>, Vec<Aabb<S, D>>),
    /// Which proxy: the n-th of all that ever were.
    Destroy(usize),
    Move(usize, Aabb<S, D>, [S; D]),
    Touch(usize),
    SetFilter(usize, Filter),
    SetMobility(usize, Mobility),
    Clear,
    Translate([S; D]),
    SetUserData(usize, u8),
    Step,
    Optimize,
    Rewind(usize),
    Restore,
    Remember(usize),
}

fn ops<S: TestScalar, const D: usize>(mode: Mode) -> impl Strategy<Value = Vec<Op<S, D>>> {
    let n = || 0_usize..40;
    let op = prop_oneof![
        6 => (config(), aabb(mode)).prop_map(|(config, aabb)| Op::Create(config, aabb)),
        1 => (config(), vec(aabb(mode), 0..9)).prop_map(|(config, boxes)| Op::CreateMany(config, boxes)),
        4 => n().prop_map(Op::Destroy),
        8 => (n(), aabb(mode), point(Mode::Grid)).prop_map(|(n, aabb, displacement)| Op::Move(n, aabb, displacement)),
        2 => n().prop_map(Op::Touch),
        2 => (n(), filter()).prop_map(|(n, filter)| Op::SetFilter(n, filter)),
        2 => (n(), mobility()).prop_map(|(n, mobility)| Op::SetMobility(n, mobility)),
        1 => ((0_u32..30).prop_map(Id), config(), aabb(mode))
            .prop_map(|(id, config, aabb)| Op::CreateAt(id, config, aabb)),
        1 => prop_oneof![9 => Just(Op::Step), 1 => Just(Op::Clear)],
        3 => (n(), any::<u8>()).prop_map(|(n, data)| Op::SetUserData(n, data)),
        1 => point(mode).prop_map(Op::Translate),
        8 => Just(Op::Step),
        1 => Just(Op::Optimize),
        4 => (0_usize..8).prop_map(Op::Rewind),
        2 => Just(Op::Restore),
        1 => (0_usize..6).prop_map(Op::Remember),
    ];
    vec(op, 0..100)
}

/// The user's filter of these tests: an arbitrary rule on the data.
fn accepts((_, a): (ProxyId, &Data), (_, b): (ProxyId, &Data)) -> bool {
    !(a.0 ^ b.0).is_multiple_of(4)
}

/// Data that has to be cloned.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Data(u8, Box<u8>);

impl Data {
    fn new(n: u8) -> Self {
        Self(n, Box::new(n))
    }
}

type TestWorld<S, const D: usize, B> = World<Data, S, D, B, B>;

fn save<S: Scalar, const D: usize, B: BroadPhase<S, D> + Default>(
    world: &TestWorld<S, D, B>,
) -> Vec<u8> {
    world.save_with(|data, out| out.push(data.0))
}

fn restore<S: Scalar, const D: usize, B: BroadPhase<S, D> + Default>(
    bytes: &[u8],
) -> Result<TestWorld<S, D, B>, RestoreError> {
    World::restore_with(bytes, |bytes| {
        <[u8; 1]>::try_from(bytes).ok().map(|[n]| Data::new(n))
    })
}

/// A world, and a clone for each step that it remembers. The clones are never rewound or restored.
struct Pair<S: Scalar, const D: usize, B> {
    world: TestWorld<S, D, B>,
    straight: TestWorld<S, D, B>,
    ends: VecDeque<TestWorld<S, D, B>>,
    limit: usize,
    ids: Vec<ProxyId>,
}

impl<S: Scalar, const D: usize, B: BroadPhase<S, D> + Default + Clone> Pair<S, D, B> {
    fn new(margin: Margin<S>, reports_stays: bool) -> Self {
        let mut straight = World::with_structures(margin, B::default(), B::default());
        straight.set_reports_stays(reports_stays);
        let mut pair = Self {
            world: straight.clone(),
            ends: VecDeque::new(),
            straight,
            limit: 0,
            ids: Vec::new(),
        };
        pair.remember(5);
        pair.ends.push_back(pair.straight.clone());
        pair
    }

    fn pick(&self, n: usize) -> Option<ProxyId> {
        self.ids.get(n % self.ids.len().max(1)).copied()
    }

    fn remember(&mut self, steps: usize) {
        self.limit = steps;
        self.world.remember(steps);
        self.ends.drain(..self.ends.len().saturating_sub(steps + 1));
    }

    /// Applies an operation to both.
    fn both<R: PartialEq + std::fmt::Debug>(
        &mut self,
        act: impl Fn(&mut TestWorld<S, D, B>) -> R,
    ) -> R {
        let outcome = act(&mut self.world);
        assert_eq!(outcome, act(&mut self.straight));
        outcome
    }

    fn apply(&mut self, op: &Op<S, D>) {
        match op {
            Op::Create(config, aabb) => {
                let id = self.both(|world| world.create_proxy_with(*config, *aabb, Data::new(0)));
                self.ids.push(id);
            }
            Op::CreateAt(id, config, aabb) => {
                let id =
                    self.both(|world| world.create_proxy_at(*id, *config, *aabb, Data::new(1)));
                self.ids.extend(id);
            }
            Op::Clear => self.both(|world| world.clear()),
            Op::Translate(by) => self.both(|world| world.translate(*by)),
            Op::CreateMany(config, boxes) => {
                let ids = self.both(|world| {
                    world.create_proxies(*config, boxes.iter().map(|&aabb| (aabb, Data::new(0))))
                });
                self.ids.extend(ids);
            }
            Op::Step => {
                self.both(|world| world.step_with(accepts));
                self.ends.push_back(self.straight.clone());
                self.remember(self.limit);
            }
            Op::Optimize => self.world.optimize(),
            Op::Rewind(steps) => self.rewind(*steps),
            Op::Restore => {
                let limit = self.limit;
                self.world = restore(&save(&self.world)).unwrap();
                assert_eq!(self.world.history_len(), None);
                // Nothing before this can be undone.
                self.both(|world| world.step_with(accepts));
                self.ends = VecDeque::from([self.straight.clone()]);
                self.remember(limit);
            }
            Op::Remember(steps) => self.remember(*steps),
            op => self.apply_to_one(op),
        }
    }

    fn apply_to_one(&mut self, op: &Op<S, D>) {
        let (Op::Destroy(n)
        | Op::Move(n, ..)
        | Op::Touch(n)
        | Op::SetFilter(n, _)
        | Op::SetMobility(n, _)
        | Op::SetUserData(n, _)) = op
        else {
            return;
        };
        let Some(id) = self.pick(*n) else { return };
        self.both(|world| match op {
            Op::Destroy(_) => world.destroy_proxy(id),
            Op::SetMobility(_, mobility) => world.set_mobility(id, *mobility).is_ok(),
            Op::Move(_, aabb, displacement) => world.move_proxy(id, *aabb, *displacement).is_ok(),
            Op::Touch(_) => world.touch_proxy(id).is_ok(),
            Op::SetFilter(_, filter) => world.set_filter(id, *filter).is_ok(),
            Op::SetUserData(_, data) => world
                .user_data_mut(id)
                .map(|place| *place = Data::new(*data))
                .is_some(),
            _ => false,
        });
    }

    fn rewind(&mut self, steps: usize) {
        let possible = self.ends.len().checked_sub(1);
        assert_eq!(self.world.history_len(), possible);
        let to = self.world.frame().checked_sub(steps as u64);
        let outcome = match to.filter(|_| steps.is_multiple_of(2)) {
            Some(frame) => self.world.rewind_to(frame),
            None => self.world.rewind(steps),
        };
        let refused = match possible {
            None => Some(CannotRewind::NotRemembering),
            Some(remembered) => (steps > remembered).then_some(CannotRewind::TooFar {
                steps: steps as u64,
                remembered,
            }),
        };
        if let Some(error) = refused {
            assert_eq!(outcome, Err(error));
            return;
        }
        outcome.unwrap();
        self.ends.truncate(self.ends.len() - steps);
        self.straight = self.ends.back().unwrap().clone();
    }

    fn compare(&self) {
        let Self {
            world, straight, ..
        } = self;
        world.validate().unwrap();
        assert_eq!(world.state_hash(), straight.state_hash());
        assert_eq!(world.events(), straight.events());
        assert_eq!(world.frame(), straight.frame());
        assert_eq!(world.reports_stays(), straight.reports_stays());
        for id in &self.ids {
            assert_eq!(world.departed(*id), straight.departed(*id));
            assert_eq!(world.config(*id), straight.config(*id));
            assert_eq!(world.proxy(id.id()), straight.proxy(id.id()));
        }
        assert!(world.iter().eq(straight.iter()));
        for (id, _) in straight.iter() {
            let look =
                |world: &TestWorld<S, D, B>| (world.aabb(id), world.fat_aabb(id), world.filter(id));
            assert_eq!(look(world), look(straight));
        }
        assert_eq!(world.pairs(), straight.pairs());
        assert_eq!(save(world), save(straight));
    }
}

fn check<S: TestScalar, const D: usize, B: BroadPhase<S, D> + Default + Clone>(
    mode: Mode,
    cases: u32,
    _: fn() -> B,
) {
    for_all(
        cases,
        (margin(), ops::<S, D>(mode), aabb(mode), any::<bool>()),
        |(margin, ops, region, reports_stays)| {
            let mut pair = Pair::<S, D, B>::new(margin, reports_stays);
            for op in &ops {
                pair.apply(op);
                pair.compare();
                assert_eq!(
                    pair.world.overlaps(&region),
                    pair.straight.overlaps(&region)
                );
            }
            check_broken_bytes::<S, D, B>(&save(&pair.world), ops.len());
        },
    );
}

/// Flipped bits and missing bytes are detected by the checksum. With a correct checksum, the
/// outcome is a valid world or an error.
fn check_broken_bytes<S: Scalar, const D: usize, B: BroadPhase<S, D> + Default>(
    bytes: &[u8],
    seed: usize,
) {
    for turn in 0..8 {
        let place = (seed + turn).wrapping_mul(2_654_435_761) % (8 * bytes.len());
        let mut broken = bytes.to_vec();
        broken[place / 8] ^= 1 << (place % 8);
        assert!(restore::<S, D, B>(&broken).is_err());
        assert!(restore::<S, D, B>(&bytes[..place / 8]).is_err());
        for mut broken in [broken, bytes[..place / 8].to_vec()] {
            mend(&mut broken, |bytes| restore::<S, D, B>(bytes).map(|_| ()));
            if let Ok(mut world) = restore::<S, D, B>(&broken) {
                world.validate().unwrap();
                assert_eq!(
                    save(&restore::<S, D, B>(&save(&world)).unwrap()),
                    save(&world)
                );
                world.step();
                world.validate().unwrap();
            }
        }
    }
}

/// Appends the checksum that `restore` expects.
fn mend(bytes: &mut [u8], restore: impl Fn(&[u8]) -> Result<(), RestoreError>) {
    if let Err(RestoreError::Damaged { computed, .. }) = restore(bytes) {
        let place = bytes.len().saturating_sub(8);
        let count = bytes.len() - place;
        bytes[place..].copy_from_slice(&computed.to_le_bytes()[..count]);
    }
}

const CASES: u32 = 150;

with_some_structure!(tests: check, CASES);

type Flat = World<u8, f32, 2>;

fn unit(x: f32) -> Aabb<f32, 2> {
    Aabb::new([x, 0.0], [x + 1.0, 1.0])
}

/// A world with a refused pair, a free slot, and proxies that are new, destroyed, moved and
/// touched.
fn busy() -> (Flat, [ProxyId; 4]) {
    let mut world = Flat::new(Margin::Snap { cell: 1.0 });
    let ids = [0.0, 0.5, 5.0, 9.0].map(|x| world.create_proxy(unit(x), 0));
    let gone = world.create_proxy(unit(20.0), 0);
    world.destroy_proxy(gone);
    world.step_with(|(a, _), _| a != ids[0]);
    world.move_proxy(ids[2], unit(9.5), [0.0; 2]).unwrap();
    world.touch_proxy(ids[1]).unwrap();
    world.destroy_proxy(ids[3]);
    (world, ids)
}

type Difference = &'static dyn Fn(&mut Flat, [ProxyId; 4]) -> bool;

#[test]
fn every_single_difference_has_another_hash() {
    let differences: [Difference; 18] = [
        &|_, _| true,
        &|world, ids| world.move_proxy(ids[0], unit(0.25), [0.0; 2]).is_ok(),
        &|world, ids| world.move_proxy(ids[0], unit(-0.25), [0.0; 2]).is_ok(),
        &|world, ids| world.move_proxy(ids[2], unit(5.0), [0.0; 2]).is_ok(),
        &|world, ids| world.touch_proxy(ids[0]).is_ok(),
        &|world, ids| {
            world
                .set_filter(
                    ids[0],
                    Filter {
                        category: 1,
                        ..Filter::default()
                    },
                )
                .is_ok()
        },
        &|world, ids| {
            world
                .set_filter(
                    ids[0],
                    Filter {
                        mask: 1,
                        ..Filter::default()
                    },
                )
                .is_ok()
        },
        &|world, ids| {
            world
                .set_filter(
                    ids[0],
                    Filter {
                        group: 1,
                        ..Filter::default()
                    },
                )
                .is_ok()
        },
        &|world, ids| world.destroy_proxy(ids[0]),
        &|world, ids| world.set_mobility(ids[0], Mobility::Kinematic).is_ok(),
        &|world, ids| world.set_mobility(ids[0], Mobility::Static).is_ok(),
        &|world, _| {
            let config = ProxyConfig::default().with_margin(Margin::Snap { cell: 1.0 });
            world.create_proxy_with(config, unit(3.0), 0).id().0 > 0
        },
        &|world, _| {
            world
                .create_proxy_at(Id(9), ProxyConfig::default(), unit(3.0), 0)
                .is_ok()
        },
        &|world, _| world.create_proxy(unit(3.0), 0).id().0 > 0,
        &|world, _| world.create_static(unit(3.0), 0).id().0 > 0,
        &|world, _| world.step().begun.len() == 1,
        &|world, _| world.step_with(|_, _| false).begun.is_empty(),
        &|world, _| {
            // The same proxies, and free slots of other generations.
            let [a, b] = [0, 1].map(|_| world.create_proxy(unit(3.0), 0));
            [a, b].iter().all(|&id| world.destroy_proxy(id))
        },
    ];
    let hashes = differences.map(|differ| {
        let (mut world, ids) = busy();
        assert!(differ(&mut world, ids));
        world.validate().unwrap();
        world.state_hash()
    });
    for (i, hash) in hashes.iter().enumerate() {
        assert!(!hashes[..i].contains(hash), "difference {i} makes none");
    }
    let margins = [
        Margin::Snap { cell: 1.0 },
        Margin::Snap { cell: 2.0 },
        Margin::Fatten {
            extension: 1.0,
            prediction: 0.into(),
        },
        Margin::Tight,
        Margin::Proportional {
            sixteenths: 1,
            prediction: 0.into(),
        },
    ];
    for (i, margin) in margins.iter().enumerate() {
        for other in &margins[..i] {
            assert_ne!(
                Flat::new(*margin).state_hash(),
                Flat::new(*other).state_hash()
            );
        }
    }
}

#[test]
fn equal_states_have_equal_hashes_however_they_came_about() {
    let (mut there, _) = busy();
    let (mut and_back, ids) = busy();
    and_back.move_proxy(ids[0], unit(70.0), [0.0; 2]).unwrap();
    and_back.optimize();
    and_back
        .move_proxy(ids[0], Aabb::new([-0.0, -0.0], [1.0, 1.0]), [0.0; 2])
        .unwrap();
    *and_back.user_data_mut(ids[1]).unwrap() = 9;
    assert_eq!(there.state_hash(), and_back.state_hash());
    assert_eq!(there.step(), and_back.step());
    assert_eq!(there.state_hash(), and_back.state_hash());
    // The order of the moves between two steps, and which pairs the steps before had.
    let boxes = [1.0, 4.0, 7.0];
    let [forwards, backwards] = [[0, 1, 2], [2, 0, 1]].map(|order| {
        let mut world = Flat::new(Margin::Snap { cell: 0.5 });
        let ids = boxes.map(|x| world.create_proxy(unit(-x), 0));
        world.step();
        for i in order {
            world
                .move_proxy(ids[i], unit(boxes[i] * 0.5), [0.0; 2])
                .unwrap();
            if order[0] > 0 {
                world.step();
            }
        }
        world.step();
        world.state_hash()
    });
    assert_eq!(forwards, backwards);
}

#[test]
fn rewinding_says_how_far_it_can_go() {
    let (mut world, ids) = busy();
    assert_eq!(world.rewind(0), Err(CannotRewind::NotRemembering));
    world.remember(2);
    assert_eq!(
        world.rewind(0).unwrap_err().to_string(),
        "cannot go back: the last step was not remembered"
    );
    world.step();
    let hash = world.state_hash();
    world.destroy_proxy(ids[0]);
    world.rewind(0).unwrap();
    assert_eq!((world.state_hash(), world.contains(ids[0])), (hash, true));
    for _ in 0..3 {
        world.step();
    }
    assert_eq!(
        world.rewind(3),
        Err(CannotRewind::TooFar {
            steps: 3,
            remembered: 2
        })
    );
    assert_eq!(world.frame(), 5);
    assert_eq!(
        world.rewind_to(6).unwrap_err().to_string(),
        "cannot go back to frame 6: this is frame 5"
    );
    world.rewind(2).unwrap();
    assert_eq!(world.history_len(), Some(0));
    world.forget_steps();
    assert_eq!((world.history_len(), world.history_bytes()), (None, 0));
}

#[test]
fn memory_is_bounded_and_reported() {
    let mut world = World::<(), Fixed<16>, 2>::new(Margin::Snap {
        cell: Fixed::from_int(4),
    });
    let place = |i: i32, frame: i32| {
        let min = [3 * i, frame / 2].map(Fixed::from_int);
        Aabb::new(min, min.map(|x| x.saturating_add(Fixed::from_int(2))))
    };
    let ids: Vec<_> = (0..800)
        .map(|i| world.create_proxy(place(i, 0), ()))
        .collect();
    world.remember(8);
    let mut most = 0;
    for frame in 1..64 {
        for (&id, i) in ids.iter().zip(0..) {
            world
                .move_proxy(id, place(i, frame), [Fixed::default(); 2])
                .unwrap();
        }
        world.step();
        if frame == 8 {
            most = world.history_bytes();
        }
    }
    assert_eq!(world.history_len(), Some(8));
    assert!(
        world.history_bytes() <= most + most / 8,
        "{} after {most}",
        world.history_bytes()
    );
    world.remember(0);
    assert_eq!(world.history_len(), Some(0));
}

/// Bytes of a saved world, and what restoring says after a change to them.
fn problem_of(change: impl Fn(&mut Vec<u8>)) -> String {
    let (world, _) = busy();
    let mut bytes = world.save_with(|&data, out| out.push(data));
    change(&mut bytes);
    let restore = |bytes: &[u8]| {
        Flat::restore_with(bytes, |data| {
            data.first().copied().filter(|&data| data < 100)
        })
        .map(|_| ())
    };
    mend(&mut bytes, restore);
    restore(&bytes).map_or_else(|error| error.to_string(), |()| "none".to_owned())
}

#[test]
fn what_is_wrong_with_bytes_is_named() {
    assert_eq!(problem_of(|_| ()), "none");
    assert_eq!(
        problem_of(|bytes| bytes[0] = b'X'),
        "these bytes are not a saved world"
    );
    assert_eq!(
        problem_of(|bytes| bytes[4] = 9),
        "the world was saved in version 9 of the format, and only 3 is known"
    );
    // Version 2 had whole multipliers and no stays.
    assert_eq!(
        problem_of(|bytes| bytes[4] = 2),
        "the world was saved in version 2 of the format, and only 3 is known"
    );
    assert_eq!(
        problem_of(|bytes| bytes[6] = 64),
        "the saved world has coordinates of another type: 64-bit float, not 32-bit float"
    );
    assert_eq!(
        problem_of(|bytes| bytes[8] = 3),
        "the saved world has 3 dimensions, not 2"
    );
    assert_eq!(
        problem_of(|bytes| bytes[9] = 7),
        "byte 9: an unknown margin"
    );
    assert_eq!(
        problem_of(|bytes| drop(bytes.splice(bytes.len() - 8..bytes.len() - 8, [0]))),
        "byte 165: there are bytes after the end"
    );
    assert!(problem_of(|bytes| bytes.truncate(60)).starts_with("byte "));
    let damaged = Flat::restore_with(b"BLwd\x03and then something else", |_| None)
        .unwrap_err()
        .to_string();
    assert!(
        damaged.starts_with("bytes are missing or have changed: their checksum is "),
        "{damaged}"
    );
}

#[test]
fn margins_that_mean_the_same_have_the_same_bytes() {
    fn check(margins: [Margin<f32>; 2]) {
        let [mut one, mut other] = margins.map(World::<(), f32, 2>::new);
        for world in [&mut one, &mut other] {
            world.create_proxy(Aabb::new([-0.5, 0.0], [0.25, 2.0]), ());
            world.step();
        }
        assert_eq!(one.state_hash(), other.state_hash(), "{margins:?}");
        let bytes = one.save();
        assert_eq!(bytes, other.save(), "{margins:?}");
        let restored = World::<(), f32, 2>::restore(&bytes).unwrap();
        assert_eq!(restored.save(), bytes, "{margins:?}");
        assert_eq!(restored.state_hash(), one.state_hash(), "{margins:?}");
    }
    let not_numbers = [f32::NAN, -f32::NAN, f32::from_bits(0x7f80_0001)];
    let same = [
        [0.0, -0.0],
        [not_numbers[0], not_numbers[1]],
        [not_numbers[0], not_numbers[2]],
    ];
    for extensions in same {
        check(extensions.map(|cell| Margin::Snap { cell }));
        check(extensions.map(|extension| Margin::Fatten {
            extension,
            prediction: 1.into(),
        }));
    }
}

/// 0 and -0 are the same in the hash, and a restored box has the bits of the saved one.
#[test]
fn a_save_keeps_the_sign_of_zero() {
    let signs = [0.0_f32, -0.0].map(|zero| {
        let mut world = World::<(), f32, 2>::new(Margin::Tight);
        let id = world.create_proxy(Aabb::new([zero, -1.0], [1.0, zero]), ());
        world.step();
        let restored = World::<(), f32, 2>::restore(&world.save()).unwrap();
        assert_eq!(restored.state_hash(), world.state_hash());
        let bits = |world: &World<(), f32, 2>| {
            let aabb = world.aabb(id).unwrap();
            [aabb.min()[0], aabb.max()[1]].map(f32::to_bits)
        };
        assert_eq!(bits(&restored), bits(&world));
        (
            world.state_hash(),
            bits(&restored),
            world.save() == restored.save(),
        )
    });
    assert_eq!(signs[0].0, signs[1].0);
    assert_ne!(signs[0].1, signs[1].1);
    assert!(signs.iter().all(|(.., same)| *same));
}

/// What a step reports does not depend on the setting before it, and a rewind keeps the setting.
#[test]
fn stays_go_through_bytes_and_rewinds() {
    let mut world = World::<(), i32, 2>::default();
    world.remember(4);
    let ids = [0, 1, 2].map(|x| world.create_proxy(Aabb::new([x, 0], [x + 1, 1]), ()));
    let [ab, bc] = [[ids[0], ids[1]], [ids[1], ids[2]]];
    world.step();
    world.set_reports_stays(true);
    assert!(world.events().stayed.is_empty(), "from the next step on");
    assert_eq!(world.step().stayed, [ab, bc]);
    // With changes since the last step, which a restored world has, too.
    world.destroy_proxy(ids[2]);
    let mut restored = World::<(), i32, 2>::restore(&world.save()).unwrap();
    assert_eq!(restored.events(), world.events());
    let events = restored.step();
    assert_eq!(events, world.step());
    assert_eq!((events.stayed, events.ended), (vec![ab], vec![bc]));
    // Back to a step that did not report them: with the setting of now, it does.
    world.rewind(2).unwrap();
    let events = world.events().clone();
    assert_eq!((events.begun, events.stayed), (vec![ab, bc], vec![]));
    assert_eq!(world.step().stayed, [ab, bc]);
    world.set_reports_stays(false);
    assert!(world.step().stayed.is_empty());
    world.rewind(1).unwrap();
    assert!(!world.reports_stays() && world.events().stayed.is_empty());
    world.validate().unwrap();
}

#[test]
fn the_events_of_the_last_step_are_saved() {
    let mut world = World::<(), i32, 2>::default();
    let [a, b] = [0, 1].map(|x| world.create_proxy(Aabb::new([x, 0], [x + 1, 1]), ()));
    world.step();
    let restored = World::<(), i32, 2>::restore(&world.save()).unwrap();
    assert_eq!(restored.events().begun, [[a, b]]);
    assert_eq!(restored.events(), world.events());
    assert_eq!(restored.frame(), 1);
}

/// The data of ended proxies is part of a frame: it goes back and through bytes.
#[test]
fn departed_data_is_remembered_and_saved() {
    let mut world = World::<u8, i32, 2>::default();
    world.remember(4);
    let [a, b] = [1, 2].map(|n| world.create_proxy(Aabb::new([0, 0], [1, 1]), n));
    world.step();
    *world.user_data_mut(a).unwrap() = 7;
    world.destroy_proxy(a);
    assert_eq!(world.departed(a), None, "no event has named it");
    let bytes = world.save_with(|&n, out| out.push(n));
    assert_eq!(world.step().ended, [[a, b]]);
    assert_eq!(world.departed(a), Some(&7));
    world.step();
    assert_eq!(world.departed(a), None);
    world.rewind(1).unwrap();
    assert_eq!(
        (world.departed(a), world.events().ended.len()),
        (Some(&7), 1)
    );
    world.rewind(1).unwrap();
    assert_eq!((world.user_data(a), world.departed(a)), (Some(&1), None));

    let mut restored = World::<u8, i32, 2>::restore_with(&bytes, |data| Some(data[0])).unwrap();
    restored.step();
    assert_eq!(restored.departed(a), Some(&7));
}
