//! Hits one at a time from an index that finds the first ones, but has no order to continue in.

use super::hits::FirstHits;
use crate::geometry::{Probe, Real, Scalar};
use crate::index::hit::Hit;
use crate::index::index_core::IndexCore;
use crate::index::tuning::ROUND;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::iter;
use core::ops::ControlFlow;

/// The hits of a probe by `(reach, id)`, found as the iterator is advanced: some by a search, then
/// more by another one.
pub(crate) fn hits_in_rounds<'a, S: Scalar, const D: usize>(
    index: impl IndexCore<S, D> + 'a,
    probe: &'a (impl Probe<S, D> + ?Sized),
) -> impl Iterator<Item = Hit<S::Real>> + 'a {
    let (mut size, mut found) = (ROUND, 0);
    let mut round = Vec::new().into_iter();
    iter::from_fn(move || {
        if round.as_slice().is_empty() && found < size {
            // A round that is not full is the last one.
            let hits = first_hits(&index, probe, size);
            let is_full = hits.len() == size;
            round = hits.into_iter();
            if let Some(last) = found.checked_sub(1) {
                round.nth(last);
            }
            found += round.len();
            size = if is_full {
                size.saturating_mul(ROUND)
            } else {
                found
            };
        }
        round.next()
    })
}

/// The first `k` hits by `(reach, id)`. `k` is at least 1.
fn first_hits<S: Scalar, const D: usize>(
    index: &impl IndexCore<S, D>,
    probe: &(impl Probe<S, D> + ?Sized),
    k: usize,
) -> Vec<Hit<S::Real>> {
    let mut first = FirstHits::new(k, Vec::new());
    let ControlFlow::Continue(()) = index.search_hits(probe, S::Real::INFINITY, |hit| {
        ControlFlow::<Infallible, _>::Continue(first.add(Some(hit)))
    });
    first.into_sorted()
}
