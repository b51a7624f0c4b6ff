//! Turns the size of each bucket into its start.

use core::mem;
use core::ops::AddAssign;

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
