//! Tests of `filters.rs`.

use super::{Filter, SlotFilters};
use crate::store::Id;

#[test]
fn a_slot_has_the_filter_that_was_set_last() {
    let filter = |mask| Filter::new(u32::MAX, mask);
    let mut filters = SlotFilters::default();
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
