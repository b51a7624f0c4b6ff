//! Measures, pairs and suppression beside double loops, and how many pairs suppression measures.

use broadleaf::{Aabb, Id};

use super::merge::merge;
use super::nms::nms;
use super::overlap::{Float, Measure};
use super::pairs::{MeasuredPair, cross_pairs, self_pairs};
use super::suppression::Suppression;
use super::work::counted;

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

/// Boxes on a grid: many touch, are equal or have no size.
fn grid<S: Float, const D: usize>(
    random: &mut Random,
    count: usize,
    of: fn(u64) -> S,
) -> Vec<Aabb<S, D>> {
    let mut aabb = || {
        let min: [u64; D] = std::array::from_fn(|_| random.next(12));
        let max = min.map(|min| min + random.next(5));
        Aabb::new(min.map(of), max.map(of))
    };
    (0..count).map(|_| aabb()).collect()
}

/// Boxes whose ends, and differences of ends, leave the range of the numbers.
fn wild<const D: usize>(random: &mut Random, count: usize) -> Vec<Aabb<f32, D>> {
    let ends = [
        f32::NEG_INFINITY,
        f32::MIN,
        -1.0,
        -1e-45,
        -0.0,
        0.0,
        1e-45,
        1e-20,
        1.0,
        f32::MAX,
        f32::INFINITY,
    ];
    let mut aabb = || {
        let [a, b]: [[usize; D]; 2] =
            std::array::from_fn(|_| std::array::from_fn(|_| random.next(11) as usize));
        let end = |pick: fn(usize, usize) -> usize| {
            std::array::from_fn(|axis| ends[pick(a[axis], b[axis])])
        };
        Aabb::new(end(usize::min), end(usize::max))
    };
    (0..count).map(|_| aabb()).collect()
}

fn pairs_by_double_loop<S: Float, const D: usize>(
    a: &[Aabb<S, D>],
    b: Option<&[Aabb<S, D>]>,
    measure: Measure,
    min: f64,
) -> Vec<MeasuredPair<S>> {
    let mut pairs = Vec::new();
    for i in 0..a.len() {
        let first = if b.is_some() { 0 } else { i + 1 };
        for j in first..b.unwrap_or(a).len() {
            let measure = measure.of(&a[i], &b.unwrap_or(a)[j]);
            if measure.into() >= min {
                pairs.push(MeasuredPair {
                    pair: [Id(i as u32), Id(j as u32)],
                    measure,
                });
            }
        }
    }
    pairs
}

/// The rule as torchvision states it.
fn nms_by_double_loop<S: Float, const D: usize>(
    boxes: &[Aabb<S, D>],
    scores: &[S],
    suppression: Suppression<'_>,
) -> Vec<Id> {
    let mut rows: Vec<usize> = (0..boxes.len()).collect();
    // Stable, so that of equal scores the earlier row comes first.
    rows.sort_by(|a, b| scores[*b].partial_cmp(&scores[*a]).unwrap());
    let mut kept: Vec<usize> = Vec::new();
    for row in rows {
        let group = |row: usize| suppression.groups.map(|groups| groups[row]);
        let suppresses = |better: &usize| {
            group(*better) == group(row)
                && suppression.measure.of(&boxes[*better], &boxes[row]).into()
                    > suppression.threshold
        };
        if !kept.iter().any(suppresses) {
            kept.push(row);
        }
    }
    kept.into_iter().map(|row| Id(row as u32)).collect()
}

/// Each box is absorbed by the first box of the greedy order that suppresses it.
fn absorbers_by_double_loop<S: Float, const D: usize>(
    boxes: &[Aabb<S, D>],
    kept: &[Id],
    suppression: Suppression<'_>,
) -> Vec<Id> {
    let absorber = |row: usize| {
        let group = |row: usize| suppression.groups.map(|groups| groups[row]);
        let absorbs = |id: &&Id| {
            let share = suppression.measure.of(&boxes[id.index()], &boxes[row]);
            group(id.index()) == group(row) && share.into() > suppression.threshold
        };
        let own = Id(row as u32);
        if kept.contains(&own) {
            own
        } else {
            *kept.iter().find(absorbs).unwrap()
        }
    };
    (0..boxes.len()).map(absorber).collect()
}

fn check_merge<S: Float, const D: usize>(
    boxes: &[Aabb<S, D>],
    scores: &[S],
    suppression: Suppression<'_>,
    kept: &[Id],
) {
    let merged = merge(boxes, scores, suppression).unwrap();
    assert_eq!(merged.kept().collect::<Vec<_>>(), kept);
    let absorbers = absorbers_by_double_loop(boxes, kept, suppression);
    assert_eq!(merged.absorbers(), absorbers, "{suppression:?}");
    let unions = merged.unions(boxes).unwrap();
    let equal = vec![S::ZERO; boxes.len()];
    let means = merged.means(boxes, &equal).unwrap();
    let mut rows = Vec::new();
    for (cluster, (union, mean)) in merged.clusters().zip(unions.iter().zip(&means)) {
        assert!(cluster.iter().all(|id| absorbers[id.index()] == cluster[0]));
        assert!(cluster.iter().all(|id| union.contains(&boxes[id.index()])));
        assert!(union.contains(mean), "{union:?} {mean:?}");
        let better = |pair: &[Id]| {
            let [a, b] = [0, 1].map(|at| scores[pair[at].index()]);
            a > b || a == b && pair[0] < pair[1]
        };
        assert!(cluster.windows(2).all(better));
        rows.extend_from_slice(cluster);
    }
    rows.sort_unstable();
    assert_eq!(rows, (0..boxes.len() as u32).map(Id).collect::<Vec<_>>());
}

