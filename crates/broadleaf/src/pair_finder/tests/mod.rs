//! Scenes with several levels, sparse and crowded pencils, and strays; every path, every form of a
//! query.

#[cfg(feature = "rayon")]
mod block_tree;
mod few;
mod filtered;
mod interiors;
mod keys;
#[cfg(feature = "rayon")]
mod one_list;
#[cfg(feature = "rayon")]
mod records;
#[cfg(feature = "std")]
mod work;

use super::finder::PairFinder;
use super::order::Operands;
use super::query::{cross_pairs, self_pairs};
use super::sweep::PairFilter;
use super::tuning::FEW_BOXES;
use crate::executor::Sequential;
use crate::geometry::{Aabb, Columns, Fixed, Rows, Scalar, from_fn};
use crate::simd::Path;
use crate::store::{Id, to_u32};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

pub(super) struct Random(pub(super) u64);

impl Random {
    /// Less than 2^32.
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 32
    }
}

/// Boxes whose sizes double repeatedly, ever more rarely, some in a crowd, some far away.
pub(super) fn boxes<S: Scalar, const D: usize>(
    n: usize,
    scalar: impl Fn(i64) -> S,
) -> Vec<Aabb<S, D>> {
    let mut random = Random(n as u64);
    (0..n)
        .map(|i| {
            let size = 16 << random.next().trailing_zeros().min(12);
            let spread = if i.is_multiple_of(7) { 400 } else { 60_000 };
            let stray = if i.is_multiple_of(501) {
                100_000_000
            } else {
                1
            };
            let start = [0; D].map(|_| (random.next() % spread) as i64 * stray);
            let end = start.map(|start| start + (random.next() % size) as i64);
            Aabb::new(start.map(&scalar), end.map(&scalar))
        })
        .collect()
}

pub(super) fn brute_force<S: Scalar, const D: usize>(boxes: &[Aabb<S, D>]) -> Vec<[Id; 2]> {
    let pairs = (0..boxes.len()).flat_map(|a| (a + 1..boxes.len()).map(move |b| (a, b)));
    pairs
        .filter(|&(a, b)| boxes[a].overlaps(&boxes[b]))
        .map(|(a, b)| [Id::at(a), Id::at(b)])
        .collect()
}

fn check<S: Scalar, const D: usize>(scalar: impl Fn(i64) -> S) {
    for n in [0, 1, 2, 15, 16, 17, 33, 200, 1500] {
        let boxes: Vec<Aabb<S, D>> = boxes(n, &scalar);
        let expected = brute_force(&boxes);
        let mut first = None;
        for path in Path::supported() {
            let mut pairs = Vec::new();
            let mut finder = PairFinder::with_path(path);
            // Twice: no state of the first query may remain.
            finder
                .within(&boxes[n / 2..])
                .unwrap()
                .unsorted_pairs_into(&mut pairs);
            finder
                .within(&boxes)
                .unwrap()
                .unsorted_pairs_into(&mut pairs);
            if n > FEW_BOXES {
                finder.check_sorted(&boxes);
            }
            assert_eq!(
                first.get_or_insert_with(|| pairs.clone()),
                &pairs,
                "{path:?} has the same order"
            );
            pairs.sort_unstable();
            assert_eq!(pairs, expected, "{path:?} {n}");

            let split = n / 3;
            let (front, back) = boxes.split_at(split);
            let mut crossing = finder.between(front, back).unwrap().pairs();
            for [_, b] in &mut crossing {
                b.0 += to_u32(split);
            }
            let expected = expected
                .iter()
                .copied()
                .filter(|&[a, b]| a.index() < split && split <= b.index());
            assert!(expected.eq(crossing), "{path:?} {n}");
        }
    }
}

#[test]
fn pairs_are_those_of_brute_force_on_every_path() {
    check::<f32, 1>(|x| x as f32);
    check::<f32, 2>(|x| x as f32 / 16.0);
    check::<f32, 3>(|x| x as f32 - 30_000.0);
    check::<f64, 2>(|x| x as f64 * 1e200);
    check::<f64, 4>(|x| x as f64);
    check::<i32, 3>(|x| i32::try_from(x % 1_000_000).unwrap() - 500_000);
    check::<i64, 2>(|x| x << 20);
    check::<i64, 3>(|x| x - 30_000);
}

