//! The records that are sorted: a key and an index for each box.

/// The key of a box in the upper half, its index in the lower half.
pub(crate) type Record = u64;

pub(crate) fn record(key: u32, index: u32) -> Record {
    u64::from(key) << 32 | u64::from(index)
}

/// The key for sorts. A named function, so that all sorts of records are one instantiation.
pub(crate) fn sort_key(record: &Record) -> u64 {
    key_of(*record).into()
}

pub(crate) fn key_of(record: Record) -> u32 {
    (record >> 32) as u32
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half")]
pub(crate) fn index_of(record: Record) -> u32 {
    record as u32
}
