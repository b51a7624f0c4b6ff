//! How far a world can go back, what that takes, and what comes back with it.

use broadleaf::world::{CannotRewind, Margin};
use broadleaf::{Aabb, Fixed, World};

use super::busy;

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
