//! Hits one at a time, from an index that can only find the first `k` hits.

use crate::geometry::{Probe, Real, Scalar};
use crate::index::hit::Hit;
use crate::index::index_core::IndexCore;
use crate::index::spatial_index::first_hits_into;
use crate::index::tuning::{FIRST_ROUND, ROUND_GROWTH};
use alloc::vec::Vec;
use core::iter;

/// The hits of a probe by `(reach, id)`, found as the iterator is advanced, by searches for
/// increasing numbers of hits.
pub(crate) fn hits_in_rounds<'a, S: Scalar, const D: usize>(
    index: impl IndexCore<S, D> + 'a,
    probe: &'a (impl Probe<S, D> + ?Sized),
) -> impl Iterator<Item = Hit<S::Real>> + 'a {
    let (mut size, mut found) = (FIRST_ROUND, 0);
    let mut round = Vec::new().into_iter();
    iter::from_fn(move || {
        if round.as_slice().is_empty() && found < size {
            // A round that is not full is the last one.
            let (limit, mut hits) = (S::Real::INFINITY, Vec::new());
            first_hits_into(&index, probe, limit, size, |hit| Some(hit.reach), &mut hits);
            let is_full = hits.len() == size;
            round = hits.into_iter();
            if let Some(last) = found.checked_sub(1) {
                round.nth(last);
            }
            found += round.len();
            size = if is_full {
                size.saturating_mul(ROUND_GROWTH)
            } else {
                found
            };
        }
        round.next()
    })
}
