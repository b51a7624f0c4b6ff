//! Second step of a sort that threads share: each bucket is put together and sorted.

use alloc::boxed::Box;
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

/// The number of digits that are counted together.
const COUNTED: u32 = 2;

/// How often each value occurs of the digits that are counted together.
type Counts = [[u32; DIGITS]; COUNTED as usize];

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
pub(crate) struct BucketMemory<T> {
    lists: [Vec<T>; 2],
    counts: Option<Box<Counts>>,
}

impl<T> Default for BucketMemory<T> {
    fn default() -> Self {
        Self {
            lists: [Vec::new(), Vec::new()],
            counts: None,
        }
    }
}

impl<T: Copy> BucketMemory<T> {
    /// Two lists of a length, and counts. `filler` is any item.
    fn get(&mut self, len: usize, filler: T) -> ([&mut [T]; 2], &mut Counts) {
        let lists = self.lists.each_mut().map(|list| {
            if list.len() < len {
                list.resize(len, filler);
            }
            &mut list[..len]
        });
        let new = || Box::new([[0; DIGITS]; COUNTED as usize]);
        (lists, self.counts.get_or_insert_with(new))
    }
}

impl<'a, T: Copy + 'a, P: Iterator<Item = (&'a [T], &'a Starts)> + Clone> Buckets<P> {
    /// All buckets in shares of about equal length.
    pub(crate) fn shares(&self) -> Vec<Share> {
        let mut ends = [0; BUCKETS + 1];
        for (_, starts) in self.pieces.clone() {
            for (end, &start) in ends.iter_mut().zip(&starts.0) {
                *end += usize::from(start);
            }
        }
        // A share ends where the next part of all items ends: any half of the shares has about half
        // of the items.
        let part = |items: usize| items / self.len.div_ceil(SHARES).max(1);
        let (mut shares, mut first) = (Vec::with_capacity(SHARES), 0);
        for end in 1..=BUCKETS {
            if part(ends[first]) < part(ends[end]) || end == BUCKETS {
                shares.push(Share {
                    buckets: first..end,
                    len: ends[end] - ends[first],
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
        let ([mut to, mut from], counts) = memory.get(len, filler);
        let digits = Digits::new(self.dealer.bits(bucket), len);
        digits.count(parts.clone(), 0, counts, &key);
        digits.move_in_order(parts, to, 0, counts, &key);
        for pass in 1..digits.passes {
            mem::swap(&mut from, &mut to);
            let items = iter::once(&*from);
            if pass % COUNTED == 0 {
                digits.count(items.clone(), pass, counts, &key);
            }
            digits.move_in_order(items, to, pass, counts, &key);
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

    /// The digit of a key for a pass: 0 in a pass after the last.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a digit is small")]
    fn digit(&self, key: u32, pass: u32) -> usize {
        let (mask, most) = ((1 << self.width) - 1, DIGITS as u64 - 1);
        (u64::from(key) >> (pass * self.width) & mask & most) as usize
    }

    /// Counts the digits of a pass and of the next.
    fn count<'a, T: 'a>(
        &self,
        parts: impl Iterator<Item = &'a [T]>,
        pass: u32,
        counts: &mut Counts,
        key: impl Fn(&T) -> u32,
    ) {
        let [first, second] = counts;
        for counts in [&mut *first, second] {
            counts[..1 << self.width].fill(0);
        }
        for part in parts {
            for item in part {
                let key = key(item);
                first[self.digit(key, pass)] += 1;
                second[self.digit(key, pass + 1)] += 1;
            }
        }
    }

    /// Copies the items of `parts` to `to` in the order of the digit of one pass, stably.
    fn move_in_order<'a, T: Copy + 'a>(
        &self,
        parts: impl Iterator<Item = &'a [T]>,
        to: &mut [T],
        pass: u32,
        counts: &mut Counts,
        key: impl Fn(&T) -> u32,
    ) {
        work::count(to.len());
        let next = &mut counts[(pass % COUNTED) as usize];
        let mut sum = PrefixSum::default();
        for count in &mut next[..1 << self.width] {
            sum.replace(count);
        }
        for part in parts {
            for item in part {
                let slot = &mut next[self.digit(key(item), pass)];
                to[*slot as usize] = *item;
                *slot += 1;
            }
        }
    }
}
