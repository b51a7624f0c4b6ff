//! Operations that a rewind undoes are not in the log.

use broadleaf::BroadPhase;
use broadleaf::broad_phase::{CannotRewind, Margin, Mobility, ProxyId};
use broadleaf::log::{Recorder, compare_logs};

use super::square;

/// Two peers predict differently, rewind and do the same; a third peer never predicts.
#[test]
fn what_is_undone_is_not_in_the_log() {
    let play = |guess: Option<i32>| {
        let mut broad_phase =
            Recorder::new(BroadPhase::<i32, i32, 2>::new(Margin::Snap { cell: 4 }));
        broad_phase.remember(3);
        let ids: Vec<_> = (0..3)
            .map(|i| broad_phase.create(square(10 * i), i))
            .collect();
        let mut file = Vec::new();
        for frame in 0..20 {
            if let Some(guess) = guess.filter(|_| frame % 4 == 2) {
                for x in [guess, 2 * guess] {
                    broad_phase.move_to(ids[1], square(x), [0, 0]).unwrap();
                    broad_phase.create(square(x), x);
                    broad_phase.step();
                }
                broad_phase.remove(ids[2]);
                broad_phase.rewind(2).unwrap();
                broad_phase.move_to(ids[0], square(guess), [0, 0]).unwrap();
                broad_phase.rewind(0).unwrap();
            }
            for (i, &id) in (0..).zip(&ids) {
                broad_phase
                    .move_to(id, square(10 * i + frame), [0, 0])
                    .unwrap();
            }
            broad_phase.step();
            file.extend(broad_phase.take_bytes());
        }
        let impossible = broad_phase.rewind(4).unwrap_err();
        let too_far = |steps, remembered| CannotRewind::TooFar { steps, remembered };
        assert_eq!(impossible, too_far(4, 3));
        let (_, rest) = broad_phase.finish();
        assert!(!rest.is_empty());
        file.extend(rest);
        file
    };
    let (one, other, third) = (play(Some(5)), play(Some(8)), play(None));
    let compared = compare_logs([&one, &other]).unwrap();
    assert_eq!((compared.frames, compared.operations), (20, 63));
    assert_eq!(compared.difference, None);
    assert_eq!(one, third);

    let mut late = BroadPhase::<(), i32, 2>::default();
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

    // A move within a fat box is not a change: a broad phase can begin to remember right after it.
    let mut broad_phase = Recorder::new(BroadPhase::<(), i32, 2>::new(Margin::Fatten {
        extension: 9,
        prediction: 0.into(),
    }));
    let id = broad_phase.create(square(0), ());
    broad_phase.step();
    broad_phase.move_to(id, square(1), [0, 0]).unwrap();
    broad_phase.remember(1);
    let start = broad_phase.clone().finish().1;
    broad_phase.move_to(id, square(2), [0, 0]).unwrap();
    broad_phase.rewind(0).unwrap();
    assert_eq!(
        (broad_phase.aabb(id), broad_phase.finish().1),
        (Some(square(1)), start)
    );
}

/// The recording of a broad phase that remembers steps, including operations after the last step.
#[test]
fn what_was_done_before_the_recording_is_not_undone() {
    type Change = fn(&mut BroadPhase<i32, i32, 2>, ProxyId);
    let changes: [(&str, Change); 8] = [
        ("create", |broad_phase, _| {
            _ = broad_phase.create(square(4), 4);
        }),
        ("destroy", |broad_phase, id| _ = broad_phase.remove(id)),
        ("create and destroy", |broad_phase, _| {
            let id = broad_phase.create(square(4), 4);
            broad_phase.remove(id);
        }),
        ("move", |broad_phase, id| {
            broad_phase
                .move_to(id, square(40), [0, 0])
                .map(drop)
                .unwrap();
        }),
        ("move within the fat box", |broad_phase, id| {
            broad_phase
                .move_to(id, square(2), [0, 0])
                .map(drop)
                .unwrap();
        }),
        ("touch", |broad_phase, id| broad_phase.touch(id).unwrap()),
        ("set margin", |broad_phase, id| {
            broad_phase.set_margin(id, Some(Margin::Tight)).unwrap();
        }),
        ("set mobility", |broad_phase, id| {
            broad_phase.set_mobility(id, Mobility::Kinematic).unwrap();
        }),
    ];
    for (name, change) in changes {
        let mut broad_phase = BroadPhase::<i32, i32, 2>::new(Margin::Fatten {
            extension: 9,
            prediction: 0.into(),
        });
        broad_phase.remember(3);
        let [id, other] = [1, 5].map(|x| broad_phase.create(square(x), x));
        broad_phase.step();
        change(&mut broad_phase, id);
        let (before, hash) = (broad_phase.save_with(|_, _| {}), broad_phase.state_hash());
        let mut recorder = Recorder::new(broad_phase);
        let impossible = recorder.rewind(0).unwrap_err();
        assert_eq!(impossible, CannotRewind::NotRemembering, "{name}");
        assert_eq!(recorder.save_with(|_, _| {}), before, "{name}");
        assert_eq!(recorder.state_hash(), hash, "{name}");

        let mut log = recorder.take_bytes();
        recorder.move_to(other, square(70), [0, 0]).unwrap();
        recorder.step();
        let stepped = recorder.state_hash();
        recorder.move_to(other, square(90), [0, 0]).unwrap();
        recorder.rewind(0).unwrap();
        assert_eq!(recorder.state_hash(), stepped, "{name}");
        let too_far = recorder.rewind(1).unwrap_err().to_string();
        assert_eq!(
            too_far, "cannot go back 1 steps: 0 are remembered",
            "{name}"
        );
        recorder.move_to(other, square(80), [0, 0]).unwrap();
        recorder.step();
        recorder.rewind(1).unwrap();
        assert_eq!(recorder.state_hash(), stepped, "{name}");
        log.extend(recorder.take_bytes());
        log.extend(recorder.finish().1);
        let comparison = compare_logs([&log, &log]).unwrap();
        assert_eq!(comparison.frames, 1, "{name}");
    }

    // At the end of a step, there is nothing to undo.
    let mut broad_phase = BroadPhase::<i32, i32, 2>::default();
    broad_phase.remember(3);
    let id = broad_phase.create(square(0), 0);
    broad_phase.step();
    let mut recorder = Recorder::new(broad_phase);
    recorder.move_to(id, square(9), [0, 0]).unwrap();
    recorder.rewind(0).unwrap();
    assert_eq!(recorder.aabb(id), Some(square(0)));
}
