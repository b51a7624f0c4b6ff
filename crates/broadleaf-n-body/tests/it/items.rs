//! Interactions of custom items through custom summaries: which acts on which, and how often.

use broadleaf_n_body::{Cell, Interaction, Interactions};
use std::array;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use crate::fractions;

fn positions<const D: usize>(count: usize) -> Vec<[f64; D]> {
    let mut random = fractions(count as u64);
    (0..count).map(|_| array::from_fn(|_| random())).collect()
}

/// An item that is neither `Clone` nor `Send`, with a weight that is counted exactly.
struct Thing<const D: usize> {
    position: [f64; D],
    weight: u64,
    received: u64,
    name: Rc<usize>,
}

impl<const D: usize> Thing<D> {
    fn all(positions: &[[f64; D]]) -> Vec<Self> {
        let thing = |(name, position): (usize, &[f64; D])| Self {
            position: *position,
            weight: 1 + name as u64 * name as u64,
            received: 0,
            name: Rc::new(name),
        };
        positions.iter().enumerate().map(thing).collect()
    }
}

/// The items of a cell as the rule sees them.
#[derive(Clone, Debug, Default)]
struct Weight {
    weight: u64,
    received: u64,
    names: Vec<usize>,
}

/// Counts the calls and checks that the rule allows each; `rule` decides from the names of two
/// cells.
struct Counting<F> {
    rule: F,
    /// Items with items, items with summaries, summaries with summaries.
    counts: [usize; 3],
}

impl<F> Counting<F> {
    fn new(rule: F) -> Self {
        Self {
            rule,
            counts: [0; 3],
        }
    }
}

impl<F: FnMut(&[usize], &[usize]) -> bool, const D: usize> Interaction<f64, D> for Counting<F> {
    type Item = Thing<D>;
    type Summary = Weight;

    fn position(&self, thing: &Thing<D>) -> [f64; D] {
        thing.position
    }
    fn summarize(&mut self, things: &[Thing<D>]) -> Weight {
        Weight {
            weight: things.iter().map(|thing| thing.weight).sum(),
            received: 0,
            names: things.iter().map(|thing| *thing.name).collect(),
        }
    }
    fn merge(&mut self, a: &Weight, b: &Weight) -> Weight {
        Weight {
            weight: a.weight + b.weight,
            received: 0,
            names: [&a.names[..], &b.names].concat(),
        }
    }
    fn is_far(&mut self, cell: &Cell<'_, Weight, f64, D>, from: &Cell<'_, Weight, f64, D>) -> bool {
        assert_eq!(
            [cell.len, from.len],
            [cell, from].map(|cell| cell.summary.names.len())
        );
        (self.rule)(&cell.summary.names, &from.summary.names)
    }
    fn between_items(&mut self, a: &mut Thing<D>, b: &mut Thing<D>) {
        self.counts[0] += 1;
        a.received += b.weight;
        b.received += a.weight;
    }
    fn between_leaves(&mut self, a: &mut [Thing<D>], b: &mut [Thing<D>]) {
        let [names, others] = [&*a, &*b].map(|things| self.summarize(things).names);
        assert!(!(self.rule)(&names, &others) && !(self.rule)(&others, &names));
        for thing in a {
            for other in &mut *b {
                self.between_items(thing, other);
            }
        }
    }
    fn between_leaf_and_summary(&mut self, things: &mut [Thing<D>], far: &mut Weight) {
        let names = self.summarize(things).names;
        assert!(!(self.rule)(&names, &far.names) && (self.rule)(&far.names, &names));
        for thing in things {
            self.counts[1] += 1;
            thing.received += far.weight;
            far.received += thing.weight;
        }
    }
    fn between_summaries(&mut self, a: &mut Weight, b: &mut Weight) {
        assert!((self.rule)(&a.names, &b.names) && (self.rule)(&b.names, &a.names));
        self.counts[2] += 1;
        a.received += b.weight;
        b.received += a.weight;
    }
    fn pass_down(&mut self, from: &Weight, to: &mut Weight) {
        to.received += from.received;
    }
    fn pass_to_item(&mut self, from: &Weight, thing: &mut Thing<D>) {
        thing.received += from.received;
    }
}

