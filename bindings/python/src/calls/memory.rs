//! Checks of memory: what does not fit ends the call with a `MemoryError`.

use std::hint::black_box;

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_vec;

use crate::calls::call::Watch;

/// The most bytes that a box needs while pairs are found or a tree is built: a finder holds the box
/// twice, at 48 bytes at most, and 20 bytes.
pub(crate) const WORK: usize = 116;
/// The most bytes that a box needs in a tree or a broad phase: three times the box and 60 bytes,
/// and 241 in a tree.
pub(crate) const STORE: usize = 445;
/// The most bytes that a body needs while forces are summed: 183 bytes in 3D, and twice that while
/// a list grows.
pub(crate) const BODY: usize = 366;
/// Less memory than this is not reserved in advance, since there is always some.
const LITTLE: usize = 1 << 20;

/// Whether this number of bytes is available. They are freed at once without being touched.
pub(crate) fn is_there(bytes: usize) -> bool {
    let mut memory = Vec::<u8>::new();
    let is_there = memory.try_reserve_exact(bytes).is_ok();
    // Otherwise the compiler would remove the unused allocation.
    black_box(&memory);
    is_there
}

/// Ends the call if there is no memory for work on this number of boxes, with `each` bytes for a
/// box. The library's own allocations cannot fail gracefully.
pub(crate) fn expect(boxes: usize, each: usize, watch: &Watch<'_>) {
    let bytes = boxes.saturating_mul(each);
    if bytes > LITTLE && !is_there(bytes) {
        watch.run_short(format!(
            "not enough memory for {boxes} rows: about {bytes} bytes are needed"
        ));
    }
}

/// Zeros for an answer with this number of rows.
pub(crate) fn zeroed<T: Zeroable>(len: usize, rows: usize, watch: &Watch<'_>) -> Vec<T> {
    try_zeroed_vec(len).unwrap_or_else(|()| refuse(rows as u64, "", watch))
}

/// An empty vector for this number of items, of an answer with this number of rows.
pub(crate) fn with_room<T>(len: usize, rows: usize, watch: &Watch<'_>) -> Vec<T> {
    let mut items = Vec::new();
    if items.try_reserve_exact(len).is_err() {
        refuse(rows as u64, "", watch);
    }
    items
}

/// The items of an answer with this number of rows.
pub(crate) fn collect<T>(
    items: impl IntoIterator<Item = T>,
    rows: usize,
    watch: &Watch<'_>,
) -> Vec<T> {
    let mut all = with_room(rows, rows, watch);
    all.extend(items);
    all
}

/// Appends an item to an answer that has at least as many rows as items.
pub(crate) fn push<T>(items: &mut Vec<T>, item: T, watch: &Watch<'_>) {
    if items.len() == items.capacity() && items.try_reserve(1).is_err() {
        refuse(items.len() as u64 + 1, "at least ", watch);
    }
    items.push(item);
}

/// Ends the call: the answer has at least this number of rows.
pub(crate) fn refuse_more(rows: u64, watch: &Watch<'_>) -> ! {
    refuse(rows, "at least ", watch)
}

#[cold]
fn refuse(rows: u64, at_least: &str, watch: &Watch<'_>) -> ! {
    watch.run_short(format!(
        "the answer does not fit into memory: it has {at_least}{rows} rows; ask for fewer at a time"
    ))
}
