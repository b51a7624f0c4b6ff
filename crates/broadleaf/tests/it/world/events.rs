//! The events of a step in the hands of the caller.

use broadleaf::world::{Events, ProxyConfig};
use broadleaf::{Aabb, World};

/// Events are a copy: the world can change while they are looped over.
#[test]
fn events_can_be_looped_over_while_the_world_changes() {
    let mut world = World::<u8, i32, 2>::default();
    world.create_proxies(
        ProxyConfig::default(),
        (0..4).map(|x| (Aabb::new([x, 0], [x + 1, 1]), 0)),
    );
    let mut events = Events::new();
    world.step_into(&mut events);
    assert_eq!(events.begun.len(), 3);
    for [a, b] in &events.begun {
        if let Some(data) = world.user_data_mut(*a) {
            *data += 1;
        }
        world.destroy_proxy(*b);
    }
    assert_eq!(world.len(), 1);
    world.reserve(100);
    world.step_into(&mut events);
    assert_eq!((events.begun.len(), events.ended.len()), (0, 3));
    assert_eq!(world.frame(), 2);
}
