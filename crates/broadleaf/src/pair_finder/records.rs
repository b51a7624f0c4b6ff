//! The records of all boxes: made, sorted and handed on.

use alloc::vec::Vec;

use super::gather::Target;
use super::grid::Grid;
use super::level::MAX_LEVELS;
use super::locate::Locate;
use super::record::{Record, key_of};
use super::starts::FindStarts;
use crate::executor::{Cost, Executor};
use crate::geometry::{BoxSource, Scalar};
use crate::simd::{Key, Path};
use crate::sort::{BUCKETS, Buckets, Dealer, Density, PIECE, Starts, radix_sort};
use crate::store::ScratchPool;

/// What it costs to make the record of a box, and to sort it.
const COST: Cost = Cost::nanoseconds(2);

/// The records of boxes. Keeps its memory.
#[derive(Debug, Default)]
pub(super) struct Records {
    records: Vec<Record>,
    /// If the records are in the order of buckets, piece by piece.
    dealer: Option<Dealer>,
    starts: Vec<Starts>,
    /// Memory that threads borrow for a bucket.
    buckets: ScratchPool<Vec<Record>>,
    scratch: Vec<Record>,
}

/// A clone is empty: the contents have no meaning between two sorts.
impl Clone for Records {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Records {
    /// First step: makes the record of every box. Returns the length of the longest box of each
    /// level.
    pub(super) fn locate<E: Executor, S: Scalar, const D: usize>(
        &mut self,
        executor: E,
        path: Path,
        grid: &Grid<S, D>,
        boxes: &(impl BoxSource<S, D> + ?Sized),
    ) -> [u32; MAX_LEVELS] {
        let len = boxes.len();
        let is_shared = executor.shares(len, COST);
        self.dealer = is_shared.then(|| Dealer::new(len, grid.key_bits()));
        let pieces = self.dealer.map_or(0, |_| len.div_ceil(PIECE));
        self.records.resize(len, 0);
        self.starts.resize_with(pieces, Starts::default);
        executor.run(Locate {
            path,
            grid,
            boxes,
            dealer: self.dealer,
            records: &mut self.records,
            starts: &mut self.starts,
            first: 0,
        })
    }

    /// Second step: sorts the records, finds the first box of each pencil, and calls `gather` with
    /// the records of each bucket and the part of the target for their boxes, while they are in the
    /// nearest cache.
    pub(super) fn sort<'a, E: Executor, K: Key, const D: usize>(
        &mut self,
        executor: E,
        mut target: Target<'a, K, D>,
        mut starts: FindStarts<'a>,
        gather: impl Fn(&[Record], Target<'a, K, D>) + Sync,
    ) {
        let Some(dealer) = self.dealer else {
            if !self.records.is_sorted() {
                let key = |&record: &Record| key_of(record).into();
                radix_sort(&mut self.records, &mut self.scratch, key);
            }
            starts.run(&self.records);
            return gather(&self.records, target);
        };
        let pieces = self.records.chunks(PIECE).zip(&self.starts);
        let buckets = Buckets::new(dealer, pieces);
        let mut targets: Vec<_> = (0..BUCKETS)
            .map(|bucket| {
                let len = buckets.len(bucket);
                let starts = starts.take_first(len, dealer.end(bucket));
                (target.take_first(len), starts, len)
            })
            .collect();
        executor.for_each_mut(&mut targets, |bucket, (target, starts, len)| {
            self.buckets.lend(Vec::new, |memory| {
                memory.resize(memory.len().max(2 * *len), 0);
                let (records, scratch) = memory[..2 * *len].split_at_mut(*len);
                let key = |&record: &Record| key_of(record).into();
                buckets.sort(bucket, records, scratch, Density::Dense, key);
                starts.take_first(*len, u64::MAX).run(records);
                gather(records, target.take_first(*len));
            });
        });
    }

    pub(super) fn bytes(&self) -> usize {
        (self.records.capacity() + self.scratch.capacity()) * size_of::<Record>()
            + self.starts.capacity() * size_of::<Starts>()
            + self
                .buckets
                .bytes(|memory| memory.capacity() * size_of::<Record>())
    }
}
