//! All pairs, a tree and a broad phase in fifteen lines. `cargo xtask cost` measures how much code
//! of the library this program compiles after an edit.
//!
//! `cargo run --release -p broadleaf --example first_minute`

use broadleaf::{Aabb, BroadPhase, DynamicTree, Id, PairFinder, SpatialIndex, SpatialIndexMut};

fn main() -> Result<(), broadleaf::TooManyBoxes> {
    let row = (0..100_u8).map(|i| [f32::from(i), 0.0, 0.0]);
    let boxes: Vec<_> = row
        .map(|min| Aabb::new(min, [min[0] + 1.5, 1.0, 1.0]))
        .collect();
    let pairs = PairFinder::new().within(&boxes)?.pairs();
    println!("{} pairs", pairs.len());

    let mut tree = DynamicTree::new();
    for (id, aabb) in (0..).map(Id).zip(&boxes) {
        tree.insert(id, *aabb);
    }
    println!("{:?} overlap the first box", tree.overlaps(&boxes[0]));

    let mut world = BroadPhase::<(), f32, 3>::default();
    for aabb in &boxes {
        world.create(*aabb, ());
    }
    println!("{} pairs began", world.step().begun.len());
    Ok(())
}
