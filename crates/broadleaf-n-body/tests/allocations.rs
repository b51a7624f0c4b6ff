//! A reused solver allocates nothing for up to as many bodies as before, and neither do
//! interactions.

use broadleaf_n_body::{Body, Interaction, Interactions, NBody};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region as Counted, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static GLOBAL: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const BODIES: u32 = 2_000;

fn bodies() -> Vec<Body<f32, 3>> {
    let body = |id: u32| {
        let noise = id.wrapping_mul(2_654_435_761);
        let position = [0, 7, 14].map(|shift| (noise >> shift & 127) as f32);
        Body {
            position,
            mass: 1.0,
        }
    };
    (0..BODIES).map(body).collect()
}

/// A single test, since the count is that of the whole process.
#[test]
fn what_was_used_before_allocates_nothing() {
    check_forces();
    check_interactions();
}

fn check_forces() {
    let bodies = bodies();
    let (mut solver, mut forces) = (NBody::new(), Vec::new());
    let mut spring = |at: &Body<f32, 3>, by: &Body<f32, 3>| {
        [0, 1, 2].map(|axis| by.position[axis] - at.position[axis])
    };
    solver.forces_into(&bodies, 0.5, &mut spring, &mut forces);
    let counted = Counted::new(GLOBAL);
    solver.forces_into(&bodies, 0.5, &mut spring, &mut forces);
    let change = counted.change();
    assert_eq!(
        (change.allocations, change.reallocations),
        (0, 0),
        "{change:?}"
    );
}

/// The number of other bodies, through counts of cells.
struct Counts;

impl Interaction<f32, 3> for Counts {
    type Item = (Body<f32, 3>, u32);
    /// The number of bodies, and of those that are far.
    type Summary = [u32; 2];

    fn position(&self, (body, _): &Self::Item) -> [f32; 3] {
        body.position
    }
    fn summarize(&mut self, bodies: &[Self::Item]) -> [u32; 2] {
        [bodies.len() as u32, 0]
    }
    fn merge(&mut self, [a, _]: &[u32; 2], [b, _]: &[u32; 2]) -> [u32; 2] {
        [a + b, 0]
    }
    fn between_items(&mut self, (_, a): &mut Self::Item, (_, b): &mut Self::Item) {
        *a += 1;
        *b += 1;
    }
    fn between_summaries(&mut self, a: &mut [u32; 2], b: &mut [u32; 2]) {
        a[1] += b[0];
        b[1] += a[0];
    }
    fn pass_down(&mut self, [_, far]: &[u32; 2], to: &mut [u32; 2]) {
        to[1] += far;
    }
    fn pass_to_item(&mut self, [_, far]: &[u32; 2], (_, count): &mut Self::Item) {
        *count += far;
    }
}

fn check_interactions() {
    let mut bodies: Vec<_> = bodies().into_iter().map(|body| (body, 0)).collect();
    let mut interactions = Interactions::new();
    interactions.interact(&mut Counts, &mut bodies);
    let counted = Counted::new(GLOBAL);
    interactions.interact(&mut Counts, &mut bodies);
    let change = counted.change();
    assert!(bodies.iter().all(|&(_, count)| count == 2 * (BODIES - 1)));
    assert_eq!(
        (change.allocations, change.reallocations),
        (0, 0),
        "{change:?}"
    );
}
