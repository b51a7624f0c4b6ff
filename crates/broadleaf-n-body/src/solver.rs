//! The solver: a tree of the bodies, their groups, and the forces group by group.

use alloc::vec::Vec;
use core::mem;
use core::ops::Range;

use broadleaf::geometry::Real;

use super::body::Body;
use super::cells::{Cell, push_cells};
use super::field::Field;
use super::halves::{Point, build};
#[cfg(feature = "rayon")]
use super::threads::Pool;
use super::threads::{Fork, OneThread};
use super::tuning::BODIES_IN_LEAF;
#[cfg(feature = "rayon")]
use super::tuning::SHARED;

/// The force on every body by all others. Force `i` belongs to body `i`.
///
/// `force(at, by)` returns the force on body `at` by body `by`. `by` is a body of the list, or the
/// mass of all bodies of a cell at their center of mass, if the size of the cell is less than
/// `opening` times its distance from `at`. With an opening of 0 the forces of all pairs are summed.
/// 0.5 is usual, and gives forces with an error of about 0.6 % in 2D and 0.25 % in 3D (root mean
/// square, 10,000 bodies spread over a cube).
///
/// The result depends only on the bodies and their order: it has the same bits on every machine and
/// for any number of threads, if `force` does.
///
/// # Costs
/// O(n log n) calls of `force` for an opening above 0, unless most bodies are at the same point.
///
/// ```
/// use broadleaf_n_body::{self as n_body, Body};
/// let bodies = [[0.0], [1.0], [3.0]].map(|position| Body { position, mass: 2.0 });
/// // Each is pulled by the mass of the others, whatever the distance.
/// let forces = n_body::forces(&bodies, 0.5, |at, by| {
///     [if at.position < by.position { by.mass } else { -by.mass }]
/// });
/// assert_eq!(forces, [[4.0], [0.0], [-4.0]]);
/// ```
#[must_use]
#[doc(alias = "barnes_hut")]
#[doc(alias = "nbody")]
pub fn forces<R: Real, const D: usize>(
    bodies: &[Body<R, D>],
    opening: R,
    force: impl FnMut(&Body<R, D>, &Body<R, D>) -> [R; D],
) -> Vec<[R; D]> {
    let mut forces = Vec::new();
    NBody::new().forces_into(bodies, opening, force, &mut forces);
    forces
}

/// [`forces`] on the threads of rayon's current pool, with the same bits. Needs the feature
/// `rayon`.
#[cfg(feature = "rayon")]
#[must_use]
pub fn par_forces<R: Real, const D: usize>(
    bodies: &[Body<R, D>],
    opening: R,
    force: impl Fn(&Body<R, D>, &Body<R, D>) -> [R; D] + Sync,
) -> Vec<[R; D]> {
    let mut forces = Vec::new();
    NBody::new().par_forces_into(bodies, opening, force, &mut forces);
    forces
}

/// A solver that reuses its memory: [`forces_into`](Self::forces_into) allocates nothing for up to
/// as many bodies as before.
///
/// ```
/// use broadleaf_n_body::{Body, NBody};
/// let mut bodies: Vec<_> = (0..9).map(|i| Body { position: [f64::from(i)], mass: 1.0 }).collect();
/// let (mut solver, mut forces) = (NBody::new(), Vec::new());
/// for frame in 0..10 {
///     let spring = |at: &Body<f64, 1>, by: &Body<f64, 1>| [by.position[0] - at.position[0]];
///     solver.forces_into(&bodies, 0.5, spring, &mut forces);
///     for (body, [force]) in bodies.iter_mut().zip(&forces) {
///         body.position[0] += 0.01 * force;
///     }
/// }
/// assert!((bodies[8].position[0] - bodies[0].position[0]) < 8.0);
/// ```
#[derive(Clone, Debug)]
#[doc(alias = "BarnesHut")]
pub struct NBody<R, const D: usize> {
    points: Vec<Point<R, D>>,
    /// The bodies in tree order.
    bodies: Vec<Body<R, D>>,
    cells: Vec<Cell<R, D>>,
    groups: Vec<Range<usize>>,
    sources: Vec<Body<R, D>>,
    /// The forces in tree order.
    forces: Vec<[R; D]>,
}

impl<R: Real, const D: usize> NBody<R, D> {
    /// A solver with empty memory.
    #[must_use]
    pub fn new() -> Self {
        Self {
            points: Vec::new(),
            bodies: Vec::new(),
            cells: Vec::new(),
            groups: Vec::new(),
            sources: Vec::new(),
            forces: Vec::new(),
        }
    }