const MEASURES: [Measure; 3] = [Measure::Iou, Measure::Ios, Measure::Giou];

fn check_pairs<S: Float, const D: usize>(a: &[Aabb<S, D>], b: &[Aabb<S, D>]) {
    for measure in MEASURES {
        for min in [f64::MIN_POSITIVE, 0.25, 0.5, 1.0] {
            let found = self_pairs(a, measure, min).unwrap();
            assert_eq!(
                found,
                pairs_by_double_loop(a, None, measure, min),
                "{measure:?} {min}"
            );
            let found = cross_pairs(a, b, measure, min).unwrap();
            assert_eq!(
                found,
                pairs_by_double_loop(a, Some(b), measure, min),
                "{measure:?} {min}"
            );
        }
    }
}

fn check_nms<S: Float, const D: usize>(boxes: &[Aabb<S, D>], scores: &[S], groups: &[u32]) {
    for measure in MEASURES {
        for threshold in [0.0, 0.25, 0.5, 1.0] {
            for groups in [None, Some(groups)] {
                let suppression = Suppression {
                    threshold,
                    measure,
                    groups,
                };
                let expected = nms_by_double_loop(boxes, scores, suppression);
                let found = nms(boxes, scores, suppression).unwrap();
                assert_eq!(found, expected, "{suppression:?}");
                check_merge(boxes, scores, suppression, &found);
            }
        }
    }
}

fn check_all<S: Float, const D: usize>(of: fn(u64) -> S) {
    let random = &mut Random(D as u64);
    for count in [0, 1, 2, 17, 40, 150] {
        let (a, b) = (grid::<S, D>(random, count, of), grid(random, 30, of));
        check_pairs(&a, &b);
        let scores: Vec<_> = a.iter().map(|_| of(random.next(20))).collect();
        let groups: Vec<_> = a.iter().map(|_| random.next(3) as u32).collect();
        check_nms(&a, &scores, &groups);
    }
}

#[test]
fn grids_are_as_double_loops_say() {
    check_all::<f32, 1>(|n| n as f32);
    check_all::<f32, 2>(|n| n as f32 * 0.1);
    check_all::<f32, 3>(|n| n as f32);
    check_all::<f64, 1>(|n| n as f64);
    check_all::<f64, 2>(|n| n as f64 * 0.1);
    check_all::<f64, 3>(|n| n as f64);
}

#[test]
fn extreme_boxes_are_as_double_loops_say() {
    let random = &mut Random(7);
    for _ in 0..20 {
        let (a, b) = (wild::<2>(random, 60), wild(random, 20));
        check_pairs(&a, &b);
        let scores = [f32::INFINITY, 1.0, 0.0, -0.0, f32::NEG_INFINITY];
        let scores: Vec<_> = a.iter().map(|_| scores[random.next(5) as usize]).collect();
        check_nms(&a, &scores, &vec![0; a.len()]);
    }
}

#[test]
fn measures_are_those_of_the_definition() {
    let (a, b) = (
        Aabb::new([0.0, 0.0], [4.0, 2.0]),
        Aabb::new([2.0, 0.0], [6.0, 4.0]),
    );
    assert_eq!(Measure::Iou.of(&a, &b), 4.0 / 20.0);
    assert_eq!(Measure::Ios.of(&a, &b), 4.0 / 8.0);
    assert_eq!(Measure::Giou.of(&a, &b), 4.0 / 20.0 - 4.0 / 24.0);
    let far = Aabb::new([8.0, 0.0], [9.0, 1.0]);
    assert_eq!(Measure::Giou.of(&a, &far), -(18.0 - 9.0) / 18.0);
    let point = Aabb::point([1.0, 1.0]);
    assert_eq!(MEASURES.map(|measure| measure.of(&point, &point)), [0.0; 3]);
}

#[test]
fn invalid_input_is_named() {
    let boxes = [Aabb::point([0.0]), Aabb::point([1.0])];
    let none = Suppression::at(0.5);
    let wrong =
        |scores: &[f64], suppression| nms(&boxes, scores, suppression).unwrap_err().to_string();
    assert_eq!(wrong(&[1.0], none), "1 scores for 2 boxes");
    assert_eq!(
        wrong(&[1.0, f64::NAN], none),
        "the score of row 1 is not a number"
    );
    let groups = Some(&[1_u32][..]);
    assert_eq!(
        wrong(&[1.0, 2.0], Suppression { groups, ..none }),
        "1 groups for 2 boxes"
    );
    for threshold in [-0.1, 1.1, f64::NAN] {
        let message = format!("the threshold is {threshold}, but must be between 0 and 1");
        assert_eq!(wrong(&[1.0, 2.0], Suppression::at(threshold)), message);
    }
    for min in [0.0, -1.0, 1.5, f64::NAN] {
        let error = self_pairs(&boxes, Measure::Iou, min).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("the least measure is {min}, but must be above 0 and at most 1")
        );
    }
}

