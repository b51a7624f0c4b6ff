//! The first difference of two logs, and its text.

use broadleaf::Filter;
use broadleaf::broad_phase::{Events, Margin, Mobility, ProxyConfig, ProxyId, UnknownProxy};
use broadleaf::log::{Difference, Recorder, compare_logs};
use broadleaf::{Aabb, BroadPhase, Fixed, Id};

use super::{Snapped, log, square};

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
    let moved = difference(|frame, broad_phase, ids| {
        if frame == 1 {
            broad_phase
                .move_to(ids[2], square(-9), [0, 0])
                .map(drop)
                .unwrap();
        }
    });
    let expected = "frame 1: operation 10 moves 2v0 from [20, 0] to [22, 2] on to [21, 0] to [23, 2]; \
                    operation 8 moves 2v0 from [20, 0] to [22, 2] on to [-9, 0] to [-7, 2]";
    assert_eq!(moved, expected);
    let destroyed = difference(|frame, broad_phase, ids| {
        if frame == 2 {
            assert!(broad_phase.remove(ids[0]));
        }
    });
    assert_eq!(
        destroyed,
        "frame 2: operation 12 moves 0v0 from [1, 0] to [3, 2] on to [2, 0] to [4, 2]; \
         operation 12 destroys 0v0, last [1, 0] to [3, 2]"
    );
    let created = difference(|frame, broad_phase, _| {
        if frame == 2 {
            broad_phase.create(square(7), ());
        }
    });
    let kind = "dynamic, with category 0xffffffff, mask 0xffffffff, group 0";
    assert_eq!(
        created,
        format!("frame 2: does not create 3v0; operation 12 creates 3v0, {kind}, [7, 0] to [9, 2]")
    );
    let touched = difference(|frame, broad_phase, ids| {
        if frame == 0 {
            broad_phase.touch(ids[1]).unwrap();
        }
    });
    assert_eq!(
        touched,
        "frame 0: operation 5 moves 1v0 from [10, 0] to [12, 2] on to [10, 0] to [12, 2]; operation 4 touches 1v0"
    );
    let filter = Filter::new(2, 3).with_group(-1);
    let filtered = difference(|frame, broad_phase, ids| {
        if frame == 0 {
            broad_phase.set_filter(ids[1], filter).unwrap();
        }
    });
    assert!(
        filtered
            .ends_with("operation 4 changes 1v0 from category 0xffffffff, mask 0xffffffff, group 0 to category 0x2, mask 0x3, group -1")
    );
    let unknown = Err(UnknownProxy(ProxyId::from_bits(9)));
    let failed = log(|_, broad_phase, _| {
        assert_eq!(
            broad_phase
                .move_to(ProxyId::from_bits(9), square(0), [0, 0])
                .map(drop),
            unknown
        );
    });
    assert_eq!(failed, log(|_, _, _| {}), "what fails is not written");
}

/// All functions that change a broad phase can be recorded.
#[test]
fn a_change_of_mobility_is_printed() {
    let changed = difference(|frame, broad_phase, ids| {
        if frame == 1 {
            broad_phase.set_mobility(ids[0], Mobility::Static).unwrap();
        }
    });
    assert!(
        changed.ends_with("operation 8 changes 0v0 from dynamic to static"),
        "{changed}"
    );
    let margin = difference(|frame, broad_phase, ids| {
        if frame == 1 {
            let margin = Some(Margin::Snap { cell: 8 });
            broad_phase.set_margin(ids[0], margin).unwrap();
        }
    });
    assert!(
        margin.ends_with("operation 8 changes 0v0 from no margin of its own to snapped to 8"),
        "{margin}"
    );
    let mut events = Events::new();
    let mut broad_phase = Snapped::new(BroadPhase::new(Margin::Tight));
    broad_phase.reserve(2);
    let config = ProxyConfig::new(Mobility::Kinematic).with_margin(Margin::Proportional {
        sixteenths: 2,
        prediction: 1.into(),
    });
    broad_phase.create_at(Id(7), config, square(0), ()).unwrap();
    broad_phase.step_into(&mut events);
    let empty = Snapped::new(BroadPhase::new(Margin::Tight)).finish().0;
    let mut other = Recorder::new(empty);
    other.step();
    let [ours, theirs] = [broad_phase.finish().1, other.finish().1];
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

#[test]
fn the_order_of_operations_on_different_proxies_does_not_count() {
    let backwards = log(|frame, broad_phase, ids| {
        for (i, &id) in (0..).zip(ids).collect::<Vec<_>>().into_iter().rev() {
            broad_phase
                .move_to(id, square(10 * i + i32::try_from(frame).unwrap()), [7, 7])
                .unwrap();
        }
    });
    let forwards = log(|frame, broad_phase, ids| {
        for (i, &id) in (0..).zip(ids) {
            broad_phase
                .move_to(id, square(10 * i + i32::try_from(frame).unwrap()), [0, 0])
                .unwrap();
        }
    });
    assert_ne!(backwards, forwards);
    let compared = compare_logs([&backwards, &forwards]).unwrap();
    assert_eq!((compared.frames, compared.operations), (3, 21));
    assert_eq!(compared.difference, None);
    let destroyed = |order: [usize; 2]| {
        log(move |frame, broad_phase, ids| {
            if frame == 1 {
                order
                    .iter()
                    .for_each(|&i| assert!(broad_phase.remove(ids[i])));
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
        let mut broad_phase = Recorder::new(BroadPhase::<(), f64, 2>::default());
        broad_phase.create_all(
            ProxyConfig::default(),
            [0.0, 0.5].map(|x| (Aabb::new([x, 0.0], [x + 1.0, 1.0]), ())),
        );
        broad_phase.step_with(|_, _| accepts);
        broad_phase.take_bytes()
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
fn logs_of_different_broad_phases_and_lengths_are_told_apart() {
    let empty = |margin| Recorder::new(BroadPhase::<(), i32, 2>::new(margin)).take_bytes();
    let whole = log(|_, _, _| {});
    let told = |a: &[u8], b: &[u8]| {
        compare_logs([a, b])
            .unwrap()
            .difference
            .unwrap()
            .to_string()
    };
    let other = Recorder::new(BroadPhase::<(), Fixed<16>, 3>::default()).take_bytes();
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
    let mut late = Recorder::new(BroadPhase::<(), i32, 2>::new(Margin::Snap { cell: 4 }));
    late.create(square(0), ());
    let resumed = Recorder::new(late.finish().0).take_bytes();
    let compared = compare_logs([&resumed, &resumed]).unwrap();
    assert_eq!((compared.frames, compared.operations), (0, 1));
    assert_eq!(compared.difference, None);
}
