//! Appending without a branch on whether the item is kept.
//!
//! Searches keep what overlaps, which no processor predicts: a wrong guess costs 15 to 20 cycles,
//! more than a comparison of boxes. So an item is stored in any case, and counted if it is kept; the
//! next item overwrites one that was not counted.

use alloc::vec::Vec;

/// Stores an item behind the first `len` of some slots, and counts it if `keep`.
///
/// Nothing is stored behind the last slot, where an item that is not kept may lie: that check is
/// predictable. At most as many items may be kept as there are slots.
#[inline(always)]
pub(crate) fn store_if<T>(slots: &mut [T], len: &mut usize, item: T, keep: bool) {
    if let Some(slot) = slots.get_mut(*len) {
        *slot = item;
    }
    *len += usize::from(keep);
}

/// Appends an item to a list if `keep`.
#[inline(always)]
pub(crate) fn push_if<T>(list: &mut Vec<T>, item: T, keep: bool) {
    list.push(item);
    list.truncate(list.len() - usize::from(!keep));
}

#[cfg(test)]
#[path = "tests/push_if.rs"]
mod tests;
