//! The answers of a structure to every query must equal the answers of `BruteForce`. Both are
//! behind a pointer, so that every form of a query is compiled once.

use broadleaf::geometry::{Real, Scalar};
use broadleaf::{Aabb, Hit, Id, SpatialIndex};

use super::question::Question;
use crate::erased::{AnyCast, AnyPlace, AnyRegion, Erased};
use crate::inputs::is_within;

pub(crate) fn assert_same_map<S: Scalar, const D: usize>(
    structure: &Erased<S, D>,
    oracle: &Erased<S, D>,
) {
    assert_eq!(structure.len(), oracle.len());
    assert!(structure.iter().eq(oracle.iter()));
    for (id, aabb) in oracle.iter() {
        assert_eq!(structure.get(id), Some(aabb));
        assert_eq!(structure.category(id), oracle.category(id));
    }
}

pub(crate) fn assert_same_overlaps<S: Scalar, const D: usize>(
    structure: &Erased<S, D>,
    oracle: &Erased<S, D>,
    region: &dyn AnyRegion<S, D>,
) {
    let expected = oracle.overlaps(region);
    let mut lazy: Vec<_> = structure.overlap_iter(region).collect();
    lazy.sort();
    assert_eq!(
        (structure.overlaps(region), lazy),
        (expected.clone(), expected.clone()),
        "{region:?}"
    );
    let summary = (
        structure.any_overlap(region),
        structure.count_overlaps(region),
    );
    assert_eq!(
        summary,
        (!expected.is_empty(), expected.len()),
        "{region:?}"
    );
}

/// Compares every query that takes a cast.
fn assert_same_casts<S: Scalar, const D: usize>(
    structure: &Erased<S, D>,
    oracle: &Erased<S, D>,
    cast: &dyn AnyCast<S, D>,
) {
    let all = oracle.cast_all(cast);
    let shapes = refined(&all);
    assert_eq!(structure.cast_all(cast), all, "{cast:?}");
    assert_eq!(structure.cast_all_with(cast, refine), shapes, "{cast:?}");
    assert_eq!(structure.cast(cast), all.first().copied(), "{cast:?}");
    assert_eq!(
        structure.cast_with(cast, refine),
        shapes.first().copied(),
        "{cast:?}"
    );
    assert_eq!(structure.cast_ties(cast), with_ties(&all, 1), "{cast:?}");
    assert_eq!(
        structure.cast_ties_with(cast, refine),
        with_ties(&shapes, 1),
        "{cast:?}"
    );
    assert!(structure.hit_iter(cast).eq(all.iter().copied()), "{cast:?}");
    let summary = (structure.any_hit(cast), structure.count_hits(cast));
    assert_eq!(summary, (!all.is_empty(), all.len()), "{cast:?}");
}

/// Compares every query that takes a place.
pub(crate) fn assert_same_distances<S: Scalar, const D: usize>(
    structure: &Erased<S, D>,
    oracle: &Erased<S, D>,
    place: &dyn AnyPlace<S, D>,
    Question { k, length, .. }: &Question<S, D>,
) {
    let mut all = Vec::new();
    oracle.for_each_hit(place, S::Real::INFINITY, |hit| all.push(hit));
    all.sort();
    let shapes = refined(&all);
    let first = |hits: &[Hit<S::Real>]| hits[..hits.len().min(*k)].to_vec();
    assert_eq!(structure.nearest(place), all.first().copied(), "{place:?}");
    assert_eq!(
        structure.nearest_with(place, refine),
        shapes.first().copied(),
        "{place:?}"
    );
    assert_eq!(structure.k_nearest(place, *k), first(&all), "{place:?}");
    assert_eq!(
        structure.k_nearest_with(place, *k, refine),
        first(&shapes),
        "{place:?}"
    );
    assert_eq!(
        structure.k_nearest_ties(place, *k),
        with_ties(&all, *k),
        "{place:?}"
    );
    assert_eq!(
        structure.k_nearest_ties_with(place, *k, refine),
        with_ties(&shapes, *k),
        "{place:?}"
    );
    assert!(
        structure.hit_iter(place).eq(all.iter().copied()),
        "{place:?}"
    );
    assert_same_within(structure, place, *length, [&all, &shapes]);
    // A distance that was reported finds its box again.
    if let Some(hit) = all.get(*k) {
        let distance = hit.distance();
        assert!(is_within(hit.reach, distance));
        assert_same_within(structure, place, distance, [&all, &shapes]);
    }
}

