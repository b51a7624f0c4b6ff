//! Memory that may not be there: what does not fit ends the call with a `MemoryError`.

use std::hint::black_box;

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_vec;

use crate::call::Watch;

/// What a box takes at most while pairs are found or a tree is built: a finder has twice the box,
/// of at most 48 bytes, and 20 bytes.
pub(crate) const WORK: usize = 116;
/// What a box takes at most in a tree or a broad phase: three times the box and 60 bytes, and 241
/// in a tree.
pub(crate) const STORE: usize = 445;
/// What a body takes at most while forces are summed: 183 bytes in 3D, and twice that while a list
/// grows.
pub(crate) const BODY: usize = 366;
/// Less memory than this is not asked for in advance: there is always some left.
const LITTLE: usize = 1 << 20;

/// Whether there is this number of bytes now. They are given back at once, and are not touched.
pub(crate) fn is_there(bytes: usize) -> bool {
    let mut memory = Vec::<u8>::new();
    let is_there = memory.try_reserve_exact(bytes).is_ok();
    // Or else the compiler leaves out memory that nobody uses.
    black_box(&memory);
    is_there
}

/// Ends the call if there is no memory for work on this number of boxes, which cannot be refused:
/// `each` bytes for a box.
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

/// Appends an item of an answer that has at least as many rows as there are items.
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
