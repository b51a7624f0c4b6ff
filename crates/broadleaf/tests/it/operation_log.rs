//! Logs of operations: recording, comparison, and bytes that are not a log.

use broadleaf::geometry::Scalar;
use broadleaf::log::{Comparison, Difference, Recorder, compare_logs};
use broadleaf::world::{
    CannotRewind, Events, Filter, Margin, Mobility, ProxyConfig, ProxyId, UnknownProxy,
};
use broadleaf::{Aabb, Fixed, Id, World};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::inputs::{Mode, TestScalar, aabb, for_all, point};
use crate::world::{config, mobility};

/// An operation on the n-th proxy, or on one that does not exist.
#[derive(Clone, Debug)]
enum Op<S, const D: usize> {
    Create(ProxyConfig<S>, Aabb<S, D>),
    CreateAt(Id, ProxyConfig<S>, Aabb<S, D>),
    CreateStatic(Aabb<S, D>),
    Clear,
    Translate([S; D]),
    SetMobility(usize, Mobility),
    Destroy(usize),
    Move(usize, Aabb<S, D>, [S; D]),
    SetFilter(usize, u32),
    Touch(usize),
    Step,
}

fn ops<S: TestScalar, const D: usize>(mode: Mode) -> impl Strategy<Value = Vec<Op<S, D>>> {
    let n = || 0_usize..20;
    let op = prop_oneof![
        3 => (config(), aabb(mode)).prop_map(|(config, aabb)| Op::Create(config, aabb)),
        1 => ((0_u32..20).prop_map(Id), config(), aabb(mode))
            .prop_map(|(id, config, aabb)| Op::CreateAt(id, config, aabb)),
        1 => aabb(mode).prop_map(Op::CreateStatic),
        1 => prop_oneof![9 => Just(Op::Step), 1 => Just(Op::Clear)],
        1 => (n(), mobility()).prop_map(|(n, mobility)| Op::SetMobility(n, mobility)),
        1 => point(mode).prop_map(Op::Translate),
        2 => n().prop_map(Op::Destroy),
        9 => (n(), aabb(mode), point(Mode::Grid)).prop_map(|(n, aabb, displacement)| Op::Move(n, aabb, displacement)),
        1 => (n(), 0_u32..4).prop_map(|(n, category)| Op::SetFilter(n, category)),
        1 => n().prop_map(Op::Touch),
        4 => Just(Op::Step),
    ];
    vec(op, 0..120)
}

/// Applies operations to a recorder and to a plain world, which must agree.
fn play<S: Scalar, const D: usize>(margin: Margin<S>, ops: &[Op<S, D>]) -> Vec<u8> {
    let mut plain = World::<usize, S, D>::new(margin);
    let mut recorder = Recorder::new(plain.clone());
    let mut ids: Vec<ProxyId> = Vec::new();
    for op in ops {
        let nth = |n: usize| {
            ids.get(n % ids.len().max(1))
                .copied()
                .unwrap_or(ProxyId::from_bits(u64::MAX))
        };
        match op {
            Op::Create(config, aabb) => {
                ids.push(plain.create_proxy_with(*config, *aabb, ids.len()));
                assert_eq!(
                    recorder.create_proxy_with(*config, *aabb, ids.len() - 1),
                    ids[ids.len() - 1]
                );
            }
            Op::CreateAt(id, config, aabb) => {
                let created = plain.create_proxy_at(*id, *config, *aabb, 0);
                assert_eq!(recorder.create_proxy_at(*id, *config, *aabb, 0), created);
                ids.extend(created);
            }
            Op::CreateStatic(aabb) => {
                ids.push(plain.create_static(*aabb, 1));
                assert_eq!(recorder.create_static(*aabb, 1), ids[ids.len() - 1]);
            }
            Op::Clear => {
                plain.clear();
                recorder.clear();
            }
            Op::Translate(by) => {
                plain.translate(*by);
                recorder.translate(*by);
            }
            Op::SetMobility(n, mobility) => assert_eq!(
                recorder.set_mobility(nth(*n), *mobility),
                plain.set_mobility(nth(*n), *mobility)
            ),
            // Destroyed proxies stay in the list: operations on them fail.
            Op::Destroy(n) => assert_eq!(
                recorder.destroy_proxy(nth(*n)),
                plain.destroy_proxy(nth(*n))
            ),
            Op::Move(n, aabb, ahead) if n % 2 == 0 => {
                let moves = [nth(*n), nth(n + 1), nth(*n)].map(|id| (id, *aabb, *ahead));
                assert_eq!(recorder.move_proxies(moves), plain.move_proxies(moves));
            }
            Op::Move(n, aabb, ahead) => assert_eq!(
                recorder.move_proxy(nth(*n), *aabb, *ahead),
                plain.move_proxy(nth(*n), *aabb, *ahead)
            ),
            Op::SetFilter(n, category) => {
                let filter = Filter {
                    category: *category,
                    ..Filter::default()
                };
                assert_eq!(
                    recorder.set_filter(nth(*n), filter),
                    plain.set_filter(nth(*n), filter)
                );
            }
            Op::Touch(n) => assert_eq!(recorder.touch_proxy(nth(*n)), plain.touch_proxy(nth(*n))),
            Op::Step => assert_eq!(recorder.step(), plain.step()),
        }
        assert!(recorder.iter().eq(plain.iter()));
    }
    recorder.take_bytes()
}

