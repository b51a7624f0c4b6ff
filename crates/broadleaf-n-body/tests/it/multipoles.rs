//! Fields of charges through summaries of growing precision, against direct sums.

use broadleaf_n_body::{Cell, Interaction, Interactions, interact};
use std::array;

use crate::fractions;

type Vector<const D: usize> = [f64; D];
type Matrix<const D: usize> = [[f64; D]; D];

/// A mass, and the sum of the other masses divided by their distances.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Mass<const D: usize> {
    position: Vector<D>,
    mass: f64,
    potential: f64,
}

fn masses<const D: usize>(count: usize) -> Vec<Mass<D>> {
    let mut random = fractions(count as u64);
    let mut mass = || Mass {
        position: array::from_fn(|_| random()),
        mass: 0.5 + random(),
        potential: 0.0,
    };
    (0..count).map(|_| mass()).collect()
}

/// The masses of a cell around their center, and the potential of far masses there. With `ORDER` 1,
/// these are the total mass, and the value and the slope of the potential. `ORDER` 2 adds the
/// second moments of the masses, and the curvature of the potential.
#[derive(Clone, Copy, Debug)]
struct Multipole<const D: usize> {
    mass: f64,
    center: Vector<D>,
    moments: Matrix<D>,
    value: f64,
    slope: Vector<D>,
    curvature: Matrix<D>,
}

impl<const D: usize> Default for Multipole<D> {
    fn default() -> Self {
        Self {
            mass: 0.0,
            center: [0.0; D],
            moments: [[0.0; D]; D],
            value: 0.0,
            slope: [0.0; D],
            curvature: [[0.0; D]; D],
        }
    }
}

fn difference<const D: usize>(a: &Vector<D>, b: &Vector<D>) -> Vector<D> {
    array::from_fn(|axis| a[axis] - b[axis])
}

fn dot<const D: usize>(a: &Vector<D>, b: &Vector<D>) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn times<const D: usize>(matrix: &Matrix<D>, vector: &Vector<D>) -> Vector<D> {
    array::from_fn(|row| dot(&matrix[row], vector))
}

impl<const D: usize> Multipole<D> {
    /// Combines parts, each with its mass, center and moments.
    fn of(parts: impl Iterator<Item = (f64, Vector<D>, Matrix<D>)> + Clone) -> Self {
        let mut sum = Self::default();
        for (mass, center, _) in parts.clone() {
            sum.mass += mass;
            sum.center = array::from_fn(|axis| sum.center[axis] + mass * center[axis]);
        }
        sum.center = sum.center.map(|x| x / sum.mass);
        for (mass, center, moments) in parts {
            let arm = difference(&center, &sum.center);
            for (i, j) in (0..D * D).map(|k| (k / D, k % D)) {
                sum.moments[i][j] += moments[i][j] + mass * arm[i] * arm[j];
            }
        }
        sum
    }

    /// The potential at an offset from the center.
    fn potential(&self, arm: &Vector<D>) -> f64 {
        self.value + dot(&self.slope, arm) + 0.5 * dot(arm, &times(&self.curvature, arm))
    }
}

#[derive(Clone, Copy, Debug)]
struct Gravity<const ORDER: usize> {
    opening: f64,
    pairs: usize,
}

impl<const ORDER: usize> Gravity<ORDER> {
    fn new(opening: f64) -> Self {
        Self { opening, pairs: 0 }
    }
}

/// What `on` receives from `by`.
fn receive<const ORDER: usize, const D: usize>(on: &mut Multipole<D>, by: &Multipole<D>) {
    let arm = difference(&by.center, &on.center);
    let square = dot(&arm, &arm);
    let inverse = 1.0 / square.sqrt();
    on.value += by.mass * inverse;
    for i in 0..D {
        on.slope[i] += by.mass * arm[i] * inverse / square;
        for j in (0..D).filter(|_| ORDER == 2) {
            let one = if i == j { square } else { 0.0 };
            let second = (3.0 * arm[i] * arm[j] - one) * inverse / (square * square);
            on.value += 0.5 * by.moments[i][j] * second;
            on.curvature[i][j] += by.mass * second;
        }
    }
}

impl<const ORDER: usize, const D: usize> Interaction<f64, D> for Gravity<ORDER> {
    type Item = Mass<D>;
    type Summary = Multipole<D>;

