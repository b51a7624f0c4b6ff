//! Second step of a sort that threads share: each bucket is put together and sorted.

use alloc::vec::Vec;
use core::iter;
use core::mem;
use core::ops::Range;

use super::deal::{BUCKETS, Dealer, Starts};
use super::prefix_sum::PrefixSum;
use super::radix::{DIGIT_BITS, DIGITS, prefetch_target};
use crate::work;

/// The number of shares of work, if keys are spread evenly.
const SHARES: usize = 32;

/// Items in pieces, of which each is in the order of buckets.
#[derive(Clone, Debug)]
pub(crate) struct Buckets<P> {
    pub(crate) dealer: Dealer,
    /// The number of items.
    pub(crate) len: usize,
    pub(crate) pieces: P,
}

/// Some buckets, which are sorted one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Share {
    pub(crate) buckets: Range<usize>,
    /// The number of items.
    pub(crate) len: usize,
}

/// Memory for sorting one bucket after the other.
#[derive(Clone, Debug)]
pub(crate) struct BucketMemory<T>([Vec<T>; 2]);

impl<T> Default for BucketMemory<T> {
    fn default() -> Self {
        Self([Vec::new(), Vec::new()])
    }
}

impl<T: Copy> BucketMemory<T> {
    /// Two lists of a length. `filler` is any item.
    fn lists(&mut self, len: usize, filler: T) -> [&mut [T]; 2] {
        self.0.each_mut().map(|list| {
            if list.len() < len {
                list.resize(len, filler);
            }
            &mut list[..len]
        })
    }

    pub(crate) fn bytes(&self) -> usize {
        self.0.iter().map(Vec::capacity).sum::<usize>() * size_of::<T>()
    }
}

impl<'a, T: Copy + 'a, P: Iterator<Item = (&'a [T], &'a Starts)> + Clone> Buckets<P> {
    /// All buckets as one share.
    pub(crate) fn all(&self) -> Share {
        Share {
            buckets: 0..BUCKETS,
            len: self.len,
        }
    }

    /// All buckets in shares of about equal length.
    pub(crate) fn shares(&self) -> Vec<Share> {
        let mut ends = [0; BUCKETS + 1];
        for (_, starts) in self.pieces.clone() {
            for (end, &start) in ends.iter_mut().zip(&starts.0) {
                *end += usize::from(start);
            }
        }
        let most = self.len.div_ceil(SHARES);
        let (mut shares, mut first) = (Vec::with_capacity(SHARES), 0);
        for end in 1..=BUCKETS {
            let len = ends[end] - ends[first];
            if len >= most || end == BUCKETS {
                shares.push(Share {
                    buckets: first..end,
                    len,
                });
                first = end;
            }
        }
        shares
    }

    /// The items of a bucket, piece by piece.
    fn parts(&self, bucket: usize) -> impl Iterator<Item = &'a [T]> + Clone {
        self.pieces.clone().map(move |(piece, Starts(starts))| {
            &piece[starts[bucket].into()..starts[bucket + 1].into()]
        })
    }

    /// The items of a bucket, sorted by their keys; equal keys keep their order.
    pub(crate) fn sort<'m>(
        &self,
        bucket: usize,
        memory: &'m mut BucketMemory<T>,
        key: impl Fn(&T) -> u32,
    ) -> &'m [T] {
        if bucket + 1 < BUCKETS {
            // While this bucket is sorted.
            self.parts(bucket + 1).for_each(prefetch_target);
        }
        let parts = self.parts(bucket);
        let len = parts.clone().map(<[T]>::len).sum();
        let Some(&filler) = parts.clone().flatten().next() else {
            return &[];
        };
        let [mut to, mut from] = memory.lists(len, filler);
        let digits = Digits::new(self.dealer.bits(bucket), len);
        digits.move_in_order(parts, to, 0, &key);
        for pass in 1..digits.passes {
            mem::swap(&mut from, &mut to);
            digits.move_in_order(iter::once(&*from), to, pass, &key);
        }
        to
    }
}

/// Bits of keys, cut into digits of equal width: the tables are as small as possible.
struct Digits {
    passes: u32,
    width: u32,
}

impl Digits {
    /// The digits of `bits` bits for the sort of `len` items.
    fn new(bits: u32, len: usize) -> Self {
        let most = (len.ilog2() + 1).min(DIGIT_BITS);
        let passes = bits.div_ceil(most).max(1);
        Self {
            passes,
            width: bits.div_ceil(passes),
        }
    }

    /// Copies the items of `parts` to `to` in the order of the digit of one pass, stably.
    fn move_in_order<'a, T: Copy + 'a>(
        &self,
        parts: impl Iterator<Item = &'a [T]> + Clone,
        to: &mut [T],
        pass: u32,
        key: impl Fn(&T) -> u32,
    ) {
        work::count(to.len());
        let (shift, values) = (pass * self.width, 1 << self.width);
        let digit = |item: &T| (key(item) >> shift) as usize & (values - 1) & (DIGITS - 1);
        let mut next = [0_u32; DIGITS];
        for part in parts.clone() {
            for item in part {
                next[digit(item)] += 1;
            }
        }
        let mut sum = PrefixSum::default();
        for count in &mut next[..values] {
            sum.replace(count);
        }
        for part in parts {
            for item in part {
                let slot = &mut next[digit(item)];
                to[*slot as usize] = *item;
                *slot += 1;
            }
        }
    }
}
