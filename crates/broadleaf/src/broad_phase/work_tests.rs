//! The work of a step: in proportion to what moved.

use alloc::vec::Vec;

use super::broad_phase::BroadPhase;
use super::config::ProxyConfig;
use super::id::ProxyId;
use super::margin::Margin;
use super::mobility::Mobility;
use crate::geometry::Aabb;
use crate::work::counted;

fn at(x: i32) -> Aabb<i32, 2> {
    Aabb::new([x, 0], [x + 1, 1])
}

/// Moves proxies to their right neighbours or back. Returns the number of boxes that the step after
/// it looks at.
fn looks(broad_phase: &mut BroadPhase<(), i32, 2>, moved: &[ProxyId]) -> u64 {
    for &id in moved {
        let [x, _] = broad_phase.aabb(id).expect("a proxy").min();
        let step = if x % 3 == 0 { 2 } else { -2 };
        broad_phase
            .move_to(id, at(x + step), [0; 2])
            .expect("a proxy");
    }
    let (looks, events) = counted(|| broad_phase.step());
    assert_eq!(events.begun.len() + events.ended.len(), moved.len());
    looks
}

/// To compare all boxes takes about 200,000 looks.
#[test]
fn a_step_looks_at_boxes_in_proportion_to_what_moved() {
    let mut broad_phase = BroadPhase::new(Margin::Tight);
    let row = (0..20_000).map(|place| (at(3 * place), ()));
    let ids = broad_phase.create_all(ProxyConfig::default(), row);
    broad_phase.step();
    for count in [1, 10, 100] {
        let movers: Vec<_> = ids.iter().copied().step_by(20_000 / count).collect();
        for _ in 0..2 {
            let looks = looks(&mut broad_phase, &movers);
            let most = 600 * count as u64;
            assert!(0 < looks && looks < most, "{count} moved: {looks} boxes");
        }
    }
}

/// What a step looks at after one proxy moved, among others that sleep in one place and far away.
fn looks_beside_sleepers(sleepers: usize) -> u64 {
    let mut broad_phase = BroadPhase::new(Margin::Tight);
    let crowd = (0..sleepers).map(|_| (at(1_000_000), ()));
    broad_phase.create_all(ProxyConfig::new(Mobility::Sleeping), crowd);
    let [mover, _] = [0, 3].map(|x| broad_phase.create(at(x), ()));
    let pairs = sleepers * (sleepers - 1) / 2;
    assert_eq!(broad_phase.step().begun.len(), pairs);
    let looks = looks(&mut broad_phase, &[mover]);
    assert_eq!(broad_phase.count_pairs(), pairs as u64 + 1);
    looks
}

/// Half a million pairs stay, and no step looks at them.
#[test]
fn pairs_of_sleeping_proxies_cost_nothing() {
    let [few, many] = [50, 1_000].map(looks_beside_sleepers);
    assert!(many < 2 * few, "{few} looks beside few, {many} beside many");
}

/// Nor at many changes does a step look at the pairs of those that sleep.
#[test]
fn pairs_of_sleeping_proxies_cost_nothing_where_much_moves() {
    let mut broad_phase = BroadPhase::new(Margin::Tight);
    let crowd = (0..300).map(|_| (at(1_000_000), ()));
    broad_phase.create_all(ProxyConfig::new(Mobility::Sleeping), crowd);
    let row = (0..300).map(|place| (at(3 * place), ()));
    let movers = broad_phase.create_all(ProxyConfig::default(), row);
    broad_phase.step();
    // Every second one, towards its neighbor and back.
    let movers: Vec<_> = movers.into_iter().step_by(2).collect();
    for _ in 0..2 {
        let looks = looks(&mut broad_phase, &movers);
        assert!(looks < 300 * 299 / 2, "{looks} boxes");
    }
}
