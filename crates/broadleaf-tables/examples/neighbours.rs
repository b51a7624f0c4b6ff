//! Salt: each ion of a crystal has 6 neighbours of the other charge, 12 of its own, and so on. The
//! cell repeats, and the cut-off is longer than half of it.
//!
//! `cargo run --release -p broadleaf-tables --example neighbours`

use broadleaf::{Aabb, Id};
use broadleaf_tables::longitude::{LongitudeBoxes, LongitudeIndex};
use broadleaf_tables::periodic::{self, Within};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let side = 4;
    let places = (0..side * side * side).map(|i| [i % side, i / side % side, i / side / side]);
    let ions: Vec<_> = places.map(|at| Aabb::point(at.map(f64::from))).collect();
    let within = Within::distance(2.5).periods([f64::from(side); 3]);
    let neighbours = periodic::neighbours(&ions, &within)?;
    println!("an ion has {} neighbours", neighbours.len() / ions.len());
    assert_eq!(neighbours.len(), 80 * ions.len());
    assert_eq!(periodic::self_pairs(&ions, &within)?.len(), 40 * ions.len());
    let one = periodic::cross_pairs(&ions[..1], &ions, &within)?;
    assert_eq!(one.len(), 81); // with the ion itself

    // On a globe, an axis repeats as well.
    let fiji = [[176.0, -21.0], [-178.0, -12.0]];
    let taveuni = [[-180.0, -17.0], [-179.7, -16.6]];
    let islands = LongitudeBoxes::new(0, &[fiji, taveuni])?;
    assert_eq!(islands.self_pairs(), [[Id(0), Id(1)]]);
    assert_eq!(islands.cross_pairs(&islands)?.len(), 4);
    let index = LongitudeIndex::new(islands)?;
    println!(
        "islands: {:?}",
        index.overlaps([179.0, -20.0], [-179.9, -10.0])?
    );
    Ok(())
}
