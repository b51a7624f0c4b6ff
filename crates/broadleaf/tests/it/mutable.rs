//! Queries with mutable elements, against the same queries with ids.

use std::array;
use std::ops::ControlFlow;

use broadleaf::geometry::Scalar;
use broadleaf::{Aabb, BruteForce, Id, KdSlice, KdSliceMut, KdSweep, PairFinder, SpatialIndex};
use proptest::prelude::*;

use crate::inputs::{Mode, TestScalar, aabb, for_all};
#[cfg(feature = "rayon")]
use crate::random::words;

/// An element that records its partners, in order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Thing<S, const D: usize> {
    pub(crate) id: u32,
    pub(crate) aabb: Aabb<S, D>,
    pub(crate) partners: Vec<u32>,
}

impl<S: Scalar, const D: usize> Thing<S, D> {
    pub(crate) fn meet(a: &mut Self, b: &mut Self) {
        assert!(a.id < b.id, "the smaller id comes first");
        a.partners.push(b.id);
        b.partners.push(a.id);
    }
}

pub(crate) fn things<S: Scalar, const D: usize>(
    boxes: impl IntoIterator<Item = Aabb<S, D>>,
) -> Vec<Thing<S, D>> {
    let thing = |(id, aabb)| Thing {
        id,
        aabb,
        partners: Vec::new(),
    };
    (0..).zip(boxes).map(thing).collect()
}

/// The pairs that the elements have recorded, sorted.
pub(crate) fn met<S, const D: usize>(things: &[Thing<S, D>]) -> Vec<[Id; 2]> {
    let mut pairs = Vec::new();
    for thing in things {
        let later = thing.partners.iter().filter(|&&other| thing.id < other);
        pairs.extend(later.map(|&other| [Id(thing.id), Id(other)]));
    }
    pairs.sort_unstable();
    pairs
}

fn oracle<S: Scalar, const D: usize>(things: &[Thing<S, D>]) -> BruteForce<S, D> {
    things
        .iter()
        .map(|thing| (Id(thing.id), thing.aabb))
        .collect()
}

/// An index of a slice of elements, with small leaves.
fn index<S: Scalar, const D: usize>(
    things: &mut [Thing<S, D>],
) -> KdSliceMut<'_, Thing<S, D>, S, D> {
    let config = broadleaf::kd_sweep::Config::default().with_leaf_capacity(4);
    KdSliceMut::with_memory(KdSweep::with_config(config), things, |thing| thing.aabb).unwrap()
}

fn check<S: TestScalar, const D: usize>(mode: Mode) {
    let boxes = || prop::collection::vec(aabb::<S, D>(mode), 0..60);
    for_all(30, (boxes(), boxes(), aabb(mode), aabb(mode)), |input| {
        let (boxes, others, region, other_region) = input;
        let (fresh, mut others) = (things(boxes), things(others));
        let (oracle, other_oracle) = (oracle(&fresh), oracle(&others));

        let mut met_all = fresh.clone();
        index(&mut met_all).for_each_pair_mut(Thing::meet);
        assert_eq!(met(&met_all), oracle.pairs());

        let mut met_all = fresh.clone();
        let mut finder = PairFinder::new();
        let query = finder.within_mut(&mut met_all, |thing| thing.aabb).unwrap();
        query.for_each_pair(Thing::meet);
        assert_eq!(met(&met_all), oracle.pairs());

        let mut slice = fresh.clone();
        let mut index_of_slice = index(&mut slice);
        assert_eq!(index_of_slice.pairs(), oracle.pairs());
        let ids: Vec<_> = {
            let hits = index_of_slice.overlaps_mut(&region);
            hits.into_iter().map(|thing| Id(thing.id)).collect()
        };
        assert_eq!(ids, oracle.overlaps(&region));
        let mut visited = Vec::new();
        index_of_slice.for_each_overlap_mut(&region, |thing| visited.push(Id(thing.id)));
        visited.sort_unstable();
        assert_eq!(visited, ids);
        check_disjoint(&mut index_of_slice, &oracle, [&region, &other_region]);

        let mut pairs = Vec::new();
        let mut index_of_others = index(&mut others);
        index_of_slice.for_each_pair_with_mut(&mut index_of_others, |ours, theirs| {
            pairs.push([Id(ours.id), Id(theirs.id)]);
        });
        pairs.sort_unstable();
        assert_eq!(pairs, oracle.cross_pairs(&other_oracle));
    });
}

/// Two regions get mutable elements unless both touch the same one.
fn check_disjoint<S: Scalar, const D: usize>(
    index: &mut KdSliceMut<'_, Thing<S, D>, S, D>,
    oracle: &BruteForce<S, D>,
    regions: [&Aabb<S, D>; 2],
) {
    let [first, second] = regions.map(|region| oracle.overlaps(region));
    let shared = first.iter().copied().find(|id| second.contains(id));
    match index.disjoint_overlaps_mut(regions) {
        Ok(hits) => {
            let ids = hits.map(|hits| hits.iter().map(|thing| Id(thing.id)).collect::<Vec<_>>());
            assert_eq!((ids, shared), ([first, second], None));
        }
        Err(error) => assert_eq!((Some(error.id), error.lists), (shared, [0, 1])),
    }
}

