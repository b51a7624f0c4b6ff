//! Pairs beside a double loop over boxes and images.

use broadleaf::geometry::Scalar;
use broadleaf::{Aabb, Id};

use super::error::InvalidPeriodic;
use super::pair::PeriodicPair;
use super::pairs::{cross_pairs, neighbours, self_pairs};
use super::within::Within;

/// A generator of small numbers.
struct Random(u64);

impl Random {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }
}

trait Number: Scalar + Into<f64> {}
impl<S: Scalar + Into<f64>> Number for S {}

/// The shifts from `-most` to `most` on axes with a period.
fn shifts<const D: usize>(within: &Within<D>, most: i32) -> Vec<[i32; D]> {
    let mut shifts = vec![[0; D]];
    for axis in 0..D {
        if within.periods[axis].is_some() {
            let moved = |shift: [i32; D], by| {
                let mut shift = shift;
                shift[axis] = by;
                shift
            };
            let all = shifts.iter();
            shifts = all
                .flat_map(|&shift| (-most..=most).map(move |by| moved(shift, by)))
                .collect();
        }
    }
    shifts
}

/// Whether the distance is at most the cut-off, from the definition.
fn is_near<S: Number, const D: usize>(
    a: &Aabb<S, D>,
    b: &Aabb<S, D>,
    shift: [i32; D],
    within: &Within<D>,
) -> bool {
    let gaps: [f64; D] = std::array::from_fn(|axis| {
        let offset = f64::from(shift[axis]) * within.periods[axis].unwrap_or(0.0);
        let far = |from: S, to: S| {
            let gap = (to.into() - from.into()) + offset;
            if gap.is_nan() { 0.0 } else { gap }
        };
        let after = far(a.max()[axis], b.min()[axis]);
        let before = -far(a.min()[axis], b.max()[axis]);
        after.max(before).max(0.0)
    });
    if within.distance == f64::INFINITY {
        return true;
    }
    if within.distance == 0.0 {
        return gaps == [0.0; D];
    }
    let shares = gaps.map(|gap| gap / within.distance);
    let square: f64 = shares.iter().map(|share| share * share).sum();
    let exact: f64 = gaps.iter().map(|gap| gap * gap).sum();
    let limit = within.distance * within.distance;
    // Where squares leave the range of numbers, shares of the cut-off do not.
    match limit.is_normal() && exact.is_finite() {
        true => exact <= limit,
        false => square <= 1.0,
    }
}

