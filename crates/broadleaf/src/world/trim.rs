//! Memory that a burst has left behind.

use alloc::vec::Vec;

/// Frees the memory of a list that was much longer than it is now.
pub(super) fn trim<T>(list: &mut Vec<T>) {
    const SHORT: usize = 1024;
    if list.capacity() > SHORT.max(8 * list.len()) {
        list.shrink_to(SHORT.max(2 * list.len()));
    }
}
