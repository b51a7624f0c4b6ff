//! Forces between all bodies: near ones one by one, far ones as one mass.

use super::KdSweep;
use super::build::{Scratch, build};
use super::layout::Item;
use super::sky::Sky;
use crate::executor::{Executor, Sequential};
use crate::geometry::Real;
use crate::geometry::{Aabb, Scalar};
use crate::store::Id;
use alloc::vec::Vec;
use core::array;

/// The most bodies of a cell at the bottom.
const LEAF: usize = 4;
/// How many groups are looked at as one piece of work.
const GROUPS: usize = 16;

/// A mass in one place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body<R, const D: usize> {
    /// Where it is; finite.
    pub position: [R; D],
    /// How much there is of it, or of what else attracts: at least 0 where far bodies are to count
    /// as one. Bodies whose masses add up to nothing, or less, are always looked at one by one.
    pub mass: R,
}

impl<R: Real, const D: usize> Body<R, D> {
    /// A mass in the middle of a box.
    #[must_use]
    pub fn in_the_middle<S: Scalar<Real = R>>(aabb: &Aabb<S, D>, mass: R) -> Self {
        Self {
            position: array::from_fn(|axis| {
                aabb.min()[axis].to_real() * R::HALF + aabb.max()[axis].to_real() * R::HALF
            }),
            mass,
        }
    }
}

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    /// The force on every box's body by all the others, by ascending id. Costs O(n log n) for an
    /// opening angle above 0 and bodies that spread.
    ///
    /// `body` says where the mass of an id is. `force` says how the body that comes first is moved
    /// by the one that comes second: two bodies, or a body and the center of many that are so far
    /// away that their spread is less than `opening` times their distance. At an opening of 0 all
    /// bodies count one by one; 0.5 is usual.
    ///
    /// Barnes & Hut 1986.
    ///
    /// ```
    /// use broadleaf::{Aabb, BroadPhase, Id, KdSweep, SpatialIndex};
    /// use broadleaf::kd_sweep::Body;
    /// let mut stars = KdSweep::default();
    /// stars.extend((0..100_u32).map(|i| (Id(i), Aabb::point([f64::from(i % 10), f64::from(i / 10)]))));
    /// let gravity = |at: &Body<f64, 2>, by: &Body<f64, 2>| {
    ///     let [x, y] = [by.position[0] - at.position[0], by.position[1] - at.position[1]];
    ///     let pull = at.mass * by.mass / (x * x + y * y).powf(1.5);
    ///     [x * pull, y * pull]
    /// };
    /// let forces = stars.n_body(0.5, |id| Body::in_the_middle(&stars.get(id).unwrap(), 1.0), gravity);
    /// let (id, [x, y]) = forces[0];
    /// assert!(id == Id(0) && x > 0.0 && (x - y).abs() < 0.1);
    /// ```
    #[must_use]
    #[doc(alias = "barnes_hut")]
    pub fn n_body(
        &self,
        opening: S::Real,
        body: impl Fn(Id) -> Body<S::Real, D> + Sync,
        force: impl Fn(&Body<S::Real, D>, &Body<S::Real, D>) -> [S::Real; D] + Sync,
    ) -> Vec<(Id, [S::Real; D])> {
        self.forces(Sequential, opening, body, force)
    }

    pub(super) fn forces(
        &self,
        executor: impl Executor,
        opening: S::Real,
        body: impl Fn(Id) -> Body<S::Real, D> + Sync,
        force: impl Fn(&Body<S::Real, D>, &Body<S::Real, D>) -> [S::Real; D] + Sync,
    ) -> Vec<(Id, [S::Real; D])> {
        let (ids, bodies): (Vec<_>, Vec<_>) =
            self.places.iter().map(|(id, _)| (id, body(id))).unzip();
        // A tree of points, whose cells are smaller than those of boxes.
        let item = |(number, body): (u32, &Body<_, D>)| Item {
            aabb: point(body.position),
            id: Id(number),
            category: 0,
        };
        let mut items: Vec<_> = (0..).zip(&bodies).map(item).collect();
        let (mut scratch, mut nodes) = (Scratch::EMPTY, Vec::new());
        build(executor, LEAF, &mut items, &mut scratch, &mut nodes);
        let sky = Sky::new(
            &nodes,
            items.iter().map(|item| bodies[item.id.index()]).collect(),
            opening,
        );
        let groups = sky.groups();
        let pieces = executor.map(groups.len().div_ceil(GROUPS), |piece| {
            let (mut seen, mut forces) = (Vec::new(), Vec::new());
            for group in groups.iter().skip(piece * GROUPS).take(GROUPS) {
                sky.look(group.clone(), &mut seen);
                sky.add_forces(group.clone(), &seen, &force, &mut forces);
            }
            forces
        });
        let mut forces: Vec<_> = ids.into_iter().map(|id| (id, [S::Real::ZERO; D])).collect();
        for (item, force) in items.iter().zip(pieces.into_iter().flatten()) {
            forces[item.id.index()].1 = force;
        }
        forces
    }
}

/// The box of a position; a position that is none is at the origin.
fn point<R: Real, const D: usize>(position: [R; D]) -> Aabb<R, D> {
    Aabb::try_new(position, position).unwrap_or(Aabb::point([R::ZERO; D]))
}