#[test]
fn mutable_questions_find_what_questions_about_ids_find() {
    check::<f32, 2>(Mode::Grid);
    check::<i32, 3>(Mode::Grid);
    check::<f64, 3>(Mode::Wild);
}

#[test]
fn visitors_of_mutable_things_stop_where_they_break() {
    let mut slice = things((0..100).map(|i| Aabb::new([i], [i + 1])));
    let mut others = slice.clone();
    let mut index = index(&mut slice);
    let mut visits = 0;
    let mut stop_at_third = |value: u32| {
        visits += 1;
        match visits % 3 {
            0 => ControlFlow::Break(value),
            _ => ControlFlow::Continue(()),
        }
    };
    assert!(
        index
            .try_for_each_pair_mut(|a, _| stop_at_third(a.id))
            .is_break()
    );
    assert!(
        index
            .try_for_each_overlap_mut(&Aabb::new([0], [9]), |a| stop_at_third(a.id))
            .is_break()
    );
    let mut finder = PairFinder::new();
    let query = finder.within_mut(&mut others, |thing| thing.aabb).unwrap();
    assert!(
        query
            .try_for_each_pair(|a, _| stop_at_third(a.id))
            .is_break()
    );
    let mut others = KdSliceMut::new(&mut others, |thing| thing.aabb).unwrap();
    assert!(
        index
            .try_for_each_pair_with_mut(&mut others, |a, _| stop_at_third(a.id))
            .is_break()
    );
    assert_eq!(visits, 12);
}

#[test]
fn lists_of_ids_hand_out_things_in_their_order() {
    let mut slice = things((0..9).map(|i| Aabb::point([i])));
    let mut index = index(&mut slice);
    let lists = [&[Id(7), Id(0), Id(100)][..], &[], &[Id(8), Id(3)]];
    let ids = index
        .disjoint_mut(lists)
        .unwrap()
        .map(|things| things.iter().map(|thing| thing.id).collect::<Vec<_>>());
    assert_eq!(ids, [vec![7, 0], vec![], vec![8, 3]]);
    let shared = index
        .disjoint_mut([&[Id(2), Id(5)], &[Id(4), Id(5)]])
        .unwrap_err();
    assert_eq!(shared.to_string(), "element 5 is in lists 0 and 1");
    let twice = index.disjoint_mut([&[], &[Id(2), Id(2)]]).unwrap_err();
    assert_eq!((twice.id, twice.lists), (Id(2), [1, 1]));
    index[Id(4)].partners.push(77);
    assert_eq!(index[Id(4)], index.things()[4]);
    index.things_mut()[4].partners.clear();
    assert!(slice[4].partners.is_empty());
}

#[test]
fn boxes_are_those_of_the_build() {
    let mut row = [0, 1, 5];
    let mut index = KdSliceMut::new(&mut row, |&x| Aabb::new([x], [x + 1])).unwrap();
    index.for_each_pair_mut(|a, b| (*a, *b) = (100, 200));
    assert_eq!(index.pairs(), [[Id(0), Id(1)]]);
    assert_eq!(index.get(Id(0)), Some(Aabb::new([0], [1])));
    assert_eq!(index.validate(), Ok(()));
    assert_eq!(row, [100, 200, 5]);
}

/// Scenes with more boxes than one piece of work: in general position, with different sizes, and
/// with many boxes across the first cuts.
#[cfg(feature = "rayon")]
pub(crate) fn large_scenes<const D: usize>(count: usize) -> [Vec<Aabb<f32, D>>; 3] {
    let mut word = words(1);
    let mut random = move || (word() >> 40) as f32 / (1_u32 << 24) as f32;
    let edge = (4.0 / count as f32).powf(1.0 / D as f32);
    let mut scene = |flat: f32, stretch: &dyn Fn(usize, usize) -> f32| -> Vec<_> {
        let mut aabb = |number: usize| {
            let mut min: [f32; D] = array::from_fn(|_| random());
            min[D - 1] *= flat;
            let max = array::from_fn(|axis| min[axis] + edge * random() * stretch(number, axis));
            Aabb::new(min, max)
        };
        (0..count).map(&mut aabb).collect()
    };
    let rarely_large = |number: usize, _| {
        if number.is_multiple_of(100) {
            20.0
        } else {
            0.8
        }
    };
    let often_endless = |number: usize, axis| match axis + 1 < D && number % 5 < 2 {
        true => f32::INFINITY,
        false => 0.04,
    };
    [
        scene(1.0, &|_, _| 1.0),
        scene(1.0, &rarely_large),
        scene(0.5, &often_endless),
    ]
}