fn check_random<S: TestScalar, const D: usize>(mode: Mode) {
    let margins = [Margin::default(), Margin::Snap { cell: S::UNIT }];
    let changes = (
        ops::<S, D>(mode),
        0_usize..2,
        any::<usize>(),
        aabb(mode),
        any::<usize>(),
        0_u8..8,
    );
    for_all(150, changes, |(ops, margin, place, aabb, byte, bit)| {
        let log = play(margins[margin], &ops);
        let steps =
            |ops: &[Op<S, D>]| ops.iter().filter(|op| matches!(op, Op::Step)).count() as u64;
        let Comparison {
            frames, difference, ..
        } = compare_logs([&log, &log]).unwrap();
        assert_eq!((frames, difference), (steps(&ops), None));

        // One more move: the logs differ there and not before.
        let place = place % (ops.len() + 1);
        let mut other = ops.clone();
        other.insert(place, Op::Move(1, aabb, [S::default(); D]));
        let other = play(margins[margin], &other);
        let parted = compare_logs([&log, &other]).unwrap().difference;
        assert!(
            parted.is_some_and(|difference| difference.frame() >= steps(&ops[..place]))
                || log == other
                || is_undone(&log, &other)
        );

        // Cut off and broken logs are errors or differences, never a panic.
        assert!(compare_logs([&log[..byte % log.len()], &log]) != compare_logs([&log, &log]));
        let mut broken = other;
        let byte = byte % broken.len();
        broken[byte] ^= 1 << bit;
        if let Err(error) = compare_logs([&log, &broken]) {
            assert!(
                error.log == 1
                    && error.at <= broken.len()
                    && error.to_string().starts_with("byte "),
                "{error}"
            );
        }
    });
}

/// A move of a static proxy in place, or of one that is destroyed right after, leaves no difference
/// but in the number of operations.
fn is_undone(log: &[u8], other: &[u8]) -> bool {
    let comparison = compare_logs([log, other]).unwrap();
    comparison.difference.is_none() && log.len() != other.len()
}

#[test]
fn random_logs_part_where_they_should() {
    for mode in [Mode::Grid, Mode::Wild] {
        check_random::<i32, 2>(mode);
        check_random::<f32, 3>(mode);
        check_random::<Fixed<16>, 2>(mode);
    }
}

type Snapped = Recorder<(), i32, 2>;

fn square(x: i32) -> Aabb<i32, 2> {
    Aabb::new([x, 0], [x + 2, 2])
}

