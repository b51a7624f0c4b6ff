//! A small physics loop: boxes fall and stop when the broad phase reports that they touch the
//! floor.
//!
//! `cargo run -p broadleaf --example falling_boxes`

use broadleaf::broad_phase::{Margin, Mobility, UnknownProxy};
use broadleaf::{Aabb, BroadPhase};

const STEP: f32 = 1.0 / 60.0;

/// The user data of a proxy: the body that it belongs to.
enum Body {
    Floor,
    Box(usize),
}

struct Falling {
    min: [f32; 2],
    speed: f32,
    resting: bool,
}

impl Falling {
    fn aabb(&self) -> Aabb<f32, 2> {
        Aabb::new(self.min, self.min.map(|coordinate| coordinate + 1.0))
    }
}

fn main() -> Result<(), UnknownProxy> {
    // Fat boxes: a body that moves by less than 0.1, or within its predicted motion, causes no
    // update.
    let mut broad_phase = BroadPhase::new(Margin::Fatten {
        extension: 0.1,
        prediction: 2.into(),
    });
    broad_phase.create_static(Aabb::new([-100.0, -1.0], [100.0, 0.0]), Body::Floor);
    let mut bodies: Vec<_> = (0..5_u8)
        .map(|i| Falling {
            min: [2.0 * f32::from(i), 2.0 + f32::from(i)],
            speed: 0.0,
            resting: false,
        })
        .collect();
    let proxies: Vec<_> = (0..)
        .zip(&bodies)
        .map(|(i, body)| broad_phase.create(body.aabb(), Body::Box(i)))
        .collect();

    for frame in 0..120 {
        for (body, &proxy) in bodies
            .iter_mut()
            .zip(&proxies)
            .filter(|(body, _)| !body.resting)
        {
            body.speed += 9.81 * STEP;
            let fall = -body.speed * STEP;
            body.min[1] += fall;
            broad_phase.move_to(proxy, body.aabb(), [0.0, fall])?;
        }
        let events = broad_phase.step();
        for [a, b] in &events.begun {
            // A narrow phase would test the exact shapes here.
            if let (Some(Body::Floor), Some(&Body::Box(i))) =
                (broad_phase.user_data(*a), broad_phase.user_data(*b))
            {
                println!(
                    "frame {frame}: box {i} is {:.2} above the floor",
                    bodies[i].min[1]
                );
                bodies[i].resting = true;
                // A static box costs nothing in a step.
                broad_phase.set_mobility(*b, Mobility::Static)?;
            }
        }
    }
    assert!(bodies.iter().all(|body| body.resting));
    Ok(())
}
