//! Forces between all bodies: near ones one by one, far ones as one mass.

use core::array;
use core::cmp::Ordering;
use core::ops::Range;

use super::build::{Scratch, build};
use super::layout::{Item, Node, children, narrow};
use super::{Aabb, Id, KdSweep, Scalar, Vec};
use crate::Real;
use crate::executor::{Executor, Sequential};

/// How many bodies share a list of what they see. Measured: of 8, 16, 32 and 64 the fastest.
const GROUP: usize = 16;

/// A mass in one place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body<R, const D: usize> {
    /// Where it is; finite.
    pub position: [R; D],
    /// How much there is of it, or of what else attracts: at least 0 where far bodies are to count as one. Bodies whose masses add up to
    /// nothing, or less, are always looked at one by one.
    pub mass: R,
}

impl<R: Real, const D: usize> Body<R, D> {
    /// A mass in the middle of a box.
    #[must_use]
    pub fn in_the_middle<S: Scalar<Real = R>>(aabb: &Aabb<S, D>, mass: R) -> Self {
        Self { position: array::from_fn(|axis| aabb.min()[axis].to_real() * R::HALF + aabb.max()[axis].to_real() * R::HALF), mass }
    }
}

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    /// The force on every box's body by all the others, by ascending id. Costs O(n log n) for an opening angle above 0 and bodies that spread.
    ///
    /// `body` says where the mass of an id is. `force` says how the body that comes first is moved by the one that comes
    /// second: two bodies, or a body and the center of many that are so far away that their spread is less than `opening` times their distance.
    /// At an opening of 0 all bodies count one by one; 0.5 is usual.
    ///
    /// Barnes & Hut 1986.
    ///
    /// ```
    /// use broadleaf::{Aabb, Body, BroadPhase, Id, KdSweep};
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
        let (ids, bodies): (Vec<_>, Vec<_>) = self.places.iter().map(|(id, _)| (id, body(id))).unzip();
        // A tree of points, whose cells are smaller than those of boxes.
        let item = |(number, body): (u32, &Body<_, D>)| Item { aabb: point(body.position), id: Id(number), category: 0 };
        let mut items: Vec<_> = (0..).zip(&bodies).map(item).collect();
        let (mut scratch, mut nodes) = (Scratch::EMPTY, Vec::new());
        build(executor, GROUP, &mut items, &mut scratch, &mut nodes);
        let bodies: Vec<_> = items.iter().map(|item| bodies[item.id.index()]).collect();
        let groups: Vec<_> = nodes.iter().filter(|node| node.is_leaf()).flat_map(parts).collect();
        let sky = Sky { nodes: &nodes, bodies: &bodies, clusters: &clusters(&nodes, &bodies), opening };
        let of_groups = executor.map(groups.len(), |group| sky.forces_on(groups[group].clone(), &force));
        let mut forces: Vec<_> = ids.into_iter().map(|id| (id, [S::Real::ZERO; D])).collect();
        for (item, force) in items.iter().zip(of_groups.into_iter().flatten()) {
            forces[item.id.index()].1 = force;
        }
        forces
    }
}

/// The box of a position; a position that is none is at the origin.
fn point<R: Real, const D: usize>(position: [R; D]) -> Aabb<R, D> {
    Aabb::try_new(position, position).unwrap_or(Aabb::point([R::ZERO; D]))
}

/// Some bodies as one.
#[derive(Clone, Copy, Debug)]
struct Cluster<R, const D: usize> {
    center: Body<R, D>,
    spread: Spread<R, D>,
}

/// The least and the greatest position on each axis.
#[derive(Clone, Copy, Debug)]
struct Spread<R, const D: usize> {
    low: [R; D],
    high: [R; D],
}

impl<R: Real, const D: usize> Spread<R, D> {
    const NONE: Self = Self { low: [R::MAX; D], high: [R::MIN; D] };

    fn union(&self, other: &Self) -> Self {
        let pick = |wanted: Ordering, a: R, b: R| if b.partial_cmp(&a) == Some(wanted) { b } else { a };
        Self {
            low: array::from_fn(|axis| pick(Ordering::Less, self.low[axis], other.low[axis])),
            high: array::from_fn(|axis| pick(Ordering::Greater, self.high[axis], other.high[axis])),
        }
    }

    fn of(bodies: &[Body<R, D>]) -> Self {
        bodies.iter().fold(Self::NONE, |all, body| all.union(&Self { low: body.position, high: body.position }))
    }

