//! What is sorted: keys with indices.

/// The key of a box in the upper half, its index in the lower half.
pub(super) type Record = u64;

pub(super) fn record(key: u32, index: u32) -> Record {
    u64::from(key) << 32 | u64::from(index)
}

pub(super) fn key_of(record: Record) -> u32 {
    (record >> 32) as u32
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half")]
pub(super) fn index_of(record: Record) -> u32 {
    record as u32
}
