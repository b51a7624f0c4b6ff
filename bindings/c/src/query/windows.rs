//! The boxes in windows.

use library::geometry::BoxSource;

use super::answers::{Asked, answer_all};
use super::masked::Masked;
use super::options::BroadleafQueryOptions;
use super::window::{Relation, Window};
use crate::boxes::Boxes;
use crate::buffers::Lists;
use crate::failure::Failure;
use crate::number::Number;

/// Writes the ids of the boxes in each window, in order.
pub(crate) fn windows<S: Number, const D: usize, T: Copy + Send>(
    asked: Asked<'_, S, D>,
    windows: &Boxes<'_, S, D>,
    options: &BroadleafQueryOptions,
    lists: &mut Lists<'_, T>,
    to_id: fn(u64) -> T,
) -> Result<(), Failure> {
    let (relation, mask) = (Relation::of(options.flags), options.mask);
    let answer = |query: usize, ids: &mut Vec<T>| {
        let region = region(windows, query, relation, mask);
        let mut found = Vec::new();
        asked.index.within(&region, &mut found);
        ids.extend(found.into_iter().map(|id| to_id(asked.id(id))));
    };
    answer_all(windows.count(), options.threads, lists, &answer)
}

/// A window of the caller as a region.
pub(crate) fn region<S: Number, const D: usize>(
    windows: &Boxes<'_, S, D>,
    row: usize,
    relation: Relation,
    mask: u32,
) -> Masked<Window<S, D>> {
    let aabb = windows.get(row);
    Masked {
        of: Window { aabb, relation },
        mask,
    }
}
