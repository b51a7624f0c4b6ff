//! The pairs that stay, for callers who request them.
//!
//! The first step after the request searches for all pairs. The pairs of each later step are those
//! of the previous step, plus what began, minus what ended: no search, no comparison of boxes.

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
    /// Keeps the pairs of the last step. Call it before new events replace the old ones.
    pub(crate) fn keep_pairs(self, events: &mut Events) {
        let Events { begun, stayed, .. } = events;
        if self == Self::Known {
            insert_pairs(stayed, begun);
        } else {
            stayed.clear();
        }
    }

    /// Drops the pairs that ended. Call it after new events have replaced the old ones.
    pub(crate) fn drop_ended(self, events: &mut Events) {
        if self == Self::Known {
            remove_pairs(&mut events.stayed, &events.ended);
        }
    }
}

/// Inserts sorted pairs into a sorted list, without scratch memory.
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

/// Removes sorted pairs, all of which are in the list.
pub(crate) fn remove_pairs(pairs: &mut Vec<[ProxyId; 2]>, gone: &[[ProxyId; 2]]) {
    let mut gone = gone.iter().peekable();
    pairs.retain(|pair| gone.next_if_eq(&pair).is_none());
    debug_assert!(gone.next().is_none());
}

#[cfg(test)]
#[path = "tests/stays.rs"]
mod tests;
