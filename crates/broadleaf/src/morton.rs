//! The Morton curve: an order of boxes in which neighbours in the list are near in space.

use core::array;

use crate::sort::radix_sort;
use crate::{Aabb, Real, Scalar};

/// A box by its index in the caller's list, with the place of its center on the curve.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keyed {
    pub(crate) key: u32,
    pub(crate) index: u32,
}

/// Gives every item its key on a curve through the items' own bounds, and sorts by it; equal keys keep their order.
///
/// Morton 1966; the lattice has `32 / D` bits per axis, at most 16.
pub(crate) fn sort_along_curve<S: Scalar, const D: usize>(items: &mut [Keyed], aabb: impl Fn(u32) -> Aabb<S, D>) {
    let centers = || items.iter().map(|item| center(&aabb(item.index)));
    let (low, scale) = lattice(centers());
    for item in &mut *items {
        item.key = key(&center(&aabb(item.index)), &low, scale);
    }
    radix_sort(items, |item| item.key.into());
}

const fn bits_per_axis(dimensions: usize) -> u32 {
    if dimensions <= 2 { 16 } else { 32 / dimensions as u32 }
}

/// Half of the center, which cannot overflow. Not finite for some boxes that reach to infinity.
fn center<S: Scalar, const D: usize>(aabb: &Aabb<S, D>) -> [S::Real; D] {
    let quarter = S::Real::HALF * S::Real::HALF;
    array::from_fn(|axis| quarter * aabb.min()[axis].to_real() + quarter * aabb.max()[axis].to_real())
}

/// The lowest corner of the finite centers, and how many lattice cells a unit is.
fn lattice<R: Real, const D: usize>(centers: impl Iterator<Item = [R; D]>) -> ([R; D], R) {
    let (mut low, mut high) = ([R::MAX; D], [R::MIN; D]);
    for center in centers {
        for axis in 0..D {
            let x = center[axis];
            low[axis] = if x < low[axis] && x.is_finite() { x } else { low[axis] };
            high[axis] = if x > high[axis] && x.is_finite() { x } else { high[axis] };
        }
    }
    let longest = (0..D).map(|axis| high[axis] - low[axis]).fold(R::ZERO, |longest, extent| if extent > longest { extent } else { longest });
    (low, R::from_f64(f64::from(1 << bits_per_axis(D))) / longest)
}

/// The lattice coordinates of a center, their bits interleaved. Whatever is off the lattice counts as on its border.
fn key<R: Real, const D: usize>(center: &[R; D], low: &[R; D], scale: R) -> u32 {
    let spread = const { &spread_bytes::<D>() };
    let last_cell = (1 << bits_per_axis(D)) - 1;
    (0..D).fold(0, |key, axis| {
        let cell = ((center[axis] - low[axis]) * scale).to_u32().min(last_cell);
        let (low_byte, high_byte) = (cell as usize & 0xff, cell as usize >> 8);
        key | (spread[low_byte] | (spread[high_byte] << (8 * D))) << axis
    })
}

/// Every byte with its bits `D` places apart.
const fn spread_bytes<const D: usize>() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 && bit * D < 32 {
            table[byte] |= ((byte as u32 >> bit) & 1) << (bit * D);
            bit += 1;
        }
        byte += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_a_lattice_as_the_curve_does() {
        let boxes: [Aabb<i32, 2>; 8] = array::from_fn(|i| Aabb::point([i as i32 % 4, i as i32 / 4]));
        let mut items: [Keyed; 8] = array::from_fn(|i| Keyed { key: 0, index: i as u32 });
        sort_along_curve(&mut items, |i| boxes[i as usize]);
        assert_eq!(items.map(|item| item.index), [0, 1, 4, 5, 2, 3, 6, 7]);
    }

    #[test]
    fn interleaves_every_bit_of_every_axis() {
        let all = key(&[1.0_f64; 3], &[0.0; 3], f64::INFINITY);
        assert_eq!(all, (1 << 30) - 1);
        assert_eq!(key(&[1.0_f64, 0.0], &[0.0; 2], 65_535.0), 0x5555_5555);
    }

    #[test]
    fn boxes_that_reach_to_infinity_have_a_place_too() {
        let boxes = [Aabb::EVERYWHERE, Aabb::new([f32::NEG_INFINITY], [0.0]), Aabb::point([f32::MAX]), Aabb::point([f32::MIN])];
        let mut items: [Keyed; 4] = array::from_fn(|i| Keyed { key: 0, index: i as u32 });
        sort_along_curve(&mut items, |i| boxes[i as usize]);
        assert_eq!(items[3].index, 2);
    }
}
