//! Intervals beside double loops.

use broadleaf::{Aabb, Id, PairFinder};

use super::clusters::clusters;
use super::coordinate::Coordinate;
use super::cover::{Parts, coverage, subtract};
use super::list::{Intervals, InvalidIntervals};
use super::nearest::{Neighbor, nearest_after, nearest_before};
use super::overlaps::Overlaps;
use super::rule::Rule;

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

/// Columns of a table.
#[derive(Clone, Debug)]
struct Table<S> {
    starts: Vec<S>,
    ends: Vec<S>,
    keys: Vec<u32>,
}

impl<S: Coordinate> Table<S> {
    /// Rows whose ends are among these numbers, which ascend.
    fn new(random: &mut Random, count: usize, numbers: &[S], keys: u64, is_sorted: bool) -> Self {
        let mut row = || {
            let [a, b] = [0; 2].map(|_| random.next(numbers.len() as u64) as usize);
            (
                random.next(keys) as u32 * 7,
                numbers[a.min(b)],
                numbers[a.max(b)],
            )
        };
        let mut rows: Vec<_> = (0..count).map(|_| row()).collect();
        if is_sorted {
            rows.sort_by(|a, b| a.partial_cmp(b).unwrap());
        }
        Self {
            starts: rows.iter().map(|row| row.1).collect(),
            ends: rows.iter().map(|row| row.2).collect(),
            keys: rows.iter().map(|row| row.0).collect(),
        }
    }

    fn list(&self) -> Intervals<'_, S> {
        let list = Intervals::new(&self.starts, &self.ends).unwrap();
        list.by(&self.keys).unwrap()
    }

    fn rows(&self) -> std::ops::Range<usize> {
        0..self.starts.len()
    }
}

/// The rules as their documentation states them.
fn is_pair<S: Coordinate>(rule: Rule<S>, a: (S, S), b: (S, S)) -> bool {
    match rule {
        Rule::HalfOpen => a.0 < b.1 && b.0 < a.1,
        Rule::Closed => a.0 <= b.1 && b.0 <= a.1,
        Rule::Overlap(least) => {
            let cut = |interval: (S, S)| S::cut(interval.0, interval.1, least);
            let ends = cut(a).zip(cut(b));
            ends.is_some_and(|ends| a.0 <= ends.1 && b.0 <= ends.0)
        }
        Rule::Within(distance) => a.0 <= b.1.raised(distance) && b.0 <= a.1.raised(distance),
    }
}

fn pairs_by_double_loop<S: Coordinate>(
    a: &Table<S>,
    b: Option<&Table<S>>,
    rule: Rule<S>,
) -> Vec<[Id; 2]> {
    let mut pairs = Vec::new();
    for i in a.rows() {
        let other = b.unwrap_or(a);
        for j in if b.is_some() { 0 } else { i + 1 }..other.starts.len() {
            let (first, second) = ((a.starts[i], a.ends[i]), (other.starts[j], other.ends[j]));
            if a.keys[i] == other.keys[j] && is_pair(rule, first, second) {
                pairs.push([Id(i as u32), Id(j as u32)]);
            }
        }
    }
    pairs
}

fn check_overlaps<S: Coordinate>(
    found: &Overlaps<S>,
    expected: &[[Id; 2]],
    rows: usize,
    what: &str,
) {
    assert_eq!(found.pairs(), expected, "{what}");
    let mut unsorted = Vec::new();
    found.for_each_unsorted(|a, partners| {
        unsorted.extend(partners.iter().map(|b| [Id(a), Id(*b)]));
    });
    unsorted.sort_unstable();
    assert_eq!(unsorted, expected, "{what}");
    let mut counts = vec![0; rows];
    for pair in expected {
        counts[pair[0].index()] += 1;
    }
    assert!(found.counts().eq(counts), "{what}");
    let (mut short, second) = (vec![i64::MAX; expected.len() / 2], found.seconds());
    found.fill(0..rows, &mut short);
    let is_whole = |(short, second): (&i64, &u32)| [i64::MAX, i64::from(*second)].contains(short);
    assert!(short.iter().zip(&second).all(is_whole), "{what}");
    for most in [0, 1, 7, 100] {
        let mut pieces = Vec::new();
        let mut next = 0;
        for block in found.blocks(most) {
            assert_eq!(block.start, next);
            next = block.end;
            let len = found.pairs_before(block.end) - found.pairs_before(block.start);
            assert!(len <= most as u64 || block.len() == 1);
            let mut part = vec![0; len as usize];
            found.fill(block, &mut part);
            pieces.extend(part);
        }
        assert_eq!(next, rows);
        assert_eq!(pieces, found.seconds(), "{what}");
    }
}

