//! Whether the events of a step will fit into memory: inside the library, lists of them cannot be
//! refused.

use broadleaf::{BroadPhase, SpatialIndex};

use crate::call::Watch;
use crate::memory::{is_there, refuse_more};
use crate::number::Number;
use crate::pieces::pulse;

/// What a pair takes at most while it becomes an event: in four lists of 16 bytes and four of 8,
/// of which those that grow may be half empty.
const BYTES: u64 = 128;
/// So many boxes are asked how many others they overlap. It is enough to meet one of a crowd whose
/// pairs fill gigabytes.
const SAMPLE: usize = 256;
/// What a sample says may be wrong by this factor.
const SAFETY: u64 = 8;
/// After this number of pairs of the sample all are counted.
const MANY: u64 = 10_000_000;

/// Ends the call if the events of a step after this number of changes may not fit into memory.
///
/// Costs nothing where even all pairs of the changed boxes would fit, and the questions of a sample
/// where the pairs that are to be expected would. All pairs are counted only where memory is short.
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

/// The number of pairs of fat boxes that a sample lets expect.
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
            // An eighth as many again, so that memory is seldom asked for.
            granted = (pairs + pairs / 8).max(1 << 16);
            if !fits(granted) {
                refuse_more(pairs, watch);
            }
        }
    });
}
