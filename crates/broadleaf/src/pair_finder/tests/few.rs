//! Few boxes, around every number at which the search changes: every form, path and scalar, boxes
//! that touch, are equal or infinite.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::filtered::{check_boxes, grid};
use super::{boxes, brute_force, check_forms};
use crate::executor::Sequential;
use crate::geometry::{Aabb, Fixed, Scalar, from_fn};
use crate::pair_finder::finder::PairFinder;
use crate::pair_finder::order::Operands;
use crate::pair_finder::sweep::PairFilter;
use crate::pair_finder::tuning::{FEW_BOXES, FEWEST_BOXES, ONE_PENCIL};
use crate::simd::Path;
use crate::store::{Id, to_u32};

/// Numbers of boxes on both sides of each change of the search.
fn numbers() -> Vec<usize> {
    let around = |n: usize| [n - 1, n, n + 1];
    let mut numbers = vec![0, 1, 2, 3, 31, 32, 33, 100];
    numbers.extend(
        [FEWEST_BOXES, FEW_BOXES, ONE_PENCIL]
            .into_iter()
            .flat_map(around),
    );
    numbers
}

/// Two lists with each number of boxes in total.
fn splits(n: usize) -> [usize; 6] {
    [0, 1.min(n), 15.min(n), n / 2, n.saturating_sub(1), n]
}

fn check<S: Scalar, const D: usize>(scalar: impl Fn(i64) -> S + Copy) {
    for n in numbers() {
        let mut wild = boxes::<S, D>(n, scalar);
        if let Some(first) = wild.first_mut() {
            *first = Aabb::EVERYWHERE;
        }
        let equal = vec![Aabb::point([scalar(1); D]); n.min(FEW_BOXES + 1)];
        for boxes in [grid(n, scalar), wild, equal] {
            let n = boxes.len();
            let expected = brute_force(&boxes);
            for path in Path::supported() {
                let mut finder = PairFinder::with_path(path);
                assert!(
                    finder.within(&boxes).unwrap().pairs() == expected,
                    "{path:?} {n}"
                );
                let computed = from_fn(n, |index| boxes[index]);
                assert!(
                    finder.within(&computed).unwrap().pairs() == expected,
                    "{path:?} {n}"
                );
                for split in splits(n) {
                    let (front, back) = boxes.split_at(split);
                    let expected = expected
                        .iter()
                        .filter(|[a, b]| a.index() < split && split <= b.index())
                        .map(|&[a, b]| [a, Id(b.0 - to_u32(split))]);
                    let pairs = finder.between(front, back).unwrap().pairs();
                    assert!(expected.eq(pairs), "{path:?} {split} of {n}");
                }
            }
        }
    }
}

#[test]
fn few_boxes_have_the_pairs_of_brute_force() {
    check::<f32, 1>(|x| x as f32);
    check::<f32, 2>(|x| x as f32 / 16.0);
    check::<f32, 3>(|x| x as f32 * 1e-45);
    check::<f64, 3>(|x| x as f64 * 1e200);
    check::<i32, 3>(|x| i32::try_from(x % 1_000_000).unwrap() - 500_000);
    check::<i64, 2>(|x| x << 20);
    check::<Fixed<16>, 3>(|x| Fixed::from_bits(x << 3));
}

#[test]
fn few_boxes_are_filtered() {
    for n in numbers() {
        check_boxes(&grid::<f32, 2>(n, |x| x as f32));
        check_boxes(&grid::<i64, 3>(n, |x| x));
    }
}

#[test]
fn few_boxes_come_in_the_order_of_their_indices_in_every_form() {
    let mut finder = PairFinder::new();
    for n in numbers() {
        let boxes = grid::<f32, 2>(n, |x| x as f32);
        if n <= FEW_BOXES {
            let pairs = finder.within(&boxes).unwrap().unsorted_pairs();
            assert!(pairs.is_sorted());
        }
        check_forms(&mut finder, &boxes, None);
        for split in splits(n) {
            check_forms(&mut finder, &boxes, Some(split));
        }
    }
}

/// A part of a crowd may have few boxes, and is swept nevertheless.
#[test]
fn few_boxes_can_be_swept() {
    for n in numbers() {
        let boxes = boxes::<f32, 3>(n, |x| x as f32);
        for path in Path::supported() {
            let mut finder = PairFinder::with_path(path);
            let sweeper = &mut finder.sweeper.sweeper;
            sweeper.sort(Sequential, Operands::one(&boxes).sources());
            let mut pairs = Vec::new();
            let _ = sweeper.sweep(false, 0, PairFilter::NONE, &mut |batch| {
                pairs.extend(batch.iter().map(|pair| pair.map(Id)));
                ControlFlow::Continue(())
            });
            finder.check_sorted(&boxes);
            pairs.sort_unstable();
            assert_eq!(pairs, brute_force(&boxes), "{path:?} {n}");
        }
    }
}

#[test]
fn things_of_few_boxes_are_changed() {
    for n in numbers() {
        let boxes = grid::<f32, 2>(n, |x| x as f32);
        let expected = brute_force(&boxes);
        let mut things: Vec<_> = (0..n).map(|index| (index, Vec::new())).collect();
        let mut finder = PairFinder::new();
        let ask = |&(index, _): &(usize, Vec<usize>)| boxes[index];
        let query = finder.within_mut(&mut things, ask).unwrap();
        query.for_each_pair(|(_, partners), (b, _)| partners.push(*b));
        for (index, partners) in &mut things {
            partners.sort_unstable();
            let expected = expected.iter().filter(|[a, _]| a.index() == *index);
            assert!(
                expected
                    .map(|[_, b]| b.index())
                    .eq(partners.iter().copied())
            );
        }
        #[cfg(feature = "rayon")]
        {
            let before = things.clone();
            things.iter_mut().for_each(|(_, partners)| partners.clear());
            let query = finder.within_mut(&mut things, ask).unwrap();
            query.par_for_each_pair(|(_, partners), (b, _)| partners.push(*b));
            things
                .iter_mut()
                .for_each(|(_, partners)| partners.sort_unstable());
            assert!(things == before);
        }
    }
}
