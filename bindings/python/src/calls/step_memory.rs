//! Checks in advance whether the events of a step will fit into memory, since the library cannot
//! report a failed allocation for their lists.

use broadleaf::{BroadPhase, SpatialIndex};

use crate::arrays::number::Number;
use crate::calls::call::Watch;
use crate::calls::memory::{is_there, refuse_more};
use crate::calls::pieces::pulse;

/// The most bytes that a pair takes while it becomes an event: four lists of 16 bytes and four of
/// 8, some of which may be half empty while they grow.
const BYTES: u64 = 128;
/// The number of boxes in the sample, whose overlaps are counted. One box of a crowd is enough to
/// detect pairs that fill gigabytes.
const SAMPLE: usize = 256;
/// The safety factor for estimates from a sample.
const SAFETY: u64 = 8;
/// After this number of pairs in the sample, all pairs are counted.
const MANY: u64 = 10_000_000;

/// Ends the call if the events of a step after this number of changes may not fit into memory.
///
/// Costs nothing if even all pairs of the changed boxes would fit, and the queries of a sample if
/// the expected pairs would. All pairs are counted only if memory is short.
pub(crate) fn expect<S: Number, const D: usize>(
    broad_phase: &BroadPhase<(), S, D>,
    changed: usize,
    watch: &Watch<'_>,
) {
    let most = (changed as u64).saturating_mul(broad_phase.len() as u64);
    if !fits(most) && !fits(expected_pairs(broad_phase, watch).saturating_mul(SAFETY)) {
        count(broad_phase, watch);
    }
}

fn fits(pairs: u64) -> bool {
    usize::try_from(pairs.saturating_mul(BYTES)).is_ok_and(is_there)
}

/// The number of pairs of fat boxes, estimated from a sample.
fn expected_pairs<S: Number, const D: usize>(
    broad_phase: &BroadPhase<(), S, D>,
    watch: &Watch<'_>,
) -> u64 {
    let stride = broad_phase.len().div_ceil(SAMPLE).max(1);
    let (mut found, mut asked) = (0_u64, 0_u64);
    for (id, ()) in broad_phase.iter().step_by(stride) {
        watch.look();
        let fat = broad_phase.fat_aabb(id);
        found += fat.map_or(0, |fat| broad_phase.fat().count_overlaps(&fat) as u64);
        asked += 1;
        if found > MANY {
            return u64::MAX;
        }
    }
    found
        .div_ceil(asked.max(1))
        .saturating_mul(broad_phase.len() as u64)
}

/// Counts the pairs, as long as they fit.
fn count<S: Number, const D: usize>(broad_phase: &BroadPhase<(), S, D>, watch: &Watch<'_>) {
    let (mut pairs, mut granted) = (0, 0);
    broad_phase.for_each_pair(|_, _| {
        pulse(&mut pairs, watch);
        if pairs > granted {
            // Reserve for an eighth more, so that reservations are rare.
            granted = (pairs + pairs / 8).max(1 << 16);
            if !fits(granted) {
                refuse_more(pairs, watch);
            }
        }
    });
}
