//! Puts a piece of a list into the order of buckets.

use super::prefix_sum::PrefixSum;
use super::tuning::{BUCKET_BITS, COST_OF_A_KEY, PER_BUCKET};
use crate::work;

/// One bucket for each value of the bits of a key that choose it.
pub(super) const BUCKETS: usize = 1 << BUCKET_BITS;

/// The most items in a piece. A position in a piece has to fit into 16 bits.
pub(super) const PIECE: usize = COST_OF_A_KEY.piece();
const _: () = assert!(PIECE <= u16::MAX as usize, "a position is a `u16`");

/// Where each bucket of a piece begins, followed by the length of the piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Starts(pub(super) [u16; BUCKETS + 1]);

impl Default for Starts {
    fn default() -> Self {
        Self([0; BUCKETS + 1])
    }
}

/// Chooses buckets by the upper bits of keys.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dealer {
    /// How many lower bits may differ within a bucket.
    pub(super) rest: u32,
}

impl Dealer {
    /// For `len` keys that differ in their lowest `bits` bits at most.
    pub(super) fn new(len: usize, bits: u32) -> Self {
        let upper = (len / PER_BUCKET).max(1).ilog2().min(BUCKET_BITS);
        // Shifting by all 64 bits would overflow.
        let rest = bits.saturating_sub(upper).min(u64::BITS - 1);
        Self { rest }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "7 bits")]
    pub(super) fn bucket(self, key: u64) -> u8 {
        (key >> self.rest) as u8 % BUCKETS as u8
    }
}

/// Writes a piece to `to` in the order of buckets; items of the same bucket keep their order.
/// `buckets` has the bucket of each item, and `item` returns the item at a position of the piece.
/// Returns where the buckets begin.
pub(super) fn deal<T>(buckets: &[u8], to: &mut [T], item: impl Fn(usize) -> T) -> Starts {
    work::count(buckets.len());
    let mut next = [0; BUCKETS];
    for &bucket in buckets {
        next[usize::from(bucket) % BUCKETS] += 1;
    }
    let mut starts = Starts::default();
    let mut sum = PrefixSum::default();
    for (start, next) in starts.0.iter_mut().zip(&mut next) {
        sum.replace(next);
        *start = *next;
    }
    sum.replace(&mut starts.0[BUCKETS]);
    for (place, &bucket) in buckets.iter().enumerate() {
        let slot = &mut next[usize::from(bucket) % BUCKETS];
        to[usize::from(*slot)] = item(place);
        *slot += 1;
    }
    starts
}
