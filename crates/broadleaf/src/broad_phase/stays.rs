//! The pairs that stay, for callers who ask for them.
//!
//! The first step after the request searches for all pairs. From then on the pairs of a step are
//! those of the step before, with what began and without what ended: no search, no comparison of
//! boxes.

use alloc::vec::Vec;

use super::events::Events;
use super::id::ProxyId;

/// Whether steps report the pairs that stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stays {
    Unreported,
    /// Reported from the next step on, which has to search for them.
    Unknown,
    /// Reported: begun and stayed pairs of the last step are all pairs.
    Known,
}

impl Stays {
    /// Before new events replace those of the last step: keeps the pairs of that step.
    pub(super) fn keep_pairs(self, events: &mut Events) {
        let Events { begun, stayed, .. } = events;
        if self == Self::Known {
            insert_pairs(stayed, begun);
        } else {
            stayed.clear();
        }
    }

    /// After new events have replaced those of the last step: drops the pairs that ended.
    pub(super) fn drop_ended(self, events: &mut Events) {
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
pub(super) fn remove_pairs(pairs: &mut Vec<[ProxyId; 2]>, gone: &[[ProxyId; 2]]) {
    let mut gone = gone.iter().peekable();
    pairs.retain(|pair| gone.next_if_eq(&pair).is_none());
    debug_assert!(gone.next().is_none());
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    #[test]
    fn pairs_are_inserted_and_removed_in_place() {
        let pair = |n: u32| [ProxyId::new(n / 4, 0), ProxyId::new(9 + n % 4, 0)];
        let of =
            |bits: u32| -> Vec<_> { (0..6).filter(|n| bits >> n & 1 == 1).map(pair).collect() };
        for all in 0..64 {
            for new in (0..64).filter(|new| new & !all == 0) {
                let mut pairs = of(all & !new);
                insert_pairs(&mut pairs, &of(new));
                assert_eq!(pairs, of(all));
                remove_pairs(&mut pairs, &of(new));
                assert_eq!(pairs, of(all & !new));
            }
        }
        let mut none = vec![];
        insert_pairs(&mut none, &[]);
        assert!(none.is_empty());
    }
}
