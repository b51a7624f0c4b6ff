//! Tests of what only larger scenes have: several levels, sparse and crowded pencils, strays, every
//! way to compare.

use super::PairFinder;
use crate::geometry::{Aabb, Fixed, Scalar};
use crate::simd::Path;
use crate::store::Id;
#[cfg(feature = "rayon")]
use alloc::vec;
use alloc::vec::Vec;

struct Random(u64);

impl Random {
    /// Less than 2^32.
    fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 32
    }
}

/// Boxes whose sizes double again and again, ever more rarely, some in a crowd, some far away.
fn boxes<S: Scalar, const D: usize>(n: usize, scalar: impl Fn(i64) -> S) -> Vec<Aabb<S, D>> {
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

fn brute_force<S: Scalar, const D: usize>(boxes: &[Aabb<S, D>]) -> Vec<[Id; 2]> {
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
            // Twice: nothing may be left of the first time.
            finder.collect_self_pairs(&boxes[n / 2..], &mut pairs);
            finder.collect_self_pairs(&boxes, &mut pairs);
            finder.check(&boxes).unwrap();
            assert_eq!(
                first.get_or_insert_with(|| pairs.clone()),
                &pairs,
                "{path:?} has the same order"
            );
            pairs.sort_unstable();
            assert_eq!(pairs, expected, "{path:?} {n}");

            let split = n / 3;
            let mut crossing = Vec::new();
            finder.cross_pairs(&boxes[..split], &boxes[split..], |a, b| {
                crossing.push([a, Id::at(b.index() + split)])
            });
            crossing.sort_unstable();
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
        finder.collect_self_pairs(&boxes, &mut pairs);
        pairs.sort_unstable();
        assert!(pairs == expected, "{path:?}");
        finder.cross_pairs(&boxes[..30], &boxes[30..], |_, _| crossing += 1);
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
        let mut pairs = Vec::new();
        PairFinder::default().collect_self_pairs(&boxes, &mut pairs);
        pairs.sort_unstable();
        assert_eq!(pairs, brute_force(&boxes));
    }
}

#[cfg(feature = "rayon")]
#[test]
fn any_number_of_threads_finds_the_same_in_the_same_order() {
    use std::sync::Mutex;

    let crowd = vec![Aabb::new([0.0; 3], [1.0; 3]); 600];
    for boxes in [boxes::<f32, 3>(30_000, |x| x as f32), crowd, Vec::new()] {
        let mut expected = Vec::new();
        PairFinder::default().collect_self_pairs(&boxes, &mut expected);
        for threads in [1, 2, 3, 8] {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            let (mut pairs, visited) = (Vec::new(), Mutex::new(Vec::new()));
            pool.install(|| {
                let mut finder = PairFinder::default();
                finder.par_collect_self_pairs(&boxes[boxes.len() / 3..], &mut pairs);
                finder.par_collect_self_pairs(&boxes, &mut pairs);
                finder.par_self_pairs(&boxes, |a, b| visited.lock().unwrap().push([a, b]));
                let lists: Vec<_> = finder.par_self_pair_lists(&boxes).collect();
                assert!(lists.concat() == pairs, "{threads} threads");
                finder.check(&boxes).unwrap();
            });
            assert!(pairs == expected, "{threads} threads");
            let mut visited = visited.into_inner().unwrap();
            visited.sort_unstable();
            pairs.sort_unstable();
            assert!(visited == pairs, "{threads} threads");
        }
    }
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
            for boxes in [&boxes[..n as usize], &boxes] {
                let mut finder = PairFinder::default();
                let mut pairs = Vec::new();
                finder.collect_self_pairs(boxes, &mut pairs);
                pairs.sort_unstable();
                assert_eq!(pairs, brute_force(boxes), "{n} boxes of {extent} steps");

                let mut crossing = Vec::new();
                finder.cross_pairs(&boxes[..1], &boxes[1..], |_, b| {
                    crossing.push(b.index() + 1)
                });
                crossing.sort_unstable();
                let first = pairs.iter().filter(|(a, _)| a.index() == 0);
                assert!(first.map(|(_, b)| b.index()).eq(crossing));
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
