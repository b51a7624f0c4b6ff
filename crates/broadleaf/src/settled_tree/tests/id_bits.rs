//! Tests of `id_bits.rs`.

use crate::settled_tree::id_bits::IdBits;
use crate::store::Id;

#[test]
fn shrinks_from_near_and_far_ids() {
    let ids = [0, 1, 63, 64, 1_023, 1_024, 70_000, u32::MAX - 1, u32::MAX].map(Id);
    let mut bits = IdBits::of(ids.iter().copied());
    assert!(bits.iter().eq(ids));
    assert!(bits.bytes() < 1_000);
    for (removed, &id) in ids.iter().enumerate() {
        assert_eq!((bits.contains(id), bits.len()), (true, 9 - removed));
        assert!(bits.remove(id) && !bits.remove(id) && !bits.contains(id));
    }
    assert!(!bits.remove(Id(2)) && !bits.contains(Id(5_000)));
    assert_eq!((bits.iter().count(), bits.len()), (0, 0));
}
