//! The pairs of a question as a sorted list of numbers, on one thread or many.

use alloc::vec::Vec;
#[cfg(feature = "rayon")]
use core::ops::ControlFlow;

use super::query::PairQuery;
use crate::executor::{Executor, Sequential};
use crate::geometry::{BoxSource, Scalar};
use crate::sort::sort_keys;
#[cfg(feature = "rayon")]
use crate::sort::sort_keys_of;
#[cfg(feature = "rayon")]
use crate::sorted_lists::{Dealer, Dealt, par_sort_dealt_into};
#[cfg(feature = "rayon")]
use crate::store::Spares;

/// Memory for [`FindKeys`].
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyMemory {
    scratch: Vec<u64>,
    /// What each thread found.
    #[cfg(feature = "rayon")]
    dealt: Spares<Dealt<u64>>,
    #[cfg(feature = "rayon")]
    scratches: Spares<Vec<u64>>,
}

/// An executor that finds the keys of pairs.
pub(crate) trait FindKeys: Executor {
    /// Replaces `keys` by the sorted keys of all pairs, which are at most `greatest`.
    fn find_keys<A, B, S: Scalar, const D: usize>(
        self,
        query: PairQuery<'_, A, B, S, D>,
        key: impl Fn([u32; 2]) -> u64 + Copy + Sync,
        greatest: u64,
        memory: &mut KeyMemory,
        keys: &mut Vec<u64>,
    ) where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized;
}

/// Appends the keys of pairs. `key` comes by value, so that the compiler knows that no key is
/// written to what it reads, and makes vectors of the loop.
fn append(keys: &mut Vec<u64>, pairs: &[[u32; 2]], key: impl Fn([u32; 2]) -> u64) {
    keys.extend(pairs.iter().map(|&pair| key(pair)));
}

impl FindKeys for Sequential {
    fn find_keys<A, B, S: Scalar, const D: usize>(
        self,
        query: PairQuery<'_, A, B, S, D>,
        key: impl Fn([u32; 2]) -> u64 + Copy + Sync,
        greatest: u64,
        memory: &mut KeyMemory,
        keys: &mut Vec<u64>,
    ) where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        keys.clear();
        query.for_each_batch(|batch| append(keys, batch, key));
        memory.scratch.resize(keys.len(), 0);
        let bits = u64::BITS - greatest.leading_zeros();
        sort_keys(keys, &mut memory.scratch, bits);
    }
}

#[cfg(feature = "rayon")]
impl FindKeys for crate::executor::Parallel {
    fn find_keys<A, B, S: Scalar, const D: usize>(
        self,
        query: PairQuery<'_, A, B, S, D>,
        key: impl Fn([u32; 2]) -> u64 + Copy + Sync,
        greatest: u64,
        memory: &mut KeyMemory,
        keys: &mut Vec<u64>,
    ) where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        let KeyMemory {
            dealt, scratches, ..
        } = memory;
        let dealer = Dealer::new(greatest);
        dealt.all().iter_mut().for_each(Dealt::clear);
        query.par_for_each_piece(&|sweep| {
            dealt.lend(Dealt::default, |dealt| {
                sweep(&mut |batch| {
                    dealt.prefetch();
                    for &pair in batch {
                        let key = key(pair);
                        dealt.push(dealer, key, key);
                    }
                    ControlFlow::Continue(())
                });
            });
        });
        par_sort_dealt_into(dealt.all(), keys, scratches, 0, |parts, keys, scratch| {
            sort_keys_of(parts, keys, scratch, dealer.rest());
        });
    }
}
