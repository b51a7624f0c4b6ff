//! Tests of `hilbert.rs`.

use super::*;
use alloc::vec;
use core::array;

/// Consecutive cells on the curve, in a cube with `2^levels` cells per axis, are neighbours.
fn check<const D: usize>(levels: u32) {
    let cells = 1_usize << (levels * D as u32);
    let mut along = vec![None; cells];
    for morton in 0..cells as u32 {
        // The upper levels of the tables get only zeros, and may turn the curve.
        let key = hilbert::<D>(morton);
        along[key as usize % cells] = Some(morton);
    }
    let coordinates = |morton: u32| -> [u32; D] {
        array::from_fn(|axis| {
            (0..levels).fold(0, |x, level| {
                x | (morton >> (level * D as u32 + axis as u32) & 1) << level
            })
        })
    };
    for two in along.windows(2) {
        let [a, b] =
            [two[0], two[1]].map(|cell| coordinates(cell.expect("every place has a cell")));
        let steps: u32 = (0..D).map(|axis| a[axis].abs_diff(b[axis])).sum();
        assert_eq!(steps, 1, "{a:?} {b:?}");
    }
}

#[test]
fn the_next_cell_is_a_neighbour() {
    check::<2>(1);
    check::<2>(5);
    check::<3>(1);
    check::<3>(4);
}
