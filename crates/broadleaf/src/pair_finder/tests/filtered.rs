//! Filtered queries against brute force: every path, scalar and form, boxes in tiles and not.

use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::{Random, boxes, brute_force, crowded_scenes};
use crate::filter::{ClassMatrix, Filter};
use crate::geometry::{Aabb, BoxSource, Fixed, Scalar};
use crate::pair_finder::finder::PairFinder;
use crate::pair_finder::query::PairQuery;
use crate::pair_finder::sweep::PerBox;
use crate::simd::Path;
use crate::store::{Id, to_u32};

/// The filters of a query.
#[derive(Clone, Debug, Default)]
struct Labels {
    within: Option<Vec<u32>>,
    filters: Option<Vec<Filter>>,
    one_way: bool,
    classes: Option<(ClassMatrix, Vec<u32>)>,
}

impl Labels {
    /// Whether the filters admit a pair within one list, or of the boxes before and after `split`.
    fn admit(&self, &[a, b]: &[Id; 2], split: Option<usize>) -> bool {
        let filters = self
            .filters
            .as_ref()
            .map(|filters| (filters[a.index()], filters[b.index()]));
        let by_filters = filters.is_none_or(|(x, y)| match (self.one_way, split) {
            (false, _) => x.allows(&y),
            (true, None) => x.admits(&y) || y.admits(&x),
            (true, Some(_)) => x.admits(&y),
        });
        let same = |groups: &Vec<u32>| groups[a.index()] == groups[b.index()];
        let by_matrix =
            |(matrix, of): &(ClassMatrix, Vec<u32>)| matrix.allows(of[a.index()], of[b.index()]);
        by_filters
            && self.within.as_ref().is_none_or(same)
            && self.classes.as_ref().is_none_or(by_matrix)
    }

    /// The expected pairs within one list, or between the boxes before and after `split`.
    fn admitted(&self, pairs: &[[Id; 2]], split: Option<usize>) -> Vec<[Id; 2]> {
        let is_asked =
            |&[a, b]: &[Id; 2]| split.is_none_or(|split| a.index() < split && split <= b.index());
        let pairs = pairs.iter().filter(|pair| is_asked(pair));
        pairs
            .filter(|pair| self.admit(pair, split))
            .copied()
            .collect()
    }

    /// Adds the filters to a query.
    fn filter<'a, B: BoxSource<S, D> + ?Sized, S: Scalar, const D: usize>(
        &'a self,
        mut query: PairQuery<'a, B, B, S, D>,
        split: Option<usize>,
    ) -> PairQuery<'a, B, B, S, D> {
        fn of<T>(values: &[T], split: Option<usize>) -> PerBox<'_, T> {
            split.map_or(values.into(), |split| {
                let (first, second) = values.split_at(split);
                [first, second].into()
            })
        }
        if let Some(groups) = &self.within {
            query = query.within_groups(of(groups, split)).unwrap();
        }
        if let Some(filters) = &self.filters {
            query = query.filters(of(filters, split)).unwrap();
        }
        if let Some((matrix, classes)) = &self.classes {
            query = query.matrix(matrix, of(classes, split)).unwrap();
        }
        if self.one_way { query.one_way() } else { query }
    }
}

