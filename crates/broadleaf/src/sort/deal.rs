//! Dealing out: a piece of a list is put into the order of buckets.

use super::prefix_sum::PrefixSum;
use super::tuning::{BUCKET_BITS, COST_OF_A_KEY, PER_BUCKET};
use crate::work;

/// The number of buckets: one for each value of the upper bits of a key.
pub(super) const BUCKETS: usize = 1 << BUCKET_BITS;

/// The greatest number of items in a piece: a place in it fits into 16 bits.
pub(super) const PIECE: usize = COST_OF_A_KEY.piece();
const _: () = assert!(PIECE <= u16::MAX as usize, "a place is a `u16`");

/// Where each bucket begins in a piece, and the length of the piece.
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
    /// The number of lower bits, in which the keys of a bucket may differ.
    pub(super) rest: u32,
}

impl Dealer {
    /// For `len` keys that differ in their lowest `bits` bits at most.
    pub(super) fn new(len: usize, bits: u32) -> Self {
        let upper = (len / PER_BUCKET).max(1).ilog2().min(BUCKET_BITS);
        // Of 64 bits, all cannot be shifted out.
        let rest = bits.saturating_sub(upper).min(u64::BITS - 1);
        Self { rest }
    }

    /// The bucket of a key.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "7 bits")]
    pub(super) fn bucket(self, key: u64) -> u8 {
        (key >> self.rest) as u8 % BUCKETS as u8
    }
}

/// Writes a piece to `to` in the order of buckets; items of the same bucket keep their order.
/// `buckets` has the bucket of each item, which `item` makes of its place in the piece. Returns
/// where the buckets begin.
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
