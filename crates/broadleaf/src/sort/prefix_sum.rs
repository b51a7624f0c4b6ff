//! From the size of each bucket to where it begins.

use core::mem;
use core::ops::AddAssign;

/// A running sum: turns the sizes of buckets into their starts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PrefixSum<T> {
    total: T,
}

impl<T: Copy + AddAssign> PrefixSum<T> {
    /// Replaces the size of the next bucket by the sum of the sizes before it.
    #[inline]
    pub(crate) fn replace(&mut self, size: &mut T) {
        let start = self.total;
        self.total += mem::replace(size, start);
    }
}
