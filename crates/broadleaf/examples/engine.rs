//! A physics engine's broad phase: bodies of three kinds, events, sleep, and picking by a ray.
//!
//! `cargo run --package broadleaf --example engine`

use broadleaf::broad_phase::{Margin, Mobility, ProxyConfig};
use broadleaf::prelude::*;

/// The engine's data for a proxy.
struct Body {
    name: &'static str,
    contacts: i32,
}

fn unit_at(x: f32, y: f32) -> Aabb2 {
    Aabb::new([x, y], [x + 1.0, y + 1.0])
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let body = |name| Body { name, contacts: 0 };
    let mut broad_phase = BroadPhase2::<Body>::default();
    let ground = Aabb::new([-50.0, -1.0], [50.0, 0.0]);
    broad_phase.create_static(ground, body("ground"));
    // A lift is kinematic, so it forms no pairs with the ground.
    let lift = ProxyConfig::new(Mobility::Kinematic);
    broad_phase.create_with(lift, unit_at(4.0, 0.0), body("lift"));
    // Debris is not expected to move far.
    let debris = ProxyConfig::new(Mobility::Dynamic).with_margin(Margin::Tight);
    broad_phase.create_with(debris, unit_at(0.5, 0.0), body("debris"));
    let ball = broad_phase.create(unit_at(0.0, 9.0), body("ball"));

    // The ball falls on the debris and comes to rest.
    let mut y = 9.0;
    for _ in 0..10 {
        let fall = (1.0_f32 - y).max(-1.0);
        y += fall;
        broad_phase.move_to(ball, unit_at(0.0, y), [0.0, fall])?;
        let events = broad_phase.step();
        // Events do not borrow the broad phase, so it can be changed while they are handled.
        for (pairs, change) in [(&events.begun, 1), (&events.ended, -1)] {
            for id in pairs.iter().flatten() {
                if let Some(body) = broad_phase.user_data_mut(*id) {
                    body.contacts += change;
                }
            }
        }
    }
    let Body { name, contacts } = broad_phase.user_data(ball).ok_or("no ball")?;
    println!("contacts of the {name}: {contacts}");
    assert_eq!(*contacts, 1); // debris

    // A body that falls asleep keeps its pairs, and costs nothing in a step.
    broad_phase.set_mobility(ball, Mobility::Sleeping)?;
    assert!(broad_phase.step().is_empty());

    let ray = Ray::between([0.5, 20.0], [0.5, -5.0])?;
    let hit = broad_phase.cast(&ray).ok_or("nothing below")?;
    println!("picked a proxy at {}", hit.reach);
    assert_eq!(hit.id, ball);
    Ok(())
}
