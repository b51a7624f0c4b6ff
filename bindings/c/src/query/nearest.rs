//! The boxes near to boxes.

use library::geometry::{BoxSource, Real, distance_of, reach_within};

use super::answers::{Asked, answer_all};
use super::hits;
use super::masked::Masked;
use super::options::{BroadleafHit, BroadleafQueryOptions};
use super::searched::Aim;
use crate::boxes::Boxes;
use crate::buffers::Lists;
use crate::failure::Failure;
use crate::number::Number;

/// Writes the boxes nearest to each place.
pub(crate) fn nearest<S: Number, const D: usize>(
    asked: Asked<'_, S, D>,
    places: &Boxes<'_, S, D>,
    options: &BroadleafQueryOptions,
    lists: &mut Lists<'_, BroadleafHit>,
) -> Result<(), Failure> {
    // The reach of a place is a squared distance.
    let limit = reach_within::<S::Real>(options.max_distance()?).unwrap_or(S::Real::ZERO);
    let (wanted, mask) = (options.wanted(), options.mask);
    let answer = |query: usize, answers: &mut Vec<BroadleafHit>| {
        let of = Aim::Place(places.get(query));
        let mut found = Vec::new();
        hits::first(asked.index, &Masked { of, mask }, limit, wanted, &mut found);
        answers.extend(found.into_iter().map(|hit| BroadleafHit {
            reach: distance_of::<S::Real>(hit.reach).to_f64(),
            id: asked.id(hit.id),
        }));
    };
    answer_all(places.count(), options.threads, lists, &answer)
}
