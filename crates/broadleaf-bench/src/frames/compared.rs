//! All pairs of every frame, sorted and compared with the pairs of the previous frame: the events
//! of a program that keeps no structure.

use std::cmp::Ordering;
use std::mem;

use super::brute_force::BruteForce;
use super::contender::{Contender, Frame, Kind, Pairs};
use super::insertion_sweep::InsertionSweep;

pub(super) fn brute_force<const D: usize>(_: &[Frame<D>]) -> Box<dyn Contender<D>> {
    Box::new(Compared::new("brute force, sorted pairs", BruteForce))
}

pub(super) fn insertion_sweep<const D: usize>(_: &[Frame<D>]) -> Box<dyn Contender<D>> {
    let sweep = InsertionSweep::default();
    Box::new(Compared::new("insertion sweep, sorted pairs", sweep))
}

struct Compared<C> {
    name: &'static str,
    all_pairs: C,
    before: Pairs,
    now: Pairs,
}

impl<C> Compared<C> {
    fn new(name: &'static str, all_pairs: C) -> Self {
        Self {
            name,
            all_pairs,
            before: Pairs::new(),
            now: Pairs::new(),
        }
    }
}

impl<C: Contender<D>, const D: usize> Contender<D> for Compared<C> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn kind(&self) -> Kind {
        Kind::Events
    }

    fn frame(&mut self, boxes: &Frame<D>, begun: &mut Pairs, ended: &mut Pairs) {
        mem::swap(&mut self.before, &mut self.now);
        self.now.clear();
        self.all_pairs.frame(boxes, &mut self.now, ended);
        self.now.sort_unstable();
        compare(&self.before, &self.now, begun, ended);
    }
}

/// Collects the pairs that only one of two sorted lists has.
fn compare(before: &Pairs, now: &Pairs, begun: &mut Pairs, ended: &mut Pairs) {
    let (mut old, mut new) = (before.as_slice(), now.as_slice());
    while let ([first, later @ ..], [next, rest @ ..]) = (old, new) {
        match first.cmp(next) {
            Ordering::Less => {
                ended.push(*first);
                old = later;
            }
            Ordering::Greater => {
                begun.push(*next);
                new = rest;
            }
            Ordering::Equal => (old, new) = (later, rest),
        }
    }
    ended.extend(old);
    begun.extend(new);
}

#[cfg(test)]
mod tests {
    use broadleaf::Id;

    use super::*;

    #[test]
    fn events_are_what_one_list_has_alone() {
        let pairs =
            |numbers: &[u32]| -> Pairs { numbers.iter().map(|&b| [Id(0), Id(b)]).collect() };
        let events = |before: &[u32], now: &[u32]| {
            let (mut begun, mut ended) = (Pairs::new(), Pairs::new());
            compare(&pairs(before), &pairs(now), &mut begun, &mut ended);
            [begun, ended]
        };
        assert_eq!(
            events(&[1, 2, 5], &[2, 3, 5, 7]),
            [pairs(&[3, 7]), pairs(&[1])]
        );
        assert_eq!(events(&[], &[4]), [pairs(&[4]), pairs(&[])]);
        assert_eq!(events(&[4, 6], &[]), [pairs(&[]), pairs(&[4, 6])]);
    }
}
