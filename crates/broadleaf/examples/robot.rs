//! A robot arm: finds collisions of a pose, the nearest obstacle, and how far the hand can move.
//!
//! `cargo run --package broadleaf --example robot`

use std::ops::ControlFlow;

use broadleaf::geometry::{self, BoxCast};
use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};

/// Pairs of a link and an obstacle that are allowed to touch: the base stands on the floor.
const ALLOWED: [(Id, Id); 1] = [(Id(0), Id(0))];
/// Obstacles nearer than this, in metres, count as collisions.
const SECURITY_MARGIN: f64 = 0.25;

/// The boxes of the three links of an arm that is stretched out to `reach`.
fn links(reach: f64) -> [Aabb<f64, 3>; 3] {
    [
        Aabb::new([-0.5, -0.5, 0.0], [0.5, 0.5, 1.0]),
        Aabb::new([-0.2, -0.2, 1.0], [0.2, 0.2, 3.0]),
        Aabb::new([0.0, -0.1, 2.8], [reach, 0.1, 3.0]),
    ]
}

/// The first link and obstacle that collide and are not allowed to.
fn first_collision(arm: &[Aabb<f64, 3>], scene: &DynamicTree<f64, 3>) -> Option<(Id, Id)> {
    let grown = geometry::from_fn(arm.len(), |link| arm[link].expanded(SECURITY_MARGIN));
    let arm = DynamicTree::from_boxes(&grown).ok()?;
    arm.try_for_each_cross_pair(scene, |link, obstacle| match (link, obstacle) {
        pair if ALLOWED.contains(&pair) => ControlFlow::Continue(()),
        pair => ControlFlow::Break(pair),
    })
    .break_value()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let floor = Aabb::new([-9.0, -9.0, -1.0], [9.0, 9.0, 0.0]);
    let shelf = Aabb::new([4.0, -1.0, 0.0], [5.0, 1.0, 4.0]);
    let scene = DynamicTree::from_boxes(&[floor, shelf])?;

    assert_eq!(first_collision(&links(2.0), &scene), None);
    assert_eq!(first_collision(&links(3.9), &scene), Some((Id(2), Id(1))));

    let nearest = scene.nearest(&links(2.0)[2]).ok_or("no obstacles")?;
    let distance = nearest.distance();
    println!("obstacle {} is {distance} m from the hand", nearest.id);
    assert_eq!((nearest.id, distance), (Id(1), 2.0));

    // How far can the hand move straight ahead?
    let ahead = BoxCast::new(links(2.0)[2], [1.0, 0.0, 0.0])?;
    let hit = scene.cast(&ahead).ok_or("nothing is ahead")?;
    println!("the hand reaches obstacle {} after {} m", hit.id, hit.reach);
    assert_eq!((hit.id, hit.reach), (Id(1), 2.0));
    Ok(())
}
