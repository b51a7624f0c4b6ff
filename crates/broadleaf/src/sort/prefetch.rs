//! Loading memory before items are moved to it in any order.

use crate::simd::prefetch;

/// The bytes of a line of a cache. Where lines are longer, some are loaded twice, which costs one
/// instruction.
const CACHE_LINE: usize = 64;

/// Loads memory to which items will be moved in any order. It should fit into the second cache.
///
/// Stores in order are seen coming by the processor. Stores in any order wait for each line that
/// was not loaded: to deal out 4,096 boxes took 10 microseconds in place of 3.7 where the caches
/// were cold (Zen 5).
pub(super) fn prefetch_target<T>(target: &[T]) {
    for line in target.chunks(CACHE_LINE.div_ceil(size_of::<T>().max(1))) {
        prefetch(&line[0]);
    }
}