#[cfg(feature = "rayon")]
pub(crate) fn pools() -> [rayon::ThreadPool; 4] {
    [1, 2, 3, 8].map(|threads| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap()
    })
}

#[cfg(feature = "rayon")]
#[test]
fn threads_do_not_change_the_order_in_which_a_thing_meets_others() {
    fn check<const D: usize>(pools: &[rayon::ThreadPool]) {
        for boxes in large_scenes::<D>(12_000) {
            let fresh = things(boxes);
            let mut expected = fresh.clone();
            let mut index = KdSliceMut::new(&mut expected, |thing| thing.aabb).unwrap();
            index.for_each_pair_mut(Thing::meet);
            let mut order = Vec::new();
            index.for_each_pair(|a, b| order.push([a.0, b.0]));
            assert!(order.len() > 1_000);
            assert_eq!(met(&expected).len(), order.len());
            for pool in pools {
                pool.install(|| {
                    let mut slice = fresh.clone();
                    let mut index = KdSliceMut::par_new(&mut slice, |thing| thing.aabb).unwrap();
                    index.par_for_each_pair_mut(Thing::meet);
                    let mut folded = index.par_fold_pairs_mut(Vec::new, |pairs, a, b| {
                        pairs.push([a.id, b.id]);
                    });
                    assert!(folded.len() > 1);
                    assert!(folded.concat() == order);
                    let lists = index.index().par_fold_pairs(Vec::new, |pairs, a, b| {
                        pairs.push([a.0, b.0]);
                    });
                    assert!(lists.concat() == order);
                    // The order of a merge counts.
                    folded.reverse();
                    assert!(folded.concat() != order);
                    assert!(slice == expected);
                });
            }
        }
    }
    let pools = pools();
    check::<2>(&pools);
    check::<3>(&pools);
}

/// More boxes than three blocks have.
#[cfg(feature = "rayon")]
#[test]
fn threads_do_not_change_what_a_finder_hands_out() {
    fn check<const D: usize>(pools: &[rayon::ThreadPool]) {
        let mut finder = PairFinder::new();
        for boxes in large_scenes::<D>(30_000) {
            let fresh = things(boxes);
            let mut sequential = fresh.clone();
            let query = finder.within_mut(&mut sequential, |thing| thing.aabb);
            query.unwrap().for_each_pair(Thing::meet);
            let mut first: Option<Vec<_>> = None;
            for pool in pools {
                pool.install(|| {
                    let mut slice = fresh.clone();
                    let query = finder.within_mut(&mut slice, |thing| thing.aabb);
                    query.unwrap().par_for_each_pair(Thing::meet);
                    let first = first.get_or_insert_with(|| slice.clone());
                    assert!(slice == *first);
                    assert!(met(&slice) == met(&sequential));
                });
            }
        }
        finder
            .within_mut(&mut [], |aabb| *aabb)
            .unwrap()
            .par_for_each_pair(|_, _| unreachable!("nothing is a pair"));
    }
    let pools = pools();
    check::<2>(&pools);
    check::<3>(&pools);
}

#[cfg(feature = "rayon")]
#[test]
fn slices_built_in_threads_are_the_same() {
    let [boxes, ..] = large_scenes::<3>(30_000);
    let mut views = Vec::new();
    let expected = KdSlice::new(&boxes, |aabb| *aabb).unwrap();
    expected.for_each_node(|view| views.push(view));
    for pool in pools() {
        pool.install(|| {
            let memory = KdSlice::par_new(&boxes[..9], |aabb| *aabb)
                .unwrap()
                .into_memory();
            let index = KdSlice::par_with_memory(memory, &boxes, |aabb| *aabb).unwrap();
            let mut same = Vec::new();
            index.for_each_node(|view| same.push(view));
            assert!(same == views);
            let mut moving = boxes.clone();
            let index = KdSliceMut::par_with_memory(index.into_memory(), &mut moving, |aabb| *aabb)
                .unwrap();
            let mut same = Vec::new();
            index.for_each_node(|view| same.push(view));
            assert!(same == views);
        });
    }
}

#[cfg(feature = "rayon")]
#[test]
fn no_things_have_no_accumulators() {
    let mut nothing: [Aabb<i32, 2>; 0] = [];
    let mut index = KdSliceMut::new(&mut nothing, |aabb| *aabb).unwrap();
    assert!(index.par_fold_pairs_mut(|| 1, |_, _, _| ()).is_empty());
    let mut one = [Aabb::point([1, 2])];
    let mut index = KdSliceMut::new(&mut one, |aabb| *aabb).unwrap();
    assert_eq!(index.par_fold_pairs_mut(|| 1, |_, _, _| ()), [1]);
}