/// Groups, filters and classes of all kinds for `n` boxes.
fn labels(n: usize) -> Vec<Labels> {
    let mut random = Random(n as u64 + 9);
    let mut groups = |kinds: u64, high: u32| -> Vec<u32> {
        let group = |_| u32::try_from(random.next() % kinds).unwrap() << high;
        (0..n).map(group).collect()
    };
    let [few, several, many] = [groups(2, 31), groups(20, 27), groups(1 + n as u64, 3)];
    let rows: Vec<_> = (0..n).map(|i| to_u32(i / 8)).collect();
    let mut random = Random(n as u64 + 7);
    let mut pick =
        |list: &[u32]| list[usize::try_from(random.next()).unwrap_or_default() % list.len()];
    let mut masks = |categories: &[u32], masks: &[u32]| -> Vec<Filter> {
        let filter = |_| Filter::new(pick(categories), pick(masks));
        (0..n).map(filter).collect()
    };
    let wild = masks(
        &[0, 1, 2, 3, 1 << 31, u32::MAX],
        &[0, 1, 2, 6, 1 << 31, u32::MAX],
    );
    let open = masks(&[1, 2, 4], &[7, u32::MAX]);
    let tight = masks(&[1, 2], &[1, 2]);
    // With the groups of one list unchanged, all negative, or all positive.
    let grouped = |filters: &[Filter], groups: &[u32], group: fn(u32) -> i32| -> Vec<Filter> {
        let both = filters.iter().zip(groups);
        both.map(|(filter, &of)| filter.with_group(group(of)))
            .collect()
    };
    let [any, never, always]: [fn(u32) -> i32; 3] = [
        |of| of.cast_signed().wrapping_sub(1),
        |of| -1 - (of >> 1).cast_signed(),
        |of| (of >> 1).cast_signed(),
    ];
    let filtered = [
        (wild.clone(), false),
        (wild.clone(), true),
        (open.clone(), false),
        (tight.clone(), true),
        (grouped(&open, &few, never), false),
        (grouped(&open, &rows, never), true),
        (grouped(&wild, &several, any), false),
        (grouped(&wild, &rows, any), true),
        (grouped(&tight, &rows, always), false),
    ];
    let last = filtered[7].0.clone();
    let filtered = filtered.into_iter().map(|(filters, one_way)| Labels {
        filters: Some(filters),
        one_way,
        ..Labels::default()
    });
    let within = [&several, &many, &rows].map(|groups| Labels {
        within: Some(groups.clone()),
        ..Labels::default()
    });
    let mut matrix = ClassMatrix::new(70);
    for class in 0..70 {
        matrix.forbid(class, class * class % 70).unwrap();
    }
    let classes: Vec<_> = (0..n).map(|i| to_u32(i * 31 % 72)).collect();
    let both = |within: &[u32], filters: &[Filter]| Labels {
        within: Some(within.to_vec()),
        filters: Some(filters.to_vec()),
        ..Labels::default()
    };
    let classes = Some((matrix, classes));
    let others = [
        both(&several, &tight),
        both(&rows, &open),
        Labels {
            classes: classes.clone(),
            ..Labels::default()
        },
        Labels {
            classes,
            one_way: true,
            ..both(&few, &last)
        },
    ];
    filtered.chain(within).chain(others).collect()
}

/// Boxes on a coarse grid: many touch, many are equal.
pub(super) fn grid<S: Scalar, const D: usize>(
    n: usize,
    scalar: impl Fn(i64) -> S,
) -> Vec<Aabb<S, D>> {
    let mut random = Random(n as u64 + 1);
    let aabb = |_| {
        let start = [0; D].map(|_| (random.next() % 12) as i64);
        let end = start.map(|start| start + (random.next() % 3) as i64);
        Aabb::new(start.map(&scalar), end.map(&scalar))
    };
    (0..n).map(aabb).collect()
}

pub(super) fn check_boxes<S: Scalar, const D: usize>(boxes: &[Aabb<S, D>]) {
    let overlapping = brute_force(boxes);
    let split = boxes.len() / 3;
    let (front, back) = boxes.split_at(split);
    for labels in labels(boxes.len()) {
        let expected = labels.admitted(&overlapping, None);
        let crossing = labels.admitted(&overlapping, Some(split));
        for path in Path::supported() {
            let mut finder = PairFinder::with_path(path);
            let query = labels.filter(finder.within(boxes).unwrap(), None);
            assert!(query.pairs() == expected, "{path:?} {labels:?}");

            let query = labels.filter(finder.between(front, back).unwrap(), Some(split));
            let pairs = query.pairs();
            let pairs = pairs.iter().map(|&[a, b]| [a, Id(b.0 + to_u32(split))]);
            assert!(pairs.eq(crossing.iter().copied()), "{path:?} {labels:?}");

            let unfiltered = finder.within(boxes).unwrap().pairs();
            assert!(
                unfiltered == overlapping,
                "no trace of an earlier filter remains"
            );
        }
    }
}