    fn position(&self, mass: &Mass<D>) -> Vector<D> {
        mass.position
    }
    fn summarize(&mut self, masses: &[Mass<D>]) -> Multipole<D> {
        Multipole::of(
            masses
                .iter()
                .map(|mass| (mass.mass, mass.position, [[0.0; D]; D])),
        )
    }
    fn merge(&mut self, a: &Multipole<D>, b: &Multipole<D>) -> Multipole<D> {
        Multipole::of(
            [a, b]
                .into_iter()
                .map(|part| (part.mass, part.center, part.moments)),
        )
    }
    fn opening(&self) -> f64 {
        self.opening
    }
    fn between_items(&mut self, a: &mut Mass<D>, b: &mut Mass<D>) {
        self.pairs += 1;
        let arm = difference(&a.position, &b.position);
        let inverse = 1.0 / dot(&arm, &arm).sqrt();
        a.potential += b.mass * inverse;
        b.potential += a.mass * inverse;
    }
    fn between_summaries(&mut self, a: &mut Multipole<D>, b: &mut Multipole<D>) {
        self.pairs += 1;
        receive::<ORDER, D>(a, b);
        receive::<ORDER, D>(b, a);
    }
    fn pass_down(&mut self, from: &Multipole<D>, to: &mut Multipole<D>) {
        let arm = difference(&to.center, &from.center);
        let slope = times(&from.curvature, &arm);
        to.value += from.potential(&arm);
        for i in 0..D {
            to.slope[i] += from.slope[i] + slope[i];
            for j in 0..D {
                to.curvature[i][j] += from.curvature[i][j];
            }
        }
    }
    fn pass_to_item(&mut self, from: &Multipole<D>, mass: &mut Mass<D>) {
        mass.potential += from.potential(&difference(&mass.position, &from.center));
    }
}

/// The potentials of all masses, and the number of pairs that were computed.
fn potentials<const ORDER: usize, const D: usize>(
    masses: &[Mass<D>],
    opening: f64,
) -> (Vec<f64>, usize) {
    let mut masses = masses.to_vec();
    let mut gravity = Gravity::<ORDER>::new(opening);
    interact(&mut gravity, &mut masses);
    (
        masses.iter().map(|mass| mass.potential).collect(),
        gravity.pairs,
    )
}

fn direct<const D: usize>(masses: &[Mass<D>]) -> Vec<f64> {
    let mut masses = masses.to_vec();
    Interaction::within_leaf(&mut Gravity::<1>::new(0.0), &mut masses);
    masses.iter().map(|mass| mass.potential).collect()
}

/// The root mean square of the differences divided by that of the expected values.
fn relative_error(values: &[f64], expected: &[f64]) -> f64 {
    assert_eq!(values.len(), expected.len());
    let squares = values.iter().zip(expected).map(|(a, b)| (a - b) * (a - b));
    let total: f64 = expected.iter().map(|b| b * b).sum();
    (squares.sum::<f64>() / total).sqrt()
}

fn check_precision<const D: usize>() {
    let masses = masses::<D>(3_000);
    let expected = direct(&masses);
    let error = |(potentials, _): (Vec<f64>, usize)| relative_error(&potentials, &expected);
    assert!(error(potentials::<1, D>(&masses, 0.0)) < 1e-13);
    for opening in [0.3, 0.6] {
        let monopole = error(potentials::<1, D>(&masses, opening));
        let quadrupole = error(potentials::<2, D>(&masses, opening));
        assert!(monopole < 0.05 * opening * opening, "{opening}: {monopole}");
        assert!(
            0.0 < quadrupole && quadrupole < 0.3 * monopole,
            "{opening}: {quadrupole} {monopole}"
        );
    }
}

#[test]
fn quadrupoles_are_more_exact_than_monopoles() {
    check_precision::<2>();
    check_precision::<3>();
}

/// Growth is counted, not timed: the pairs per body, which tend to a constant.
fn check_growth<const D: usize>() {
    let pairs = |count: usize| {
        let (_, pairs) = potentials::<1, D>(&masses(count), 0.7);
        pairs as f64 / count as f64
    };
    // Leaves are equally full for these numbers.
    let [small, medium, large] = [1 << 10, 1 << 13, 1 << 16].map(pairs);
    assert!(
        medium < 1.7 * small && large < 1.35 * medium,
        "{small} {medium} {large} per body"
    );
}

#[test]
fn the_number_of_pairs_grows_as_the_number_of_items() {
    check_growth::<2>();
    check_growth::<3>();
}

#[test]
fn a_used_engine_gives_the_same_bits() {
    let mut engine = Interactions::new();
    for count in [2_000, 0, 1, 3_000, 40] {
        let masses = masses::<3>(count);
        let mut again = masses.clone();
        engine.interact(&mut Gravity::<2>::new(0.5), &mut again);
        let again: Vec<_> = again.iter().map(|mass| mass.potential).collect();
        assert_eq!(again, potentials::<2, 3>(&masses, 0.5).0);
    }
}