#[test]
fn a_crowd_is_larger_than_what_is_noted_at_once() {
    let boxes = [Aabb::new([0, 0], [1, 1]); 1300];
    let expected = brute_force(&boxes);
    for path in Path::supported() {
        let (mut finder, mut pairs, mut crossing) = (PairFinder::with_path(path), Vec::new(), 0);
        finder
            .within(&boxes)
            .unwrap()
            .unsorted_pairs_into(&mut pairs);
        pairs.sort_unstable();
        assert!(pairs == expected, "{path:?}");
        let (front, back) = boxes.split_at(30);
        let query = finder.between(front, back).unwrap();
        query.for_each_pair(|_, _| crossing += 1);
        assert_eq!(crossing, 30 * 1270, "{path:?}");
    }
}

#[test]
fn the_ends_of_the_range_are_no_strangers() {
    let places = [
        f32::NEG_INFINITY,
        f32::MIN,
        -1.0,
        -0.0,
        0.0,
        f32::MIN_POSITIVE / 2.0,
        1.0,
        f32::MAX,
        f32::INFINITY,
    ];
    let mut random = Random(5);
    for _ in 0..300 {
        let boxes: Vec<Aabb<f32, 2>> = (0..40)
            .map(|_| {
                let mut corner = || [0; 2].map(|_| places[(random.next() % 9) as usize]);
                let (a, b) = (corner(), corner());
                Aabb::point(a).union(&Aabb::point(b))
            })
            .collect();
        let pairs = PairFinder::new().within(&boxes).unwrap().pairs();
        assert_eq!(pairs, brute_force(&boxes));
    }
}

/// Every sequential form of a query gives the pairs of `unsorted_pairs_into`.
pub(super) fn check_forms<S: Scalar, const D: usize>(
    finder: &mut PairFinder<S, D>,
    boxes: &[Aabb<S, D>],
    split: Option<usize>,
) {
    /// The query within all boxes, or between the two parts.
    macro_rules! ask {
        ($form:ident($($argument:expr),*)) => {
            match split {
                None => finder.within(boxes).unwrap().$form($($argument),*),
                Some(split) => {
                    let (front, back) = boxes.split_at(split);
                    finder.between(front, back).unwrap().$form($($argument),*)
                }
            }
        };
    }
    let mut expected = vec![[Id(7); 2]];
    ask!(unsorted_pairs_into(&mut expected));
    assert_eq!(ask!(unsorted_pairs()), expected);
    assert_eq!(ask!(count_pairs()), expected.len() as u64);
    assert_eq!(ask!(any_pair()), !expected.is_empty());

    let mut visited = Vec::new();
    ask!(for_each_pair(|a, b| visited.push([a, b])));
    assert_eq!(visited, expected);

    for len in [1, 2, 255, 256, 257, 1000, expected.len()] {
        visited.clear();
        let outcome = ask!(try_for_each_pair(|a, b| {
            visited.push([a, b]);
            if visited.len() == len {
                ControlFlow::Break(len)
            } else {
                ControlFlow::Continue(())
            }
        }));
        let breaks = (1..=expected.len()).contains(&len);
        assert_eq!(outcome.break_value(), breaks.then_some(len));
        assert_eq!(
            visited,
            expected[..if breaks { len } else { expected.len() }]
        );
    }

    let mut sorted = expected.clone();
    sorted.sort_unstable();
    assert_eq!(ask!(pairs()), sorted);
    let mut pairs = vec![[Id(7); 2]];
    ask!(pairs_into(&mut pairs));
    assert_eq!(pairs, sorted);
    match split {
        None => assert_eq!(self_pairs(boxes).unwrap(), sorted),
        Some(split) => {
            let (front, back) = boxes.split_at(split);
            assert_eq!(cross_pairs(front, back).unwrap(), sorted);
        }
    }
    #[cfg(feature = "rayon")]
    for threads in [1, 2, 3, 8] {
        use std::sync::Mutex;

        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| {
            let mut pairs = vec![[Id(7); 2]];
            ask!(par_unsorted_pairs_into(&mut pairs));
            assert!(pairs == expected, "{threads} threads");
            assert!(ask!(par_unsorted_pairs()) == expected, "{threads} threads");
            ask!(par_pairs_into(&mut pairs));
            assert!(pairs == sorted, "{threads} threads");
            assert!(ask!(par_pairs()) == sorted, "{threads} threads");
            assert_eq!(ask!(par_count_pairs()), expected.len() as u64);
            assert_eq!(ask!(par_any_pair()), !expected.is_empty());

            let visited = Mutex::new(Vec::new());
            ask!(par_for_each_pair(|a, b| visited
                .lock()
                .unwrap()
                .push([a, b])));
            let mut visited = visited.into_inner().unwrap();
            visited.sort_unstable();
            assert!(visited == sorted, "{threads} threads");

            let folded = ask!(par_fold(Vec::new, |pairs, a, b| pairs.push([a, b])));
            assert!(folded.concat() == expected, "{threads} threads");

            let is_last = |pair: [Id; 2]| expected.iter().rev().nth(70) == Some(&pair);
            let outcome = ask!(par_try_for_each_pair(|a, b| {
                if is_last([a, b]) || a.0 % 1000 == 999 {
                    ControlFlow::Break([a, b])
                } else {
                    ControlFlow::Continue(())
                }
            }));
            let first = expected
                .iter()
                .find(|&&[a, b]| is_last([a, b]) || a.0 % 1000 == 999);
            assert_eq!(outcome.break_value(), first.copied(), "{threads} threads");
        });
    }
}