    /// Its longest edge, squared.
    fn size_squared(&self) -> R {
        (0..D)
            .map(|axis| self.high[axis] - self.low[axis])
            .fold(R::ZERO, |longest, edge| if edge * edge > longest { edge * edge } else { longest })
    }

    /// How far a position is outside, squared.
    fn distance_squared(&self, position: &[R; D]) -> R {
        (0..D).fold(R::ZERO, |sum, axis| {
            let x = position[axis];
            let nearest = if x < self.low[axis] {
                self.low[axis]
            } else if x > self.high[axis] {
                self.high[axis]
            } else {
                x
            };
            sum + (x - nearest) * (x - nearest)
        })
    }
}

/// Every node's bodies as one, from the bottom up.
fn clusters<R: Real, const D: usize>(nodes: &[Node<R, D>], bodies: &[Body<R, D>]) -> Vec<Cluster<R, D>> {
    let nothing = Cluster { center: Body { position: [R::ZERO; D], mass: R::ZERO }, spread: Spread::NONE };
    let mut clusters = alloc::vec![nothing; nodes.len()];
    for index in (0..nodes.len()).rev() {
        let node = &nodes[index];
        clusters[index] = if node.is_leaf() {
            let bodies = &bodies[node.range()];
            Cluster { center: center(bodies.iter()), spread: Spread::of(bodies) }
        } else {
            let below = || children(nodes, narrow(index)).map(|child| &clusters[child as usize]);
            Cluster {
                center: center(below().map(|child| &child.center)),
                spread: below().fold(Spread::NONE, |all, child| all.union(&child.spread)),
            }
        };
    }
    clusters
}

fn center<'a, R: Real, const D: usize>(bodies: impl Iterator<Item = &'a Body<R, D>>) -> Body<R, D> {
    let nothing = Body { position: [R::ZERO; D], mass: R::ZERO };
    let sum = bodies.fold(nothing, |sum, body| Body {
        position: array::from_fn(|axis| sum.position[axis] + body.position[axis] * body.mass),
        mass: sum.mass + body.mass,
    });
    Body { position: sum.position.map(|x| x / sum.mass), ..sum }
}

/// The places of a leaf's bodies, in parts that are not large even where the leaf is.
fn parts<R: Real, const D: usize>(leaf: &Node<R, D>) -> impl Iterator<Item = Range<usize>> + use<R, D> {
    let range = leaf.range();
    range.clone().step_by(GROUP).map(move |start| start..range.end.min(start + GROUP))
}

/// All bodies and clusters, and what is far.
struct Sky<'a, R: Real, const D: usize> {
    nodes: &'a [Node<R, D>],
    bodies: &'a [Body<R, D>],
    clusters: &'a [Cluster<R, D>],
    opening: R,
}

impl<R: Real, const D: usize> Sky<'_, R, D> {
    /// The forces on some bodies that are near each other, who share one list of what they see.
    fn forces_on(&self, group: Range<usize>, force: &impl Fn(&Body<R, D>, &Body<R, D>) -> [R; D]) -> Vec<[R; D]> {
        let (far, near) = self.seen_from(&Spread::of(&self.bodies[group.clone()]));
        let add = |sum: [R; D], more: [R; D]| array::from_fn(|axis| sum[axis] + more[axis]);
        let on = |place: usize| {
            let body = &self.bodies[place];
            let by_far = far.iter().map(|cluster| force(body, cluster));
            let others = near.iter().flat_map(|node| self.nodes[*node as usize].range()).filter(|&other| other != place);
            let by_near = others.map(|other| force(body, &self.bodies[other]));
            by_far.chain(by_near).fold([R::ZERO; D], add)
        };
        group.map(on).collect()
    }

    /// The clusters that count as one from there, and the leaves that do not.
    fn seen_from(&self, group: &Spread<R, D>) -> (Vec<Body<R, D>>, Vec<u32>) {
        let (mut far, mut near, mut todo) = (Vec::new(), Vec::new(), Vec::from([0]));
        while let Some(index) = todo.pop() {
            let Cluster { center, spread } = &self.clusters[index as usize];
            let is_far = spread.size_squared() < self.opening * self.opening * group.distance_squared(&center.position);
            if is_far && center.mass > R::ZERO {
                far.push(*center);
            } else if self.nodes[index as usize].is_leaf() {
                near.push(index);
            } else {
                todo.extend(children(self.nodes, index));
            }
        }
        (far, near)
    }
}
