//! The boxes near to boxes.

use library::geometry::{BoxSource, Real, distance_of};

use super::answers::{Asked, Index, answer_all};
use super::masked::Masked;
use super::options::{BroadleafHit, BroadleafQueryOptions};
use crate::boxes::Boxes;
use crate::buffers::Lists;
use crate::failure::Failure;
use crate::number::Number;

/// Writes the boxes nearest to each place.
pub(crate) fn nearest<S: Number, const D: usize>(
    asked: &Asked<'_, impl Index<S, D>>,
    places: &Boxes<'_, S, D>,
    options: &BroadleafQueryOptions,
    lists: &mut Lists<'_, BroadleafHit>,
) -> Result<(), Failure> {
    let limit: S::Real = options.max_distance()?;
    // All is as many as there are.
    let wanted = match options.limit {
        0 => usize::MAX,
        limit => limit,
    };
    let mask = options.mask;
    let answer = |query: usize, hits: &mut Vec<BroadleafHit>| {
        let place = Masked {
            of: places.get(query),
            mask,
        };
        let near = if wanted < asked.index.len() {
            asked.index.k_nearest_within(&place, wanted, limit)
        } else {
            asked.index.within_distance(&place, limit)
        };
        hits.extend(near.into_iter().map(|hit| BroadleafHit {
            reach: distance_of::<S::Real>(hit.reach).to_f64(),
            id: asked.id(hit.id),
        }));
    };
    answer_all(places.count(), options.threads, lists, &answer)
}
