//! Tests of `lattice.rs`.

use super::*;

#[test]
fn interleaves_every_bit_of_every_axis() {
    let lattice = |cells_per_unit| Lattice {
        low: [0.0; 3],
        magnified: 1.0,
        cells_per_unit,
        mean_size: 1.0,
    };
    assert_eq!(lattice(f64::INFINITY).place(&[1.0; 3]), (1 << 30) - 1);
    assert_eq!(lattice(1_023.0).place(&[1.0, 0.0, 0.0]), 0x0924_9249);
    assert_eq!(
        Lattice {
            low: [0.0; 2],
            magnified: 1.0,
            cells_per_unit: 32_767.0,
            mean_size: 1.0
        }
        .place(&[0.0, 1.0]),
        0x2aaa_aaaa
    );
}

#[test]
fn the_least_floats_have_cells_of_their_own() {
    fn keys<S: Scalar>(least: S) -> [u32; 4] {
        let boxes = [0, 1, 2, 3].map(|i| Aabb::point([least.saturating_times(4 * i); 2]));
        let lattice = Lattice::over(&Extent::of(boxes.len(), |place| boxes[place]));
        boxes.map(|aabb| lattice.key(&aabb))
    }
    assert!(keys(f32::from_bits(1)).is_sorted_by(|a, b| a < b));
    assert!(keys(f64::from_bits(1)).is_sorted_by(|a, b| a < b));
}
