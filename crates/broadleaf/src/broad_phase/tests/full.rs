//! A full broad phase.

use alloc::string::ToString;
use alloc::vec::Vec;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::broad_phase::broad_phase::BroadPhase;
use crate::broad_phase::state::config::ProxyConfig;
use crate::broad_phase::state::id::CannotCreate;
use crate::broad_phase::state::margin::Margin;
use crate::geometry::Aabb;
use crate::store::Id;

type Create = fn(&mut BroadPhase<u8, i32, 2>, Aabb<i32, 2>);

/// A function that returns no error creates what there is room for, and panics if that is not
/// everything.
#[test]
fn no_creation_is_lost_in_silence() {
    let unit = Aabb::new([0, 0], [1, 1]);
    let creations: [Create; 4] = [
        |broad_phase, unit| _ = broad_phase.create(unit, 0),
        |broad_phase, unit| _ = broad_phase.create_static(unit, 0),
        |broad_phase, unit| _ = broad_phase.create_with(ProxyConfig::default(), unit, 0),
        |broad_phase, unit| _ = broad_phase.create_all(ProxyConfig::default(), [(unit, 0); 3]),
    ];
    for create in creations {
        let mut broad_phase = BroadPhase::<u8, i32, 2>::default();
        broad_phase.set_max_proxies(2);
        let mut outcomes = Vec::new();
        while outcomes.len() < 3 {
            let call = AssertUnwindSafe(|| create(&mut broad_phase, unit));
            outcomes.push(catch_unwind(call).is_ok());
        }
        assert!(!outcomes[2]);
        assert_eq!(broad_phase.len(), 2);
        broad_phase.validate().unwrap();
    }
}

#[test]
fn a_full_broad_phase_refuses_more_and_loses_nothing() {
    let mut broad_phase = BroadPhase::<u8, i32, 2>::new(Margin::Tight);
    broad_phase.remember(2);
    broad_phase.set_max_proxies(3);
    let square = |x| Aabb::new([x, 0], [x + 1, 1]);
    let ids = broad_phase.create_all(ProxyConfig::default(), (0..3).map(|x| (square(x), 7)));
    broad_phase.step();
    let (saved, hash) = (
        broad_phase.save_with(|&data, out| out.push(data)),
        broad_phase.state_hash(),
    );
    let config = ProxyConfig::default();
    let full = CannotCreate::Full { max_proxies: 3 };
    assert_eq!(
        full.to_string(),
        "the broad phase is full: it holds at most 3 proxies"
    );
    assert_eq!(broad_phase.try_create(config, square(9), 1), Err(full));
    let too_large = CannotCreate::TooLarge { id: Id(3) };
    assert_eq!(
        broad_phase.create_at(Id(3), config, square(9), 1),
        Err(too_large)
    );
    assert_eq!(broad_phase.save_with(|&data, out| out.push(data)), saved);
    assert_eq!(broad_phase.state_hash(), hash);
    broad_phase.validate().unwrap();

    assert!(broad_phase.remove(ids[1]));
    let again = broad_phase.try_create(config, square(1), 2).unwrap();
    assert_eq!(again.id(), ids[1].id());
    assert_eq!(broad_phase.step().begun, [[ids[0], again], [again, ids[2]]]);
    broad_phase.rewind(1).unwrap();
    assert_eq!(broad_phase.state_hash(), hash);
    broad_phase.set_max_proxies(usize::MAX);
    assert_eq!(
        broad_phase.max_proxies(),
        BroadPhase::<u8, i32, 2>::MAX_PROXIES
    );
}