fn check<S: Scalar, const D: usize>(scalar: impl Fn(i64) -> S) {
    for n in [0, 1, 2, 17, 33, 400] {
        check_boxes(&grid::<S, D>(n, &scalar));
        check_boxes(&boxes::<S, D>(n, &scalar));
    }
}

#[test]
fn filtered_pairs_are_those_of_brute_force_on_every_path() {
    check::<f32, 1>(|x| x as f32);
    check::<f32, 2>(|x| x as f32 / 16.0);
    check::<f32, 3>(|x| x as f32 - 30_000.0);
    check::<f64, 2>(|x| x as f64 * 1e200);
    check::<f64, 4>(|x| x as f64);
    check::<i32, 3>(|x| i32::try_from(x % 1_000_000).unwrap() - 500_000);
    check::<i64, 2>(|x| x << 20);
    check::<i64, 3>(|x| x - 30_000);
    check::<Fixed<16>, 2>(Fixed::from_bits);
}

/// Every form of a filtered query gives the `expected` pairs, in order.
fn check_forms(
    finder: &mut PairFinder<f32, 3>,
    boxes: &[Aabb<f32, 3>],
    labels: &Labels,
    split: Option<usize>,
    expected: &[[Id; 2]],
) {
    let (front, back) = boxes.split_at(split.unwrap_or(boxes.len()));
    macro_rules! ask {
        ($form:ident($($argument:expr),*)) => {{
            let query = match split {
                None => finder.within(front),
                Some(_) => finder.between(front, back),
            };
            labels.filter(query.unwrap(), split).$form($($argument),*)
        }};
    }
    let pairs = ask!(unsorted_pairs());
    assert!(ask!(pairs()) == expected, "{split:?}");
    assert_eq!(pairs.len(), expected.len());
    assert_eq!(ask!(count_pairs()), expected.len() as u64);
    assert_eq!(ask!(any_pair()), !expected.is_empty());
    let mut visited = Vec::new();
    let outcome = ask!(try_for_each_pair(|a, b| {
        visited.push([a, b]);
        if visited.len() < 300 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }));
    assert_eq!(outcome.is_break(), expected.len() >= 300);
    assert_eq!(visited, pairs[..pairs.len().min(300)]);
    #[cfg(feature = "rayon")]
    for threads in [1, 3] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| {
            assert!(ask!(par_unsorted_pairs()) == pairs, "{threads} threads");
            assert!(ask!(par_pairs()) == expected, "{threads} threads");
            assert_eq!(ask!(par_count_pairs()), pairs.len() as u64);
            assert_eq!(ask!(par_any_pair()), !pairs.is_empty());
            let folded = ask!(par_fold(Vec::new, |pairs, a, b| pairs.push([a, b])));
            assert!(folded.concat() == pairs, "{threads} threads");
        });
    }
}

#[test]
fn every_form_of_a_filtered_question_gives_the_same_pairs() {
    let mut scenes = crowded_scenes(20_000);
    scenes.push(boxes::<f32, 3>(12_000, |x| x as f32));
    // The last scene has all labels; each other scene has every fourth, in turn.
    let steps = [4, 4, 4, 4, 1];
    for ((turn, boxes), step) in scenes.into_iter().enumerate().zip(steps) {
        let mut finder = PairFinder::new();
        let overlapping = finder.within(&boxes).unwrap().pairs();
        let split = boxes.len() / 3;
        for labels in labels(boxes.len()).iter().skip(turn % step).step_by(step) {
            let expected = labels.admitted(&overlapping, None);
            check_forms(&mut finder, &boxes, labels, None, &expected);
            let crossing = labels.admitted(&overlapping, Some(split)).into_iter();
            let crossing: Vec<_> = crossing
                .map(|[a, b]| [a, Id(b.0 - to_u32(split))])
                .collect();
            check_forms(&mut finder, &boxes, labels, Some(split), &crossing);
        }
    }
}