fn by_double_loop<S: Number, const D: usize>(
    a: &[Aabb<S, D>],
    b: Option<&[Aabb<S, D>]>,
    within: &Within<D>,
    most: i32,
) -> Vec<PeriodicPair<D>> {
    let shifts = shifts(within, most);
    let mut pairs = Vec::new();
    for i in 0..a.len() {
        for j in if b.is_some() { 0 } else { i }..b.unwrap_or(a).len() {
            for &shift in &shifts {
                let is_twice = b.is_none() && i == j && shift <= [0; D];
                if !is_twice && is_near(&a[i], &b.unwrap_or(a)[j], shift, within) {
                    let pair = [Id(i as u32), Id(j as u32)];
                    pairs.push(PeriodicPair { pair, shift });
                }
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

fn check<S: Number, const D: usize>(
    a: &[Aabb<S, D>],
    b: &[Aabb<S, D>],
    within: &Within<D>,
    most: i32,
) {
    let found = self_pairs(a, within).unwrap();
    let expected = by_double_loop(a, None, within, most);
    assert_eq!(found, expected, "{within:?} {a:?}");
    let mut both: Vec<_> = found.iter().map(|pair| pair.reversed()).collect();
    both.extend(found);
    both.sort_unstable();
    assert_eq!(neighbours(a, within).unwrap(), both);
    let expected = by_double_loop(a, Some(b), within, most);
    let found = cross_pairs(a, b, within).unwrap();
    assert_eq!(found, expected, "{within:?} {a:?} {b:?}");
}

/// Boxes on a grid, some beyond the cell: many touch, are equal or have no size.
fn grid<S: Number, const D: usize>(
    random: &mut Random,
    count: usize,
    of: fn(i32) -> S,
) -> Vec<Aabb<S, D>> {
    let mut aabb = || {
        let min: [i32; D] = std::array::from_fn(|_| random.next(16) as i32 - 5);
        let max = min.map(|min| min + (random.next(6) as i32 - 2).max(0));
        Aabb::new(min.map(of), max.map(of))
    };
    (0..count).map(|_| aabb()).collect()
}

fn check_grids<S: Number, const D: usize>(of: fn(i32) -> S, most: i32) {
    let random = &mut Random(D as u64);
    let unit: f64 = of(1).into();
    for count in [0, 1, 2, 9, 40] {
        let (a, b) = (grid::<S, D>(random, count, of), grid(random, 12, of));
        for distance in [0.0, 1.0, 2.0, 5.0, 9.0] {
            let distance = distance * unit;
            for period in [4.0, 6.0, 10.0] {
                let none = Within::distance(distance);
                let all = none.periods([period * unit; D]);
                let mut one = none;
                one.periods[0] = Some(period * unit);
                for within in [none, one, all] {
                    check(&a, &b, &within, most);
                }
            }
        }
    }
}

#[test]
fn grids_are_as_double_loops_say() {
    check_grids::<f32, 1>(|n| n as f32 * 0.1, 9);
    check_grids::<f64, 1>(f64::from, 9);
    check_grids::<i32, 2>(|n| n, 8);
    check_grids::<f64, 2>(|n| f64::from(n) * 0.1, 8);
}

#[test]
fn grids_of_volumes_are_as_double_loops_say() {
    let random = &mut Random(3);
    let (a, b) = (
        grid::<f32, 3>(random, 25, |n| n as f32),
        grid(random, 9, |n| n as f32),
    );
    for (distance, periods) in [(1.0, [6.0, 7.0, 8.0]), (3.0, [4.0, 6.0, 5.0])] {
        check(&a, &b, &Within::distance(distance).periods(periods), 6);
        check(&a, &b, &Within::distance(distance), 0);
    }
}

#[test]
fn points_far_from_the_cell_are_as_double_loops_say() {
    let random = &mut Random(11);
    for factor in [1.0, 0.1, 1e-3, 1e10, 1e-310, 1e290] {
        let mut point =
            || Aabb::point([0; 2].map(|_| (random.next(2000) as f64 - 1000.0) * factor));
        let a: Vec<_> = (0..30).map(|_| point()).collect();
        let b: Vec<_> = (0..30).map(|_| point()).collect();
        // Up to 20 periods apart.
        let within = Within::distance(30.0 * factor).periods([100.0 * factor, 130.0 * factor]);
        check(&a, &b, &within, 21);
    }
}

#[test]
fn extreme_boxes_are_as_double_loops_say() {
    let ends = [
        f64::NEG_INFINITY,
        f64::MIN,
        -1.0,
        -5e-324,
        -0.0,
        0.0,
        5e-324,
        1e-200,
        1.0,
        1e200,
        f64::MAX,
        f64::INFINITY,
    ];
    let random = &mut Random(5);
    for _ in 0..20 {
        let mut list = || -> Vec<Aabb<f64, 2>> {
            let mut aabb = || {
                let [a, b] = [0; 2].map(|_| [0; 2].map(|_| random.next(12) as usize));
                let end = |pick: fn(usize, usize) -> usize| [0, 1].map(|i| ends[pick(a[i], b[i])]);
                Aabb::new(end(usize::min), end(usize::max))
            };
            (0..20).map(|_| aabb()).collect()
        };
        let (a, b) = (list(), list());
        for distance in [0.0, 5e-324, 1e-200, 1.0, 1e200, f64::MAX, f64::INFINITY] {
            check(&a, &b, &Within::distance(distance), 0);
        }
        // One axis with a period, on which all boxes are points near 0.
        let flat = |aabb: &Aabb<f64, 2>| {
            let x = aabb.min()[0].clamp(-1.0, 1.0);
            Aabb::new([x, aabb.min()[1]], [x, aabb.max()[1]])
        };
        let [a, b] = [a, b].map(|list| list.iter().map(flat).collect::<Vec<_>>());
        for distance in [0.0, 1e-200, 1.0] {
            let mut within = Within::distance(distance);
            within.periods[0] = Some(2.0);
            check(&a, &b, &within, 3);
        }
    }
}

#[test]
fn up_to_half_a_period_the_image_is_the_nearest() {
    let random = &mut Random(2);
    let mut point = || Aabb::point([0; 2].map(|_| random.next(1000) as f64));
    let points: Vec<_> = (0..200).map(|_| point()).collect();
    let within = Within::distance(499.0).periods([1000.0; 2]);
    let pairs = self_pairs(&points, &within).unwrap();
    assert!(pairs.windows(2).all(|two| two[0].pair < two[1].pair));
    assert!(pairs.len() > 10_000);
}

#[test]
fn invalid_input_is_named() {
    let boxes = [
        Aabb::new([0.0, 0.0], [1.0, 1.0]),
        Aabb::new([0.0, 0.0], [9.0, 1.0]),
    ];
    let far = [Aabb::point([1e300, 0.0])];
    let message =
        |error: Result<Vec<PeriodicPair<2>>, InvalidPeriodic>| error.unwrap_err().to_string();
    for distance in [-1.0, f64::NAN] {
        let expected = format!("the distance is {distance}, but must be at least 0");
        assert_eq!(
            message(self_pairs(&boxes, &Within::distance(distance))),
            expected
        );
    }
    let one = Within::distance(1.0);
    for period in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(
            message(self_pairs(&boxes, &one.periods([9.0, period]))),
            format!("the period of axis 1 is {period}, but must be above 0 and finite")
        );
    }
    assert_eq!(
        message(self_pairs(&boxes, &one.periods([5.0, 5.0]))),
        "row 1 of the first list, axis 0: the box is longer than the period"
    );
    assert_eq!(
        message(cross_pairs(&boxes[..1], &far, &one.periods([5.0, 5.0]))),
        "row 0 of the second list, axis 0: more than 536870912 periods from 0"
    );
    assert_eq!(
        message(self_pairs(
            &boxes[..1],
            &Within::distance(1e4).periods([1.0, 0.5]).clone()
        )),
        "row 0 of the first list, axis 1: the box is longer than the period"
    );
    let error = self_pairs(&boxes[..1], &Within::distance(1e6).periods([1.0, 1.0])).unwrap_err();
    assert!(
        matches!(error, InvalidPeriodic::TooManyImages { .. }),
        "{error}"
    );
    assert_eq!(
        message(self_pairs(
            &boxes,
            &Within::distance(1e30).periods([1.0, 1.0])
        )),
        "the distance 1000000000000000000000000000000 is more than 536870912 periods of axis 0"
    );
}
