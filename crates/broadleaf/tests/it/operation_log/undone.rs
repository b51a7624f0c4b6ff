//! What a rewind undoes is not in the log.

use broadleaf::World;
use broadleaf::log::{Recorder, compare_logs};
use broadleaf::world::{CannotRewind, Margin, Mobility, ProxyId};

use super::square;

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
