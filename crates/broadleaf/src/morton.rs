//! The Morton curve: an order of boxes in which neighbours in the list are near in space.

use crate::bucket_sort::{is_shared, sort_alone, sort_numbers};
use crate::executor::{Divide, Executor};
use crate::geometry::{Aabb, Real, Scalar, greater, lesser};
use crate::sort::Dealer;
use crate::store::to_u32;
use alloc::vec;
use alloc::vec::Vec;
use core::array;
use core::ops::Range;

/// A box by its index in the caller's list, with the place of its center on the curve.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Keyed {
    pub(crate) key: u32,
    pub(crate) index: u32,
}

impl Keyed {
    fn new(key: u32, index: u32) -> Self {
        Self { key, index }
    }

    /// The key, as a function to sort by: a closure would be compiled for each kind of box.
    fn place(&self) -> u32 {
        self.key
    }
}

/// From this number of items on, threads share the work.
const MIN_SHARED: usize = 1 << 14;

/// The number of items that one thread makes at a time.
const PIECE: usize = 1024;

/// Gives every item its key on a curve through the items' own bounds, and sorts by it; equal keys
/// keep their order.
///
/// Morton 1966. The two highest bits are a size class, so that the few boxes that are far larger
/// than most do not lie scattered among them (after Vinkler et al. 2017); the lattice has `30 / D`
/// bits per axis, at most 15.
///
/// `scratch` lends its memory.
pub(crate) fn sort_along_curve<S: Scalar, const D: usize>(
    items: &mut [Keyed],
    scratch: &mut Vec<Keyed>,
    aabb: impl Fn(u32) -> Aabb<S, D>,
) {
    let lattice = Extent::of(items.iter().map(|item| aabb(item.index))).lattice();
    for item in &mut *items {
        item.key = lattice.key(&aabb(item.index));
    }
    sort_alone(items, scratch, Keyed::place);
}

/// [`sort_along_curve`] of all boxes, with an executor. Replaces the contents of `items`, which has
/// an item for each box.
pub(crate) fn sort_along<S: Scalar, const D: usize>(
    executor: impl Executor,
    items: &mut [Keyed],
    scratch: &mut Vec<Keyed>,
    aabb: impl Fn(u32) -> Aabb<S, D> + Send + Sync,
) {
    let len = items.len();
    let make = make_keys(executor, len, aabb, |place| place);
    if is_shared(executor, len) {
        return sort_numbers(executor, items, dealer(len), make, Keyed::new);
    }
    fill(items, make);
    sort_alone(items, scratch, Keyed::place);
}

/// The indices of `len` boxes, sorted as by [`sort_along`], but along another curve through the
/// same cells: `turn` returns the place on it of a place on the Morton curve.
pub(crate) fn indices_along<S: Scalar, const D: usize>(
    executor: impl Executor,
    len: usize,
    aabb: impl Fn(u32) -> Aabb<S, D> + Send + Sync,
    turn: impl Fn(u32) -> u32 + Send + Sync,
) -> Vec<u32> {
    let make = make_keys(executor, len, aabb, turn);
    if is_shared(executor, len) {
        let mut indices = vec![0; len];
        sort_numbers(executor, &mut indices, dealer(len), make, |_, index| index);
        return indices;
    }
    let mut items = vec![Keyed::default(); len];
    fill(&mut items, make);
    sort_alone(&mut items, &mut Vec::new(), Keyed::place);
    items.iter().map(|item| item.index).collect()
}

/// The bits of a key that are a place on a curve.
const PLACE: u32 = u32::MAX >> 2;

/// A function that writes the keys of some boxes, and gets the index of the first.
fn make_keys<S: Scalar, const D: usize>(
    executor: impl Executor,
    len: usize,
    aabb: impl Fn(u32) -> Aabb<S, D> + Send + Sync,
    turn: impl Fn(u32) -> u32 + Send + Sync,
) -> impl Fn(usize, &mut [u32]) + Send + Sync {
    let indices = 0..to_u32(len);
    let lattice = executor
        .run(FindExtent {
            indices,
            aabb: &aabb,
        })
        .lattice();
    move |first, keys| {
        for (key, index) in keys.iter_mut().zip(to_u32(first)..) {
            *key = lattice.key(&aabb(index));
        }
        // In a loop of its own, in which no key has to wait for the one before.
        for key in keys {
            *key = *key & !PLACE | turn(*key & PLACE) & PLACE;
        }
    }
}

