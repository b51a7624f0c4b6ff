//! The pairs of a question as a sorted list of numbers, on one thread or many.

use alloc::vec::Vec;
use core::ops::ControlFlow;
use core::slice;

use super::query::PairQuery;
use crate::executor::{Executor, Sequential};
use crate::geometry::{BoxSource, Scalar};
use crate::sort::sort_keys_of;
use crate::sorted_lists::{Dealer, Dealt, sort_dealt_into};
use crate::store::ScratchPool;

/// Keys below this number are of fewer than 2<sup>15</sup> boxes, with 15 bits for each box of a
/// pair. These pairs usually fit into the second cache: one thread sorts them as one list.
const FEW: u64 = 1 << 30;

/// Memory for [`FindKeys`].
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyMemory {
    /// The number of pairs at which one thread gives up.
    pub(crate) most: Option<usize>,
    /// Whether it did.
    pub(crate) is_cut: bool,
    /// What one thread found without others.
    alone: Dealt<u64>,
    /// What each thread of several found.
    #[cfg(feature = "rayon")]
    shared: ScratchPool<Dealt<u64>>,
    scratches: ScratchPool<Vec<u64>>,
}

/// An executor that finds the keys of pairs.
pub(crate) trait FindKeys: Executor {
    /// Deals out the keys of all pairs.
    fn deal_keys<'m, A, B, S: Scalar, const D: usize>(
        self,
        query: PairQuery<'_, A, B, S, D>,
        key: impl Fn([u32; 2]) -> u64 + Copy + Sync,
        dealer: Dealer,
        memory: &'m mut KeyMemory,
    ) -> (&'m [Dealt<u64>], &'m ScratchPool<Vec<u64>>)
    where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized;

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
        B: BoxSource<S, D> + ?Sized,
    {
        let dealer = if !Self::IS_PARALLEL && greatest < FEW {
            Dealer::of_few(greatest)
        } else {
            Dealer::new(greatest)
        };
        let (dealt, scratches) = self.deal_keys(query, key, dealer, memory);
        sort(self, dealt, dealer, scratches, keys);
    }
}

/// Replaces `keys` by those that were dealt out, sorted. Compiled once, not for every question.
fn sort(
    executor: impl Executor,
    dealt: &[Dealt<u64>],
    dealer: Dealer,
    scratches: &ScratchPool<Vec<u64>>,
    keys: &mut Vec<u64>,
) {
    sort_dealt_into(
        executor,
        dealt,
        keys,
        scratches,
        0,
        |parts, keys, scratch| {
            sort_keys_of(parts.iter(), keys, scratch, dealer.rest());
        },
    );
}

/// Deals out the keys of pairs. `key` comes by value, so that the compiler knows that no key is
/// written to what it reads, and makes vectors of the loop.
fn deal(pairs: &[[u32; 2]], key: impl Fn([u32; 2]) -> u64, dealer: Dealer, dealt: &mut Dealt<u64>) {
    dealt.extend(
        dealer,
        pairs.iter().map(move |&pair| (key(pair), key(pair))),
    );
}

impl FindKeys for Sequential {
    fn deal_keys<'m, A, B, S: Scalar, const D: usize>(
        self,
        query: PairQuery<'_, A, B, S, D>,
        key: impl Fn([u32; 2]) -> u64 + Copy + Sync,
        dealer: Dealer,
        memory: &'m mut KeyMemory,
    ) -> (&'m [Dealt<u64>], &'m ScratchPool<Vec<u64>>)
    where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        let (dealt, most) = (&mut memory.alone, memory.most.unwrap_or(usize::MAX));
        dealt.clear();
        let mut count = 0;
        let flow = query.try_for_each_batch(|pairs| {
            count += pairs.len();
            if count > most {
                return ControlFlow::Break(());
            }
            deal(pairs, key, dealer, dealt);
            ControlFlow::Continue(())
        });
        memory.is_cut |= flow.is_break();
        (slice::from_ref(dealt), &memory.scratches)
    }
}

#[cfg(feature = "rayon")]
impl FindKeys for crate::executor::Parallel {
    fn deal_keys<'m, A, B, S: Scalar, const D: usize>(
        self,
        query: PairQuery<'_, A, B, S, D>,
        key: impl Fn([u32; 2]) -> u64 + Copy + Sync,
        dealer: Dealer,
        memory: &'m mut KeyMemory,
    ) -> (&'m [Dealt<u64>], &'m ScratchPool<Vec<u64>>)
    where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        let dealt = &mut memory.shared;
        dealt.all().iter_mut().for_each(Dealt::clear);
        query.par_for_each_piece(&|sweep| {
            dealt.lend(Dealt::default, |dealt| {
                sweep(&mut |pairs| {
                    deal(pairs, key, dealer, dealt);
                    ControlFlow::Continue(())
                });
            });
        });
        (dealt.all(), &memory.scratches)
    }
}
