//! The pairs of a question as a sorted list of numbers, on one thread or many.

use alloc::vec::Vec;

use super::query::PairQuery;
use crate::executor::{Executor, Sequential};
use crate::geometry::{BoxSource, Scalar};
use crate::sort::radix_sort;
#[cfg(feature = "rayon")]
use crate::sorted_lists::par_sort_lists_into;

/// Memory for [`FindKeys`].
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyMemory {
    scratch: Vec<u64>,
    #[cfg(feature = "rayon")]
    lists: Vec<Vec<u64>>,
}

/// How keys are sorted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KeyOrder {
    /// The greatest key that is possible.
    #[cfg_attr(
        not(feature = "rayon"),
        expect(dead_code, reason = "threads divide by it")
    )]
    pub(crate) greatest: u64,
    /// Few keys agree in all but this number of lowest bits. These few are sorted by themselves.
    pub(crate) rest: u32,
}

impl KeyOrder {
    fn sort(self, keys: &mut [u64], scratch: &mut Vec<u64>) {
        radix_sort(keys, scratch, |key| key >> self.rest);
        let mut start = 0;
        for end in 1..=keys.len() {
            if keys.get(end).map(|key| key >> self.rest) != Some(keys[start] >> self.rest) {
                if end - start > 1 {
                    keys[start..end].sort_unstable();
                }
                start = end;
            }
        }
    }
}

/// An executor that finds the keys of pairs.
pub(crate) trait FindKeys: Executor {
    /// Replaces `keys` by the sorted keys of all pairs.
    fn find_keys<A, B, S: Scalar, const D: usize>(
        self,
        query: PairQuery<'_, A, B, S, D>,
        key: impl Fn([u32; 2]) -> u64 + Sync,
        order: KeyOrder,
        memory: &mut KeyMemory,
        keys: &mut Vec<u64>,
    ) where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized;
}

impl FindKeys for Sequential {
    fn find_keys<A, B, S: Scalar, const D: usize>(
        self,
        query: PairQuery<'_, A, B, S, D>,
        key: impl Fn([u32; 2]) -> u64 + Sync,
        order: KeyOrder,
        memory: &mut KeyMemory,
        keys: &mut Vec<u64>,
    ) where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        keys.clear();
        query.for_each_batch(|batch| keys.extend(batch.iter().map(|&pair| key(pair))));
        order.sort(keys, &mut memory.scratch);
    }
}

#[cfg(feature = "rayon")]
impl FindKeys for crate::executor::Parallel {
    fn find_keys<A, B, S: Scalar, const D: usize>(
        self,
        query: PairQuery<'_, A, B, S, D>,
        key: impl Fn([u32; 2]) -> u64 + Sync,
        order: KeyOrder,
        memory: &mut KeyMemory,
        keys: &mut Vec<u64>,
    ) where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        let lists = &mut memory.lists;
        query.par_lists_into(lists, key);
        par_sort_lists_into(
            lists,
            keys,
            0,
            order.greatest,
            |&key| key,
            |keys| order.sort(keys, &mut Vec::new()),
        );
    }
}