#[test]
fn means_are_weighted() {
    let boxes = [[0.0, 10.0], [1.0, 12.0], [0.0, 11.0]].map(|[a, b]| Aabb::new([a], [b]));
    let merged = merge(&boxes, &[3.0, 2.0, 1.0], Suppression::at(0.5)).unwrap();
    assert_eq!(
        merged.clusters().collect::<Vec<_>>(),
        [[Id(0), Id(1), Id(2)]]
    );
    let mean = |weights: [f64; 3]| merged.means(&boxes, &weights).unwrap()[0];
    assert_eq!(mean([1.0, 1.0, 2.0]), Aabb::new([0.25], [11.0]));
    assert_eq!(mean([0.0, 1.0, 0.0]), boxes[1]);
    assert_eq!(mean([f64::MAX, f64::MAX, f64::MAX]), mean([0.0; 3]));
    // The mean of equal ends is that end.
    let same = [Aabb::new([0.1_f64], [0.7]); 3];
    let merged = merge(&same, &[0.3, 0.2, 0.1], Suppression::at(0.5)).unwrap();
    assert_eq!(merged.means(&same, &[0.3, 0.2, 0.1]).unwrap(), same[..1]);
}

#[test]
fn infinite_ends_have_means() {
    let boxes = [
        Aabb::new([f64::NEG_INFINITY, 0.0], [1.0, 4.0]),
        Aabb::new([0.0, 0.0], [1.0, 1.0]),
    ];
    let suppression = Suppression {
        measure: Measure::Ios,
        ..Suppression::at(0.5)
    };
    let merged = merge(&boxes, &[2.0, 1.0], suppression).unwrap();
    let mean = |weights: [f64; 2]| merged.means(&boxes, &weights).unwrap();
    assert_eq!(
        mean([1.0, 1.0]),
        [Aabb::new([f64::NEG_INFINITY, 0.0], [1.0, 2.5])]
    );
    assert_eq!(mean([0.0, 1.0]), boxes[1..]);
}

#[test]
fn invalid_means_are_named() {
    let boxes = [Aabb::point([0.0]), Aabb::point([1.0])];
    let merged = merge(&boxes, &[1.0, 2.0], Suppression::at(0.5)).unwrap();
    let wrong = |boxes: &[Aabb<f64, 1>], weights: &[f64]| {
        merged.means(boxes, weights).unwrap_err().to_string()
    };
    assert_eq!(wrong(&boxes[1..], &[]), "1 boxes, but 2 boxes were merged");
    assert_eq!(wrong(&boxes, &[1.0]), "1 weights, but 2 boxes were merged");
    for weight in [-1.0, f64::INFINITY, f64::NAN] {
        let text = format!("the weight of row 1 is {weight}, but must be finite and at least 0");
        assert_eq!(wrong(&boxes, &[1.0, weight]), text);
    }
    assert!(merged.unions(&boxes[1..]).is_err());
}

/// Objects side by side, with boxes that nearly cover each.
fn crowds(random: &mut Random, objects: usize, boxes: usize) -> Vec<Aabb<f32, 2>> {
    let mut jitter = || random.next(1 << 12) as f32 / (1 << 12) as f32;
    let mut aabb = |index: usize| {
        let (x, y) = ((index % objects) as f32 * 8.0 + jitter(), jitter());
        Aabb::new([x, y], [x + 3.0 + jitter(), y + 3.0 + jitter()])
    };
    (0..objects * boxes).map(&mut aabb).collect()
}

#[test]
fn crowds_cost_no_square() {
    let random = &mut Random(5);
    for (objects, boxes) in [(400, 5), (200, 10), (20, 100), (2, 1000)] {
        let aabbs = crowds(random, objects, boxes);
        let scores: Vec<_> = aabbs.iter().map(|_| random.next(1 << 20) as f32).collect();
        let suppression = Suppression::at(0.5);
        let (of_nms, kept) = counted(|| nms(&aabbs, &scores, suppression).unwrap());
        let (of_merge, merged) = counted(|| merge(&aabbs, &scores, suppression).unwrap());
        assert!(merged.kept().eq(kept.iter().copied()));
        // At a share of a half, about two boxes of each object stay, so a box has about two
        // candidates, whether 5 or 1,000 boxes crowd its object.
        let most = 4 * aabbs.len();
        assert!(of_nms <= most, "{of_nms} of {most}, {boxes} an object");
        assert!(of_merge <= most, "{of_merge} of {most}, {boxes} an object");
        let all = pairs_by_double_loop(&aabbs, None, Measure::Iou, f64::MIN_POSITIVE).len();
        assert!(all > aabbs.len() * (boxes - 1) / 3, "{all}");
    }
}
