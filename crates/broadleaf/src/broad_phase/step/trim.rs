//! Frees memory that a burst left behind.

use alloc::vec::Vec;

/// Frees the unused memory of a list that was much longer before.
pub(crate) fn trim<T>(list: &mut Vec<T>) {
    const SHORT: usize = 1024;
    let used = list.len();
    if list.capacity() > SHORT.max(8 * used) {
        list.shrink_to(SHORT.max(2 * used));
    }
}
