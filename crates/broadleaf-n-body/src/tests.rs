//! Forces against direct summation.

use super::body::Body;
use super::interaction::Interaction;
use super::interactions::interact;
use super::solver::{NBody, forces};
use alloc::vec;
use alloc::vec::Vec;
#[cfg(feature = "rayon")]
use broadleaf::geometry::Real;
use core::array;

fn random(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Masses of 1 to 3, spread over the unit cube.
fn uniform<const D: usize>(count: usize) -> Vec<Body<f64, D>> {
    let mut random = random(count as u64);
    (0..count)
        .map(|i| Body {
            position: array::from_fn(|_| random()),
            mass: 1.0 + (i % 3) as f64,
        })
        .collect()
}

fn gravity<const D: usize>(at: &Body<f64, D>, by: &Body<f64, D>) -> [f64; D] {
    let offset: [f64; D] = array::from_fn(|axis| by.position[axis] - at.position[axis]);
    // Softened, as usual, against near misses.
    let distance_squared = offset.iter().map(|x| x * x).sum::<f64>() + 1e-6;
    offset.map(|x| x * at.mass * by.mass / (distance_squared * distance_squared.sqrt()))
}

fn direct_sums<const D: usize>(bodies: &[Body<f64, D>]) -> Vec<[f64; D]> {
    let on = |(i, body): (usize, &Body<f64, D>)| {
        let others = bodies.iter().enumerate().filter(|&(j, _)| j != i);
        others.fold([0.0; D], |sum: [f64; D], (_, other)| {
            let force = gravity(body, other);
            array::from_fn(|axis| sum[axis] + force[axis])
        })
    };
    bodies.iter().enumerate().map(on).collect()
}

/// The root mean square of the differences divided by that of the forces.
fn relative_error<const D: usize>(forces: &[[f64; D]], expected: &[[f64; D]]) -> f64 {
    assert_eq!(forces.len(), expected.len());
    let squares = |force: [f64; D]| force.iter().map(|x| x * x).sum::<f64>();
    let differences = forces.iter().zip(expected);
    let difference = differences.map(|(a, b)| squares(array::from_fn(|axis| a[axis] - b[axis])));
    let total: f64 = expected.iter().map(|&force| squares(force)).sum();
    (difference.sum::<f64>() / total).sqrt()
}

fn check_forces<const D: usize>(bodies: &[Body<f64, D>]) {
    let expected = direct_sums(bodies);
    let error = relative_error(&forces(bodies, 0.0, gravity), &expected);
    assert!(error < 1e-12, "{error}");
    let error = relative_error(&forces(bodies, 0.5, gravity), &expected);
    assert!(0.0 < error && error < 0.01, "{error}");
}

#[test]
fn forces_are_those_of_direct_summation() {
    check_forces(&uniform::<2>(3_000));
    check_forces(&uniform::<3>(3_000));
    check_forces(&uniform::<2>(500));
    assert!(forces(&[], 0.5, gravity::<2>).is_empty());
}

/// Growth is counted, not timed: the calls of `force` per body.
fn check_growth<const D: usize>() {
    let calls = |count: usize| {
        let mut calls = 0;
        let _ = forces(&uniform::<D>(count), 0.5, |_, _| {
            calls += 1;
            [0.0; D]
        });
        f64::from(calls) / count as f64
    };
    // Leaves and groups are equally full for these numbers.
    let [small, medium, large] = [1 << 10, 1 << 13, 1 << 16].map(calls);
    // Eight times as many bodies add at most the same number of calls per body.
    assert!(
        large - medium < 1.3 * (medium - small) && large < 4.0 * small,
        "{small} {medium} {large} per body"
    );
}

#[test]
fn forces_cost_n_log_n() {
    check_growth::<2>();
    check_growth::<3>();
}

/// At any opening, alone or as a part of a far mass, and never on itself.
#[test]
fn every_body_acts_on_each_other_once() {
    let mut bodies = uniform::<3>(3_000);
    // Bodies at the same point, in several groups.
    bodies.extend(vec![
        Body {
            position: [0.5; 3],
            mass: 2.0,
        };
        200
    ]);
    let total: f64 = bodies.iter().map(|body| body.mass).sum();
    for opening in [0.0, 0.5, 3.0, 1_000.0] {
        let masses = forces(&bodies, opening, |_, by| [by.mass; 3]);
        let has_total =
            |(body, [others, ..]): (&Body<f64, 3>, &[f64; 3])| others + body.mass == total;
        assert!(bodies.iter().zip(&masses).all(has_total), "{opening}");
    }
}

#[test]
fn charges_that_cancel_are_summed_one_by_one() {
    let mut bodies = uniform::<2>(1_000);
    for (i, body) in bodies.iter_mut().enumerate() {
        body.mass = if i % 2 == 0 { 1.0 } else { -1.0 };
    }
    for opening in [10.0, 0.0] {
        let forces = forces(&bodies, opening, gravity);
        assert!(forces.iter().flatten().all(|x| x.is_finite()));
    }
}

#[test]
fn a_used_solver_gives_the_same_bits() {
    let mut solver = NBody::new();
    let mut reused = Vec::new();
    for count in [2_000, 0, 1, 3_000, 40] {
        let bodies = uniform::<3>(count);
        solver.forces_into(&bodies, 0.5, gravity, &mut reused);
        assert_eq!(reused, forces(&bodies, 0.5, gravity));
    }
}

#[test]
fn strange_positions_do_not_panic() {
    let strange = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, -0.0];
    let mut bodies = uniform::<2>(300);
    for (body, x) in bodies.iter_mut().zip(strange.iter().cycle()).step_by(3) {
        body.position[0] = *x;
    }
    for opening in [0.0, 0.5, f64::INFINITY, f64::NAN] {
        assert_eq!(forces(&bodies, opening, gravity).len(), 300);
    }
}

