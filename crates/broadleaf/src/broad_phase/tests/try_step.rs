//! A step that returns an error changes nothing.

use alloc::vec::Vec;

use crate::broad_phase::broad_phase::BroadPhase;
use crate::broad_phase::state::config::ProxyConfig;
use crate::broad_phase::state::mobility::Mobility;
use crate::geometry::Aabb;

/// Changes a broad phase depending on the number of a frame: much, little or nothing moves, and
/// some proxies are created and removed.
fn change(broad_phase: &mut BroadPhase<(), i32, 2>, frame: u64) {
    let mut state = frame * 977 + 1;
    let mut random = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        i32::try_from((state >> 33) % below).unwrap()
    };
    let aabb = |random: &mut dyn FnMut(u64) -> i32| {
        let [x, y] = [random(40), random(40)];
        Aabb::new([x, y], [x + 4, y + 4])
    };
    let ids: Vec<_> = broad_phase.iter().map(|(id, ())| id).collect();
    let one_in = [1, 10, 1_000][usize::try_from(frame % 3).unwrap()];
    for id in ids {
        if random(one_in) == 0 {
            let aabb = aabb(&mut random);
            broad_phase.move_to(id, aabb, [1, 0]).unwrap();
        } else if random(50) == 0 {
            broad_phase.remove(id);
        }
    }
    for _ in 0..random(20) {
        let mobility = [Mobility::Dynamic, Mobility::Static][usize::from(random(3) == 0)];
        let aabb = aabb(&mut random);
        broad_phase.create_with(ProxyConfig::new(mobility), aabb, ());
    }
}

#[test]
fn a_step_that_gives_up_changes_nothing() {
    let mut broad_phase = BroadPhase::<(), i32, 2>::default();
    let (mut given_up, mut done) = (0, 0);
    for frame in 0..60 {
        change(&mut broad_phase, frame);
        let mut other = broad_phase.clone();
        let expected = other.step();
        for max_pairs in [0, 3, 30, 300, 3_000] {
            let mut again = broad_phase.clone();
            match again.try_step(max_pairs) {
                Ok(events) => {
                    assert_eq!(*events, expected);
                    done += 1;
                }
                Err(error) => {
                    assert_eq!(error.max_pairs, max_pairs);
                    assert_eq!(again.frame(), frame);
                    assert_eq!(again.step(), expected);
                    given_up += 1;
                }
            }
            assert_eq!(again.validate(), Ok(()));
            assert_eq!(again.state_hash(), other.state_hash());
        }
        let _ = broad_phase.try_step(7);
        assert!(frame == broad_phase.frame() || frame + 1 == broad_phase.frame());
        if frame == broad_phase.frame() {
            broad_phase.step();
        }
        assert_eq!(*broad_phase.events(), expected);
    }
    assert!(given_up > 50 && done > 50, "{given_up} {done}");
}
