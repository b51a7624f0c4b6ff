//! Few boxes are looked at where boxes are spread evenly: the bounds of `hostile` would let all of
//! them share a pencil.

use alloc::vec::Vec;

use super::finder::PairFinder;
use crate::geometry::Aabb;
use crate::work::counted;

/// Boxes at points of a lattice, out of order, each of which touches none or one.
fn lattice(side: u32) -> Vec<Aabb<f32, 2>> {
    let count = side * side;
    let place = |i: u32| i * 7_919 % count;
    (0..count)
        .map(place)
        .map(|i| {
            let corner = [i % side, i / side].map(|x| 4.0 * x as f32);
            Aabb::new(
                corner,
                [
                    corner[0] + if i % 3 == 0 { 4.0 } else { 1.0 },
                    corner[1] + 1.0,
                ],
            )
        })
        .collect()
}

#[test]
fn boxes_in_a_lattice_are_compared_with_few() {
    for side in [30, 60, 99] {
        let boxes = lattice(side);
        let mut finder = PairFinder::new();
        let (looks, pairs) = counted(|| finder.within(&boxes).unwrap().count_pairs());
        assert_eq!(pairs, boxes.len() as u64 / 3);
        let per_box = looks as f64 / boxes.len() as f64;
        assert!(per_box < 20.0, "{side}: {per_box} looks");
    }
}
