//! Loads memory before items are moved to it in any order.

use crate::simd::prefetch;

/// Bytes of a cache line. Where lines are longer, some are loaded twice, which costs one
/// instruction.
const CACHE_LINE: usize = 64;

/// Loads memory to which items will be moved in any order. It should fit into the second cache.
///
/// The processor predicts stores in order. Stores in any order wait for each line that is not
/// loaded: dealing out 4,096 boxes takes 10 microseconds instead of 3.7 where the caches are cold
/// (Zen 5).
pub(super) fn prefetch_target<T>(target: &[T]) {
    for line in target.chunks(CACHE_LINE.div_ceil(size_of::<T>().max(1))) {
        prefetch(&line[0]);
    }
}