/// Runs the engine, returns its counts, and checks that every item has received every other item's
/// weight once and has kept its position in the list.
fn check_counts<const D: usize>(
    positions: &[[f64; D]],
    leaf_capacity: usize,
    rule: impl FnMut(&[usize], &[usize]) -> bool,
) -> [usize; 3] {
    let mut things = Thing::all(positions);
    let total: u64 = things.iter().map(|thing| thing.weight).sum();
    let mut counting = Counting::new(rule);
    let mut engine = Interactions::new().with_leaf_capacity(leaf_capacity);
    engine.interact(&mut counting, &mut things);
    for (name, thing) in things.iter().enumerate() {
        assert_eq!(*thing.name, name, "the order is unchanged");
        assert_eq!(
            thing.received + thing.weight,
            total,
            "thing {name} of {}",
            things.len()
        );
    }
    counting.counts
}

/// An arbitrary rule, the same for the same cells.
fn arbitrary(cell: &[usize], from: &[usize]) -> bool {
    let mix = |names: &[usize]| names.iter().sum::<usize>() * 31 + names.len();
    (mix(cell) * 17 + mix(from)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 62 == 0
}

fn check_every_rule<const D: usize>(positions: &[[f64; D]]) {
    for leaf_capacity in [0, 3, 8, 1_000] {
        check_counts(positions, leaf_capacity, |_, _| true);
        check_counts(positions, leaf_capacity, |_, _| false);
        check_counts(positions, leaf_capacity, arbitrary);
        check_counts(positions, leaf_capacity, |cell, from| {
            cell.len() < from.len()
        });
    }
}

#[test]
fn every_item_counts_once_for_every_other_whatever_the_rule() {
    for count in [0, 1, 2, 3, 5, 17, 100, 1_000] {
        check_every_rule(&positions::<1>(count));
        check_every_rule(&positions::<2>(count));
        check_every_rule(&positions::<3>(count));
    }
    check_every_rule(&[[0.5; 2]; 300]);
}

#[test]
fn strange_positions_count_like_others() {
    let strange = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, -0.0];
    let mut positions = positions::<2>(300);
    for (position, x) in positions.iter_mut().zip(strange.iter().cycle()).step_by(3) {
        position[0] = *x;
    }
    check_every_rule(&positions);
    check_every_rule(&[[f64::NAN; 3]; 50]);
}

#[test]
fn all_forms_of_actions_occur() {
    let counts = check_counts(&positions::<2>(1_000), 8, arbitrary);
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

/// Without far cells, every pair is summed directly, once.
#[test]
fn a_rule_that_is_never_true_gives_direct_sums() {
    let counts = check_counts(&positions::<3>(500), 8, |_, _| false);
    assert_eq!(counts, [500 * 499 / 2, 0, 0]);
}

#[test]
fn nothing_is_lost_if_a_method_panics() {
    let positions = positions::<2>(200);
    let mut things = Thing::all(&positions);
    let mut calls = 0;
    let mut counting = Counting::new(|_: &[usize], _: &[usize]| {
        calls += 1;
        assert!(calls < 50);
        false
    });
    let mut engine = Interactions::new();
    let run = AssertUnwindSafe(|| engine.interact(&mut counting, &mut things));
    assert!(catch_unwind(run).is_err());
    let mut names: Vec<_> = things.iter().map(|thing| *thing.name).collect();
    names.sort_unstable();
    assert!(names.into_iter().eq(0..200));
    // The memory can be reused.
    let mut things = Thing::all(&positions);
    engine.interact(
        &mut Counting::new(|_: &[usize], _: &[usize]| true),
        &mut things,
    );
    assert!(things.iter().all(|thing| thing.received > 0));
}