fn check_pairs<S: Coordinate>(a: &Table<S>, b: &Table<S>, rules: &[Rule<S>]) {
    for &rule in rules {
        let what = format!("{rule:?} {a:?} {b:?}");
        let found = Overlaps::between(&a.list(), &b.list(), rule).unwrap();
        let expected = pairs_by_double_loop(a, Some(b), rule);
        check_overlaps(&found, &expected, a.starts.len(), &what);
        let found = Overlaps::within(&a.list(), rule).unwrap();
        let expected = pairs_by_double_loop(a, None, rule);
        check_overlaps(&found, &expected, a.starts.len(), &what);
    }
}

fn for_tables<S: Coordinate>(numbers: &[S], check: impl Fn(&Table<S>, &Table<S>)) {
    let random = &mut Random(7);
    for (count, other) in [(0, 0), (0, 3), (1, 1), (3, 2), (10, 40), (60, 25), (70, 90)] {
        for keys in [1, 3, 20] {
            for sorted in 0..4 {
                let a = Table::new(random, count, numbers, keys, sorted & 1 != 0);
                check(
                    &a,
                    &Table::new(random, other, numbers, keys, sorted & 2 != 0),
                );
            }
        }
    }
}

/// Numbers whose differences leave the range of the type.
const WILD: [f64; 11] = [
    f64::NEG_INFINITY,
    f64::MIN,
    -1.0,
    -5e-324,
    -0.0,
    0.0,
    5e-324,
    1e-200,
    1.0,
    f64::MAX,
    f64::INFINITY,
];
const EXTREME: [i64; 9] = [
    i64::MIN,
    i64::MIN + 1,
    -5,
    -1,
    0,
    1,
    3,
    i64::MAX - 1,
    i64::MAX,
];

#[test]
fn pairs_are_as_double_loops_say() {
    let rules = [
        Rule::HalfOpen,
        Rule::Closed,
        Rule::Overlap(2),
        Rule::Within(0),
        Rule::Within(3),
    ];
    let grid: Vec<i64> = (-10..20).collect();
    for_tables(&grid, |a, b| check_pairs(a, b, &rules));
    for_tables(&EXTREME, |a, b| check_pairs(a, b, &rules));
    let rules = [
        Rule::HalfOpen,
        Rule::Closed,
        Rule::Overlap(0.5),
        Rule::Within(0.75),
    ];
    let grid: Vec<f64> = (0..30).map(|n| f64::from(n) * 0.25).collect();
    for_tables(&grid, |a, b| check_pairs(a, b, &rules));
    for_tables(&WILD, |a, b| check_pairs(a, b, &rules));
    let grid: Vec<f32> = (0..30).map(|n| n as f32 * 0.1).collect();
    for_tables(&grid, |a, b| {
        check_pairs(a, b, &[Rule::HalfOpen, Rule::Closed]);
    });
}

#[test]
fn a_length_may_be_infinite() {
    let (least, most) = (f64::NEG_INFINITY, f64::INFINITY);
    let (starts, ends) = ([least, 0.0, 5.0, least], [least, 1.0, most, most]);
    let list = Intervals::new(&starts, &ends).unwrap();
    let found = |rule| Overlaps::within(&list, rule).unwrap().pairs();
    assert_eq!(found(Rule::Within(most)).len(), 6);
    assert_eq!(found(Rule::Overlap(most)), [[Id(2), Id(3)]]);
    assert_eq!(clusters(&list, Some(most)).unwrap().sizes, [4]);
    let rules = [Rule::Within(most), Rule::Overlap(most)];
    for_tables(&WILD, |a, b| check_pairs(a, b, &rules));
}

#[test]
fn common_parts_and_gaps_are_those_of_the_definition() {
    let random = &mut Random(1);
    for numbers in [&EXTREME[..], &[0, 1, 2, 3, 4, 5, 6]] {
        for _ in 0..200 {
            let table = Table::new(random, 2, numbers, 1, false);
            let [start, end]: [(i128, i128); 2] =
                [0, 1].map(|at| (table.starts[at].into(), table.ends[at].into()));
            let common = start.1.min(end.1) - start.0.max(end.0);
            for length in [1, 2, 5, i64::MAX] {
                let found = |rule| !Overlaps::within(&table.list(), rule).unwrap().is_empty();
                assert_eq!(
                    found(Rule::Overlap(length)),
                    common >= i128::from(length),
                    "{table:?}"
                );
                assert_eq!(
                    found(Rule::Within(length)),
                    -common <= i128::from(length),
                    "{table:?}"
                );
            }
        }
    }
}