/// Makes all items, some at a time.
fn fill(items: &mut [Keyed], make: impl Fn(usize, &mut [u32])) {
    let mut keys = [0; PIECE];
    for (number, items) in items.chunks_mut(PIECE).enumerate() {
        let (first, keys) = (number * PIECE, &mut keys[..items.len()]);
        make(first, keys);
        for ((item, &mut key), index) in items.iter_mut().zip(keys).zip(to_u32(first)..) {
            *item = Keyed::new(key, index);
        }
    }
}

fn dealer(len: usize) -> Dealer {
    // Nearly all boxes have the lowest size class.
    Dealer::new(len, PLACE.count_ones())
}

#[expect(clippy::cast_possible_truncation, reason = "a handful of dimensions")]
const fn bits_per_axis(dimensions: usize) -> u32 {
    if dimensions <= 2 {
        15
    } else {
        30 / dimensions as u32
    }
}

/// Half of the center, which cannot overflow. Not finite for some boxes that reach to infinity.
fn center<S: Scalar, const D: usize>(aabb: &Aabb<S, D>) -> [S::Real; D] {
    let quarter = S::Real::HALF * S::Real::HALF;
    array::from_fn(|axis| {
        quarter * aabb.min()[axis].to_real() + quarter * aabb.max()[axis].to_real()
    })
}

/// How far a box reaches from its center, in all directions together.
fn size<S: Scalar, const D: usize>(aabb: &Aabb<S, D>) -> S::Real {
    let quarter = S::Real::HALF * S::Real::HALF;
    (0..D).fold(S::Real::ZERO, |sum, axis| {
        sum + (quarter * aabb.max()[axis].to_real() - quarter * aabb.min()[axis].to_real())
    })
}

/// 2^80: times the least float of either precision, well above the inverse of the greatest.
const MAGNIFIED: f64 = 1_208_925_819_614_629_174_706_176.0;

/// A grid of cubes over the finite centers of some boxes.
struct Lattice<R, const D: usize> {
    low: [R; D],
    /// 1, or a power of two that brings tiny distances into a range where `cells_per_unit` is
    /// finite.
    magnified: R,
    cells_per_unit: R,
    mean_size: R,
}

/// Where the finite centers of some boxes lie, and how large the boxes are.
struct Extent<R, const D: usize> {
    low: [R; D],
    high: [R; D],
    sizes: R,
    count: R,
}

impl<R: Real, const D: usize> Extent<R, D> {
    fn of<S: Scalar<Real = R>>(boxes: impl Iterator<Item = Aabb<S, D>>) -> Self {
        let (mut low, mut high) = ([R::MAX; D], [R::MIN; D]);
        let (mut sizes, mut count) = (R::ZERO, R::ZERO);
        for aabb in boxes {
            let center = center(&aabb);
            for axis in 0..D {
                // What is not finite is replaced first: the running values then wait for one
                // instruction per box.
                let (x, is_finite) = (center[axis], center[axis].is_finite());
                low[axis] = lesser(low[axis], if is_finite { x } else { R::MAX });
                high[axis] = greater(high[axis], if is_finite { x } else { R::MIN });
            }
            let size = size(&aabb);
            sizes = sizes + if size.is_finite() { size } else { R::ZERO };
            count = count + R::ONE;
        }
        Self {
            low,
            high,
            sizes,
            count,
        }
    }

    fn lattice(&self) -> Lattice<R, D> {
        let longest = (0..D)
            .map(|axis| self.high[axis] - self.low[axis])
            .fold(R::ZERO, greater);
        let cells = R::from_f64(f64::from(1 << bits_per_axis(D)));
        let magnified = if (cells / longest).is_finite() {
            R::ONE
        } else {
            R::from_f64(MAGNIFIED)
        };
        Lattice {
            low: self.low,
            magnified,
            cells_per_unit: cells / (longest * magnified),
            mean_size: self.sizes / self.count,
        }
    }
}

/// The extent of all boxes. Its pieces do not depend on the executor, since sums are rounded.
struct FindExtent<'a, A> {
    indices: Range<u32>,
    aabb: &'a A,
}

impl<S: Scalar, A: Fn(u32) -> Aabb<S, D> + Sync, const D: usize> Divide for FindExtent<'_, A> {
    type Output = Extent<S::Real, D>;

    fn halve(self) -> Result<[Self; 2], Self> {
        if self.indices.len() < MIN_SHARED {
            return Err(self);
        }
        let Range { start, end } = self.indices;
        let half = start + (end - start) / 2;
        Ok([start..half, half..end].map(|indices| Self { indices, ..self }))
    }

    fn run(self) -> Self::Output {
        Extent::of(self.indices.map(self.aabb))
    }

    fn merge(first: Self::Output, second: Self::Output) -> Self::Output {
        Extent {
            low: array::from_fn(|axis| lesser(first.low[axis], second.low[axis])),
            high: array::from_fn(|axis| greater(first.high[axis], second.high[axis])),
            sizes: first.sizes + second.sizes,
            count: first.count + second.count,
        }
    }
}

