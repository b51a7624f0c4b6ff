//! A join of two data sets: the parcels that each building overlaps, and the shared area.
//!
//! No box is copied: one set is in columns, the other in rows of four numbers, as in NumPy.
//! `cargo run --package broadleaf --example join`

use broadleaf::geometry::{BoxSource, Columns, Rows};
use broadleaf::{Id, PairFinder};

/// A lattice of parcels of 10 by 10 metres, in columns.
fn parcels() -> [Vec<f64>; 4] {
    let column = |offset| (0..400).map(|i| f64::from(i % 20 * 10 + offset)).collect();
    let row = |offset| (0..400).map(|i| f64::from(i / 20 * 10 + offset)).collect();
    [column(0), row(0), column(10), row(10)]
}

/// Buildings as rows of `min_x, min_y, max_x, max_y`.
fn buildings() -> Vec<f64> {
    let building = |i: i32| {
        let (x, y) = (f64::from(i * 37 % 190), f64::from(i * 59 % 190));
        [x, y, x + 7.5, y + 4.0]
    };
    (0..1000).flat_map(building).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ([min_x, min_y, max_x, max_y], rows) = (parcels(), buildings());
    let parcels = Columns::try_new([&min_x, &min_y], [&max_x, &max_y])?;
    let buildings = Rows::<_, 2>::try_new(&rows)?;

    let mut finder = PairFinder::default();
    // The sum needs no order. With the feature `rayon`, `par_unsorted_pairs()` uses threads.
    let pairs = finder.between(&buildings, &parcels)?.unsorted_pairs();

    let shared_area = |&[building, parcel]: &[Id; 2]| {
        let (a, b) = (buildings.get(building.index()), parcels.get(parcel.index()));
        let shared = a.intersection(&b).map(|shared| shared.extents());
        shared.map_or(0.0, |[width, height]| width * height)
    };
    let area: f64 = pairs.iter().map(shared_area).sum();
    println!("{} pairs share {area} square metres", pairs.len());
    assert_eq!(area, 1000.0 * 7.5 * 4.0);

    // The error names the row that is not a box.
    let error = Rows::<_, 2>::try_new(&[0.0, 0.0, 1.0, 1.0, 5.0, 0.0, 4.0, 1.0]).unwrap_err();
    println!("{error}");
    assert_eq!(error.to_string(), "row 1: min 5 is above max 4 on axis 0");
    Ok(())
}
