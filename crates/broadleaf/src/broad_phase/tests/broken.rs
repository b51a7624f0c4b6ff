//! `validate` names the invariant that is broken.

use crate::broad_phase::broad_phase::BroadPhase;
use crate::broad_phase::state::ahead::Ahead;
use crate::broad_phase::state::id::ProxyId;
use crate::broad_phase::state::margin::Margin;
use crate::broad_phase::state::mobility::Mobility;
use crate::broad_phase::state::proxy::Change;
use crate::geometry::Aabb;
use crate::index::{SpatialIndex, SpatialIndexMut};
use crate::store::Id;

type Small = BroadPhase<(), i32, 2>;

fn square(x: i32) -> Aabb<i32, 2> {
    Aabb::new([x, 0], [x + 2, 2])
}

/// Three proxies in a row, the first two of which form a pair, a static one on the second, and a
/// free slot, at the end of a step.
fn broad_phase() -> (Small, [ProxyId; 3]) {
    let mut broad_phase = Small::new(Margin::Snap { cell: 1 });
    let ids = [0, 1, 20].map(|x| broad_phase.create(square(x), ()));
    broad_phase.create_static(square(3), ());
    let gone = broad_phase.create(square(40), ());
    broad_phase.remove(gone);
    broad_phase.remember(2);
    broad_phase.set_reports_stays(true);
    broad_phase.step();
    broad_phase.step();
    broad_phase.validate().unwrap();
    (broad_phase, ids)
}

/// Breaks a broad phase and returns the invariant that `validate` names.
fn broken(harm: impl Fn(&mut Small, [ProxyId; 3])) -> &'static str {
    let (mut broad_phase, ids) = broad_phase();
    harm(&mut broad_phase, ids);
    broad_phase.validate().unwrap_err().invariant()
}

#[test]
fn w1_a_fat_box_belongs_to_its_tight_box() {
    let invariant = broken(|broad_phase, [a, ..]| {
        broad_phase.table.slots.get_mut(a).unwrap().tight = square(5);
    });
    assert_eq!(invariant, "W1: a fat box belongs to its tight box");
}

#[test]
fn w2_the_structures_hold_the_proxies_and_nothing_else() {
    let elsewhere = broken(|broad_phase, [a, ..]| _ = broad_phase.moving.insert(a.id(), square(7)));
    assert_eq!(elsewhere, "W2: the structures hold the fat boxes");
    let missing = broken(|broad_phase, [a, ..]| _ = broad_phase.moving.remove(a.id()));
    assert_eq!(missing, "W2: the structures hold the fat boxes");
    let category = broken(|broad_phase, [a, ..]| _ = broad_phase.moving.set_category(a.id(), 1));
    assert_eq!(category, "W2: the structures hold the categories");
    for far in [false, true] {
        let extra = broken(|broad_phase, [a, ..]| {
            let slot = if far { Id(90) } else { a.id() };
            broad_phase.fixed.insert(slot, square(0));
        });
        assert_eq!(extra, "W2: the structures hold nothing else");
    }
    // The invariants of a structure are checked first.
    let in_structure = broken(|broad_phase, [a, ..]| {
        let others = broad_phase
            .moving
            .iter()
            .filter(|&(slot, _)| slot != a.id());
        broad_phase.fixed = others.collect();
    });
    assert!(in_structure.starts_with("W2: "), "{in_structure}");
}

#[test]
fn w3_a_change_and_its_proxy_name_each_other() {
    let to_another = broken(|broad_phase, [a, b, _]| {
        broad_phase.touch(a).unwrap();
        broad_phase.table.statuses[b.id().index()].change = 0;
    });
    assert_eq!(to_another, "W3: the change of a proxy names it");
    let to_nothing = broken(|broad_phase, [a, ..]| {
        broad_phase.table.statuses[a.id().index()].change = 5;
    });
    assert_eq!(to_nothing, "W3: the change of a proxy names it");
    let from_nothing = broken(|broad_phase, [a, ..]| {
        broad_phase.table.changes.push(Change {
            id: a,
            before: None,
            steady: true,
            touched: false,
        });
    });
    assert_eq!(from_nothing, "W3: a change is noted in its proxy");
    let kind = broken(|broad_phase, [a, ..]| {
        broad_phase.touch(a).unwrap();
        broad_phase.table.kinds.has_unsteady = false;
    });
    assert_eq!(kind, "W3: the kind of a change is noted");
}

#[test]
fn w4_a_status_has_the_mobility_of_its_proxy() {
    let mobility = broken(|broad_phase, [a, ..]| {
        broad_phase.table.statuses[a.id().index()].mobility = Some(Mobility::Static);
    });
    assert_eq!(mobility, "W4: a status has the mobility of its proxy");
    let vacant = broken(|broad_phase, _| {
        let free = broad_phase.table.statuses.len() - 1;
        assert_eq!(broad_phase.table.statuses[free].mobility, None);
        broad_phase.table.statuses[free].mobility = Some(Mobility::Dynamic);
    });
    assert_eq!(vacant, "W4: a status without a proxy has no mobility");
}

#[test]
fn w5_a_refused_pair_was_a_pair() {
    let expected = "W5: a refused pair overlapped and was allowed at the last step";
    let apart = broken(|broad_phase, [a, _, c]| {
        broad_phase.forget_steps();
        broad_phase.refused.set(&[a, c], true);
    });
    assert_eq!(apart, expected);
    let unknown = broken(|broad_phase, [a, ..]| {
        broad_phase.forget_steps();
        broad_phase.refused.set(&[a, ProxyId::NONE], true);
    });
    assert_eq!(unknown, expected);
}

#[test]
fn w6_the_journal_has_the_hash_of_all_slots() {
    let invariant = broken(|broad_phase, _| {
        let journal = broad_phase.journal.as_mut().unwrap();
        journal.settled = journal.settled.wrapping_add(1);
    });
    assert_eq!(invariant, "W6: the journal has the hash of all slots");
}

#[test]
fn w7_the_begun_and_the_stayed_pairs_are_all_pairs() {
    let invariant = broken(|broad_phase, _| {
        assert!(broad_phase.events.stayed.pop().is_some());
    });
    assert_eq!(
        invariant,
        "W7: the begun and the stayed pairs are all pairs"
    );
}

#[test]
fn w8_every_fat_box_that_reaches_far_ahead_is_known() {
    let mut broad_phase = Small::default();
    let id = broad_phase.create(square(0), ());
    broad_phase.move_to(id, square(1), [30, 0]).unwrap();
    broad_phase.validate().unwrap();
    broad_phase.ahead = Ahead::default();
    let invariant = broad_phase.validate().unwrap_err().invariant();
    assert_eq!(invariant, "W8: a fat box that reaches far ahead is known");
}
