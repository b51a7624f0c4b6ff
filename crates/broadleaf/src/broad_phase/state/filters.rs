//! The filters of all slots.

use alloc::vec::Vec;

use crate::filter::Filter;
use crate::store::Id;

/// Filters by slot. Slots beyond the last one have the default filter, so that a broad phase
/// without filters needs no memory for them.
#[derive(Clone, Debug, Default)]
pub(crate) struct SlotFilters(Vec<Filter>);

impl SlotFilters {
    #[inline]
    pub(crate) fn get(&self, slot: Id) -> Filter {
        self.0.get(slot.index()).copied().unwrap_or_default()
    }

    /// The filters up to the last slot with a non-default filter.
    pub(crate) fn as_slice(&self) -> &[Filter] {
        &self.0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn set(&mut self, slot: Id, filter: Filter) {
        if self.get(slot) == filter {
            return;
        }
        if self.0.len() <= slot.index() {
            self.0.resize(slot.index() + 1, Filter::default());
        }
        self.0[slot.index()] = filter;
    }

    /// Whether the filters of two slots allow a pair.
    #[inline]
    pub(crate) fn allow(&self, a: Id, b: Id) -> bool {
        self.is_empty() || self.get(a).allows(&self.get(b))
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }
}

#[cfg(test)]
#[path = "tests/filters.rs"]
mod tests;
