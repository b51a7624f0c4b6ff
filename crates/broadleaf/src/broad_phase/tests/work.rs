//! The work of a step is proportional to what moved.

use alloc::vec::Vec;

use crate::broad_phase::broad_phase::BroadPhase;
use crate::broad_phase::state::config::ProxyConfig;
use crate::broad_phase::state::id::ProxyId;
use crate::broad_phase::state::margin::Margin;
use crate::broad_phase::state::mobility::Mobility;
use crate::filter::Filter;
use crate::geometry::Aabb;
use crate::index::SpatialIndex;
use crate::work::counted;

fn at(x: i32) -> Aabb<i32, 2> {
    Aabb::new([x, 0], [x + 1, 1])
}

/// Moves proxies to their right neighbours or back. Returns the units of work of the next step.
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

/// Comparing all boxes takes about 200,000 units.
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

/// The work of a step after one proxy moved, beside others that sleep in one place and far away.
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

/// Half a million pairs stay, and no step visits them.
#[test]
fn pairs_of_sleeping_proxies_cost_nothing() {
    let [few, many] = [50, 1_000].map(looks_beside_sleepers);
    assert!(many < 2 * few, "{few} units beside few, {many} beside many");
}

/// They are not listed if many proxies change, either: the second crowd has 180,000 pairs.
#[test]
fn pairs_of_sleeping_proxies_cost_nothing_where_much_moves() {
    let [few, many] = [100, 600].map(|sleepers| {
        let mut broad_phase = BroadPhase::new(Margin::Tight);
        let crowd = (0..sleepers).map(|_| (at(1_000_000), ()));
        broad_phase.create_all(ProxyConfig::new(Mobility::Sleeping), crowd);
        let row = (0..300).map(|place| (at(3 * place), ()));
        let row = broad_phase.create_all(ProxyConfig::default(), row);
        broad_phase.step();
        // Every second proxy, towards its neighbour.
        let movers: Vec<_> = row.into_iter().step_by(2).collect();
        looks(&mut broad_phase, &movers)
    });
    assert!(
        many < few + 90_000,
        "{few} units beside few, {many} beside many"
    );
}

/// A filtered query costs no more than an unfiltered one: it finds at most the boxes that the
/// filter leaves out, but not those of whole subtrees.
#[test]
fn a_filter_adds_nothing_to_a_question() {
    let mut broad_phase = BroadPhase::<(), i32, 2>::new(Margin::Tight);
    let wanted = |place: i32| 1 << u32::from(place < 1_000);
    for place in 0..2_000 {
        let filter = Filter::new(wanted(place), u32::MAX);
        let config = ProxyConfig::new(Mobility::Dynamic).with_filter(filter);
        broad_phase.create_with(config, at(3 * place), ());
    }
    let sight = broad_phase.asker(Filter::new(1, 1));
    let row = Aabb::new([0, 0], [6_000, 1]);
    let view = broad_phase.tight();
    let (all, found) = counted(|| view.overlaps(&row));
    assert_eq!(found.len(), 2_000);
    let (some, found) = counted(|| view.filtered(&sight).overlaps(&row));
    assert_eq!(found.len(), 1_000);
    assert!(10 * some < 7 * all, "{some} units of {all}");
    let (all, nearest) = counted(|| view.nearest(&[-5, 0]));
    assert_eq!(
        broad_phase.aabb(broad_phase.proxies(nearest).unwrap().id),
        Some(at(0))
    );
    let (some, nearest) = counted(|| view.filtered(&sight).nearest(&[-5, 0]));
    assert_eq!(
        broad_phase.aabb(broad_phase.proxies(nearest).unwrap().id),
        Some(at(3_000))
    );
    assert!(some < 2 * all + 50, "{some} units, {all} without a filter");
}

/// A search for hits one at a time does not find hits that are not taken.
#[test]
fn a_few_hits_cost_little() {
    let mut broad_phase = BroadPhase::<(), i32, 2>::new(Margin::Tight);
    let row = (0..5_000).map(|place| (at(3 * place), ()));
    broad_phase.create_all(ProxyConfig::default(), row);
    let view = broad_phase.tight();
    let (all, everything) = counted(|| view.within_distance(&[-5, 0], f64::INFINITY));
    let (few, hits) = counted(|| view.hit_iter(&[-5, 0]).take(3).collect::<Vec<_>>());
    assert_eq!(hits, everything[..3]);
    assert!(20 * few < all, "{few} units of {all}");
    let (lazy, hits) = counted(|| view.hit_iter(&[-5, 0]).collect::<Vec<_>>());
    assert_eq!(hits, everything);
    assert!(lazy < 2 * all, "{lazy} units of {all}");
}
