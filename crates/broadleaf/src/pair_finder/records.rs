//! The records of all boxes: made, sorted and handed on.

use alloc::vec::Vec;

use super::gather::Target;
use super::grid::Grid;
use super::level::MAX_LEVELS;
use super::locate::Locate;
use super::record::{Record, key_of};
use super::starts::FindStarts;
use crate::bucket_sort::sort_alone;
use crate::executor::Executor;
use crate::geometry::{BoxSource, Scalar};
use crate::simd::{Key, Path};
use crate::sort::{BucketMemory, Buckets, Dealer, Share, Starts};
use crate::store::ScratchPool;

/// From this number of records on, one thread sorts them in buckets.
const MIN_IN_BUCKETS: usize = 1 << 19;
/// From this number of records on, threads sort them in buckets.
const MIN_SHARED: usize = 1 << 14;

/// The records of boxes. Keeps its memory.
#[derive(Debug, Default)]
pub(super) struct Records {
    records: Vec<Record>,
    /// If the records are in the order of buckets, piece by piece.
    dealer: Option<Dealer>,
    starts: Vec<Starts>,
    memory: BucketMemory<Record>,
    /// Memory that threads borrow.
    spares: ScratchPool<BucketMemory<Record>>,
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
        let least = if E::IS_PARALLEL {
            MIN_SHARED
        } else {
            MIN_IN_BUCKETS
        };
        self.dealer = (len >= least).then(|| Dealer::new(len, grid.key_bits()));
        let pieces = self.dealer.map_or(0, |dealer| len.div_ceil(dealer.piece));
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
                sort_alone(&mut self.records, &mut self.scratch, |&record| {
                    key_of(record)
                });
            }
            starts.run(&self.records);
            return gather(&self.records, target);
        };
        let buckets = Buckets {
            dealer,
            len: self.records.len(),
            pieces: self.records.chunks(dealer.piece).zip(&self.starts),
        };
        if !E::IS_PARALLEL {
            // Without an allocation.
            let share = &buckets.all();
            return sort_share(&buckets, share, &mut self.memory, target, starts, &gather);
        }
        let shares = buckets.shares().into_iter();
        let mut shares: Vec<_> = shares
            .map(|share| {
                let end = dealer.end(share.buckets.end - 1);
                let starts = starts.take_first(share.len, end);
                (target.take_first(share.len), starts, share)
            })
            .collect();
        executor.for_each_mut(&mut shares, |_, (target, starts, share)| {
            let target = target.take_first(share.len);
            let starts = starts.take_first(share.len, u64::MAX);
            self.spares.lend(BucketMemory::default, |memory| {
                sort_share(&buckets, share, memory, target, starts, &gather);
            });
        });
    }

    pub(super) fn bytes(&self) -> usize {
        (self.records.capacity() + self.scratch.capacity()) * size_of::<Record>()
            + self.starts.capacity() * size_of::<Starts>()
            + self.memory.bytes()
            + self.spares.bytes(BucketMemory::bytes)
    }
}

/// Sorts the buckets of a share, one after the other.
fn sort_share<'a, 'r, K: Key, const D: usize>(
    buckets: &Buckets<impl Iterator<Item = (&'r [Record], &'r Starts)> + Clone>,
    share: &Share,
    memory: &mut BucketMemory<Record>,
    mut target: Target<'a, K, D>,
    mut starts: FindStarts<'_>,
    gather: &impl Fn(&[Record], Target<'a, K, D>),
) {
    for bucket in share.buckets.clone() {
        let records = buckets.sort(bucket, memory, |&record| key_of(record));
        let end = buckets.dealer.end(bucket);
        starts.take_first(records.len(), end).run(records);
        gather(records, target.take_first(records.len()));
    }
}
