//! The first hits of a probe, or all.

use std::collections::BinaryHeap;

use library::Hit;
use library::geometry::{Real, Scalar};

use super::masked::Masked;
use super::searched::{Aim, Searched};
use crate::number::Number;

/// The hits within a limit by reach and id, at most `wanted` of them.
pub(crate) fn first<S: Number, const D: usize>(
    index: &dyn Searched<S, D>,
    aim: &Masked<Aim<S, D>>,
    limit: <S as Scalar>::Real,
    wanted: usize,
    hits: &mut Vec<Hit<S::Real>>,
) {
    hits.clear();
    match wanted {
        0 => {}
        1 => hits.extend(soonest(index, aim, limit)),
        _ if wanted >= index.count() => {
            index.reach(aim, limit, &mut |hit| {
                hits.push(hit);
                Some(limit)
            });
        }
        _ => some(index, aim, limit, wanted, hits),
    }
    hits.sort_unstable();
}

/// The first hit, of the smallest id if there are several.
fn soonest<S: Number, const D: usize>(
    index: &dyn Searched<S, D>,
    aim: &Masked<Aim<S, D>>,
    limit: S::Real,
) -> Option<Hit<S::Real>> {
    let mut first: Option<Hit<S::Real>> = None;
    index.reach(aim, limit, &mut |hit| {
        let soonest = first.map_or(hit, |first| first.min(hit));
        first = Some(soonest);
        Some(soonest.reach)
    });
    first
}

/// The first hits, in no order.
fn some<S: Number, const D: usize>(
    index: &dyn Searched<S, D>,
    aim: &Masked<Aim<S, D>>,
    limit: S::Real,
    wanted: usize,
    hits: &mut Vec<Hit<S::Real>>,
) {
    let mut heap: BinaryHeap<_> = std::mem::take(hits).into();
    index.reach(aim, limit, &mut |hit| {
        if heap.len() < wanted {
            heap.push(hit);
        } else if let Some(mut last) = heap.peek_mut().filter(|last| hit < **last) {
            *last = hit;
        }
        let last = heap.peek().filter(|_| heap.len() == wanted);
        Some(last.map_or(S::Real::INFINITY, |last| last.reach))
    });
    *hits = heap.into_vec();
}
