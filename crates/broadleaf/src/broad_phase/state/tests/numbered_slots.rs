//! Tests of `numbered_slots.rs`.

use super::*;

#[test]
fn numbers_are_found_by_slot() {
    let numbers = [(7, 1), (2, 9), (u32::MAX, 0)].map(|(slot, number)| (Id(slot), Id(number)));
    let mut slots = NumberedSlots::default();
    slots.replace(numbers.into_iter());
    assert!(slots.iter().is_sorted() && slots.iter().count() == 3);
    for (slot, number) in numbers {
        assert_eq!(slots.get(slot), Some(number));
    }
    assert_eq!(slots.get(Id(3)), None);
    slots.clear();
    assert_eq!(slots.get(Id(7)), None);
}
