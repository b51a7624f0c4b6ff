//! The answers of an index about sets of boxes, which must be those of the model.

use std::ops::ControlFlow;

use broadleaf::geometry::{Masked, Probe, Real};
use broadleaf::{Aabb, Hit, Id, SpatialIndex};

use super::Boxes;
use super::model::{Relation, model_closest, model_components, model_pairs, model_pairs_with};
use crate::inputs::{TestScalar, is_within};

pub(super) fn check_pairs_of_one<S: TestScalar, const D: usize>(
    index: &impl SpatialIndex<S, D>,
    boxes: &Boxes<S, D>,
    distance: S::Real,
) {
    let near = index.near(distance);
    let expected = model_pairs(Relation::Within(distance), boxes);
    assert_eq!(near.pairs(), expected, "{distance}");
    assert_eq!(near.count_pairs(), expected.len() as u64);
    assert_eq!(near.any_pair(), !expected.is_empty());
    let mut pairs = vec![[Id(7); 2]];
    near.pairs_into(&mut pairs);
    assert_eq!(pairs, expected);
    let mut visited = Vec::new();
    let flow = near.try_for_each_pair(|a, b| {
        visited.push([a, b]);
        if visited.len() == 3 {
            ControlFlow::Break("three")
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(flow.is_break(), expected.len() >= 3);
    assert_eq!(visited.len(), expected.len().min(3));
    assert!(visited.iter().all(|pair| expected.contains(pair)));

    let ids: Vec<_> = boxes.iter().map(|item| item.0).collect();
    let is_edge = |a: Id, b: Id| !(a.0 + b.0).is_multiple_of(3);
    let some = |pairs: &[[Id; 2]]| -> Vec<_> {
        pairs
            .iter()
            .copied()
            .filter(|&[a, b]| is_edge(a, b))
            .collect()
    };
    let lists = |answers: broadleaf::index::Answers<Id>| -> Vec<_> {
        answers.iter().map(<[Id]>::to_vec).collect()
    };
    let overlaps = model_pairs(Relation::Overlap, boxes);
    assert_eq!(lists(near.components()), model_components(&ids, &expected));
    assert_eq!(
        lists(near.components_where(is_edge)),
        model_components(&ids, &some(&expected))
    );
    assert_eq!(lists(index.components()), model_components(&ids, &overlaps));
    assert_eq!(
        lists(index.components_where(is_edge)),
        model_components(&ids, &some(&overlaps))
    );

    assert_eq!(near.closest_pair(), model_closest(&expected, boxes, boxes));
    let infinity = S::Real::INFINITY;
    let all = model_pairs(Relation::Within(infinity), boxes);
    assert_eq!(all.len(), boxes.len() * boxes.len().saturating_sub(1) / 2);
    assert_eq!(index.closest_pair(), model_closest(&all, boxes, boxes));
}

pub(super) fn check_pairs_of_two<S: TestScalar, const D: usize>(
    index: &impl SpatialIndex<S, D>,
    other: &impl SpatialIndex<S, D>,
    [ours, theirs]: [&Boxes<S, D>; 2],
    distance: S::Real,
) {
    let near = index.near(distance);
    let expected = model_pairs_with(Relation::Within(distance), ours, theirs);
    assert_eq!(near.cross_pairs(other), expected, "{distance}");
    assert_eq!(near.count_cross_pairs(other), expected.len() as u64);
    assert_eq!(near.any_cross_pair(other), !expected.is_empty());
    let mut pairs = vec![[Id(7); 2]];
    near.cross_pairs_into(other, &mut pairs);
    assert_eq!(pairs, expected);
    let mut left = 2;
    let flow = near.try_for_each_cross_pair(other, |a, b| {
        assert!(expected.contains(&[a, b]));
        left -= 1;
        if left == 0 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert_eq!(flow.is_break(), expected.len() >= 2);

    let split = |pairs: &[[Id; 2]]| -> [Vec<Id>; 2] {
        let ids = ours.iter().map(|item| item.0);
        let (with, without) = ids.partition(|&id| pairs.iter().any(|pair| pair[0] == id));
        [with, without]
    };
    let [with, without] = split(&expected);
    assert_eq!(
        (near.semi_join(other), near.anti_join(other)),
        (with, without)
    );
    let [with, without] = split(&model_pairs_with(Relation::Overlap, ours, theirs));
    assert_eq!(
        (index.semi_join(other), index.anti_join(other)),
        (with, without)
    );

    assert_eq!(
        near.closest_cross_pair(other),
        model_closest(&expected, ours, theirs)
    );
    let all = model_pairs_with(Relation::Within(S::Real::INFINITY), ours, theirs);
    assert_eq!(all.len(), ours.len() * theirs.len());
    assert_eq!(
        index.closest_cross_pair(other),
        model_closest(&all, ours, theirs)
    );
}

pub(super) fn check_places<S: TestScalar, const D: usize>(
    index: &impl SpatialIndex<S, D>,
    boxes: &Boxes<S, D>,
    places: &[[S; D]],
    [distance, infinity]: [S::Real; 2],
    k: usize,
) {
    let batch = index.batch();
    let expected = |place: &[S; D], distance: S::Real, k| {
        let mut hits: Vec<_> = boxes
            .iter()
            .map(|(id, aabb)| Hit::new(place.reach(aabb).unwrap(), *id))
            .filter(|hit| is_within(hit.reach, distance))
            .collect();
        hits.sort();
        hits.truncate(k);
        hits
    };
    for place in places {
        for distance in [distance, infinity] {
            let hits = expected(place, distance, k);
            assert_eq!(index.k_nearest_within(place, k, distance), hits);
            let mut into = vec![Hit::new(distance, Id(0))];
            index.k_nearest_within_into(place, k, distance, &mut into);
            assert_eq!(into, hits);
            let nearest = expected(place, distance, 1).first().copied();
            assert_eq!(index.nearest_within(place, distance), nearest);
        }
    }
    let answers = batch.k_nearest_within(places, k, distance);
    let lists: Vec<_> = places
        .iter()
        .map(|place| expected(place, distance, k))
        .collect();
    assert!(answers.iter().eq(lists.iter().map(Vec::as_slice)));
}

/// Counts and estimates of windows, with a mask and without, and of a region that is no box.
pub(super) fn check_counts<S: TestScalar, const D: usize>(
    index: &impl SpatialIndex<S, D>,
    boxes: &Boxes<S, D>,
    windows: &[Aabb<S, D>],
) {
    for window in windows {
        let expected = boxes.iter().filter(|item| item.1.overlaps(window)).count();
        assert_eq!(index.count_overlaps(window), expected);
        assert_eq!(
            index.estimate_overlaps(window, usize::MAX),
            expected..=expected
        );
        for max_nodes in [0, 1, 2, 5, 1_000] {
            let estimate = index.estimate_overlaps(window, max_nodes);
            assert!(estimate.contains(&expected), "{estimate:?} {expected}");
            assert!(*estimate.end() <= boxes.len());
            assert!(max_nodes < 1_000 || estimate == (expected..=expected));
        }
        let masked = Masked::new(*window, 2);
        let admitted = |id| index.category(id).unwrap() & 2 > 0;
        let of_mask = boxes
            .iter()
            .filter(|item| item.1.overlaps(window) && admitted(item.0));
        assert_eq!(index.count_overlaps(&masked), of_mask.count());
        let region = |aabb: &Aabb<S, D>| aabb.overlaps(window);
        assert_eq!(index.estimate_overlaps(&region, 0), expected..=expected);
    }
}