#[cfg(feature = "rayon")]
#[test]
fn threads_give_the_same_bits() {
    let expected = {
        let mut masses = masses::<3>(30_000);
        interact(&mut Gravity::<2>::new(0.7), &mut masses);
        masses
    };
    for threads in [1, 2, 3, 8] {
        let pool = rayon::ThreadPoolBuilder::new();
        let pool = pool.num_threads(threads).build().unwrap();
        let mut masses = masses::<3>(30_000);
        pool.install(|| {
            broadleaf_n_body::par_interact(&mut Gravity::<2>::new(0.7), &mut masses);
        });
        assert!(masses == expected, "{threads} threads");
    }
}

/// Charges of both signs. Together they may cancel, and have no center then.
#[derive(Clone, Copy, Debug, Default)]
struct Poles<const D: usize> {
    /// All charges as if they were positive; effects are received at their center.
    all: Multipole<D>,
    /// The positive charges and the negative ones.
    signs: [Multipole<D>; 2],
}

struct Electric;

impl Electric {
    fn receive<const D: usize>(on: &mut Multipole<D>, by: &[Multipole<D>; 2]) {
        for sign in by.iter().filter(|sign| sign.mass != 0.0) {
            receive::<2, D>(on, sign);
        }
    }
}

impl<const D: usize> Interaction<f64, D> for Electric {
    type Item = Mass<D>;
    type Summary = Poles<D>;

    fn position(&self, ion: &Mass<D>) -> Vector<D> {
        ion.position
    }
    fn summarize(&mut self, ions: &[Mass<D>]) -> Poles<D> {
        let parts = |is_counted: fn(f64) -> bool| {
            let ions = ions.iter().filter(move |ion| is_counted(ion.mass));
            ions.map(|ion| (ion.mass, ion.position, [[0.0; D]; D]))
        };
        let sizes = parts(|_| true).map(|(charge, at, moments)| (charge.abs(), at, moments));
        Poles {
            all: Multipole::of(sizes),
            signs: [
                Multipole::of(parts(|x| x > 0.0)),
                Multipole::of(parts(|x| x < 0.0)),
            ],
        }
    }
    fn merge(&mut self, a: &Poles<D>, b: &Poles<D>) -> Poles<D> {
        let both = |a: &Multipole<D>, b: &Multipole<D>| {
            let parts = [*a, *b].into_iter().filter(|part| part.mass != 0.0);
            Multipole::of(parts.map(|part| (part.mass, part.center, part.moments)))
        };
        Poles {
            all: both(&a.all, &b.all),
            signs: [0, 1].map(|sign| both(&a.signs[sign], &b.signs[sign])),
        }
    }
    /// Cells are far if the distance of their centers is more than three times the diagonal.
    fn is_far(
        &mut self,
        cell: &Cell<'_, Poles<D>, f64, D>,
        from: &Cell<'_, Poles<D>, f64, D>,
    ) -> bool {
        let arm = difference(&cell.summary.all.center, &from.summary.all.center);
        let diagonal = cell.bounds.extents();
        dot(&arm, &arm) > 9.0 * dot(&diagonal, &diagonal)
    }
    fn between_items(&mut self, a: &mut Mass<D>, b: &mut Mass<D>) {
        Gravity::<2>::new(0.0).between_items(a, b);
    }
    fn between_summaries(&mut self, a: &mut Poles<D>, b: &mut Poles<D>) {
        Self::receive(&mut a.all, &b.signs);
        Self::receive(&mut b.all, &a.signs);
    }
    fn pass_down(&mut self, from: &Poles<D>, to: &mut Poles<D>) {
        Gravity::<2>::new(0.0).pass_down(&from.all, &mut to.all);
    }
    fn pass_to_item(&mut self, from: &Poles<D>, ion: &mut Mass<D>) {
        Gravity::<2>::new(0.0).pass_to_item(&from.all, ion);
    }
}

fn check_charges<const D: usize>() {
    let mut ions = masses::<D>(4_000);
    ions.iter_mut()
        .step_by(2)
        .for_each(|ion| ion.mass = -ion.mass);
    let expected = direct(&ions);
    interact(&mut Electric, &mut ions);
    let potentials: Vec<_> = ions.iter().map(|ion| ion.potential).collect();
    let error = relative_error(&potentials, &expected);
    assert!(0.0 < error && error < 0.002, "{error}");
}

#[test]
fn charges_of_both_signs_have_a_summary_each() {
    check_charges::<2>();
    check_charges::<3>();
}
