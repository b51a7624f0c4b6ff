//! Pairs of boxes whose interiors overlap against a double loop: every path, scalar and form, boxes
//! in tiles and not.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::{Random, boxes, crowded_scenes};
use crate::filter::Filter;
use crate::geometry::{Aabb, Fixed, Scalar};
use crate::pair_finder::finder::PairFinder;
use crate::simd::Path;
use crate::store::{Id, to_u32};

fn double_loop<S: Scalar, const D: usize>(boxes: &[Aabb<S, D>]) -> Vec<[Id; 2]> {
    let overlap = |a: &Aabb<S, D>, b: &Aabb<S, D>| {
        (0..D).all(|axis| a.min()[axis] < b.max()[axis] && b.min()[axis] < a.max()[axis])
    };
    let pairs = (0..boxes.len()).flat_map(|a| (a + 1..boxes.len()).map(move |b| (a, b)));
    pairs
        .filter(|&(a, b)| overlap(&boxes[a], &boxes[b]))
        .map(|(a, b)| [Id::at(a), Id::at(b)])
        .collect()
}

fn check_boxes<S: Scalar, const D: usize>(boxes: &[Aabb<S, D>]) {
    let expected = double_loop(boxes);
    let split = boxes.len() / 3;
    let (front, back) = boxes.split_at(split);
    for path in Path::supported() {
        let mut finder = PairFinder::with_path(path);
        let closed = finder.within(boxes).unwrap().pairs();
        let pairs = finder.within(boxes).unwrap().interiors().pairs();
        assert_eq!(pairs, expected, "{path:?} {boxes:?}");
        let query = finder.between(front, back).unwrap().interiors();
        let crossing = query.pairs();
        let crossing = crossing.iter().map(|&[a, b]| [a, Id(b.0 + to_u32(split))]);
        let expected = expected
            .iter()
            .filter(|[a, b]| a.index() < split && split <= b.index());
        assert!(crossing.eq(expected.copied()), "{path:?} {boxes:?}");
        assert_eq!(finder.within(boxes).unwrap().pairs(), closed);
    }
}

/// Random boxes between the given numbers: many touch, many are equal, many have no extent.
fn check_numbers<S: Scalar, const D: usize>(mut numbers: Vec<S>) {
    numbers.sort_by(|a, b| a.partial_cmp(b).unwrap());
    let mut random = Random(numbers.len() as u64);
    for n in [2, 17, 33, 150] {
        let mut pick = || usize::try_from(random.next()).unwrap() % numbers.len();
        let boxes = (0..n).map(|_| {
            let ends = [0; D].map(|_| [pick(), pick()]);
            Aabb::new(
                ends.map(|[a, b]| numbers[a.min(b)]),
                ends.map(|[a, b]| numbers[a.max(b)]),
            )
        });
        check_boxes(&boxes.collect::<Vec<_>>());
    }
}

macro_rules! check_floats {
    ($($float:ident)*) => { $(
        let tiny = $float::from_bits(1);
        let some = [0.0, tiny, 2.0 * tiny, $float::MIN_POSITIVE, 1.0, 1.0 + $float::EPSILON, 7.0];
        let large = [$float::MAX, $float::INFINITY];
        let both = [&some[..], &large].concat();
        let numbers: Vec<_> = both.iter().flat_map(|&x| [-x, x]).collect();
        check_numbers::<$float, 1>(numbers.clone());
        check_numbers::<$float, 2>(numbers.clone());
        check_numbers::<$float, 3>(numbers);
    )* };
}

macro_rules! check_integers {
    ($($integer:ty)*) => { $(
        let (least, most) = (<$integer>::MIN, <$integer>::MAX);
        let middle = most / 2;
        let numbers = vec![least, least + 1, middle - 1, middle, middle + 1, most - 1, most];
        check_numbers::<$integer, 1>(numbers.clone());
        check_numbers::<$integer, 2>(numbers.clone());
        check_numbers::<$integer, 3>(numbers);
    )* };
}