/// Scenes in which many boxes are near each other in any grid: crowds far apart, a crowd in a thin
/// cloud, sizes that grow exponentially, and rods that span the scene with one in four in a crowd
/// far away.
pub(super) fn crowded_scenes(n: usize) -> Vec<Vec<Aabb<f32, 3>>> {
    let mut random = Random(3);
    let mut at = |size: f32| [0; 3].map(|_| random.next() as f32 / 4.3e9 * size);
    let side = (n as f32).cbrt();
    let crowds = (0..n).map(|i| at(side).map(|x| x + if i % 2 == 0 { 1e5 } else { 0.0 }));
    let crowds: Vec<_> = crowds.collect();
    let cloud = (0..n).map(|i| at(if i % 10 == 0 { 1e3 * side } else { side }));
    let cloud: Vec<_> = cloud.collect();
    let unit = |min: [f32; 3]| Aabb::new(min, min.map(|x| x + 1.0));
    let growing = (0..n).map(|i| {
        let size = 1.17_f32.powi(i32::try_from(i % 400).unwrap() - 200);
        let min = [1.0, (i / 400) as f32, (i / 400) as f32].map(|x| x * size);
        Aabb::new(min, min.map(|x| x + 1.1 * size))
    });
    let growing = growing.collect();
    let rods = (0..n).map(|i| {
        let mut min = at(100.0);
        min[i % 3] = 0.0;
        let mut max = min.map(|x| x + 0.01);
        max[i % 3] = 100.0;
        let far = if i / 3 % 4 == 0 { 1e4 } else { 0.0 };
        Aabb::new(min.map(|x| x + far), max.map(|x| x + far))
    });
    let rods = rods.collect();
    let boxed = |list: Vec<[f32; 3]>| list.into_iter().map(unit).collect();
    vec![boxed(crowds), boxed(cloud), growing, rods]
}

/// The pairs of boxes that are never cut into parts, even if they are crowded.
fn sweep_of_all(finder: &mut PairFinder<f32, 3>, boxes: &[Aabb<f32, 3>]) -> Vec<[Id; 2]> {
    let sweeper = &mut finder.sweeper.sweeper;
    sweeper.sort(Sequential, Operands::one(boxes).sources());
    let mut pairs = Vec::new();
    let _ = sweeper.sweep(false, 0, PairFilter::NONE, &mut |batch| {
        pairs.extend(batch.iter().map(|&[a, b]| [a.min(b), a.max(b)].map(Id)));
        ControlFlow::Continue(())
    });
    pairs
}

#[test]
fn crowded_boxes_have_the_pairs_of_a_single_sweep() {
    for boxes in crowded_scenes(20_000) {
        let mut finder = PairFinder::new();
        let mut expected = sweep_of_all(&mut finder, &boxes);
        expected.sort_unstable();
        assert!(finder.within(&boxes).unwrap().pairs() == expected);
        let (front, back) = boxes.split_at(6000);
        let crossing = finder.between(front, back).unwrap().pairs();
        let expected = expected.iter().filter(|[a, b]| a.0 < 6000 && b.0 >= 6000);
        assert!(expected.map(|&[a, b]| [a, Id(b.0 - 6000)]).eq(crossing));
    }
}

#[test]
fn every_form_of_a_question_gives_the_same_pairs() {
    let crowd = vec![Aabb::new([0.0; 3], [1.0; 3]); 300];
    let mut finder = PairFinder::new();
    let scenes = [
        boxes::<f32, 3>(12_000, |x| x as f32),
        crowded_scenes(20_000).swap_remove(1),
        crowd,
        Vec::new(),
    ];
    for boxes in scenes {
        check_forms(&mut finder, &boxes, None);
        check_forms(&mut finder, &boxes, Some(boxes.len() / 3));
        check_forms(&mut finder, &boxes, Some(boxes.len()));
    }
}