#[test]
fn infinite_lengths_are_those_of_the_definition() {
    let infinite = f64::INFINITY;
    let random = &mut Random(5);
    for _ in 0..200 {
        let table = Table::new(random, 2, &[-infinite, -1.0, 2.0, infinite], 1, false);
        let (starts, ends) = (&table.starts, &table.ends);
        let common = [starts[0].max(starts[1]), ends[0].min(ends[1])];
        let is_infinite = common[0] < common[1] && common.iter().any(|end| end.is_infinite());
        let found = |rule| Overlaps::within(&table.list(), rule).unwrap().len();
        assert_eq!(
            found(Rule::Overlap(infinite)) == 1,
            is_infinite,
            "{table:?}"
        );
        assert_eq!(found(Rule::Within(infinite)), 1, "{table:?}");
        let clusters = clusters(&table.list(), Some(infinite)).unwrap();
        assert_eq!(clusters.sizes, [2], "{table:?}");
    }
}

#[test]
fn pairs_of_many_intervals_are_those_of_the_pair_finder() {
    let random = &mut Random(3);
    let numbers: Vec<i64> = (0..100_000).map(|n| n * n / 300).collect();
    for is_sorted in [false, true] {
        let mut row = |most: u64| {
            let start = random.next(90_000) as usize;
            (numbers[start], numbers[start + random.next(most) as usize])
        };
        let mut rows: Vec<_> = (0..5_000)
            .map(|at| row(if at % 50 == 0 { 9_000 } else { 30 }))
            .collect();
        if is_sorted {
            rows.sort_unstable();
        }
        let (starts, ends): (Vec<_>, Vec<_>) = rows.iter().copied().unzip();
        let boxes: Vec<_> = rows.iter().map(|row| Aabb::new([row.0], [row.1])).collect();
        let list = Intervals::new(&starts, &ends).unwrap();
        let found = Overlaps::within(&list, Rule::Closed).unwrap();
        assert_eq!(
            found.pairs(),
            PairFinder::new().within(&boxes).unwrap().pairs()
        );
        let found = Overlaps::between(&list, &list, Rule::HalfOpen).unwrap();
        let mut query = PairFinder::new();
        assert_eq!(
            found.pairs(),
            query.between(&boxes, &boxes).unwrap().interiors().pairs()
        );
    }
}

#[test]
fn invalid_input_is_named() {
    let text = |error: InvalidIntervals| error.to_string();
    let starts = [0.0, 2.0];
    let list = Intervals::new(&starts, &[1.0, 3.0]).unwrap();
    assert_eq!(
        text(Intervals::new(&starts, &[1.0]).unwrap_err()),
        "1 ends for 2 starts"
    );
    let nan = Intervals::new(&starts, &[1.0, f64::NAN]).unwrap_err();
    assert_eq!(text(nan), "row 1: the start or the end is not a number");
    let reversed = Intervals::new(&starts, &[1.0, 1.5]).unwrap_err();
    assert_eq!(text(reversed), "row 1: the start 2 is above the end 1.5");
    assert_eq!(text(list.by(&[1]).unwrap_err()), "1 keys for 2 rows");
    let keyed = list.by(&[0, 0]).unwrap();
    let wrong = |rule| Overlaps::between(&list, &keyed, rule).err().map(text);
    assert_eq!(
        wrong(Rule::Closed).unwrap(),
        "one list has keys and the other has none"
    );
    let wrong = |rule| Overlaps::within(&list, rule).err().map(text).unwrap();
    assert_eq!(
        wrong(Rule::Overlap(0.0)),
        "the least overlap is 0, but must be above 0"
    );
    assert_eq!(
        wrong(Rule::Within(-1.0)),
        "the distance is -1, but must be at least 0"
    );
    assert_eq!(
        wrong(Rule::Within(f64::NAN)),
        "the distance is NaN, but must be at least 0"
    );
}

