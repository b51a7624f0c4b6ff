//! What happened to the pairs of a step.

use alloc::vec::Vec;

use super::id::ProxyId;
use super::trim::trim;
use crate::executor::Lists;

/// What happened to a pair since the last step, if the caller's filter has no say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Began,
    Ended,
    /// It is still there, and the caller's filter decides again.
    Touched,
}

/// What happened to pairs since the last step. All lists are sorted.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcomes {
    pub(super) begun: Vec<[ProxyId; 2]>,
    pub(super) ended: Vec<[ProxyId; 2]>,
    /// Pairs that are still there and about which the caller's filter decides again, with its
    /// answer.
    pub(super) touched: Vec<([ProxyId; 2], bool)>,
    /// Pairs that would have begun, but that the caller's filter refuses.
    pub(super) refused: Vec<[ProxyId; 2]>,
}

impl Outcomes {
    /// Asks a filter about all pairs that are there, in order.
    pub(super) fn ask(&mut self, mut accepts: impl FnMut(&[ProxyId; 2]) -> bool) {
        let Self {
            begun,
            touched,
            refused,
            ..
        } = self;
        let mut touched = touched.iter_mut().peekable();
        begun.retain(|pair| {
            while let Some((earlier, accepted)) = touched.next_if(|(other, _)| other < pair) {
                *accepted = accepts(earlier);
            }
            let accepted = accepts(pair);
            if !accepted {
                refused.push(*pair);
            }
            accepted
        });
        touched.for_each(|(pair, accepted)| *accepted = accepts(pair));
    }

    /// Whether the filter refuses any pair.
    pub(super) fn has_refused(&self) -> bool {
        !self.refused.is_empty() || self.touched.iter().any(|(_, accepted)| !accepted)
    }

    /// Sorts all lists and drops what is in one of them twice.
    pub(super) fn sort(&mut self) {
        sort(&mut self.begun, |pair| pair);
        sort(&mut self.ended, |pair| pair);
        sort(&mut self.touched, |(pair, _)| pair);
    }

    /// Frees the memory of lists that were much longer than they are now.
    pub(super) fn trim(&mut self) {
        trim(&mut self.begun);
        trim(&mut self.ended);
        trim(&mut self.touched);
        trim(&mut self.refused);
    }
}

impl Lists for Outcomes {
    fn clear(&mut self) {
        self.begun.clear();
        self.ended.clear();
        self.touched.clear();
        self.refused.clear();
    }

    fn extend_from(&mut self, others: &Self) {
        self.begun.extend_from(&others.begun);
        self.ended.extend_from(&others.ended);
        self.touched.extend_from(&others.touched);
        self.refused.extend_from(&others.refused);
    }
}

/// Sorts items by their pairs and drops those of the same pair, unless they are sorted already.
fn sort<T>(items: &mut Vec<T>, pair: impl Fn(&T) -> &[ProxyId; 2]) {
    // Slots are compared as one number: a branch on the first one could not be predicted.
    let slots = |item| {
        let [a, b] = pair(item);
        u64::from(a.id().0) << 32 | u64::from(b.id().0)
    };
    if !items.is_sorted_by(|a, b| slots(a) < slots(b)) {
        items.sort_unstable_by(|a, b| pair(a).cmp(pair(b)));
        items.dedup_by(|a, b| pair(a) == pair(b));
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    fn pair(number: u32) -> [ProxyId; 2] {
        [ProxyId::new(number / 4, 0), ProxyId::new(9 + number % 4, 0)]
    }

    #[test]
    fn the_filter_is_asked_about_all_pairs_that_are_there_in_order() {
        let mut outcomes = Outcomes {
            begun: [1, 4, 6].map(pair).to_vec(),
            ended: [2, 3].map(pair).to_vec(),
            touched: [0, 5, 7].map(|number| (pair(number), true)).to_vec(),
            refused: vec![],
        };
        let mut asked = vec![];
        outcomes.ask(|pair| {
            asked.push(*pair);
            asked.len() % 3 != 0
        });
        assert_eq!(asked, [0, 1, 4, 5, 6, 7].map(pair));
        assert_eq!(outcomes.begun, [1, 6].map(pair));
        assert_eq!(outcomes.refused, [4].map(pair));
        assert!(
            outcomes
                .touched
                .iter()
                .map(|touched| touched.1)
                .eq([true, true, false])
        );
        assert!(outcomes.has_refused());
    }

    #[test]
    fn lists_are_sorted_and_have_each_pair_once() {
        let numbers = [5, 3, 5, 9, 3, 0];
        let mut outcomes = Outcomes {
            begun: numbers.map(pair).to_vec(),
            ended: numbers.map(pair).to_vec(),
            touched: numbers.map(|number| (pair(number), true)).to_vec(),
            refused: vec![],
        };
        outcomes.sort();
        let expected = [0, 3, 5, 9].map(pair);
        assert_eq!(outcomes.begun, expected);
        assert_eq!(outcomes.ended, expected);
        assert!(
            outcomes
                .touched
                .iter()
                .map(|touched| touched.0)
                .eq(expected)
        );
    }
}