/// Three proxies, three frames, in which `change` does something besides.
fn log(change: impl Fn(u32, &mut Snapped, &[ProxyId])) -> Vec<u8> {
    let mut world = Recorder::new(World::new(Margin::Snap { cell: 4 }));
    let ids: Vec<_> = (0..3)
        .map(|i| world.create_proxy(square(10 * i), ()))
        .collect();
    for frame in 0..3 {
        change(frame, &mut world, &ids);
        for (i, &id) in (0..).zip(&ids) {
            let _ = world.move_proxy(id, square(10 * i + i32::try_from(frame).unwrap()), [0, 0]);
        }
        world.step();
    }
    world.take_bytes()
}

#[track_caller]
fn difference(change: impl Fn(u32, &mut Snapped, &[ProxyId])) -> String {
    compare_logs([&log(|_, _, _| {}), &log(change)])
        .unwrap()
        .difference
        .unwrap()
        .to_string()
}

#[test]
fn differences_say_what_each_side_did() {
    let moved = difference(|frame, world, ids| {
        if frame == 1 {
            world
                .move_proxy(ids[2], square(-9), [0, 0])
                .map(drop)
                .unwrap();
        }
    });
    let expected = "frame 1: operation 10 moves 2v0 from [20, 0] to [22, 2] on to [21, 0] to [23, 2]; \
                    operation 8 moves 2v0 from [20, 0] to [22, 2] on to [-9, 0] to [-7, 2]";
    assert_eq!(moved, expected);
    let destroyed = difference(|frame, world, ids| {
        if frame == 2 {
            assert!(world.destroy_proxy(ids[0]));
        }
    });
    assert_eq!(
        destroyed,
        "frame 2: operation 12 moves 0v0 from [1, 0] to [3, 2] on to [2, 0] to [4, 2]; \
         operation 12 destroys 0v0, last [1, 0] to [3, 2]"
    );
    let created = difference(|frame, world, _| {
        if frame == 2 {
            world.create_proxy(square(7), ());
        }
    });
    let kind = "dynamic, with category 0xffffffff, mask 0xffffffff, group 0";
    assert_eq!(
        created,
        format!("frame 2: does not create 3v0; operation 12 creates 3v0, {kind}, [7, 0] to [9, 2]")
    );
    let touched = difference(|frame, world, ids| {
        if frame == 0 {
            world.touch_proxy(ids[1]).unwrap();
        }
    });
    assert_eq!(
        touched,
        "frame 0: operation 5 moves 1v0 from [10, 0] to [12, 2] on to [10, 0] to [12, 2]; operation 4 touches 1v0"
    );
    let filter = Filter {
        category: 2,
        mask: 3,
        group: -1,
    };
    let filtered = difference(|frame, world, ids| {
        if frame == 0 {
            world.set_filter(ids[1], filter).unwrap();
        }
    });
    assert!(
        filtered
            .ends_with("operation 4 changes 1v0 from category 0xffffffff, mask 0xffffffff, group 0 to category 0x2, mask 0x3, group -1")
    );
    let unknown = Err(UnknownProxy(ProxyId::from_bits(9)));
    let failed = log(|_, world, _| {
        assert_eq!(
            world
                .move_proxy(ProxyId::from_bits(9), square(0), [0, 0])
                .map(drop),
            unknown
        );
    });
    assert_eq!(failed, log(|_, _, _| {}), "what fails is not written");
}

#[test]
fn the_order_of_operations_on_different_proxies_does_not_count() {
    let backwards = log(|frame, world, ids| {
        for (i, &id) in (0..).zip(ids).collect::<Vec<_>>().into_iter().rev() {
            world
                .move_proxy(id, square(10 * i + i32::try_from(frame).unwrap()), [7, 7])
                .unwrap();
        }
    });
    let forwards = log(|frame, world, ids| {
        for (i, &id) in (0..).zip(ids) {
            world
                .move_proxy(id, square(10 * i + i32::try_from(frame).unwrap()), [0, 0])
                .unwrap();
        }
    });
    assert_ne!(backwards, forwards);
    let compared = compare_logs([&backwards, &forwards]).unwrap();
    assert_eq!((compared.frames, compared.operations), (3, 21));
    assert_eq!(compared.difference, None);
    let destroyed = |order: [usize; 2]| {
        log(move |frame, world, ids| {
            if frame == 1 {
                order
                    .iter()
                    .for_each(|&i| assert!(world.destroy_proxy(ids[i])));
            }
        })
    };
    let [forwards, backwards] = [destroyed([0, 1]), destroyed([1, 0])];
    assert_ne!(forwards, backwards);
    let compared = compare_logs([&forwards, &backwards]).unwrap();
    assert_eq!((compared.frames, compared.difference), (3, None));
}

