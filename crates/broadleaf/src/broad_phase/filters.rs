//! The filters of all slots.

use alloc::vec::Vec;

use crate::filter::Filter;
use crate::store::Id;

/// Filters by slot. The slots beyond the last one have the default filter, so that a broad phase
/// without filters has no memory for them.
#[derive(Clone, Debug, Default)]
pub(super) struct Filters(Vec<Filter>);

impl Filters {
    #[inline]
    pub(super) fn get(&self, slot: Id) -> Filter {
        self.0.get(slot.index()).copied().unwrap_or_default()
    }

    /// The filters up to the last slot that has another one than the default filter.
    pub(super) fn as_slice(&self) -> &[Filter] {
        &self.0
    }

    /// Whether all slots have the default filter.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn set(&mut self, slot: Id, filter: Filter) {
        if self.get(slot) == filter {
            return;
        }
        if self.0.len() <= slot.index() {
            self.0.resize(slot.index() + 1, Filter::default());
        }
        self.0[slot.index()] = filter;
    }

    /// Whether the proxies in two slots may form a pair.
    #[inline]
    pub(super) fn allow(&self, a: Id, b: Id) -> bool {
        self.is_empty() || self.get(a).allows(&self.get(b))
    }

    /// Removes the slots from `len` on.
    pub(super) fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }
}

#[cfg(test)]
mod tests {
    use super::{Filter, Filters};
    use crate::store::Id;

    #[test]
    fn a_slot_has_the_filter_that_was_set_last() {
        let filter = |mask| Filter::new(u32::MAX, mask);
        let mut filters = Filters::default();
        filters.set(Id(7), Filter::default());
        assert_eq!(filters.0.capacity(), 0);
        assert!(filters.allow(Id(3), Id(9)));
        filters.set(Id(3), filter(2));
        filters.set(Id(1), filter(0));
        assert!(filters.allow(Id(3), Id(9)) && filters.allow(Id(9), Id(3)));
        assert!(!filters.allow(Id(3), Id(1)) && !filters.allow(Id(1), Id(9)));
        filters.set(Id(1), Filter::default());
        assert!(filters.allow(Id(3), Id(1)));
        filters.truncate(3);
        assert_eq!(filters.get(Id(3)), Filter::default());
    }
}
