//! Rollback: two peers create objects in different orders, one of them guesses an input wrongly and
//! rewinds, and both end with the same state.
//!
//! `cargo run --package broadleaf --example rollback`

use broadleaf::broad_phase::{CannotCreate, Margin, ProxyConfig};
use broadleaf::{Aabb, BroadPhase, Fixed, Id};

type Meters = Fixed<16>; // the same arithmetic on every machine
type Game = BroadPhase<&'static str, Meters, 2>;

fn ship_at(x: i32) -> Aabb<Meters, 2> {
    Aabb::new([Meters::from_int(x); 2], [Meters::from_int(x + 2); 2])
}

/// A broad phase in which the number of an object is its id, in any order of creation.
fn new_game(objects: [(u32, i32, &'static str); 2]) -> Result<Game, CannotCreate> {
    let cell = Meters::from_int(1);
    let mut game = Game::new(Margin::Snap { cell });
    game.remember(8);
    for (number, x, name) in objects {
        game.create_at(Id(number), ProxyConfig::default(), ship_at(x), name)?;
    }
    game.step();
    Ok(game)
}

/// Plays a frame in which an object moves to `x`.
fn play(game: &mut Game, number: u32, x: i32) -> Result<(), Box<dyn std::error::Error>> {
    let ship = game.proxy(Id(number)).ok_or("no such ship")?;
    game.set_aabb(ship, ship_at(x))?;
    for [a, b] in game.step().begun {
        println!("{:?} meets {:?}", game.user_data(a), game.user_data(b));
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut ours = new_game([(7, 0, "Ada"), (3, 10, "Bo")])?;
    let mut theirs = new_game([(3, 10, "Bo"), (7, 0, "Ada")])?;
    assert_eq!(ours.state_hash(), theirs.state_hash());
    let confirmed = ours.frame();

    // We guess that Ada flies on to 9, where she would meet Bo.
    play(&mut ours, 7, 9)?;
    // Her input arrives: she turned around.
    ours.rewind_to(confirmed)?;
    for game in [&mut ours, &mut theirs] {
        play(game, 7, -5)?;
        play(game, 3, 11)?;
    }
    println!("frame {}: {:016x}", ours.frame(), ours.state_hash());
    assert_eq!(ours.state_hash(), theirs.state_hash());
    Ok(())
}
