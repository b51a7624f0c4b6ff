//! The numbers of this room. `cargo xtask tuning` checks these comments.

use crate::executor::Cost;

/// What it costs to find the bucket of a key, and to move its item there.
pub(super) const COST_OF_A_KEY: Cost = Cost::nanoseconds(2);

/// The bits of a digit.
///
/// Smaller: more passes over all items. Larger: the counts of three digits, 12 bytes for each
/// value, leave the nearest cache, and stores go to more pages than the processor has translations
/// for.
///
/// Exact: the counts of three digits of 11 bits are 24 KiB, three quarters of the nearest cache of
/// 32 KiB.
pub(super) const DIGIT_BITS: u32 = 11;

/// The most digits that are counted together.
///
/// Smaller: keys on a curve, which have three digits, are read once more to count the last one:
/// with 2, the sort of 10,000 takes 1.3 times as long. Larger: the counts leave the nearest cache.
///
/// Exact: three digits of 11 bits are 33 bits, and keys on a curve have 32.
pub(super) const COUNTED: usize = 3;

/// The most bits that choose a bucket.
///
/// Smaller: the buckets of a long list leave the nearest caches while they are sorted. Larger: the
/// stores of a piece go to more places, and each bucket is put together from shorter parts.
///
/// Plateau: 5 to 7 (pairs of a step of 100,000 boxes, two threads; 6 takes 1.00 to 1.02, 7 takes
/// 1.02 to 1.06 of the time of 5; Zen 5, 2026-11; 7 is for lists of a million).
pub(super) const BUCKET_BITS: u32 = 7;

/// The items of a bucket, if keys are spread evenly.
///
/// Smaller: the tables of digits are cleared for few items. Larger: a bucket is not in the nearest
/// cache while it is sorted.
///
/// Plateau: from 1,024 on (boxes of a `PairFinder`, two threads; half as many take 1.03 to 1.1 of
/// the time of the sort; Zen 5, 2026-11); 1,024 items of 8 bytes and their copy are half of a cache
/// of 32 KiB.
pub(super) const PER_BUCKET: usize = 1_024;

/// Lists of this length and longer are dealt out to buckets by one thread, too.
///
/// Smaller: lists that fit into the second cache are moved once more than necessary. Larger: the
/// stores of a pass wait for memory.
///
/// Plateau: from 2<sup>19</sup> on; with 2<sup>16</sup>, the sorted pairs of 100,000 boxes, 400,000
/// of 8 bytes, take 1.2 times as long (uniform 3D, one thread; Xeon, 2 shared processors,
/// 2026-11-28). More was not measured.
pub(super) const MIN_SPLIT: usize = 1 << 19;

/// Sparse keys are sorted by comparisons if they are fewer.
///
/// Smaller: counts of digits are cleared for a few items. Larger: O(n log n) where O(n) is less.
///
/// Plateau: not measured; chosen as the length at which clearing 24 KiB costs about one nanosecond
/// for each item.
pub(super) const MIN_RADIX_LEN: usize = 512;

/// Of `n` sparse keys, log₂ `n` bits and these more are sorted by digits.
///
/// Smaller: more items agree in all of these bits, and are sorted by comparisons. Larger: another
/// pass.
///
/// Plateau: not measured; chosen so that of evenly spread keys one in sixteen agrees with its
/// neighbour. With all bits sorted by digits, pairs of 10,000 boxes take 1.25 times as long.
pub(super) const SPARE_BITS: u32 = 4;
