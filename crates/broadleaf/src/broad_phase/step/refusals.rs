//! The pairs that the caller's filter refuses.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::outcomes::Outcomes;
use crate::broad_phase::state::id::ProxyId;

/// Overlapping pairs that do not count, because the caller's filter refused them. Few functions
/// access the set, and none is inlined, since it has the same type in every broad phase.
#[derive(Clone, Debug, Default)]
pub(crate) struct Refusals(BTreeSet<[ProxyId; 2]>);

impl Refusals {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// In ascending order.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &[ProxyId; 2]> {
        self.0.iter()
    }

    #[inline(never)]
    pub(crate) fn has(&self, pair: &[ProxyId; 2]) -> bool {
        self.0.contains(pair)
    }

    /// Returns whether the set changes.
    #[inline(never)]
    pub(crate) fn set(&mut self, pair: &[ProxyId; 2], is_refused: bool) -> bool {
        match is_refused {
            true => self.0.insert(*pair),
            false => self.0.remove(pair),
        }
    }

    /// Notes which pairs of a step are refused, and writes the pairs whose refusal changes to
    /// `flips`. A pair that was refused did not count: it does not end, and it begins if it is
    /// accepted.
    #[inline(never)]
    pub(crate) fn note(
        &mut self,
        outcomes: &mut Outcomes,
        mut flips: Option<&mut Vec<[ProxyId; 2]>>,
    ) {
        let Outcomes {
            begun,
            ended,
            touched,
            refused,
        } = outcomes;
        let mut set = |pair: &[ProxyId; 2], is_refused: bool| {
            let changes = self.set(pair, is_refused);
            if changes && let Some(flips) = &mut flips {
                flips.push(*pair);
            }
            changes
        };
        ended.retain(|pair| !set(pair, false));
        for pair in refused {
            set(pair, true);
        }
        for (pair, accepted) in touched {
            if set(pair, !*accepted) {
                if *accepted { &mut *begun } else { &mut *ended }.push(*pair);
            }
        }
        begun.sort_unstable();
        ended.sort_unstable();
    }
}
