//! Salt: the electric potential at every ion. A far cell acts as two charges: positive and negative
//! charges together may cancel, and have no center then.
//!
//! `cargo run --release -p broadleaf-n-body --example charges`

use broadleaf_n_body::{self as n_body, Body, Interaction};

/// An ion, or all ions of one sign in a cell.
#[derive(Clone, Copy, Default)]
struct Ion {
    at: [f64; 2],
    charge: f64,
    potential: f64,
}

struct Electric;

impl Interaction<f64, 2> for Electric {
    type Item = Ion;
    type Summary = [Ion; 2];

    fn position(&self, ion: &Ion) -> [f64; 2] {
        ion.at
    }
    fn summarize(&mut self, ions: &[Ion]) -> [Ion; 2] {
        let mut poles = [Ion::default(); 2];
        for ion in ions {
            let pole = &mut poles[usize::from(ion.charge < 0.0)];
            *pole = merged(pole, ion);
        }
        poles
    }
    fn merge(&mut self, a: &[Ion; 2], b: &[Ion; 2]) -> [Ion; 2] {
        [merged(&a[0], &b[0]), merged(&a[1], &b[1])]
    }
    fn between_items(&mut self, a: &mut Ion, b: &mut Ion) {
        let distance = f64::hypot(b.at[0] - a.at[0], b.at[1] - a.at[1]) + 1e-3;
        a.potential += b.charge / distance;
        b.potential += a.charge / distance;
    }
    fn between_summaries(&mut self, a: &mut [Ion; 2], b: &mut [Ion; 2]) {
        self.between_leaves(a, b);
    }
    fn pass_down(&mut self, from: &[Ion; 2], to: &mut [Ion; 2]) {
        to[0].potential += from[0].potential;
        to[1].potential += from[1].potential;
    }
    fn pass_to_item(&mut self, from: &[Ion; 2], ion: &mut Ion) {
        ion.potential += from[usize::from(ion.charge < 0.0)].potential;
    }
}

/// Two charges of the same sign as one, at their center.
fn merged(a: &Ion, b: &Ion) -> Ion {
    let charge = a.charge + b.charge;
    let share = if charge == 0.0 {
        0.0
    } else {
        b.charge / charge
    };
    let at = [0, 1].map(|axis| a.at[axis] * (1.0 - share) + b.at[axis] * share);
    Ion {
        at,
        charge,
        potential: 0.0,
    }
}

fn main() {
    let ion = |i: u32| Ion {
        at: [618_034, 754_878].map(|step| f64::from(i * step % 1_000_003)),
        charge: if i.is_multiple_of(2) { 1.0 } else { -1.0 },
        potential: 0.0,
    };
    let mut ions: Vec<_> = (0..5_000).map(ion).collect();
    let mut expected = ions.clone();
    Electric.within_leaf(&mut expected); // all pairs
    n_body::interact(&mut Electric, &mut ions);

    let energy = |ions: &[Ion]| {
        ions.iter()
            .map(|ion| ion.charge * ion.potential)
            .sum::<f64>()
    };
    let [energy, expected] = [ions, expected].map(|ions| energy(&ions));
    println!("The energy is {energy:.6}, and {expected:.6} with all pairs.");
    assert!((energy - expected).abs() < 0.001 * expected.abs());
    forces_add_up_to_nothing();
}

/// The forces themselves, where a function of two bodies is all there is.
fn forces_add_up_to_nothing() {
    let charges = [[0.0, 0.0], [3.0, 0.0], [1.0, 2.0]].map(|position| Body {
        position,
        mass: 1.0,
    });
    let push = |at: &Body<f64, 2>, by: &Body<f64, 2>| {
        [0, 1].map(|axis| at.position[axis] - by.position[axis])
    };
    let forces = n_body::forces(&charges, 0.0, push);
    let sum = |axis: usize| forces.iter().map(|force| force[axis]).sum::<f64>();
    assert_eq!([sum(0), sum(1)], [0.0, 0.0]);
}
