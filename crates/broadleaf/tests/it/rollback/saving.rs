//! The state that the bytes of a broad phase keep, and the errors for wrong bytes.

use broadleaf::broad_phase::Margin;
use broadleaf::{Aabb, BroadPhase};

use super::{Flat, busy, mend};

/// The error of restoring the bytes of a saved broad phase after a change to them.
fn problem_of(change: impl Fn(&mut Vec<u8>)) -> String {
    let (broad_phase, _) = busy();
    let mut bytes = broad_phase.save_with(|&data, out| out.push(data));
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
        "these bytes are not a saved broad phase"
    );
    assert_eq!(
        problem_of(|bytes| bytes[4] = 9),
        "the broad phase was saved in version 9 of the format, and only 4 is known"
    );
    // Version 3 lacks which proxies with a fat box far ahead have moved since the last step.
    assert_eq!(
        problem_of(|bytes| bytes[4] = 3),
        "the broad phase was saved in version 3 of the format, and only 4 is known"
    );
    assert_eq!(
        problem_of(|bytes| bytes[6] = 64),
        "the saved broad phase has coordinates of another type: 64-bit float, not 32-bit float"
    );
    assert_eq!(
        problem_of(|bytes| bytes[8] = 3),
        "the saved broad phase has 3 dimensions, not 2"
    );
    assert_eq!(
        problem_of(|bytes| bytes[9] = 7),
        "byte 9: an unknown margin"
    );
    assert_eq!(
        problem_of(|bytes| drop(bytes.splice(bytes.len() - 8..bytes.len() - 8, [0]))),
        "byte 166: there are bytes after the end"
    );
    assert!(problem_of(|bytes| bytes.truncate(60)).starts_with("byte "));
    let damaged = Flat::restore_with(b"BLwd\x04and then something else", |_| None)
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
        let [mut one, mut other] = margins.map(BroadPhase::<(), f32, 2>::new);
        for broad_phase in [&mut one, &mut other] {
            broad_phase.create(Aabb::new([-0.5, 0.0], [0.25, 2.0]), ());
            broad_phase.step();
        }
        assert_eq!(one.state_hash(), other.state_hash(), "{margins:?}");
        let bytes = one.save();
        assert_eq!(bytes, other.save(), "{margins:?}");
        let restored = BroadPhase::<(), f32, 2>::restore(&bytes).unwrap();
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

/// 0 and -0 have the same hash, and a restored box has the bits of the saved one.
#[test]
fn a_save_keeps_the_sign_of_zero() {
    let signs = [0.0_f32, -0.0].map(|zero| {
        let mut broad_phase = BroadPhase::<(), f32, 2>::new(Margin::Tight);
        let id = broad_phase.create(Aabb::new([zero, -1.0], [1.0, zero]), ());
        broad_phase.step();
        let restored = BroadPhase::<(), f32, 2>::restore(&broad_phase.save()).unwrap();
        assert_eq!(restored.state_hash(), broad_phase.state_hash());
        let bits = |broad_phase: &BroadPhase<(), f32, 2>| {
            let aabb = broad_phase.aabb(id).unwrap();
            [aabb.min()[0], aabb.max()[1]].map(f32::to_bits)
        };
        assert_eq!(bits(&restored), bits(&broad_phase));
        (
            broad_phase.state_hash(),
            bits(&restored),
            broad_phase.save() == restored.save(),
        )
    });
    assert_eq!(signs[0].0, signs[1].0);
    assert_ne!(signs[0].1, signs[1].1);
    assert!(signs.iter().all(|(.., same)| *same));
}

#[test]
fn the_events_of_the_last_step_are_saved() {
    let mut broad_phase = BroadPhase::<(), i32, 2>::default();
    let [a, b] = [0, 1].map(|x| broad_phase.create(Aabb::new([x, 0], [x + 1, 1]), ()));
    broad_phase.step();
    let restored = BroadPhase::<(), i32, 2>::restore(&broad_phase.save()).unwrap();
    assert_eq!(restored.events().begun, [[a, b]]);
    assert_eq!(restored.events(), broad_phase.events());
    assert_eq!(restored.frame(), 1);
}
