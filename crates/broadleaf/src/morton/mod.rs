//! The Morton curve: an order of boxes in which neighbours in the list are near in space.

mod extent;
mod keyed;
mod lattice;
mod lumps;

use self::extent::{Extent, FindExtent};
pub(crate) use self::keyed::Keyed;
use self::lattice::{Lattice, PLACE};
use self::lumps::sort_lumps;

use crate::bucket_sort::{is_shared, sort_alone, sort_numbers};
use crate::executor::Executor;
use crate::geometry::{Aabb, Scalar};
use crate::sort::Dealer;
use crate::store::to_u32;
use alloc::vec;
use alloc::vec::Vec;

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
    let box_of = |item: u32| aabb(items[item as usize].index);
    let lattice = Lattice::over(&Extent::of::<1, S>(0..to_u32(items.len()), box_of));
    for item in &mut *items {
        item.key = lattice.key(&aabb(item.index));
    }
    sort_alone(items, scratch, Keyed::place);
}

/// [`sort_along_curve`], and then along curves of their own the boxes that lie in one cell: near in
/// the list are near in space, wherever and of whatever scale the boxes are.
pub(crate) fn sort_along_curves<S: Scalar, const D: usize>(
    items: &mut [Keyed],
    scratch: &mut Vec<Keyed>,
    aabb: impl Fn(u32) -> Aabb<S, D>,
) {
    sort_along_curve(items, scratch, &aabb);
    sort_lumps(items, scratch, &aabb, &|place| place);
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

/// The indices of `len` boxes, sorted as by [`sort_along_curves`], but along another curve through
/// the same cells: `turn` returns the place on it of a place on the Morton curve.
pub(crate) fn indices_along<S: Scalar, const D: usize>(
    executor: impl Executor,
    len: usize,
    aabb: impl Fn(u32) -> Aabb<S, D> + Send + Sync,
    turn: impl Fn(u32) -> u32 + Send + Sync,
) -> Vec<u32> {
    let make = make_keys(executor, len, &aabb, &turn);
    let mut items = vec![Keyed::default(); len];
    if is_shared(executor, len) {
        sort_numbers(executor, &mut items, dealer(len), make, Keyed::new);
    } else {
        fill(&mut items, make);
        sort_alone(&mut items, &mut Vec::new(), Keyed::place);
    }
    sort_lumps(&mut items, &mut Vec::new(), &aabb, &turn);
    items.iter().map(|item| item.index).collect()
}

/// A function that writes the keys of some boxes, and gets the index of the first.
fn make_keys<S: Scalar, const D: usize>(
    executor: impl Executor,
    len: usize,
    aabb: impl Fn(u32) -> Aabb<S, D> + Send + Sync,
    turn: impl Fn(u32) -> u32 + Send + Sync,
) -> impl Fn(usize, &mut [u32]) + Send + Sync {
    let find_extent = FindExtent {
        indices: 0..to_u32(len),
        aabb: &aabb,
    };
    let lattice = Lattice::over(&executor.run(find_extent));
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

#[cfg(test)]
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
mod tests {
    use core::array;

    use super::*;
    use crate::geometry::{greater, lesser};

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

    /// The order of points on a line with others far away, of which `at` gives the place.
    fn order_of<S: Scalar>(len: u32, at: impl Fn(u32) -> S) -> Vec<u32> {
        let mut items: Vec<_> = (0..len).map(|index| Keyed { key: 0, index }).collect();
        sort_along_curves(&mut items, &mut Vec::new(), |i| Aabb::point([at(i)]));
        items.iter().map(|item| item.index).collect()
    }

    /// Whether points are sorted, but for those of a node.
    fn are_sorted<S: Scalar>(len: u32, at: impl Fn(u32) -> S) -> bool {
        let order = order_of(len, &at);
        let all_before = |(before, after): (&[u32], &[u32])| {
            let last = before.iter().map(|&i| at(i)).reduce(greater);
            last <= after.iter().map(|&i| at(i)).reduce(lesser)
        };
        (0..order.len()).step_by(16).all(|middle| {
            let end = (middle + 16).min(order.len());
            all_before((&order[..middle], &order[end..])) || end == order.len()
        })
    }

    #[test]
    fn boxes_far_away_do_not_undo_the_order() {
        let scattered = |i: u32| i.wrapping_mul(0x9e37_79b1) >> 12;
        let far = |i: u32| match i % 400 {
            0 => 1e30,
            1..20 => 1e15,
            20..40 => -1e10,
            _ => 1.0,
        };
        assert!(are_sorted(5_000, |i| f64::from(scattered(i)) * far(i)));
        assert!(are_sorted(5_000, |i| f64::from(scattered(i)) * far(i) as f32 as f64));
        // Only the last point is far away.
        assert!(are_sorted(5_000, |i| if i == 4_999 {
            f32::MAX
        } else {
            scattered(i) as f32
        }));
        // As floats, all but one of these are the same number.
        let near_the_end = |i: u32| match i {
            77 => i64::MIN,
            _ => i64::MAX - i64::from(scattered(i) / 1_024),
        };
        assert!(are_sorted(5_000, near_the_end));
    }
}
