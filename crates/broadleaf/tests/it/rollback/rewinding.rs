//! How far a broad phase can rewind, the memory for it, and the state that a rewind restores.

use broadleaf::broad_phase::{CannotRewind, EndReason, Margin, Mobility};
use broadleaf::{Aabb, BroadPhase, Filter, Fixed};

use super::busy;

#[test]
fn rewinding_says_how_far_it_can_go() {
    let (mut broad_phase, ids) = busy();
    assert_eq!(broad_phase.rewind(0), Err(CannotRewind::NotRemembering));
    broad_phase.remember(2);
    assert_eq!(
        broad_phase.rewind(0).unwrap_err().to_string(),
        "cannot go back: the last step was not remembered"
    );
    broad_phase.step();
    let hash = broad_phase.state_hash();
    broad_phase.remove(ids[0]);
    broad_phase.rewind(0).unwrap();
    assert_eq!(
        (broad_phase.state_hash(), broad_phase.contains(ids[0])),
        (hash, true)
    );
    for _ in 0..3 {
        broad_phase.step();
    }
    assert_eq!(
        broad_phase.rewind(3),
        Err(CannotRewind::TooFar {
            steps: 3,
            remembered: 2
        })
    );
    assert_eq!(broad_phase.frame(), 5);
    assert_eq!(
        broad_phase.rewind_to(6).unwrap_err().to_string(),
        "cannot go back to frame 6: this is frame 5"
    );
    broad_phase.rewind(2).unwrap();
    assert_eq!(broad_phase.history_len(), Some(0));
    broad_phase.forget_steps();
    assert_eq!(
        (broad_phase.history_len(), broad_phase.history_bytes()),
        (None, 0)
    );
}

#[test]
fn memory_is_bounded_and_reported() {
    let mut broad_phase = BroadPhase::<(), Fixed<16>, 2>::new(Margin::Snap {
        cell: Fixed::from_int(4),
    });
    let place = |i: i32, frame: i32| {
        let min = [3 * i, frame / 2].map(Fixed::from_int);
        Aabb::new(min, min.map(|x| x.saturating_add(Fixed::from_int(2))))
    };
    let ids: Vec<_> = (0..800)
        .map(|i| broad_phase.create(place(i, 0), ()))
        .collect();
    broad_phase.remember(8);
    let mut most = 0;
    for frame in 1..64 {
        for (&id, i) in ids.iter().zip(0..) {
            broad_phase
                .move_to(id, place(i, frame), [Fixed::default(); 2])
                .unwrap();
        }
        broad_phase.step();
        if frame == 8 {
            most = broad_phase.history_bytes();
        }
    }
    assert_eq!(broad_phase.history_len(), Some(8));
    assert!(
        broad_phase.history_bytes() <= most + most / 8,
        "{} after {most}",
        broad_phase.history_bytes()
    );
    broad_phase.remember(0);
    assert_eq!(broad_phase.history_len(), Some(0));
}

/// The report of a step does not depend on earlier settings, and a rewind keeps the setting.
#[test]
fn stays_go_through_bytes_and_rewinds() {
    let mut broad_phase = BroadPhase::<(), i32, 2>::default();
    broad_phase.remember(4);
    let ids = [0, 1, 2].map(|x| broad_phase.create(Aabb::new([x, 0], [x + 1, 1]), ()));
    let [ab, bc] = [[ids[0], ids[1]], [ids[1], ids[2]]];
    broad_phase.step();
    broad_phase.set_reports_stays(true);
    assert!(
        broad_phase.events().stayed.is_empty(),
        "from the next step on"
    );
    assert_eq!(broad_phase.step().stayed, [ab, bc]);
    // With changes since the last step, which a restored broad phase has, too.
    broad_phase.remove(ids[2]);
    let mut restored = BroadPhase::<(), i32, 2>::restore(&broad_phase.save()).unwrap();
    assert_eq!(restored.events(), broad_phase.events());
    let events = restored.step();
    assert_eq!(events, broad_phase.step());
    assert_eq!((events.stayed, events.ended), (vec![ab], vec![bc]));
    // Rewinds to a step that did not report stays: the current setting applies.
    broad_phase.rewind(2).unwrap();
    let events = broad_phase.events().clone();
    assert_eq!((events.begun, events.stayed), (vec![ab, bc], vec![]));
    assert_eq!(broad_phase.step().stayed, [ab, bc]);
    broad_phase.set_reports_stays(false);
    assert!(broad_phase.step().stayed.is_empty());
    broad_phase.rewind(1).unwrap();
    assert!(!broad_phase.reports_stays() && broad_phase.events().stayed.is_empty());
    broad_phase.validate().unwrap();
}

