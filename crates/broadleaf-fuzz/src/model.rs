//! The expected pairs of a broad phase: every pair of proxies is compared in every step.

use std::collections::{BTreeMap, BTreeSet};

use broadleaf::BroadPhase;
use broadleaf::broad_phase::{EndReason, Events, Mobility, ProxyId};

use crate::number::Number;

/// The caller's filter: an arbitrary rule on the data.
pub(crate) fn accepts((_, a): (ProxyId, &u8), (_, b): (ProxyId, &u8)) -> bool {
    !(a ^ b).is_multiple_of(4)
}

/// The pairs of the previous step, and the later changes that affect the next one.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Model {
    /// Whether the caller's filter accepted the pair when it began.
    verdicts: BTreeMap<[ProxyId; 2], bool>,
    pub(crate) touched: BTreeSet<ProxyId>,
}

impl Model {
    /// The events of the next step of a broad phase.
    pub(crate) fn step<S: Number, const D: usize>(
        &mut self,
        broad_phase: &BroadPhase<u8, S, D>,
    ) -> Events {
        let ids: Vec<_> = broad_phase.iter().map(|(id, _)| id).collect();
        let mut now = BTreeMap::new();
        for (i, &a) in ids.iter().enumerate() {
            for &b in &ids[i + 1..] {
                if is_pair(broad_phase, a, b) {
                    now.insert([a, b], self.verdict(broad_phase, [a, b]));
                }
            }
        }
        self.touched.clear();
        let before = std::mem::replace(&mut self.verdicts, now);
        let mut events = Events::new();
        events.begun = difference(&self.verdicts, &before);
        events.ended = difference(&before, &self.verdicts);
        let reasons = events.ended.iter().map(|&[a, b]| reason(broad_phase, a, b));
        events.reasons = reasons.collect();
        events
    }

    /// The accepted pairs.
    pub(crate) fn pairs(&self) -> Vec<[ProxyId; 2]> {
        difference(&self.verdicts, &BTreeMap::new())
    }

    fn verdict<S: Number, const D: usize>(
        &self,
        broad_phase: &BroadPhase<u8, S, D>,
        pair: [ProxyId; 2],
    ) -> bool {
        let is_open = pair.iter().any(|id| self.touched.contains(id));
        let known = self.verdicts.get(&pair).copied().filter(|_| !is_open);
        let [a, b] = pair.map(|id| (id, broad_phase.user_data(id).unwrap()));
        known.unwrap_or_else(|| accepts(a, b))
    }
}

fn is_pair<S: Number, const D: usize>(
    broad_phase: &BroadPhase<u8, S, D>,
    a: ProxyId,
    b: ProxyId,
) -> bool {
    let [x, y] = [a, b].map(|id| broad_phase.config(id).unwrap());
    let [fat, other] = [a, b].map(|id| broad_phase.fat_aabb(id).unwrap());
    [x.mobility, y.mobility].contains(&Mobility::Dynamic)
        && x.filter.allows(&y.filter)
        && fat.overlaps(&other)
}

/// Why two proxies have ceased to be a pair.
fn reason<S: Number, const D: usize>(
    broad_phase: &BroadPhase<u8, S, D>,
    a: ProxyId,
    b: ProxyId,
) -> EndReason {
    let [Some(x), Some(y)] = [a, b].map(|id| broad_phase.config(id)) else {
        return EndReason::Removed;
    };
    if !broad_phase.test_overlap(a, b) {
        EndReason::Apart
    } else if !x.mobility.meets(y.mobility) {
        EndReason::Mobility
    } else if !x.filter.allows(&y.filter) {
        EndReason::Filter
    } else {
        EndReason::Refused
    }
}

/// The pairs that are accepted in the first map but not in the second.
fn difference(
    of: &BTreeMap<[ProxyId; 2], bool>,
    without: &BTreeMap<[ProxyId; 2], bool>,
) -> Vec<[ProxyId; 2]> {
    let accepted = of.iter().filter(|&(_, &accepted)| accepted);
    let pairs = accepted.map(|(&pair, _)| pair);
    pairs
        .filter(|pair| without.get(pair) != Some(&true))
        .collect()
}
