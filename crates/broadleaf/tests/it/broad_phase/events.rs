//! Events of a step in use by the caller.

use broadleaf::broad_phase::{Events, ProxyConfig};
use broadleaf::{Aabb, BroadPhase};

/// Events are a copy: the broad phase can change during a loop over them.
#[test]
fn events_can_be_looped_over_while_the_broad_phase_changes() {
    let mut broad_phase = BroadPhase::<u8, i32, 2>::default();
    broad_phase.create_all(
        ProxyConfig::default(),
        (0..4).map(|x| (Aabb::new([x, 0], [x + 1, 1]), 0)),
    );
    let mut events = Events::new();
    broad_phase.step_into(&mut events);
    assert_eq!(events.begun.len(), 3);
    for [a, b] in &events.begun {
        if let Some(data) = broad_phase.user_data_mut(*a) {
            *data += 1;
        }
        broad_phase.remove(*b);
    }
    assert_eq!(broad_phase.len(), 1);
    broad_phase.reserve(100);
    broad_phase.step_into(&mut events);
    assert_eq!((events.begun.len(), events.ended.len()), (0, 3));
    assert_eq!(broad_phase.frame(), 2);
}