#[cfg(feature = "rayon")]
fn check_threads<R: Real, const D: usize>(bodies: &[Body<R, D>]) {
    let push = |at: &Body<R, D>, by: &Body<R, D>| {
        let way = (0..D).map(|axis| by.position[axis] - at.position[axis]);
        [by.mass / way.fold(R::ONE, |sum, x| sum + x * x); D]
    };
    let expected = forces(bodies, R::from_f64(0.7), push);
    for threads in [1, 2, 3, 8] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        let forces = pool.install(|| super::solver::par_forces(bodies, R::from_f64(0.7), push));
        assert!(forces == expected, "{threads} threads");
    }
}

#[cfg(feature = "rayon")]
#[test]
fn threads_give_the_same_bits() {
    check_threads(&uniform::<3>(30_000));
    check_threads(&uniform::<2>(700));
    let single = uniform::<3>(9_000).into_iter().map(|body| Body {
        position: body.position.map(|x| x as f32),
        mass: 2.0,
    });
    check_threads(&single.collect::<Vec<_>>());
}

/// A position, a mass, and the mass that acts on it.
struct Star([f64; 2], f64, f64);

struct Masses {
    one_by_one: usize,
}

impl Interaction<f64, 2> for Masses {
    type Item = Star;
    type Summary = [f64; 2];

    fn position(&self, star: &Star) -> [f64; 2] {
        star.0
    }

    fn summarize(&mut self, stars: &[Star]) -> [f64; 2] {
        [stars.iter().map(|star| star.1).sum(), 0.0]
    }

    fn merge(&mut self, a: &[f64; 2], b: &[f64; 2]) -> [f64; 2] {
        [a[0] + b[0], 0.0]
    }

    fn between_items(&mut self, a: &mut Star, b: &mut Star) {
        self.one_by_one += 1;
        a.2 += b.1;
        b.2 += a.1;
    }

    fn between_summaries(&mut self, a: &mut [f64; 2], b: &mut [f64; 2]) {
        a[1] += b[0];
        b[1] += a[0];
    }

    fn pass_down(&mut self, from: &[f64; 2], to: &mut [f64; 2]) {
        to[1] += from[1];
    }

    fn pass_to_item(&mut self, from: &[f64; 2], star: &mut Star) {
        star.2 += from[1];
    }
}

#[test]
fn what_acts_on_a_summary_acts_on_its_items() {
    let bodies = uniform::<2>(2_000);
    let total: f64 = bodies.iter().map(|body| body.mass).sum();
    let mut stars: Vec<_> = bodies
        .iter()
        .map(|body| Star(body.position, body.mass, 0.0))
        .collect();
    let mut masses = Masses { one_by_one: 0 };
    interact(&mut masses, &mut stars);
    assert!(masses.one_by_one < 2_000 * 1_999 / 20);
    assert!(stars.iter().all(|star| star.1 + star.2 == total));
}
