//! Why pairs ended.

use alloc::vec::Vec;

use crate::broad_phase::state::id::ProxyId;
use crate::broad_phase::state::proxy::State;
use crate::broad_phase::state::records::SlotRecords;
use crate::geometry::Scalar;

/// Why a pair ended: the first condition of a pair, in this order, that does not hold any more.
///
/// A pair of a proxy that was removed and whose box had left before ended as `Removed`; one whose
/// boxes are apart and that a filter would refuse as well, as `Apart`. So the reason depends on
/// nothing but the two proxies at the end of the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum EndReason {
    /// A proxy of the pair was [removed](crate::broad_phase::BroadPhase::remove), or both were.
    Removed,
    /// The fat boxes do not overlap any more.
    Apart,
    /// Proxies of these [mobilities](crate::broad_phase::Mobility) form no pairs.
    Mobility,
    /// The [filters](crate::Filter) of the proxies allow no pair.
    Filter,
    /// The function that you passed to [`step_with`](crate::broad_phase::BroadPhase::step_with)
    /// refused the pair when it was called again, because a proxy was
    /// [touched](crate::broad_phase::BroadPhase::touch).
    Refused,
}

impl EndReason {
    /// The reason for a pair that ended, of proxies in these states.
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

/// The same at the end of a step whose changes are still there: where only boxes changed, no state
/// is looked at.
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