#[test]
fn a_crowded_group_is_cut_into_tiles() {
    let crowd = crowded_scenes(6000).swap_remove(0);
    let boxes = [&crowd[..], &crowd, &crowd].concat();
    let groups: Vec<_> = (0..boxes.len()).map(|i| to_u32(i / crowd.len())).collect();
    let mut finder = PairFinder::new();
    let expected = finder.within(&crowd).unwrap().pairs();
    let query = finder
        .within(&boxes)
        .unwrap()
        .within_groups(&groups)
        .unwrap();
    let pairs = query.pairs();
    let shifted = (0..3).flat_map(|copy| {
        let shift = to_u32(copy * crowd.len());
        expected
            .iter()
            .map(move |pair| pair.map(|id| Id(id.0 + shift)))
    });
    assert!(shifted.eq(pairs));
}

#[test]
fn things_are_filtered() {
    let boxes = boxes::<f32, 3>(9000, |x| x as f32);
    let overlapping = brute_force(&boxes);
    let mut finder = PairFinder::new();
    for labels in labels(boxes.len()) {
        let expected = labels.admitted(&overlapping, None);
        let mut things: Vec<_> = (0..boxes.len()).map(|i| (i, Vec::new())).collect();
        macro_rules! ask {
            () => {{
                let mut query = finder.within_mut(&mut things, |&(i, _)| boxes[i]).unwrap();
                if let Some(groups) = &labels.within {
                    query = query.within_groups(groups).unwrap();
                }
                if let Some(filters) = &labels.filters {
                    query = query.filters(filters).unwrap();
                }
                if let Some((matrix, classes)) = &labels.classes {
                    query = query.matrix(matrix, classes).unwrap();
                }
                if labels.one_way {
                    query.one_way()
                } else {
                    query
                }
            }};
        }
        ask!().for_each_pair(|(a, partners), (b, _)| {
            partners.push(*b);
            assert!(*a < *b);
        });
        #[cfg(feature = "rayon")]
        ask!().par_for_each_pair(|(_, partners), (b, _)| partners.push(*b));
        let times = if cfg!(feature = "rayon") { 2 } else { 1 };
        let mut pairs: Vec<_> = things
            .iter()
            .flat_map(|(a, partners)| partners.iter().map(|&b| [Id::at(*a), Id::at(b)]))
            .collect();
        pairs.sort_unstable();
        let expected: Vec<_> = expected
            .iter()
            .flat_map(|&pair| vec![pair; times])
            .collect();
        assert!(pairs == expected, "{labels:?}");
    }
}

#[test]
fn lists_of_a_wrong_length_are_errors() {
    let boxes = [Aabb::point([0_i32]); 3];
    let mut finder = PairFinder::new();
    let error = finder
        .within(&boxes)
        .unwrap()
        .matrix(&ClassMatrix::new(2), &[1; 4])
        .unwrap_err();
    assert_eq!((error.boxes, error.values), (3, 4));
    assert_eq!(error.to_string(), "4 values for 3 boxes");
    let error = finder
        .within(&boxes)
        .unwrap()
        .within_groups([&[1; 3], &[1; 3]])
        .unwrap_err();
    assert_eq!((error.boxes, error.values), (0, 3));
    let filters = [Filter::default(); 2];
    let error = finder
        .between(&boxes, &boxes[..2])
        .unwrap()
        .filters(&filters)
        .unwrap_err();
    assert_eq!((error.boxes, error.values), (3, 2));
    let mut things = [1, 2];
    let query = finder
        .within_mut(&mut things, |&x| Aabb::point([x]))
        .unwrap();
    assert_eq!(query.filters(&filters[..1]).unwrap_err().values, 1);
}

/// The function is called at least once for every sixteen boxes.
#[test]
fn a_search_that_finds_nothing_calls_back() {
    let len: usize = 4_000;
    let crowd = vec![Aabb::new([0, 0], [9, 9]); len];
    let same = vec![Filter::default().with_group(-7); len];
    let calls = AtomicUsize::new(0);
    let pulse = || {
        calls.fetch_add(1, Relaxed);
    };
    let mut finder = PairFinder::new();
    for len in [1_000, len] {
        let ask = |finder: &mut PairFinder<i32, 2>| {
            let query = finder.within(&crowd[..len]).unwrap();
            let query = query.filters(&same[..len]).unwrap().pulse(&pulse);
            assert!(!query.any_pair());
            calls.swap(0, Relaxed)
        };
        let found = ask(&mut finder);
        assert!(found >= len / 16, "{found} calls for {len} boxes");
    }
}
