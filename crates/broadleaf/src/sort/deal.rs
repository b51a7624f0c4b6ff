//! First step of a sort that threads share: each piece of a list is put into the order of buckets.

use core::array;

use super::pieces::piece_len;
use super::prefix_sum::PrefixSum;
use crate::work;

/// The greatest number of items in a piece.
pub(crate) const PIECE: usize = 8192;

/// The number of items in a bucket, if keys are spread evenly: its sort stays in the nearest cache.
const PER_BUCKET: usize = 1024;
const MAX_BITS: u32 = 7;
/// The greatest number of buckets.
pub(super) const BUCKETS: usize = 1 << MAX_BITS;

/// The number of parts of a piece that are dealt out at the same time. Neighbours in a part are
/// often of the same bucket, and then wait for each other.
const WAYS: usize = 4;

/// Where each bucket begins in a piece, and the length of the piece.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Starts(pub(super) [u16; BUCKETS + 1]);

impl Default for Starts {
    fn default() -> Self {
        Self([0; BUCKETS + 1])
    }
}

/// Chooses buckets by the leading bits of keys.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dealer {
    /// The number of items in a piece.
    pub(crate) piece: usize,
    /// The number of lower bits, in which the keys of a bucket differ.
    rest: u32,
}

impl Dealer {
    /// For `len` keys, nearly all of at most `bits` bits: the last bucket has all others, too.
    pub(crate) fn new(len: usize, bits: u32) -> Self {
        let leading = (len / PER_BUCKET).max(1).ilog2().min(MAX_BITS);
        // A key can be shifted by one bit less than it has.
        Self {
            piece: piece_len(len, PIECE),
            rest: bits.saturating_sub(leading).min(u32::BITS - 1),
        }
    }

    /// The number of bits in which the keys of a bucket may differ.
    pub(super) fn bits(self, bucket: usize) -> u32 {
        if bucket + 1 < BUCKETS {
            self.rest
        } else {
            u32::BITS
        }
    }

    /// Writes a piece to `to` in the order of buckets; items of the same bucket keep their order.
    /// `keys` are those of its items, which `item` makes of their number in the piece and their
    /// key. Returns where the buckets begin.
    pub(crate) fn deal<T>(
        self,
        keys: &[u32],
        to: &mut [T],
        item: impl Fn(usize, u32) -> T,
    ) -> Starts {
        work::count(keys.len());
        let bucket = |key: u32| ((key >> self.rest) as usize).min(BUCKETS - 1);
        let mut next = [[0; BUCKETS]; WAYS];
        for_each_way(keys, |way, _, key| next[way][bucket(key)] += 1);
        let mut starts = Starts::default();
        let mut sum = PrefixSum::default();
        for (number, start) in starts.0[..BUCKETS].iter_mut().enumerate() {
            for next in &mut next {
                sum.replace(&mut next[number]);
            }
            *start = next[0][number];
        }
        sum.replace(&mut starts.0[BUCKETS]);
        for_each_way(keys, |way, number, key| {
            let slot = &mut next[way][bucket(key)];
            to[usize::from(*slot)] = item(number, key);
            *slot += 1;
        });
        starts
    }
}

/// Visits the keys of several parts of a piece in turn, with the numbers of the part and of the
/// item.
#[inline(always)]
fn for_each_way(keys: &[u32], mut visit: impl FnMut(usize, usize, u32)) {
    let len = keys.len() / WAYS;
    let parts: [&[u32]; WAYS] = array::from_fn(|way| &keys[way * len..][..len]);
    for index in 0..len {
        for (way, part) in parts.iter().enumerate() {
            visit(way, way * len + index, part[index]);
        }
    }
    for (number, &key) in keys.iter().enumerate().skip(WAYS * len) {
        visit(WAYS - 1, number, key);
    }
}
