//! What filters the boxes of one list or of two.

use library::geometry::Scalar;
use library::pair_finder::PairQuery;
use library::{Aabb, Filter};

use super::options::{BroadleafLabels, BroadleafPairOptions};
use crate::caller::Caller;
use crate::failure::Failure;
use crate::status::Status;

/// The library's query about pairs of boxes of a caller.
pub(crate) type Query<'a, S, const D: usize> = PairQuery<'a, [Aabb<S, D>], [Aabb<S, D>], S, D>;

/// The labels of a call in the form of the library.
pub(crate) enum Labels<'a> {
    None,
    Filters([Vec<Filter>; 2]),
    Scenes([&'a [u32]; 2]),
}

impl<'a> Labels<'a> {
    /// Reads the labels of lists with these numbers of boxes; 0 for no second list.
    pub(crate) fn read(
        caller: &'a Caller,
        options: &BroadleafPairOptions,
        counts: [usize; 2],
    ) -> Result<Self, Failure> {
        let both = [options.first, options.second];
        let has_filters = both.iter().any(|labels| !labels.filters.is_null());
        let has_scenes = both.iter().any(|labels| !labels.scenes.is_null());
        match (has_filters, has_scenes) {
            (false, false) => Ok(Self::None),
            (true, false) => Ok(Self::Filters([
                filters(caller, both[0], counts[0])?,
                filters(caller, both[1], counts[1])?,
            ])),
            (false, true) => Ok(Self::Scenes([
                caller.list(both[0].scenes, counts[0], "scenes of the first list")?,
                caller.list(both[1].scenes, counts[1], "scenes of the second list")?,
            ])),
            (true, true) => Err(Failure::new(
                Status::Option,
                "labels: filters and scenes in one call",
            )),
        }
    }

    /// The request for the pairs that the labels leave.
    pub(crate) fn apply<S: Scalar, const D: usize>(
        &'a self,
        query: Query<'a, S, D>,
    ) -> Result<Query<'a, S, D>, Failure> {
        let applied = match self {
            Self::None => return Ok(query),
            Self::Filters(filters) => query.filters(filters.each_ref()),
            Self::Scenes(scenes) => query.within_groups(*scenes),
        };
        applied.map_err(|error| Failure::new(Status::Internal, error))
    }
}

fn filters(caller: &Caller, labels: BroadleafLabels, count: usize) -> Result<Vec<Filter>, Failure> {
    Ok(match caller.optional(labels.filters, count, "filters")? {
        Some(filters) => filters.iter().map(|filter| filter.to_filter()).collect(),
        None => vec![Filter::new(u32::MAX, u32::MAX); count],
    })
}
