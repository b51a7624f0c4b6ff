//! The answers of an index to queries over sets of boxes must equal the model's.

use std::ops::ControlFlow;

use broadleaf::geometry::{Interior, Masked, Probe, Real};
use broadleaf::index::{Answers, ClosestPair, Near};
use broadleaf::{Aabb, Hit, Id, SpatialIndex};

use super::Boxes;
use super::model::{
    Relation, model_closest, model_closest_with, model_components, model_pairs, model_pairs_with,
};
use crate::inputs::{TestScalar, is_within};

/// An exact distance for some pairs, at least the distance of their boxes: the ids decide.
fn finer<R: Real>(pair: ClosestPair<R>) -> Option<R> {
    let [Id(a), Id(b)] = pair.ids;
    match (a + b) % 4 {
        0 => None,
        1 => Some(R::from_f64(f64::NAN)),
        2 => Some(pair.reach),
        _ => Some(pair.reach + pair.reach * R::from_f64(0.5) + R::ONE),
    }
}

fn lists(answers: &Answers<Id>) -> Vec<Vec<Id>> {
    answers.iter().map(<[Id]>::to_vec).collect()
}

pub(super) fn check_pairs_of_one<S: TestScalar, const D: usize>(
    index: &impl SpatialIndex<S, D>,
    boxes: &Boxes<S, D>,
    distance: S::Real,
) {
    let relations = [
        (Relation::Within(distance), index.near(distance), distance),
        (Relation::Interiors, index.interiors(), S::Real::INFINITY),
    ];
    for (relation, near, distance) in relations {
        let expected = model_pairs(relation, boxes);
        check_near_pairs(&near, &expected, relation);
        let ids: Vec<_> = boxes.iter().map(|item| item.0).collect();
        let some: Vec<_> = expected.iter().copied().filter(is_edge).collect();
        assert_eq!(lists(&near.components()), model_components(&ids, &expected));
        assert_eq!(
            lists(&near.components_where(|a, b| is_edge(&[a, b]))),
            model_components(&ids, &some)
        );
        assert_eq!(near.closest_pair(), model_closest(&expected, boxes, boxes));
        assert_eq!(
            near.closest_pair_with(finer),
            model_closest_with(&expected, [boxes, boxes], distance, finer)
        );
        assert_eq!(near.closest_pair_with(|_| None), None);
    }

    let ids: Vec<_> = boxes.iter().map(|item| item.0).collect();
    let overlaps = model_pairs(Relation::Overlap, boxes);
    let some: Vec<_> = overlaps.iter().copied().filter(is_edge).collect();
    assert_eq!(
        lists(&index.components()),
        model_components(&ids, &overlaps)
    );
    assert_eq!(
        lists(&index.components_where(|a, b| is_edge(&[a, b]))),
        model_components(&ids, &some)
    );

    let infinity = S::Real::INFINITY;
    let all = model_pairs(Relation::Within(infinity), boxes);
    assert_eq!(all.len(), boxes.len() * boxes.len().saturating_sub(1) / 2);
    assert_eq!(index.closest_pair(), model_closest(&all, boxes, boxes));
}

fn is_edge([a, b]: &[Id; 2]) -> bool {
    !(a.0 + b.0).is_multiple_of(3)
}

fn check_near_pairs<I: SpatialIndex<S, D>, S: TestScalar, const D: usize>(
    near: &Near<'_, I, S, D>,
    expected: &[[Id; 2]],
    relation: Relation<S::Real>,
) {
    assert_eq!(near.pairs(), expected, "{relation:?}");
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
}

pub(super) fn check_pairs_of_two<S: TestScalar, const D: usize>(
    index: &impl SpatialIndex<S, D>,
    other: &impl SpatialIndex<S, D>,
    both: [&Boxes<S, D>; 2],
    distance: S::Real,
) {
    let [ours, theirs] = both;
    let split = |pairs: &[[Id; 2]]| -> [Vec<Id>; 2] {
        let ids = ours.iter().map(|item| item.0);
        let (with, without) = ids.partition(|&id| pairs.iter().any(|pair| pair[0] == id));
        [with, without]
    };
    let relations = [
        (Relation::Within(distance), index.near(distance), distance),
        (Relation::Interiors, index.interiors(), S::Real::INFINITY),
    ];
    for (relation, near, distance) in relations {
        let expected = model_pairs_with(relation, ours, theirs);
        check_near_cross_pairs(&near, other, &expected, relation);
        let joins = [near.semi_join(other), near.anti_join(other)];
        assert_eq!(joins, split(&expected), "{relation:?}");
        assert_eq!(
            near.closest_cross_pair(other),
            model_closest(&expected, ours, theirs)
        );
        assert_eq!(
            near.closest_cross_pair_with(other, finer),
            model_closest_with(&expected, both, distance, finer)
        );
    }
    let joins = [index.semi_join(other), index.anti_join(other)];
    let overlaps = model_pairs_with(Relation::Overlap, ours, theirs);
    assert_eq!(joins, split(&overlaps));

    let all = model_pairs_with(Relation::Within(S::Real::INFINITY), ours, theirs);
    assert_eq!(all.len(), ours.len() * theirs.len());
    assert_eq!(
        index.closest_cross_pair(other),
        model_closest(&all, ours, theirs)
    );
}

fn check_near_cross_pairs<I: SpatialIndex<S, D>, S: TestScalar, const D: usize>(
    near: &Near<'_, I, S, D>,
    other: &impl SpatialIndex<S, D>,
    expected: &[[Id; 2]],
    relation: Relation<S::Real>,
) {
    assert_eq!(near.cross_pairs(other), expected, "{relation:?}");
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

/// Counts and estimates of windows, with a mask and without, and of a region that is not a box.
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
        check_interior(index, boxes, window);
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

/// A window without the boxes that only touch it, with a mask and without, alone and in a batch.
fn check_interior<S: TestScalar, const D: usize>(
    index: &impl SpatialIndex<S, D>,
    boxes: &Boxes<S, D>,
    window: &Aabb<S, D>,
) {
    let inside = |aabb: &Aabb<S, D>| {
        let [ours, theirs] = [window, aabb].map(|aabb| [aabb.min(), aabb.max()]);
        (0..D).all(|axis| ours[0][axis] < theirs[1][axis] && theirs[0][axis] < ours[1][axis])
    };
    let touched = boxes.iter().filter(|item| inside(&item.1));
    let expected: Vec<_> = touched.map(|item| item.0).collect();
    let interior = Interior(*window);
    assert_eq!(index.overlaps(&interior), expected, "{window}");
    assert_eq!(index.count_overlaps(&interior), expected.len());
    assert!(
        index
            .estimate_overlaps(&interior, 1)
            .contains(&expected.len())
    );
    assert_eq!(index.any_overlap(&interior), !expected.is_empty());
    let answers = index.batch().overlaps(&[interior, interior]);
    assert_eq!((&answers[0], &answers[1]), (&expected[..], &expected[..]));
    let masked = Masked::new(interior, 2);
    let admitted = |id: &Id| index.category(*id).unwrap() & 2 > 0;
    let expected: Vec<_> = expected.into_iter().filter(admitted).collect();
    assert_eq!(index.overlaps(&masked), expected);
}
