//! Tests of `free_slots.rs`.

use super::*;

#[test]
fn the_least_slot_comes_first() {
    let mut free = FreeSlots::default();
    assert_eq!(free.least(), None);
    for slot in [70_000, 4096, 63, 64] {
        free.set(slot, true);
        assert_eq!(free.least(), Some(slot));
        free.set(slot, false);
    }
    for slot in [70_000, 64, 4096] {
        free.set(slot, true);
    }
    for slot in [64, 4096, 70_000] {
        assert_eq!(free.least(), Some(slot));
        free.set(slot, false);
    }
    assert_eq!(free.least(), None);
}
