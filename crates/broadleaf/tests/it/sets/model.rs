//! Pairs, components and closest pairs, by comparing every two boxes.

use broadleaf::geometry::Probe;
use broadleaf::index::ClosestPair;
use broadleaf::{Aabb, Id};

use super::Boxes;
use crate::inputs::{TestScalar, is_within};

/// The condition for two boxes to be a pair.
#[derive(Clone, Copy, Debug)]
pub(super) enum Relation<R> {
    Overlap,
    Interiors,
    Within(R),
}

fn are_related<S: TestScalar, const D: usize>(
    relation: Relation<S::Real>,
    a: &Aabb<S, D>,
    b: &Aabb<S, D>,
) -> bool {
    match relation {
        Relation::Overlap => a.overlaps(b),
        Relation::Interiors => {
            (0..D).all(|axis| a.min()[axis] < b.max()[axis] && b.min()[axis] < a.max()[axis])
        }
        Relation::Within(distance) => {
            assert_eq!(a.reach(b), b.reach(a), "distances are symmetric");
            is_within(a.reach(b).unwrap(), distance)
        }
    }
}

pub(super) fn model_pairs<S: TestScalar, const D: usize>(
    relation: Relation<S::Real>,
    boxes: &Boxes<S, D>,
) -> Vec<[Id; 2]> {
    let mut pairs = model_pairs_with(relation, boxes, boxes);
    pairs.retain(|[a, b]| a < b);
    pairs
}

pub(super) fn model_pairs_with<S: TestScalar, const D: usize>(
    relation: Relation<S::Real>,
    ours: &Boxes<S, D>,
    theirs: &Boxes<S, D>,
) -> Vec<[Id; 2]> {
    let mut pairs = Vec::new();
    for (a, aabb) in ours {
        for (b, other) in theirs {
            if are_related(relation, aabb, other) {
                pairs.push([*a, *b]);
            }
        }
    }
    pairs
}

/// The components of a graph, by repeated relabeling with the smallest label of a neighbor.
pub(super) fn model_components(ids: &[Id], edges: &[[Id; 2]]) -> Vec<Vec<Id>> {
    let mut labels: Vec<Id> = ids.to_vec();
    let at = |id: Id| ids.binary_search(&id).unwrap();
    while let Some(&[a, b]) = edges.iter().find(|[a, b]| labels[at(*a)] != labels[at(*b)]) {
        let (low, high) = (at(a).min(at(b)), at(a).max(at(b)));
        let (low, high) = (labels[low].min(labels[high]), labels[low].max(labels[high]));
        for label in &mut labels {
            if *label == high {
                *label = low;
            }
        }
    }
    ids.iter()
        .filter(|&&root| labels[at(root)] == root)
        .map(|&root| {
            ids.iter()
                .copied()
                .filter(|&id| labels[at(id)] == root)
                .collect()
        })
        .collect()
}

/// The least of some pairs of boxes by squared distance and ids.
pub(super) fn model_closest<S: TestScalar, const D: usize>(
    pairs: &[[Id; 2]],
    ours: &Boxes<S, D>,
    theirs: &Boxes<S, D>,
) -> Option<ClosestPair<S::Real>> {
    let find = |boxes: &Boxes<S, D>, id| boxes.iter().find(|item| item.0 == id).unwrap().1;
    let measured = pairs.iter().map(|&ids| {
        ClosestPair::new(
            find(ours, ids[0]).reach(&find(theirs, ids[1])).unwrap(),
            ids,
        )
    });
    measured.min()
}

/// [`model_closest`] with exact distances for some of the pairs, within a maximum distance.
pub(super) fn model_closest_with<S: TestScalar, const D: usize>(
    pairs: &[[Id; 2]],
    [ours, theirs]: [&Boxes<S, D>; 2],
    distance: S::Real,
    refine: impl Fn(ClosestPair<S::Real>) -> Option<S::Real>,
) -> Option<ClosestPair<S::Real>> {
    let refined = pairs.iter().filter_map(|pair| {
        let closest = model_closest(&[*pair], ours, theirs)?;
        let reach = refine(closest).filter(|&reach| is_within(reach, distance))?;
        Some(ClosestPair::new(reach, closest.ids))
    });
    refined.min()
}
