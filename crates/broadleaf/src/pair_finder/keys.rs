//! The pairs of a query as a sorted list of keys, on one thread or many.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::query::PairQuery;
use crate::executor::{Executor, Sequential};
use crate::geometry::{BoxSource, Scalar};
use crate::sort::{itself, sort_lists};
use crate::store::ScratchPool;

/// Memory for [`FindKeys`].
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyMemory {
    /// A sequential query stops when it finds more pairs than this.
    pub(crate) most: Option<usize>,
    /// Whether a query stopped at `most`.
    pub(crate) is_cut: bool,
    /// The keys that each thread found.
    lists: ScratchPool<Vec<u64>>,
    scratch: Vec<u64>,
}

/// An executor that finds the keys of pairs.
pub(crate) trait FindKeys: Executor {
    /// Appends the keys of all pairs to the lists, which are empty.
    fn list_keys<A, B, S: Scalar, const D: usize>(
        self,
        query: PairQuery<'_, A, B, S, D>,
        key: impl Fn([u32; 2]) -> u64 + Copy + Sync,
        memory: &mut KeyMemory,
    ) where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized;

    /// Replaces `keys` by the sorted keys of all pairs.
    fn find_keys<A, B, S: Scalar, const D: usize>(
        self,
        query: PairQuery<'_, A, B, S, D>,
        key: impl Fn([u32; 2]) -> u64 + Copy + Sync,
        memory: &mut KeyMemory,
        keys: &mut Vec<u64>,
    ) where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        memory.lists.all().iter_mut().for_each(Vec::clear);
        self.list_keys(query, key, memory);
        sort(self, memory, keys);
    }
}

/// Replaces `keys` by the found keys, sorted. Separate, so that it is compiled once and not for
/// every query type.
#[inline(never)]
fn sort(executor: impl Executor, memory: &mut KeyMemory, keys: &mut Vec<u64>) {
    let KeyMemory { lists, scratch, .. } = memory;
    sort_lists(executor, lists.all(), keys, scratch, 0, itself);
}

/// Appends the keys of pairs. `key` is passed by value: the compiler then knows that no write
/// aliases what `key` reads, and vectorises the loop.
fn append(pairs: &[[u32; 2]], key: impl Fn([u32; 2]) -> u64, list: &mut Vec<u64>) {
    list.extend(pairs.iter().map(move |&pair| key(pair)));
}

impl FindKeys for Sequential {
    fn list_keys<A, B, S: Scalar, const D: usize>(
        self,
        query: PairQuery<'_, A, B, S, D>,
        key: impl Fn([u32; 2]) -> u64 + Copy + Sync,
        memory: &mut KeyMemory,
    ) where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        let most = memory.most.unwrap_or(usize::MAX);
        let list = memory.lists.get_mut();
        let flow = query.try_for_each_batch(|pairs| {
            if list.len() + pairs.len() > most {
                return ControlFlow::Break(());
            }
            append(pairs, key, list);
            ControlFlow::Continue(())
        });
        memory.is_cut |= flow.is_break();
    }
}

#[cfg(feature = "rayon")]
impl FindKeys for crate::executor::Parallel {
    fn list_keys<A, B, S: Scalar, const D: usize>(
        self,
        query: PairQuery<'_, A, B, S, D>,
        key: impl Fn([u32; 2]) -> u64 + Copy + Sync,
        memory: &mut KeyMemory,
    ) where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        query.par_for_each_piece(&|sweep| {
            memory.lists.lend(Vec::new, |list| {
                sweep(&mut |pairs| {
                    append(pairs, key, list);
                    ControlFlow::Continue(())
                });
            });
        });
    }
}