#[test]
fn every_source_of_boxes_gives_the_same_pairs_in_the_same_order() {
    let boxes: Vec<Aabb<f32, 2>> = boxes(3000, |x| x as f32);
    let expected = self_pairs(&boxes).unwrap();
    assert!(expected.len() > 1000);
    let column = |value: fn(&Aabb<f32, 2>) -> f32| boxes.iter().map(value).collect::<Vec<_>>();
    let min = [column(|b| b.min()[0]), column(|b| b.min()[1])];
    let max = [column(|b| b.max()[0]), column(|b| b.max()[1])];
    let columns = Columns::try_new([&min[0], &min[1]], [&max[0], &max[1]]).unwrap();
    assert_eq!(self_pairs(&columns).unwrap(), expected);

    let flat: Vec<_> = boxes
        .iter()
        .flat_map(|aabb| [aabb.min(), aabb.max()].concat())
        .collect();
    let rows = Rows::try_new(&flat).unwrap();
    assert_eq!(self_pairs(&rows).unwrap(), expected);

    let computed = from_fn(boxes.len(), |index| boxes[index]);
    assert_eq!(self_pairs(&computed).unwrap(), expected);
    assert_eq!(
        cross_pairs(&columns, &rows).unwrap(),
        cross_pairs(&boxes, &boxes[..]).unwrap()
    );
}

#[test]
#[cfg(target_pointer_width = "64")]
fn more_boxes_than_ids_are_an_error() {
    let half = from_fn(1 << 31, |_| Aabb::point([0.0]));
    let all = from_fn(1 << 32, |_| Aabb::point([0.0]));
    let mut finder = PairFinder::new();
    let error = finder.within(&all).unwrap_err();
    assert_eq!(error.len, 1 << 32);
    assert_eq!(finder.between(&half, &half).unwrap_err().len, 1 << 32);
    assert_eq!(self_pairs(&all), Err(error));
    assert!(finder.within(&half).is_ok());
}

/// Boxes of 0 to 9 steps, where `scalar(1)` is the smallest step from 0.
fn check_smallest_steps<S: Scalar, const D: usize>(scalar: impl Fn(i64) -> S) {
    let infinite = [
        Aabb::EVERYWHERE,
        Aabb::point([S::MAX; D]),
        Aabb::new([S::MIN; D], [scalar(0); D]),
    ];
    for extent in 0..10 {
        for n in [1, 2, 65, 200] {
            let tiny = (0..n)
                .map(|i| i % 5 - 2)
                .map(|start| Aabb::new([scalar(start); D], [scalar(start + extent); D]));
            let boxes: Vec<_> = tiny.chain(infinite).collect();
            for boxes in [&boxes[..usize::try_from(n).unwrap()], &boxes] {
                let mut finder = PairFinder::default();
                let pairs = finder.within(boxes).unwrap().pairs();
                assert_eq!(pairs, brute_force(boxes), "{n} boxes of {extent} steps");

                let (first, others) = boxes.split_at(1);
                let crossing = finder.between(first, others).unwrap().pairs();
                let crossing = crossing.iter().map(|[a, b]| [a.0, b.0 + 1]);
                let expected = pairs.iter().filter(|[a, _]| a.0 == 0);
                assert!(expected.map(|[a, b]| [a.0, b.0]).eq(crossing));
            }
        }
    }
}

#[test]
fn boxes_of_the_smallest_extents_are_searched_in_bounded_time() {
    check_smallest_steps::<f32, 1>(|x| x as f32 * 1e-45);
    check_smallest_steps::<f32, 2>(|x| x as f32 * 1e-45);
    check_smallest_steps::<f32, 3>(|x| x as f32 * 1e-45);
    check_smallest_steps::<f64, 1>(|x| x as f64 * 5e-324);
    check_smallest_steps::<f64, 2>(|x| x as f64 * 5e-324);
    check_smallest_steps::<f64, 3>(|x| x as f64 * 5e-324);
    check_smallest_steps::<i32, 3>(|x| i32::try_from(x).unwrap());
    check_smallest_steps::<i64, 2>(|x| x);
    check_smallest_steps::<Fixed<16>, 3>(Fixed::from_bits);
}