#[test]
fn a_different_outcome_of_the_same_is_told_from_different_input() {
    let play = |accepts: bool| {
        let mut world = Recorder::new(World::<(), f64, 2>::default());
        world.create_proxies(
            ProxyConfig::default(),
            [0.0, 0.5].map(|x| (Aabb::new([x, 0.0], [x + 1.0, 1.0]), ())),
        );
        world.step_with(|_, _| accepts);
        world.take_bytes()
    };
    let difference = compare_logs([&play(true), &play(false)])
        .unwrap()
        .difference
        .unwrap();
    let [ours, theirs] = difference.sides();
    assert!(matches!(difference, Difference::Outcome { frame: 0, .. }));
    assert!(
        ours.starts_with("1 pairs begin, 0 end, hash ")
            && theirs.starts_with("0 pairs begin, 0 end, hash "),
        "{difference}"
    );
}

#[test]
fn logs_of_different_worlds_and_lengths_are_told_apart() {
    let empty = |margin| Recorder::new(World::<(), i32, 2>::new(margin)).take_bytes();
    let whole = log(|_, _, _| {});
    let told = |a: &[u8], b: &[u8]| {
        compare_logs([a, b])
            .unwrap()
            .difference
            .unwrap()
            .to_string()
    };
    let other = Recorder::new(World::<(), Fixed<16>, 3>::default()).take_bytes();
    assert_eq!(
        told(&whole, &other),
        "frame 0: 32-bit integer in 2D, snapped to 4; 64-bit fixed-point number with 16 fractional bits in 3D, \
         fattened by 0.100006103515625, predicted 2 ahead"
    );
    assert!(
        told(&whole, &empty(Margin::default()))
            .ends_with("32-bit integer in 2D, fattened by 0, predicted 2 ahead")
    );
    assert_eq!(
        told(&empty(Margin::Snap { cell: 4 }), &whole),
        "frame 0: ends here; goes on"
    );
    assert_eq!(
        told(&whole, &whole[..whole.len() - 1 - 2 - 8]),
        "frame 2: goes on; ends here"
    );
    let mut late = Recorder::new(World::<(), i32, 2>::new(Margin::Snap { cell: 4 }));
    late.create_proxy(square(0), ());
    let resumed = Recorder::new(late.finish().0).take_bytes();
    let compared = compare_logs([&resumed, &resumed]).unwrap();
    assert_eq!((compared.frames, compared.operations), (0, 1));
    assert_eq!(compared.difference, None);
}

#[test]
fn bytes_that_are_no_log_are_refused_with_the_place() {
    let whole = log(|_, _, _| {});
    let refused = |bytes: &[u8]| compare_logs([&whole, bytes]).unwrap_err().to_string();
    assert_eq!(
        refused(b""),
        "byte 0: this is not a log of a world's operations"
    );
    assert_eq!(refused(b"BLlg"), "byte 4: the bytes end too early");
    assert_eq!(
        refused(b"BLlg\x09"),
        "byte 4: the log has another version of the format, and only 3 is known"
    );
    assert_eq!(
        refused(b"BLlg\x03\x03\x20\x00"),
        "byte 7: an unknown type of coordinates"
    );
    assert_eq!(
        refused(b"BLlg\x03\x01\x20\x00\x00"),
        "byte 8: a world has 1 to 255 dimensions"
    );
    let mut unknown = whole.clone();
    let header = 4 + 1 + 3 + 1 + 2;
    unknown[header] = 1;
    assert_eq!(
        refused(&unknown),
        format!(
            "byte {}: an operation on a proxy that does not exist",
            header + 1
        )
    );
    for cut in 0..whole.len() {
        let outcome = compare_logs([&whole[..cut], &whole]);
        assert!(
            outcome.is_err() || outcome.unwrap().difference.is_some(),
            "cut at {cut}"
        );
    }
}