/// The data of ended proxies is part of a frame: rewinds and saved bytes include it.
#[test]
fn departed_data_is_remembered_and_saved() {
    let mut broad_phase = BroadPhase::<u8, i32, 2>::default();
    broad_phase.remember(4);
    let [a, b] = [1, 2].map(|n| broad_phase.create(Aabb::new([0, 0], [1, 1]), n));
    broad_phase.step();
    *broad_phase.user_data_mut(a).unwrap() = 7;
    broad_phase.remove(a);
    assert_eq!(broad_phase.departed(a), None, "no event has named it");
    let bytes = broad_phase.save_with(|&n, out| out.push(n));
    assert_eq!(broad_phase.step().ended, [[a, b]]);
    assert_eq!(broad_phase.departed(a), Some(&7));
    broad_phase.step();
    assert_eq!(broad_phase.departed(a), None);
    broad_phase.rewind(1).unwrap();
    assert_eq!(
        (broad_phase.departed(a), broad_phase.events().ended.len()),
        (Some(&7), 1)
    );
    broad_phase.rewind(1).unwrap();
    assert_eq!(
        (broad_phase.user_data(a), broad_phase.departed(a)),
        (Some(&1), None)
    );

    let mut restored =
        BroadPhase::<u8, i32, 2>::restore_with(&bytes, |data| Some(data[0])).unwrap();
    restored.step();
    assert_eq!(restored.departed(a), Some(&7));
}

/// A new frame number renumbers the remembered steps, also between two steps.
#[test]
fn a_new_frame_numbers_the_remembered_steps() {
    let mut broad_phase = BroadPhase::<(), i32, 2>::default();
    broad_phase.remember(8);
    let mut hashes = vec![broad_phase.state_hash()];
    for x in 0..5 {
        broad_phase.create(Aabb::point([x, 0]), ());
        broad_phase.step();
        hashes.push(broad_phase.state_hash());
    }
    broad_phase.create(Aabb::point([9, 9]), ());
    let pending = broad_phase.state_hash();
    broad_phase.set_frame(1_000);
    assert_eq!(broad_phase.state_hash(), pending);
    assert_eq!(
        broad_phase.rewind_to(1_001),
        Err(CannotRewind::Future {
            frame: 1_001,
            current: 1_000
        })
    );
    assert_eq!(
        broad_phase.rewind_to(994).unwrap_err().to_string(),
        "cannot go back 6 steps: 5 are remembered"
    );
    broad_phase.rewind_to(1_000).unwrap();
    assert_eq!(broad_phase.state_hash(), hashes[5]);
    broad_phase.rewind_to(998).unwrap();
    assert_eq!(
        (broad_phase.state_hash(), broad_phase.frame()),
        (hashes[3], 998)
    );
    broad_phase.step();
    assert_eq!(broad_phase.frame(), 999);
    // Steps before frame 0 are dropped, and the others can be rewound to.
    broad_phase.set_frame(2);
    assert_eq!(broad_phase.history_len(), Some(2));
    broad_phase.rewind_to(0).unwrap();
    assert_eq!(
        (broad_phase.state_hash(), broad_phase.frame()),
        (hashes[2], 0)
    );
    broad_phase.set_frame(u64::MAX);
    broad_phase.step();
    assert_eq!(broad_phase.frame(), 0, "it begins anew");
    broad_phase.validate().unwrap();
}

/// Rewinds and saved bytes restore the reasons of pairs that ended, despite later changes.
#[test]
fn reasons_are_remembered_and_saved() {
    let mut broad_phase = BroadPhase::<u8, i32, 2>::new(Margin::Tight);
    broad_phase.remember(3);
    let square = |x| Aabb::new([x, 0], [x + 9, 9]);
    let [a, b, c, d, e, f] = [0; 6].map(|x| broad_phase.create(square(x), 0));
    broad_phase.step();
    broad_phase.remove(b);
    broad_phase.set_aabb(c, square(20)).unwrap();
    broad_phase.set_mobility(a, Mobility::Static).unwrap();
    broad_phase.set_mobility(d, Mobility::Static).unwrap();
    let nothing = Filter::new(Filter::default().category, 0);
    broad_phase.set_filter(e, nothing).unwrap();
    broad_phase.touch(f).unwrap();
    let events = broad_phase.step_with(|_, _| false);
    let reason = |x, y| {
        let place = events.ended.binary_search(&[x, y]).unwrap();
        events.reasons[place]
    };
    assert_eq!(events.ended.len(), 15, "all of them");
    assert_eq!(
        (reason(a, b), reason(b, c)),
        (EndReason::Removed, EndReason::Removed)
    );
    assert_eq!(
        (reason(a, c), reason(c, e)),
        (EndReason::Apart, EndReason::Apart)
    );
    assert_eq!(
        (reason(a, d), reason(a, e)),
        (EndReason::Mobility, EndReason::Filter)
    );
    assert_eq!(reason(a, f), EndReason::Refused);
    // Everything has changed.
    let change = |broad_phase: &mut BroadPhase<u8, i32, 2>| {
        broad_phase
            .set_aabbs([(a, square(50)), (c, square(0))])
            .unwrap();
        broad_phase.set_mobility(d, Mobility::Dynamic).unwrap();
        broad_phase.remove(e);
        broad_phase.set_filter(f, nothing).unwrap();
    };
    change(&mut broad_phase);
    let bytes = broad_phase.save_with(|&data, out| out.push(data));
    let restored = BroadPhase::<u8, i32, 2>::restore_with(&bytes, |data| data.first().copied());
    assert_eq!(restored.unwrap().events(), &events);
    broad_phase.step();
    assert_ne!(broad_phase.events(), &events);
    broad_phase.rewind(1).unwrap();
    assert_eq!(broad_phase.events(), &events);
}