#[test]
fn interiors_are_compared_exactly_on_every_path() {
    check_floats!(f32 f64);
    check_integers!(i8 u8 i16 u16 i32 u32 i64 u64);
    check_numbers::<i8, 2>((-4..4).collect());
    check_numbers::<u32, 3>((0..5).collect());
    let fixed = [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX - 1, i64::MAX];
    check_numbers::<Fixed<16>, 2>(fixed.map(Fixed::from_bits).to_vec());
    check_boxes(&[
        Aabb::point([0.0]),
        Aabb::point([-0.0]),
        Aabb::new([-0.0], [1.0]),
    ]);
    for n in [0, 1, 16, 900] {
        check_boxes(&boxes::<f32, 3>(n, |x| (x / 64) as f32));
        check_boxes(&boxes::<i64, 2>(n, |x| x / 64));
    }
}

/// Every form gives the `expected` pairs, in order.
fn check_forms(finder: &mut PairFinder<f32, 3>, boxes: &[Aabb<f32, 3>], expected: &[[Id; 2]]) {
    macro_rules! ask {
        ($form:ident($($argument:expr),*)) => {
            finder.within(boxes).unwrap().interiors().$form($($argument),*)
        };
    }
    let unsorted = ask!(unsorted_pairs());
    assert!(ask!(pairs()) == expected);
    assert_eq!(ask!(count_pairs()), expected.len() as u64);
    assert_eq!(ask!(any_pair()), !expected.is_empty());
    let mut left = 50;
    let outcome = ask!(try_for_each_pair(|_, _| {
        left -= 1;
        if left > 0 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }));
    assert_eq!(outcome.is_break(), expected.len() >= 50);
    #[cfg(feature = "rayon")]
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| {
            assert!(ask!(par_pairs()) == expected, "{threads} threads");
            assert_eq!(ask!(par_count_pairs()), expected.len() as u64);
            assert_eq!(ask!(par_any_pair()), !expected.is_empty());
            let folded = ask!(par_fold(Vec::new, |pairs, a, b| pairs.push([a, b])));
            assert!(folded.concat() == unsorted, "{threads} threads");
        });
    }
    let bodies = |i: usize| Filter::default().with_group([-1, -2, -3][i % 3]);
    let bodies: Vec<_> = (0..boxes.len()).map(bodies).collect();
    let between = finder.within(boxes).unwrap().interiors();
    let between = between.filters(&bodies).unwrap().pairs();
    let expected = expected.iter().filter(|[a, b]| a.0 % 3 != b.0 % 3);
    assert!(expected.eq(&between));
}

#[test]
fn crowded_boxes_in_tiles_are_compared_exactly_in_every_form() {
    let mut scenes = crowded_scenes(6_000);
    scenes.push(boxes::<f32, 3>(5_000, |x| x as f32));
    let mut finder = PairFinder::new();
    for boxes in scenes {
        // On a coarse lattice, so that many touch.
        let whole = |corner: [f32; 3]| corner.map(|x| (x / 16.0).round());
        let boxes: Vec<_> = boxes
            .iter()
            .map(|aabb| Aabb::new(whole(aabb.min()), whole(aabb.max())))
            .collect();
        let closed = finder.within(&boxes).unwrap().pairs();
        let boxes_of = |pair: &[Id; 2]| pair.map(|id| boxes[id.index()]);
        let expected: Vec<_> = closed
            .iter()
            .copied()
            .filter(|pair| {
                let [a, b] = boxes_of(pair);
                a.interiors_overlap(&b)
            })
            .collect();
        assert!(expected.len() < closed.len());
        check_forms(&mut finder, &boxes, &expected);
    }
}

#[test]
fn things_that_touch_are_left_out() {
    let mut row: Vec<_> = (0..5_000).map(|x| (x, 0)).collect();
    // The last one overlaps the previous one.
    row[4_999].0 = 4_997;
    let mut finder = PairFinder::new();
    let aabb = |&(x, _): &(i32, u32)| Aabb::new([2 * x], [2 * x + 2]);
    let query = finder.within_mut(&mut row, aabb).unwrap();
    query.interiors().for_each_pair(|(_, a), (_, b)| {
        *a += 1;
        *b += 1;
    });
    #[cfg(feature = "rayon")]
    {
        let query = finder.within_mut(&mut row, aabb).unwrap();
        query.interiors().par_for_each_pair(|(_, a), (_, b)| {
            *a += 1;
            *b += 1;
        });
    }
    let times = if cfg!(feature = "rayon") { 2 } else { 1 };
    let touched = row.iter().enumerate().filter(|(_, thing)| thing.1 > 0);
    let touched: Vec<_> = touched.map(|(place, thing)| (place, thing.1)).collect();
    assert_eq!(touched, [(4_997, times), (4_999, times)]);
}
