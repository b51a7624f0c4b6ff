//! The forms of questions about reaches: the first hit, all hits, the nearest ones.
//!
//! Each takes `refine`, which returns the reach of the shape inside a box, or `None` if the probe
//! misses the shape. A refined reach is never less than that of the box.

use super::hit::Hit;
use super::spatial_index::SpatialIndex;
use crate::geometry::{Probe, Real, Scalar};
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::mem;
use core::ops::ControlFlow;

/// The hit of a shape; `None` if the refined reach is missing or NaN.
#[inline]
fn refined<R: Real>(hit: Hit<R>, refine: &mut impl FnMut(Hit<R>) -> Option<R>) -> Option<Hit<R>> {
    let reach = refine(hit).filter(|reach| !reach.is_nan())?;
    Some(Hit { reach, ..hit })
}

/// The soonest hit; the smallest id among equally soon ones.
pub(super) fn first_hit<S: Scalar, const D: usize>(
    index: &(impl SpatialIndex<S, D> + ?Sized),
    probe: &(impl Probe<S, D> + ?Sized),
    mut refine: impl FnMut(Hit<S::Real>) -> Option<S::Real>,
) -> Option<Hit<S::Real>> {
    let mut best: Option<Hit<S::Real>> = None;
    let ControlFlow::Continue(()) = index.try_for_each_hit(probe, S::Real::INFINITY, |hit| {
        if let Some(hit) = refined(hit, &mut refine) {
            best = Some(best.map_or(hit, |best| best.min(hit)));
        }
        let limit = best.map_or(S::Real::INFINITY, |best| best.reach);
        ControlFlow::<Infallible, _>::Continue(limit)
    });
    best
}

/// All hits no later than `limit`, by `(reach, id)`.
pub(super) fn hits_into<S: Scalar, const D: usize>(
    index: &(impl SpatialIndex<S, D> + ?Sized),
    probe: &(impl Probe<S, D> + ?Sized),
    limit: S::Real,
    mut refine: impl FnMut(Hit<S::Real>) -> Option<S::Real>,
    hits: &mut Vec<Hit<S::Real>>,
) {
    hits.clear();
    index.for_each_hit(probe, limit, |hit| {
        hits.extend(refined(hit, &mut refine).filter(|hit| hit.reach <= limit));
    });
    hits.sort_unstable();
}

/// The first `k` hits, by `(reach, id)`.
pub(super) fn first_hits_into<S: Scalar, const D: usize>(
    index: &(impl SpatialIndex<S, D> + ?Sized),
    probe: &(impl Probe<S, D> + ?Sized),
    k: usize,
    mut refine: impl FnMut(Hit<S::Real>) -> Option<S::Real>,
    hits: &mut Vec<Hit<S::Real>>,
) {
    hits.clear();
    if k == 0 {
        return;
    }
    let mut best = BinaryHeap::from(mem::take(hits));
    let ControlFlow::Continue(()) = index.try_for_each_hit(probe, S::Real::INFINITY, |hit| {
        if let Some(hit) = refined(hit, &mut refine) {
            if best.len() < k {
                best.push(hit);
            } else if let Some(mut last) = best.peek_mut().filter(|last| hit < **last) {
                *last = hit;
            }
        }
        let last = best.peek().filter(|_| best.len() == k);
        let limit = last.map_or(S::Real::INFINITY, |hit| hit.reach);
        ControlFlow::<Infallible, _>::Continue(limit)
    });
    *hits = best.into_sorted_vec();
}

/// The hits at the `k` smallest different reaches, by `(reach, id)`.
pub(super) fn first_hits_with_ties<S: Scalar, const D: usize>(
    index: &(impl SpatialIndex<S, D> + ?Sized),
    probe: &(impl Probe<S, D> + ?Sized),
    k: usize,
    mut refine: impl FnMut(Hit<S::Real>) -> Option<S::Real>,
) -> Vec<Hit<S::Real>> {
    let mut hits = Vec::new();
    // The smallest different reaches so far, ascending.
    let mut reaches: Vec<S::Real> = Vec::new();
    if k == 0 {
        return hits;
    }
    let ControlFlow::Continue(()) = index.try_for_each_hit(probe, S::Real::INFINITY, |hit| {
        if let Some(hit) = refined(hit, &mut refine) {
            let sooner = reaches.partition_point(|&reach| reach < hit.reach);
            if reaches.get(sooner) != Some(&hit.reach) {
                reaches.insert(sooner, hit.reach);
                reaches.truncate(k);
            }
            hits.push(hit);
        }
        let limit = reaches.get(k - 1).copied();
        ControlFlow::<Infallible, _>::Continue(limit.unwrap_or(S::Real::INFINITY))
    });
    hits.retain(|hit| reaches.last().is_some_and(|&last| hit.reach <= last));
    hits.sort_unstable();
    hits
}
