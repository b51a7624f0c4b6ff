//! What a step reports.

use alloc::vec::Vec;

use super::reason::EndReason;
use crate::broad_phase::state::id::ProxyId;

/// The pairs of proxies that began, ended and, on request, stayed in a step. In each pair the
/// smaller id is first, and all lists are sorted.
///
/// ```
/// use broadleaf::{Aabb, BroadPhase};
/// let mut broad_phase = BroadPhase::<u32, i32, 2>::default();
/// for _ in 0..2 {
///     broad_phase.create(Aabb::new([0, 0], [1, 1]), 0);
/// }
/// let events = broad_phase.step();
/// for [a, b] in &events.begun {
///     for id in [*a, *b] {
///         *broad_phase.user_data_mut(id).unwrap() += 1; // contacts
///     }
/// }
/// assert!(broad_phase.iter().all(|(_, &contacts)| contacts == 1));
/// ```
///
/// `reasons` has the reason for each pair in `ended`:
///
/// ```
/// use broadleaf::{Aabb, BroadPhase};
/// use broadleaf::broad_phase::{EndReason, Mobility};
/// let mut broad_phase = BroadPhase::<(), i32, 2>::default();
/// let [a, b, c] = [0, 1, 2].map(|x| broad_phase.create(Aabb::new([x, 0], [x + 1, 1]), ()));
/// broad_phase.step();
/// broad_phase.remove(a);
/// broad_phase.set_aabb(c, Aabb::new([9, 0], [10, 1]))?;
/// let events = broad_phase.step();
/// let ended = events.ended.iter().zip(&events.reasons);
/// assert!(ended.eq([(&[a, b], &EndReason::Removed), (&[b, c], &EndReason::Apart)]));
/// # Ok::<(), broadleaf::broad_phase::UnknownProxy>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Events {
    /// Pairs that overlap but did not at the previous step, and pairs that a change of a filter or
    /// mobility allows.
    pub begun: Vec<[ProxyId; 2]>,
    /// Pairs that do not overlap but did at the previous step, pairs of destroyed proxies, and
    /// pairs that a change of a filter or mobility forbids.
    pub ended: Vec<[ProxyId; 2]>,
    /// Why each pair of `ended` ended, in the same order.
    pub reasons: Vec<EndReason>,
    /// Pairs that neither began nor ended. Empty unless the broad phase [reports
    /// stays](crate::broad_phase::BroadPhase::set_reports_stays).
    pub stayed: Vec<[ProxyId; 2]>,
}

impl Events {
    /// No events, as the target of [`step_into`](crate::broad_phase::BroadPhase::step_into).
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether no pair began or ended. Pairs that stayed do not count.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.begun.is_empty() && self.ended.is_empty()
    }

    /// Becomes equal to `source` and keeps the memory.
    pub(crate) fn copy_from(&mut self, source: &Self) {
        self.begun.clone_from(&source.begun);
        self.ended.clone_from(&source.ended);
        self.reasons.clone_from(&source.reasons);
        self.stayed.clone_from(&source.stayed);
    }
}