/// The interval that ends last before each, or starts first after it: `(distance, row)`.
fn nearest_by_double_loop(
    a: &Table<i64>,
    b: &Table<i64>,
    distance: impl Fn((i64, i64), (i64, i64)) -> i128,
) -> Vec<Option<(u64, u32)>> {
    let of_row = |i: usize| {
        let others = b.rows().filter(|j| b.keys[*j] == a.keys[i]);
        let gap = |j: usize| distance((a.starts[i], a.ends[i]), (b.starts[j], b.ends[j]));
        let gaps = others.filter_map(|j| Some((u64::try_from(gap(j)).ok()?, j as u32)));
        gaps.min()
    };
    a.rows().map(of_row).collect()
}

#[test]
fn neighbours_are_as_double_loops_say() {
    let check = |a: &Table<i64>, b: &Table<i64>| {
        let of = |found: Vec<Option<Neighbor<i64>>>| -> Vec<_> {
            let pair = |found: Neighbor<i64>| (found.distance, found.row.0);
            found.into_iter().map(|found| found.map(pair)).collect()
        };
        let before = of(nearest_before(&a.list(), &b.list()).unwrap());
        let gap = |a: (i64, i64), b: (i64, i64)| i128::from(a.0) - i128::from(b.1);
        assert_eq!(before, nearest_by_double_loop(a, b, gap), "{a:?} {b:?}");
        let after = of(nearest_after(&a.list(), &b.list()).unwrap());
        let gap = |a: (i64, i64), b: (i64, i64)| i128::from(b.0) - i128::from(a.1);
        assert_eq!(after, nearest_by_double_loop(a, b, gap), "{a:?} {b:?}");
    };
    for_tables(&(-10..20).collect::<Vec<i64>>(), check);
    for_tables(&EXTREME, check);
}

/// Rows that pairs connect have the same number: the least row among them.
fn components(a: &Table<i64>, rule: Rule<i64>) -> Vec<usize> {
    let mut labels: Vec<_> = a.rows().collect();
    for [i, j] in pairs_by_double_loop(a, None, rule) {
        let (from, to) = (labels[i.index()], labels[j.index()]);
        for label in &mut labels {
            if *label == from.max(to) {
                *label = from.min(to);
            }
        }
    }
    labels
}

#[test]
fn clusters_are_components_of_pairs() {
    let check = |a: &Table<i64>, _: &Table<i64>| {
        let gaps = [None, Some(0), Some(1), Some(4)];
        for gap in gaps {
            let found = clusters(&a.list(), gap).unwrap();
            let labels = components(a, gap.map_or(Rule::HalfOpen, Rule::Within));
            let mut expected: Vec<_> = a.rows().filter(|row| labels[*row] == *row).collect();
            let rows = |label| {
                a.rows()
                    .filter(|row| labels[*row] == label)
                    .collect::<Vec<_>>()
            };
            let start = |label| rows(label).into_iter().map(|row| a.starts[row]).min();
            let end = |label| rows(label).into_iter().map(|row| a.ends[row]).max();
            expected.sort_by_key(|label| (a.keys[*label], start(*label), end(*label)));
            assert_eq!(found.starts.len(), expected.len(), "{gap:?} {a:?}");
            for (at, label) in expected.into_iter().enumerate() {
                assert_eq!(found.keys[at], a.keys[label]);
                assert_eq!(
                    (Some(found.starts[at]), Some(found.ends[at])),
                    (start(label), end(label))
                );
                // Equal intervals without length are clusters of their own, in any order.
                let is_point = gap.is_none() && found.starts[at] == found.ends[at];
                let of = |row: &usize| is_point || found.of_row[*row] as usize == at;
                assert!(rows(label).iter().all(of), "{gap:?} {a:?}");
                assert_eq!(found.sizes[at] as usize, rows(label).len());
            }
        }
    };
    for_tables(&(-10..20).collect::<Vec<i64>>(), check);
    for_tables(&EXTREME, check);
}

/// The unit steps from -10 to 20 that an interval covers.
fn steps(starts: i64, ends: i64) -> impl Iterator<Item = i64> {
    (-10..20).filter(move |step| starts <= *step && *step < ends)
}

fn is_covered(table: &Table<i64>, key: u32, step: i64) -> bool {
    let covers =
        |row| table.keys[row] == key && table.starts[row] <= step && step < table.ends[row];
    table.rows().any(covers)
}

