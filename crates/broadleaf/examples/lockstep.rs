//! Two machines, one simulation: with fixed point and snapped margins, worlds with different pasts report the same events.
//!
//! `cargo run -p broadleaf --example lockstep`

use broadleaf::{Aabb, Fixed, Margin, UnknownProxy, World};

/// 48 bits before the point, 16 after it.
type Coordinate = Fixed<16>;

fn unit_box(x: i32, y: i32) -> Aabb<Coordinate, 2> {
    Aabb::new([x, y].map(Coordinate::from_int), [x + 1, y + 1].map(Coordinate::from_int))
}

fn main() -> Result<(), UnknownProxy> {
    // A fat box is a function of the tight one alone: which way a body came does not matter.
    let margin = Margin::Snap { cell: Coordinate::from_int(4) };
    let mut direct = World::new(margin);
    let mut detour = World::new(margin);
    let mut places = Vec::new();
    for world in [&mut direct, &mut detour] {
        places = (0..20).map(|i| world.create_proxy(unit_box(5 * i, 0), i)).collect();
        world.step();
    }
    for (i, &proxy) in (0..).zip(&places) {
        let goal = unit_box(3 * i, i % 2);
        direct.move_proxy(proxy, goal, [Coordinate::default(); 2])?;
        // The other machine had guessed wrong, went elsewhere, tidied up, and corrects itself.
        detour.move_proxy(proxy, unit_box(-50, 7 * i), [Coordinate::default(); 2])?;
        detour.optimize();
        detour.move_proxy(proxy, goal, [Coordinate::default(); 2])?;
    }
    assert_eq!(direct.step(), detour.step());
    println!("both report {} new pairs and {} ended ones", direct.events().begun.len(), direct.events().ended.len());
    Ok(())
}
