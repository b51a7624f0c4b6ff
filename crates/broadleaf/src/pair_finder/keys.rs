//! The pairs of a question as numbers to sort by, on one thread or many.

use alloc::vec::Vec;

use super::query::PairQuery;
use crate::executor::{Executor, Sequential};
use crate::geometry::{BoxSource, Scalar};

/// An executor that finds pairs.
pub(crate) trait FindKeys: Executor {
    /// Replaces `keys` by the keys of all pairs.
    fn find_keys<A, B, S: Scalar, const D: usize>(
        self,
        query: PairQuery<'_, A, B, S, D>,
        keys: &mut Vec<u64>,
        key: impl Fn([u32; 2]) -> u64 + Sync,
    ) where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized;
}

impl FindKeys for Sequential {
    fn find_keys<A, B, S: Scalar, const D: usize>(
        self,
        query: PairQuery<'_, A, B, S, D>,
        keys: &mut Vec<u64>,
        key: impl Fn([u32; 2]) -> u64 + Sync,
    ) where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        keys.clear();
        query.for_each_batch(|batch| keys.extend(batch.iter().map(|&pair| key(pair))));
    }
}

#[cfg(feature = "rayon")]
impl FindKeys for crate::executor::Parallel {
    fn find_keys<A, B, S: Scalar, const D: usize>(
        self,
        query: PairQuery<'_, A, B, S, D>,
        keys: &mut Vec<u64>,
        key: impl Fn([u32; 2]) -> u64 + Sync,
    ) where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        let lists = query.list_pieces();
        keys.resize(lists.iter().map(Vec::len).sum(), 0);
        let mut rest = &mut keys[..];
        let mut targets = Vec::with_capacity(lists.len());
        for list in lists {
            let (target, others) = rest.split_at_mut(list.len());
            targets.push((list, target));
            rest = others;
        }
        self.for_each_mut(&mut targets, |_, (list, target)| {
            for (target, &[a, b]) in target.iter_mut().zip(&**list) {
                *target = key([a.0, b.0]);
            }
        });
    }
}