#[test]
fn coverage_is_as_steps_say() {
    for_tables(&(-10..20).collect::<Vec<i64>>(), |a, b| {
        let of_row = |i: usize| {
            let covered = |step: &i64| is_covered(b, a.keys[i], *step);
            steps(a.starts[i], a.ends[i]).filter(covered).count() as u64
        };
        let expected: Vec<_> = a.rows().map(of_row).collect();
        assert_eq!(
            coverage(&a.list(), &b.list()).unwrap(),
            expected,
            "{a:?} {b:?}"
        );
        let as_floats = |values: &[i64]| values.iter().map(|n| *n as f64).collect::<Vec<_>>();
        let [starts, ends] = [as_floats(&a.starts), as_floats(&a.ends)];
        let [others, their_ends] = [as_floats(&b.starts), as_floats(&b.ends)];
        let list = Intervals::new(&starts, &ends).unwrap().by(&a.keys).unwrap();
        let other = Intervals::new(&others, &their_ends)
            .unwrap()
            .by(&b.keys)
            .unwrap();
        let expected: Vec<_> = expected.into_iter().map(|n| n as f64).collect();
        assert_eq!(coverage(&list, &other).unwrap(), expected, "{a:?} {b:?}");
    });
}

#[test]
fn parts_are_as_steps_say() {
    for_tables(&(-10..20).collect::<Vec<i64>>(), |a, b| {
        let left = subtract(&a.list(), &b.list()).unwrap();
        check_order(&left);
        let mut found = Vec::new();
        for at in 0..left.rows.len() {
            found.extend(steps(left.starts[at], left.ends[at]).map(|step| (left.rows[at], step)));
        }
        let mut expected = Vec::new();
        for i in a.rows() {
            let left = steps(a.starts[i], a.ends[i]);
            let left = left.filter(|step| !is_covered(b, a.keys[i], *step));
            expected.extend(left.map(|step| (i as u32, step)));
        }
        assert_eq!(found, expected, "{a:?} {b:?}");
    });
}

/// Parts are as long as possible, and ascend.
fn check_order(parts: &Parts<i64>) {
    for at in 1..parts.rows.len() {
        assert!((parts.rows[at - 1], parts.ends[at - 1]) < (parts.rows[at], parts.starts[at]));
    }
}

/// Long pieces elsewhere, also of other keys, do not round short ones away.
#[test]
fn coverage_is_as_precise_as_its_pieces() {
    let starts: Vec<f64> = (0..40).map(f64::from).collect();
    let ends: Vec<_> = starts.iter().map(|start| start + 0.5).collect();
    for far in [1e17, 1e300, f64::INFINITY] {
        let far = (vec![-far, 1e16], vec![-1e16, far]);
        let starts: Vec<_> = far.0.iter().chain(&starts).copied().collect();
        let ends: Vec<_> = far.1.iter().chain(&ends).copied().collect();
        for key in [0, 1] {
            let keys: Vec<_> = (0..starts.len())
                .map(|row| if row < 2 { key } else { 1 })
                .collect();
            let list = Intervals::new(&starts, &ends).unwrap().by(&keys).unwrap();
            for (start, end) in (0..40).flat_map(|a| (a..41).map(move |b| (a, b))) {
                let window = ([f64::from(start)], [f64::from(end)]);
                let window = Intervals::new(&window.0, &window.1)
                    .unwrap()
                    .by(&[1])
                    .unwrap();
                let length = f64::from(end - start) / 2.0;
                assert_eq!(coverage(&window, &list).unwrap(), [length], "{start} {end}");
            }
        }
    }
}

#[test]
fn coverage_of_extreme_intervals_does_not_overflow() {
    let (starts, ends) = ([i64::MIN, i64::MIN, 0], [i64::MAX, 0, i64::MAX]);
    let all = Intervals::new(&starts, &ends).unwrap();
    let halves = Intervals::new(&starts[1..], &ends[1..]).unwrap();
    assert_eq!(
        coverage(&all, &halves).unwrap(),
        [u64::MAX, 1 << 63, (1 << 63) - 1]
    );
    let (starts, ends) = (
        [f64::NEG_INFINITY, 0.0, 4.0, 9.0],
        [-2.0, 1.0, 6.0, f64::INFINITY],
    );
    let list = Intervals::new(&starts, &ends).unwrap();
    let (starts, ends) = ([-3.0, f64::NEG_INFINITY], [10.0, 7.0]);
    let other = Intervals::new(&starts, &ends).unwrap();
    assert_eq!(coverage(&other, &list).unwrap(), [5.0, f64::INFINITY]);
}