/// Two peers predict differently, rewind and do the same; a third peer never predicts.
#[test]
fn what_is_undone_is_not_in_the_log() {
    let play = |guess: Option<i32>| {
        let mut world = Recorder::new(World::<i32, i32, 2>::new(Margin::Snap { cell: 4 }));
        world.remember(3);
        let ids: Vec<_> = (0..3)
            .map(|i| world.create_proxy(square(10 * i), i))
            .collect();
        let mut file = Vec::new();
        for frame in 0..20 {
            if let Some(guess) = guess.filter(|_| frame % 4 == 2) {
                for x in [guess, 2 * guess] {
                    world.move_proxy(ids[1], square(x), [0, 0]).unwrap();
                    world.create_proxy(square(x), x);
                    world.step();
                }
                world.destroy_proxy(ids[2]);
                world.rewind(2).unwrap();
                world.move_proxy(ids[0], square(guess), [0, 0]).unwrap();
                world.rewind(0).unwrap();
            }
            for (i, &id) in (0..).zip(&ids) {
                world
                    .move_proxy(id, square(10 * i + frame), [0, 0])
                    .unwrap();
            }
            world.step();
            file.extend(world.take_bytes());
        }
        let impossible = world.rewind(4).unwrap_err();
        let too_far = |steps, remembered| CannotRewind::TooFar { steps, remembered };
        assert_eq!(impossible, too_far(4, 3));
        let (_, rest) = world.finish();
        assert!(!rest.is_empty());
        file.extend(rest);
        file
    };
    let (one, other, third) = (play(Some(5)), play(Some(8)), play(None));
    let compared = compare_logs([&one, &other]).unwrap();
    assert_eq!((compared.frames, compared.operations), (20, 63));
    assert_eq!(compared.difference, None);
    assert_eq!(one, third);

    let mut late = World::<(), i32, 2>::default();
    late.remember(9);
    late.step();
    let mut late = Recorder::new(late);
    let error = late.rewind(1).unwrap_err();
    assert!(matches!(
        error,
        CannotRewind::TooFar {
            steps: 1,
            remembered: 0
        }
    ));

    // A move within a fat box is no change: a world can begin to remember right after it.
    let mut world = Recorder::new(World::<(), i32, 2>::new(Margin::Fatten {
        extension: 9,
        prediction: 0.into(),
    }));
    let id = world.create_proxy(square(0), ());
    world.step();
    world.move_proxy(id, square(1), [0, 0]).unwrap();
    world.remember(1);
    let start = world.clone().finish().1;
    world.move_proxy(id, square(2), [0, 0]).unwrap();
    world.rewind(0).unwrap();
    assert_eq!((world.aabb(id), world.finish().1), (Some(square(1)), start));
}

