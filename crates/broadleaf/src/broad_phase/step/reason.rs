//! Why pairs ended.

use alloc::vec::Vec;

use crate::broad_phase::state::id::ProxyId;
use crate::broad_phase::state::proxy::State;
use crate::broad_phase::state::records::SlotRecords;
use crate::geometry::Scalar;

/// Why a pair ended: the first condition of a pair, in this order, that does not hold.
///
/// If a proxy was removed after its box had left the other, the reason is `Removed`; if the boxes
/// are apart and a filter would refuse the pair, too, it is `Apart`. So the reason depends only on
/// the two proxies at the end of the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum EndReason {
    /// A proxy of the pair was [removed](crate::broad_phase::BroadPhase::remove), or both were.
    Removed,
    /// The fat boxes do not overlap.
    Apart,
    /// The [mobilities](crate::broad_phase::Mobility) of the proxies form no pairs.
    Mobility,
    /// The [filters](crate::Filter) of the proxies allow no pair.
    Filter,
    /// The function passed to [`step_with`](crate::broad_phase::BroadPhase::step_with) refused the
    /// pair when it decided again, because a proxy was
    /// [touched](crate::broad_phase::BroadPhase::touch).
    Refused,
}

impl EndReason {
    /// The reason for which a pair of proxies in these states ended.
    fn of<S: Scalar, const D: usize>(states: [Option<State<S, D>>; 2]) -> Self {
        let [Some(a), Some(b)] = states else {
            return Self::Removed;
        };
        if !a.fat.overlaps(&b.fat) {
            Self::Apart
        } else if !a.mobility.meets(b.mobility) {
            Self::Mobility
        } else if !a.filter.allows(&b.filter) {
            Self::Filter
        } else {
            Self::Refused
        }
    }
}

/// Replaces `reasons` by those of the pairs that ended, from the states at the end of the step.
pub(crate) fn find_reasons<S: Scalar, const D: usize>(
    ended: &[[ProxyId; 2]],
    state: impl Fn(ProxyId) -> Option<State<S, D>>,
    reasons: &mut Vec<EndReason>,
) {
    reasons.clear();
    reasons.extend(ended.iter().map(|pair| EndReason::of(pair.map(&state))));
}

/// [`find_reasons`] at the end of a step whose changes are still listed. If only boxes changed, no
/// state is read.
pub(crate) fn find_reasons_of_step<S: Scalar, const D: usize>(
    ended: &[[ProxyId; 2]],
    records: SlotRecords<'_, S, D>,
    reasons: &mut Vec<EndReason>,
) {
    if records.kinds.has_departed || records.kinds.has_unsteady {
        return find_reasons(ended, |id| records.state(id), reasons);
    }
    reasons.clear();
    reasons.resize(ended.len(), EndReason::Apart);
}
