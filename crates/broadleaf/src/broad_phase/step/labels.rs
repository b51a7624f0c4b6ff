//! The filters of boxes, for a sweep.

use alloc::vec::Vec;

use crate::broad_phase::state::filters::SlotFilters;
use crate::filter::Filter;
use crate::geometry::Scalar;
use crate::pair_finder::PairQuery;
use crate::store::Id;

/// Filters by box, in the form of a [`PairQuery`]. Empty if all proxies have the default filter.
#[derive(Clone, Debug, Default)]
pub(crate) struct SlotLabels(Vec<Filter>);

impl SlotLabels {
    /// Replaces the contents by the filters of the boxes in `slots`.
    pub(crate) fn replace(&mut self, filters: &SlotFilters, slots: impl Iterator<Item = u32>) {
        self.0.clear();
        if !filters.is_empty() {
            self.0.extend(slots.map(|slot| filters.get(Id(slot))));
        }
    }

    /// Adds the filters to a query of the boxes.
    pub(crate) fn filter<'a, B: ?Sized, S: Scalar, const D: usize>(
        &'a self,
        query: PairQuery<'a, B, B, S, D>,
    ) -> PairQuery<'a, B, B, S, D> {
        match self.0.is_empty() {
            true => query,
            false => query.known_filters(&self.0),
        }
    }
}

#[cfg(test)]
#[path = "tests/labels.rs"]
mod tests;