/// The recording of a world that remembers steps, and what was done to it since the last one.
#[test]
fn what_was_done_before_the_recording_is_not_undone() {
    type Change = fn(&mut World<i32, i32, 2>, ProxyId);
    let changes: [(&str, Change); 7] = [
        ("create", |world, _| _ = world.create_proxy(square(4), 4)),
        ("destroy", |world, id| _ = world.destroy_proxy(id)),
        ("create and destroy", |world, _| {
            let id = world.create_proxy(square(4), 4);
            world.destroy_proxy(id);
        }),
        ("move", |world, id| {
            world.move_proxy(id, square(40), [0, 0]).map(drop).unwrap();
        }),
        ("move within the fat box", |world, id| {
            world.move_proxy(id, square(2), [0, 0]).map(drop).unwrap();
        }),
        ("touch", |world, id| world.touch_proxy(id).unwrap()),
        ("set mobility", |world, id| {
            world.set_mobility(id, Mobility::Kinematic).unwrap();
        }),
    ];
    for (name, change) in changes {
        let mut world = World::<i32, i32, 2>::new(Margin::Fatten {
            extension: 9,
            prediction: 0.into(),
        });
        world.remember(3);
        let [id, other] = [1, 5].map(|x| world.create_proxy(square(x), x));
        world.step();
        change(&mut world, id);
        let (before, hash) = (world.save_with(|_, _| {}), world.state_hash());
        let mut recorder = Recorder::new(world);
        let impossible = recorder.rewind(0).unwrap_err();
        assert_eq!(impossible, CannotRewind::NotRemembering, "{name}");
        assert_eq!(recorder.save_with(|_, _| {}), before, "{name}");
        assert_eq!(recorder.state_hash(), hash, "{name}");

        let mut log = recorder.take_bytes();
        recorder.move_proxy(other, square(70), [0, 0]).unwrap();
        recorder.step();
        let stepped = recorder.state_hash();
        recorder.move_proxy(other, square(90), [0, 0]).unwrap();
        recorder.rewind(0).unwrap();
        assert_eq!(recorder.state_hash(), stepped, "{name}");
        let too_far = recorder.rewind(1).unwrap_err().to_string();
        assert_eq!(
            too_far, "cannot go back 1 steps: 0 are remembered",
            "{name}"
        );
        recorder.move_proxy(other, square(80), [0, 0]).unwrap();
        recorder.step();
        recorder.rewind(1).unwrap();
        assert_eq!(recorder.state_hash(), stepped, "{name}");
        log.extend(recorder.take_bytes());
        log.extend(recorder.finish().1);
        let comparison = compare_logs([&log, &log]).unwrap();
        assert_eq!(comparison.frames, 1, "{name}");
    }

    // At the end of a step, there is nothing to undo.
    let mut world = World::<i32, i32, 2>::default();
    world.remember(3);
    let id = world.create_proxy(square(0), 0);
    world.step();
    let mut recorder = Recorder::new(world);
    recorder.move_proxy(id, square(9), [0, 0]).unwrap();
    recorder.rewind(0).unwrap();
    assert_eq!(recorder.aabb(id), Some(square(0)));
}

#[test]
fn a_move_is_some_ten_bytes() {
    type Meters = Fixed<16>;
    let mut world = Recorder::new(World::<(), Meters, 3>::new(Margin::Snap {
        cell: Meters::ONE,
    }));
    let ids: Vec<_> = (0..100)
        .map(|i| world.create_proxy(Aabb::point([Meters::from_int(i); 3]), ()))
        .collect();
    let _ = world.take_bytes();
    for (i, &id) in (0..).zip(&ids) {
        let step = Meters::from_ratio(1, 7).unwrap();
        world
            .move_proxy(id, Aabb::point([Meters::from_int(i) + step; 3]), [step; 3])
            .unwrap();
    }
    world.step();
    let bytes = world.take_bytes().len();
    assert!(
        bytes <= 100 * 14 + 16,
        "{bytes} bytes for 100 moves and a step"
    );
}

/// All functions that change a world can be recorded.
#[test]
fn a_change_of_mobility_is_printed() {
    let changed = difference(|frame, world, ids| {
        if frame == 1 {
            world.set_mobility(ids[0], Mobility::Static).unwrap();
        }
    });
    assert!(
        changed.ends_with("operation 8 changes 0v0 from dynamic to static"),
        "{changed}"
    );
    let mut events = Events::new();
    let mut world = Snapped::new(World::new(Margin::Tight));
    world.reserve(2);
    let config = ProxyConfig::new(Mobility::Kinematic).with_margin(Margin::Proportional {
        sixteenths: 2,
        prediction: 1.into(),
    });
    world.create_proxy_at(Id(7), config, square(0), ()).unwrap();
    world.step_into(&mut events);
    let empty = Snapped::new(World::new(Margin::Tight)).finish().0;
    let mut other = Recorder::new(empty);
    other.step();
    let [ours, theirs] = [world.finish().1, other.finish().1];
    let difference = compare_logs([&ours, &theirs]).unwrap().difference.unwrap();
    assert_eq!(
        difference.sides(),
        [
            "operation 1 creates 7v0, kinematic, with category 0xffffffff, mask 0xffffffff, group 0, \
             fattened by 2/16 of its size, predicted 1 ahead, [0, 0] to [2, 2]",
            "does not create 7v0"
        ]
    );
}