/// Compares every query that takes a place and a distance.
fn assert_same_within<S: Scalar, const D: usize>(
    structure: &Erased<S, D>,
    place: &dyn AnyPlace<S, D>,
    distance: S::Real,
    [all, shapes]: [&[Hit<S::Real>]; 2],
) {
    let within = |hits: &[Hit<S::Real>]| -> Vec<_> {
        let is_within = |hit: &&Hit<S::Real>| is_within(hit.reach, distance);
        hits.iter().filter(is_within).copied().collect()
    };
    let shapes = within(shapes);
    let refined = structure.within_distance_with(place, distance, refine);
    assert_eq!(refined, shapes, "{place:?}");
    let within = within(all);
    let found = structure.within_distance(place, distance);
    assert_eq!(found, within, "{place:?}");
    let nearest = structure.nearest_within(place, distance);
    assert_eq!(nearest, within.first().copied(), "{place:?}");
    let summary = (
        structure.any_within_distance(place, distance),
        structure.count_within_distance(place, distance),
    );
    assert_eq!(summary, (!within.is_empty(), within.len()), "{place:?}");
}

/// A narrow phase that misses odd ids and hits the others at twice the reach.
fn refine<R: Real>(hit: Hit<R>) -> Option<R> {
    hit.id.0.is_multiple_of(2).then(|| hit.reach + hit.reach)
}

/// The hits of the shapes in the boxes, by `(reach, id)`.
fn refined<R: Real>(all: &[Hit<R>]) -> Vec<Hit<R>> {
    let refined = |&hit: &Hit<R>| {
        let reach = refine(hit)?;
        Some(Hit::new(reach, hit.id))
    };
    let mut shapes: Vec<_> = all.iter().filter_map(refined).collect();
    shapes.sort();
    shapes
}

/// The hits at the first `k` different reaches.
fn with_ties<R: Real>(hits: &[Hit<R>], k: usize) -> Vec<Hit<R>> {
    let mut different: Vec<_> = hits.iter().map(|hit| hit.reach).collect();
    different.dedup();
    different.truncate(k);
    let is_among_first = |hit: &&Hit<R>| different.contains(&hit.reach);
    hits.iter().filter(is_among_first).copied().collect()
}

/// The ids of the boxes inside another box, and of the others.
fn inside_and_beyond<S: Scalar, const D: usize>(
    oracle: &Erased<S, D>,
    aabb: &Aabb<S, D>,
) -> (Vec<Id>, Vec<Id>) {
    oracle
        .iter()
        .map(|(id, _)| id)
        .partition(|&id| oracle.get(id).is_some_and(|inner| aabb.contains(&inner)))
}

fn pairs_of<S: Scalar, const D: usize>(oracle: &Erased<S, D>, ids: &[Id]) -> Vec<[Id; 2]> {
    oracle
        .pairs()
        .into_iter()
        .filter(|[a, b]| ids.contains(a) || ids.contains(b))
        .collect()
}

pub(crate) fn assert_same_answers<S: Scalar, const D: usize>(
    structure: &Erased<S, D>,
    oracle: &Erased<S, D>,
    question: &Question<S, D>,
) {
    question.for_each_region(&|region| assert_same_overlaps(structure, oracle, region));
    question.for_each_cast(&|cast| assert_same_casts(structure, oracle, cast));
    question.for_each_place(&|place| assert_same_distances(structure, oracle, place, question));
    let Question { aabb, ids, .. } = question;
    assert_eq!(
        (structure.contained(aabb), structure.not_contained(aabb)),
        inside_and_beyond(oracle, aabb)
    );
    let (pairs, some) = (oracle.pairs(), pairs_of(oracle, ids));
    let with_itself = oracle.cross_pairs(oracle);
    let counts = [&pairs, &some, &with_itself].map(|pairs| (pairs.len() as u64, !pairs.is_empty()));
    assert_eq!(structure.pairs(), pairs);
    assert_eq!(structure.pairs_of(ids), some);
    assert_eq!(structure.cross_pairs(structure), with_itself);
    assert_eq!(structure.cross_pairs(oracle), oracle.cross_pairs(structure));
    let summaries = [
        (structure.count_pairs(), structure.any_pair()),
        (structure.count_pairs_of(ids), structure.any_pair_of(ids)),
        (
            structure.count_cross_pairs(oracle),
            structure.any_cross_pair(oracle),
        ),
    ];
    assert_eq!(summaries, counts);
}
