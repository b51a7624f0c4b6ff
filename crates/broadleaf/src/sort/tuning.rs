//! The tuning constants of this room. `cargo xtask tuning` checks these comments.

use crate::executor::Cost;

/// The cost of finding the bucket of a key and moving its item there.
pub(super) const COST_OF_A_KEY: Cost = Cost::nanoseconds(2);

/// Bits of a digit.
///
/// Smaller: more passes over all items. Larger: the counts of three digits, 12 bytes for each
/// value, do not fit into the nearest cache, and stores go to more pages than the processor has
/// translations for.
///
/// Exact: the counts of three digits of 11 bits are 24 KiB, three quarters of a nearest cache of 32
/// KiB.
pub(super) const DIGIT_BITS: u32 = 11;

/// The most digits that are counted in one loop.
///
/// Smaller: keys on a curve, which have three digits, are read once more to count the last one:
/// with 2, sorting 10,000 takes 1.3 times as long. Larger: the counts do not fit into the nearest
/// cache.
///
/// Exact: three digits of 11 bits are 33 bits, and keys on a curve have 32.
pub(super) const COUNTED: usize = 3;

/// The most bits that choose a bucket.
///
/// Smaller: the buckets of a long list do not fit into the nearest caches while they are sorted.
/// Larger: the stores of a piece go to more places, and each bucket is assembled from shorter
/// parts.
///
/// Plateau: 5 to 7 (pairs of a step of 100,000 boxes, two threads; compared with 5, 6 takes 1.00 to
/// 1.02 times as long, 7 takes 1.02 to 1.06 times; Zen 5, 2026-11; 7 is for lists of a million).
pub(super) const BUCKET_BITS: u32 = 7;

/// Items of a bucket, if keys are spread evenly.
///
/// Smaller: the tables of digits are cleared for few items. Larger: a bucket does not fit into the
/// nearest cache while it is sorted.
///
/// Plateau: from 1,024 on (boxes of a `PairFinder`, two threads; with half as many, the sort takes
/// 1.03 to 1.1 times as long; Zen 5, 2026-11); 1,024 items of 8 bytes and their copy are half of a
/// cache of 32 KiB.
pub(super) const PER_BUCKET: usize = 1_024;

/// Lists of at least this length are dealt out to buckets by one thread, too.
///
/// Smaller: lists that fit into the second cache are moved once more than necessary. Larger: the
/// stores of a pass wait for memory.
///
/// Plateau: from 2<sup>19</sup> on; with 2<sup>16</sup>, sorting the pairs of 100,000 boxes,
/// 400,000 of 8 bytes, takes 1.2 times as long (uniform 3D, one thread; Xeon, 2 shared processors,
/// 2026-11-28). Larger values were not measured.
pub(super) const MIN_SPLIT: usize = 1 << 19;

/// Fewer items with sparse keys are sorted by comparisons.
///
/// Smaller: counts of digits are cleared for a few items. Larger: O(n log n) where O(n) is less.
///
/// Plateau: not measured; chosen as the length at which clearing 24 KiB costs about one nanosecond
/// for each item.
pub(super) const MIN_RADIX_LEN: usize = 512;

/// With `n` sparse keys, log₂ `n` bits and this many more are sorted by digits.
///
/// Smaller: more items agree in all of these bits, and are sorted by comparisons. Larger: another
/// pass.
///
/// Plateau: not measured; chosen so that one of sixteen evenly spread keys agrees with its
/// neighbour. With all bits sorted by digits, pairs of 10,000 boxes take 1.25 times as long.
pub(super) const SPARE_BITS: u32 = 4;