    /// [`forces`] into a vector that is cleared first and can be reused.
    pub fn forces_into(
        &mut self,
        bodies: &[Body<R, D>],
        opening: R,
        mut force: impl FnMut(&Body<R, D>, &Body<R, D>) -> [R; D],
        forces: &mut Vec<[R; D]>,
    ) {
        let mut sources = mem::take(&mut self.sources);
        self.sum(
            OneThread,
            bodies,
            opening,
            forces,
            |field, groups, forces| {
                sum_groups(field, groups, &mut sources, &mut force, forces);
            },
        );
        self.sources = sources;
    }

    /// [`par_forces`] into a vector that is cleared first and can be reused. Every thread allocates
    /// its own memory. Needs the feature `rayon`.
    #[cfg(feature = "rayon")]
    pub fn par_forces_into(
        &mut self,
        bodies: &[Body<R, D>],
        opening: R,
        force: impl Fn(&Body<R, D>, &Body<R, D>) -> [R; D] + Sync,
        forces: &mut Vec<[R; D]>,
    ) {
        self.sum(Pool, bodies, opening, forces, |field, groups, forces| {
            par_sum_groups(field, groups, &force, forces);
        });
    }

    /// Builds the tree, lets `sum_all` compute the forces on all groups in tree order, and returns
    /// them in the order of the caller's bodies.
    fn sum(
        &mut self,
        fork: impl Fork,
        bodies: &[Body<R, D>],
        opening: R,
        forces: &mut Vec<[R; D]>,
        sum_all: impl FnOnce(Field<'_, R, D>, &[Range<usize>], &mut [[R; D]]),
    ) {
        self.prepare(fork, bodies);
        let field = Field {
            bodies: &self.bodies,
            cells: &self.cells,
            opening_squared: opening * opening,
        };
        field.find_groups(&mut self.groups);
        sum_all(field, &self.groups, &mut self.forces);
        forces.clear();
        forces.resize(self.forces.len(), [R::ZERO; D]);
        for (point, force) in self.points.iter().zip(&self.forces) {
            forces[point.index] = *force;
        }
    }

    /// Builds the tree and its cells, and puts the bodies in tree order.
    fn prepare(&mut self, fork: impl Fork, bodies: &[Body<R, D>]) {
        let positions = bodies.iter().map(|body| body.position);
        let levels = build(fork, positions, BODIES_IN_LEAF, &mut self.points);
        self.bodies.clear();
        let in_order = self.points.iter().map(|point| bodies[point.index]);
        self.bodies.extend(in_order);
        self.cells.clear();
        push_cells(&self.bodies, 0, levels, &mut self.cells);
        self.forces.clear();
        self.forces.resize(bodies.len(), [R::ZERO; D]);
    }
}

impl<R: Real, const D: usize> Default for NBody<R, D> {
    fn default() -> Self {
        Self::new()
    }
}

/// Computes the forces on the bodies of consecutive groups. `sources` is scratch memory.
fn sum_groups<R: Real, const D: usize>(
    field: Field<'_, R, D>,
    groups: &[Range<usize>],
    sources: &mut Vec<Body<R, D>>,
    force: &mut impl FnMut(&Body<R, D>, &Body<R, D>) -> [R; D],
    mut forces: &mut [[R; D]],
) {
    for group in groups {
        let (of_group, rest) = forces.split_at_mut(group.len());
        field.find_sources(group, sources);
        field.sum_forces(group, sources, force, of_group);
        forces = rest;
    }
}

/// [`sum_groups`] on several threads.
#[cfg(feature = "rayon")]
fn par_sum_groups<R: Real, const D: usize>(
    field: Field<'_, R, D>,
    groups: &[Range<usize>],
    force: &(impl Fn(&Body<R, D>, &Body<R, D>) -> [R; D] + Sync),
    forces: &mut [[R; D]],
) {
    if groups.len() < 2 || forces.len() < 2 * SHARED {
        return sum_groups(field, groups, &mut Vec::new(), &mut &*force, forces);
    }
    let (groups, more_groups) = groups.split_at(groups.len() / 2);
    let middle = more_groups[0].start - groups[0].start;
    let (forces, more_forces) = forces.split_at_mut(middle);
    Pool.join(
        || par_sum_groups(field, groups, force, forces),
        || par_sum_groups(field, more_groups, force, more_forces),
    );
}
