//! A flock in 2D: each bird adapts to its nearest neighbours. A tree of all birds is built in each
//! frame.
//!
//! `cargo run --release -p broadleaf --example neighbours`

use broadleaf::{Aabb, DynamicTree, SpatialIndex};

const BIRDS: u16 = 2_000;
const NEIGHBOURS: usize = 7;

#[derive(Clone, Copy)]
struct Bird {
    position: [f32; 2],
    velocity: [f32; 2],
}

fn main() -> Result<(), broadleaf::TooManyBoxes> {
    let mut birds: Vec<_> = (0..BIRDS).map(f32::from).map(hatch).collect();
    let mut hits = Vec::new();
    println!("disorder before: {:.3}", disorder(&birds));
    for _ in 0..50 {
        let places = birds.iter().map(|bird| Aabb::point(bird.position));
        let tree = DynamicTree::from_boxes(&places.collect::<Vec<_>>())?;
        let before = birds.clone();
        for bird in &mut birds {
            // The result contains the bird itself, at distance 0.
            tree.k_nearest_into(&bird.position, NEIGHBOURS + 1, &mut hits);
            for axis in 0..2 {
                let mean = hits
                    .iter()
                    .map(|hit| before[hit.id.index()].velocity[axis])
                    .sum::<f32>()
                    / hits.len() as f32;
                bird.velocity[axis] += 0.2 * (mean - bird.velocity[axis]);
                bird.position[axis] += 0.1 * bird.velocity[axis];
            }
        }
    }
    println!("disorder after:  {:.3}", disorder(&birds));
    assert!(disorder(&birds) < 0.5, "birds follow their neighbours");
    Ok(())
}

/// A bird on a spiral, with an arbitrary velocity.
fn hatch(number: f32) -> Bird {
    let (angle, radius) = (2.4 * number, number.sqrt());
    Bird {
        position: [radius * angle.cos(), radius * angle.sin()],
        velocity: [(7.0 * number).sin(), (5.0 * number).cos()],
    }
}

/// The mean deviation of the velocities from their mean.
fn disorder(birds: &[Bird]) -> f32 {
    let mean = [0, 1]
        .map(|axis| birds.iter().map(|bird| bird.velocity[axis]).sum::<f32>() / birds.len() as f32);
    birds
        .iter()
        .map(|bird| (bird.velocity[0] - mean[0]).hypot(bird.velocity[1] - mean[1]))
        .sum::<f32>()
        / birds.len() as f32
}
