//! The pairs that stay, for callers who ask for them.
//!
//! The first step after the request searches for all pairs. From then on the pairs of a step are
//! those of the step before, with what began and without what ended: no search, no comparison of
//! boxes.

use alloc::vec::Vec;

use super::events::Events;
use crate::broad_phase::state::id::ProxyId;

/// Whether steps report the pairs that stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stays {
    Unreported,
    /// Reported from the next step on, which has to search for them.
    Unknown,
    /// Reported: begun and stayed pairs of the last step are all pairs.
    Known,
}

impl Stays {
    /// Before new events replace those of the last step: keeps the pairs of that step.
    pub(crate) fn keep_pairs(self, events: &mut Events) {
        let Events { begun, stayed, .. } = events;
        if self == Self::Known {
            insert_pairs(stayed, begun);
        } else {
            stayed.clear();
        }
    }

    /// After new events have replaced those of the last step: drops the pairs that ended.
    pub(crate) fn drop_ended(self, events: &mut Events) {
        if self == Self::Known {
            remove_pairs(&mut events.stayed, &events.ended);
        }
    }
}

/// Inserts sorted pairs into others, without memory besides.
fn insert_pairs(pairs: &mut Vec<[ProxyId; 2]>, new: &[[ProxyId; 2]]) {
    let mut old = pairs.len();
    let mut end = old + new.len();
    pairs.resize(end, [ProxyId::NONE; 2]);
    for &pair in new.iter().rev() {
        while old > 0 && pairs[old - 1] > pair {
            (old, end) = (old - 1, end - 1);
            pairs[end] = pairs[old];
        }
        end -= 1;
        pairs[end] = pair;
    }
}

/// Removes sorted pairs, each of which is there.
pub(crate) fn remove_pairs(pairs: &mut Vec<[ProxyId; 2]>, gone: &[[ProxyId; 2]]) {
    let mut gone = gone.iter().peekable();
    pairs.retain(|pair| gone.next_if_eq(&pair).is_none());
    debug_assert!(gone.next().is_none());
}

#[cfg(test)]
#[path = "tests/stays.rs"]
mod tests;