impl<R: Real, const D: usize> Lattice<R, D> {
    // A call for each box would take as long as the key.
    #[inline(always)]
    fn key<S: Scalar<Real = R>>(&self, aabb: &Aabb<S, D>) -> u32 {
        let place = self.place(&center(aabb));
        let size = size(aabb);
        if size > self.mean_size * R::from_f64(4.0) {
            return self.class_above_usual(size) << 30 | place;
        }
        place
    }

    /// The size class of a box that is larger than usual. A call, so that the keys of usual boxes
    /// do not wait for each other in one register.
    #[inline(never)]
    fn class_above_usual(&self, size: R) -> u32 {
        1 + u32::from(size > self.mean_size * R::from_f64(32.0))
    }

    /// The lattice coordinates of a center, their bits interleaved. Whatever is off the lattice
    /// counts as on its border.
    #[inline]
    fn place(&self, center: &[R; D]) -> u32 {
        let spread = const { &spread_bytes::<D>() };
        let last_cell = (1 << bits_per_axis(D)) - 1;
        (0..D).fold(0, |key, axis| {
            let cell = ((center[axis] - self.low[axis]) * self.magnified * self.cells_per_unit)
                .to_u32()
                .min(last_cell);
            let (low_byte, high_byte) = (cell as usize & 0xff, cell as usize >> 8);
            // Beyond three dimensions cells have no high byte, and beyond thirty no bits at all.
            let high = if D < 4 {
                spread[high_byte] << (8 * D)
            } else {
                0
            };
            key | if axis < 32 {
                (spread[low_byte] | high) << axis
            } else {
                0
            }
        })
    }
}

/// Every byte with its bits `D` places apart.
const fn spread_bytes<const D: usize>() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0_u32;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 && bit * D < 32 {
            table[byte as usize] |= ((byte >> bit) & 1) << (bit * D);
            bit += 1;
        }
        byte += 1;
    }
    table
}

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests {
    use super::*;

    #[test]
    fn orders_a_lattice_as_the_curve_does() {
        let boxes: [Aabb<i32, 2>; 8] =
            array::from_fn(|i| Aabb::point([i as i32 % 4, i as i32 / 4]));
        let mut items: [Keyed; 8] = array::from_fn(|i| Keyed {
            key: 0,
            index: i as u32,
        });
        sort_along_curve(&mut items, &mut Vec::new(), |i| boxes[i as usize]);
        assert_eq!(items.map(|item| item.index), [0, 1, 4, 5, 2, 3, 6, 7]);
    }

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
            let lattice = Extent::of(boxes.iter().copied()).lattice();
            boxes.map(|aabb| lattice.key(&aabb))
        }
        assert!(keys(f32::from_bits(1)).is_sorted_by(|a, b| a < b));
        assert!(keys(f64::from_bits(1)).is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn few_large_boxes_come_last() {
        let edge = |i: u32| if i == 3 { 100 } else { 1 };
        let boxes: [Aabb<i32, 2>; 9] =
            array::from_fn(|i| Aabb::new([i as i32; 2], [i as i32 + edge(i as u32); 2]));
        let mut items: [Keyed; 9] = array::from_fn(|i| Keyed {
            key: 0,
            index: i as u32,
        });
        sort_along_curve(&mut items, &mut Vec::new(), |i| boxes[i as usize]);
        assert_eq!(items.map(|item| item.index), [0, 1, 2, 4, 5, 6, 7, 8, 3]);
    }

    #[test]
    fn boxes_that_reach_to_infinity_have_a_place_too() {
        let boxes = [
            Aabb::EVERYWHERE,
            Aabb::new([f32::NEG_INFINITY], [0.0]),
            Aabb::point([f32::MAX]),
            Aabb::point([f32::MIN]),
        ];
        let mut items: [Keyed; 4] = array::from_fn(|i| Keyed {
            key: 0,
            index: i as u32,
        });
        sort_along_curve(&mut items, &mut Vec::new(), |i| boxes[i as usize]);
        assert!(items.iter().any(|item| item.index == 0), "nothing is lost");
    }
}
