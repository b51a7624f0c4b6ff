//! The law of events.
//!
//! A pair is two slots whose fat boxes overlap. A step has two sorted lists of pairs, from before
//! and after it. A pair that is in one list only has begun or ended:
//!
//! ```text
//!   before   1-2        3-7   4-5          6-9
//!   after    1-2  2-8   3-7         5-9    6-9
//!                  │           │     │
//!                begun       ended begun
//! ```
//!
//! If nothing but boxes changed, that is all: no box is read again, and mobilities and filters are
//! the same for both lists. A slot is *unsteady* if more than the box of its proxy may have
//! changed: the filter, the mobility, or the proxy itself, which was removed and perhaps replaced
//! by another one in the same slot. The lists cannot tell what happened to a pair of such a slot,
//! so both states of both proxies decide. That is why the merge then also reports the pairs that
//! are in both lists.
//!
//! The usual alternative is a hash table of pairs. It needs more memory, and its updates cost a
//! cache miss for each pair that begins or ends; two sorted lists are read and written in order,
//! and a list is the same on every machine.

use super::merge::for_each_difference;
use super::outcomes::Outcomes;
use super::overlaps::PairKey;
use super::unsteady::Unsteady;
use crate::broad_phase::state::id::ProxyId;
use crate::broad_phase::state::proxy::State;
use crate::broad_phase::state::records::SlotRecords;
use crate::geometry::Scalar;
use crate::store::Id;

/// The law of events for the changes of one step.
#[derive(Clone, Copy)]
pub(crate) struct Law<'a, S, const D: usize> {
    pub(crate) records: SlotRecords<'a, S, D>,
    pub(crate) unsteady: &'a Unsteady,
    /// How the lists encode a pair as a number.
    pub(crate) key: PairKey,
}

impl<S: Scalar, const D: usize> Law<'_, S, D> {
    /// Merges the sorted pairs of before and after; the differences are what began and ended.
    pub(crate) fn apply(&self, before: &[u64], after: &[u64], outcomes: &mut Outcomes) {
        let are_all_steady = self.unsteady.is_empty();
        for_each_difference(before, after, !are_all_steady, |key, was, is| {
            let [a, b] = self.key.unpack(key);
            if !are_all_steady && (self.unsteady.has(a) | self.unsteady.has(b)) {
                self.compare_states([a, b], was, is, outcomes);
            } else if was != is && self.records.filters.allow(a, b) {
                outcomes.push([self.records.id(a), self.records.id(b)], is);
            }
        });
    }

    /// Decides about a pair of which more than boxes changed. `was` and `is` are true if the fat
    /// boxes overlapped before and overlap after. If a slot holds another proxy than before, one
    /// pair ends and another one begins.
    ///
    /// Not inlined: it is rare, and would take registers from the loop that calls it.
    #[inline(never)]
    fn compare_states(&self, slots: [Id; 2], was: bool, is: bool, outcomes: &mut Outcomes) {
        let before = pair_of(was, slots.map(|slot| self.before(slot)));
        let now = pair_of(is, slots.map(|slot| self.now(slot)));
        match (before, now) {
            (Some(pair), Some(same)) if pair == same => {
                if slots.iter().any(|&slot| self.is_touched(slot)) {
                    outcomes.touched.push((pair, true));
                }
            }
            (before, now) => {
                outcomes.ended.extend(before);
                outcomes.begun.extend(now);
            }
        }
    }

    /// The proxy that was in a slot at the last step.
    fn before(&self, slot: Id) -> Option<(ProxyId, State<S, D>)> {
        match self.unsteady.removal_in(slot) {
            Some(change) => {
                let change = &self.records.changes[change.index()];
                Some((change.id, change.before?))
            }
            None => Some((self.records.id(slot), self.records.state_before(slot)?)),
        }
    }

    /// The current proxy in a slot.
    fn now(&self, slot: Id) -> Option<(ProxyId, State<S, D>)> {
        Some((self.records.id(slot), self.records.state_in(slot)?))
    }

    fn is_touched(&self, slot: Id) -> bool {
        let change = self.records.change_of(slot);
        change.is_some_and(|change| change.touched)
    }
}

/// The ids of two proxies whose fat boxes overlap, if mobilities and filters allow the pair.
fn pair_of<S: Scalar, const D: usize>(
    overlap: bool,
    proxies: [Option<(ProxyId, State<S, D>)>; 2],
) -> Option<[ProxyId; 2]> {
    let [Some((a, x)), Some((b, y))] = proxies else {
        return None;
    };
    (overlap && x.may_pair(&y)).then_some([a, b])
}
