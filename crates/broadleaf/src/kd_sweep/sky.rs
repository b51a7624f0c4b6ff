//! What bodies see: near ones one by one, far cells as one mass.

use super::Body;
use super::layout::{Node, children, narrow};
use crate::geometry::Real;
use alloc::vec::Vec;
use core::array;
use core::cmp::Ordering;
use core::ops::Range;

/// The most bodies that share a list of what they see.
const GROUP: usize = 32;
/// How many forces are asked for before they are summed, so that the compiler may ask for several
/// at once.
const BLOCK: usize = 64;

/// Bodies, in the order of the tree above them, and its cells.
pub(super) struct Sky<R, const D: usize> {
    bodies: Vec<Body<R, D>>,
    cells: Vec<Cell<R, D>>,
    opening_squared: R,
}

/// Some bodies as one; in pre-order.
#[derive(Clone, Copy, Debug)]
struct Cell<R, const D: usize> {
    center: Body<R, D>,
    /// The longest edge of the box around the bodies, squared.
    size_squared: R,
    start: u32,
    end: u32,
    /// How many cells are at or below it.
    cells: u32,
}

impl<R, const D: usize> Cell<R, D> {
    #[inline]
    fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    fn is_leaf(&self) -> bool {
        self.cells == 1
    }
}

impl<R: Real, const D: usize> Sky<R, D> {
    pub(super) fn new(nodes: &[Node<R, D>], bodies: Vec<Body<R, D>>, opening: R) -> Self {
        Self {
            cells: cells(nodes, &bodies),
            bodies,
            opening_squared: opening * opening,
        }
    }

    /// Bodies that are near each other, in order: the largest cells that are small enough, and
    /// parts of leaves that are not.
    pub(super) fn groups(&self) -> Vec<Range<usize>> {
        let mut groups = Vec::new();
        let mut index = 0;
        while let Some(cell) = self.cells.get(index) {
            let is_group = cell.range().len() <= GROUP || cell.is_leaf();
            if is_group {
                let parts = cell.range().step_by(GROUP);
                groups.extend(parts.map(|start| start..cell.range().end.min(start + GROUP)));
            }
            index += if is_group { cell.cells as usize } else { 1 };
        }
        groups
    }

    /// What a group sees beside itself: the centers of far cells and the bodies of others.
    pub(super) fn look(&self, group: Range<usize>, seen: &mut Vec<Body<R, D>>) {
        seen.clear();
        let from = Spread::of(&self.bodies[group.clone()]);
        let mut index = 0;
        while let Some(cell) = self.cells.get(index) {
            // Never a part of it: at a large opening, or by rounding, the center of that may be
            // far.
            let is_of_others = cell.range().end <= group.start || group.end <= cell.range().start;
            let is_far = cell.size_squared
                < self.opening_squared * from.distance_squared(&cell.center.position);
            if is_far && cell.center.mass > R::ZERO && is_of_others {
                seen.push(cell.center);
                index += cell.cells as usize;
                continue;
            }
            if cell.is_leaf() {
                let Range { start, end } = cell.range();
                let others = [start..end.min(group.start), start.max(group.end)..end];
                others
                    .into_iter()
                    .filter_map(|others| self.bodies.get(others))
                    .for_each(|others| seen.extend_from_slice(others));
            }
            index += 1;
        }
    }

    /// The forces on the bodies of a group by what it sees and by each other.
    pub(super) fn add_forces(
        &self,
        group: Range<usize>,
        seen: &[Body<R, D>],
        force: &impl Fn(&Body<R, D>, &Body<R, D>) -> [R; D],
        forces: &mut Vec<[R; D]>,
    ) {
        for place in group.clone() {
            let by = [
                seen,
                &self.bodies[group.start..place],
                &self.bodies[place + 1..group.end],
            ];
            forces.push(by.into_iter().fold([R::ZERO; D], |sum, by| {
                add(sum, total(&self.bodies[place], by, force))
            }));
        }
    }
}

fn add<R: Real, const D: usize>(a: [R; D], b: [R; D]) -> [R; D] {
    array::from_fn(|axis| a[axis] + b[axis])
}

/// The sum of the forces by some bodies on one.
fn total<R: Real, const D: usize>(
    on: &Body<R, D>,
    by: &[Body<R, D>],
    force: &impl Fn(&Body<R, D>, &Body<R, D>) -> [R; D],
) -> [R; D] {
    let mut forces = [[R::ZERO; D]; BLOCK];
    by.chunks(BLOCK).fold([R::ZERO; D], |sum, some| {
        for (force_by, by) in forces.iter_mut().zip(some) {
            *force_by = force(on, by);
        }
        forces[..some.len()].iter().copied().fold(sum, add)
    })
}

/// Every node's bodies as one, from the bottom up.
fn cells<R: Real, const D: usize>(nodes: &[Node<R, D>], bodies: &[Body<R, D>]) -> Vec<Cell<R, D>> {
    let nothing = Body {
        position: [R::ZERO; D],
        mass: R::ZERO,
    };
    let mut spreads = alloc::vec![Spread::NONE; nodes.len()];
    let empty = |node: &Node<R, D>| Cell {
        center: nothing,
        size_squared: R::ZERO,
        start: node.start,
        end: node.end,
        cells: node.nodes,
    };
    let mut cells: Vec<_> = nodes.iter().map(empty).collect();
    for index in (0..nodes.len()).rev() {
        let below = || children(nodes, narrow(index)).map(|child| child as usize);
        (cells[index].center, spreads[index]) = if nodes[index].is_leaf() {
            let bodies = &bodies[nodes[index].range()];
            (center(bodies.iter()), Spread::of(bodies))
        } else {
            (
                center(below().map(|child| &cells[child].center)),
                below().fold(Spread::NONE, |all, child| all.union(&spreads[child])),
            )
        };
        cells[index].size_squared = spreads[index].size_squared();
    }
    cells
}

fn center<'a, R: Real, const D: usize>(bodies: impl Iterator<Item = &'a Body<R, D>>) -> Body<R, D> {
    let nothing = Body {
        position: [R::ZERO; D],
        mass: R::ZERO,
    };
    let sum = bodies.fold(nothing, |sum, body| Body {
        position: array::from_fn(|axis| sum.position[axis] + body.position[axis] * body.mass),
        mass: sum.mass + body.mass,
    });
    Body {
        position: sum.position.map(|x| x / sum.mass),
        ..sum
    }
}

/// The least and the greatest position on each axis.
#[derive(Clone, Copy, Debug)]
struct Spread<R, const D: usize> {
    low: [R; D],
    high: [R; D],
}

impl<R: Real, const D: usize> Spread<R, D> {
    const NONE: Self = Self {
        low: [R::MAX; D],
        high: [R::MIN; D],
    };

    fn union(&self, other: &Self) -> Self {
        let pick = |wanted: Ordering, a: R, b: R| {
            if b.partial_cmp(&a) == Some(wanted) {
                b
            } else {
                a
            }
        };
        Self {
            low: array::from_fn(|axis| pick(Ordering::Less, self.low[axis], other.low[axis])),
            high: array::from_fn(|axis| pick(Ordering::Greater, self.high[axis], other.high[axis])),
        }
    }

    fn of(bodies: &[Body<R, D>]) -> Self {
        bodies.iter().fold(Self::NONE, |all, body| {
            all.union(&Self {
                low: body.position,
                high: body.position,
            })
        })
    }

    /// Its longest edge, squared.
    fn size_squared(&self) -> R {
        (0..D)
            .map(|axis| self.high[axis] - self.low[axis])
            .fold(R::ZERO, |longest, edge| {
                if edge * edge > longest {
                    edge * edge
                } else {
                    longest
                }
            })
    }

    /// How far a position is outside, squared.
    #[inline]
    fn distance_squared(&self, position: &[R; D]) -> R {
        (0..D).fold(R::ZERO, |sum, axis| {
            let (before, behind) = (
                self.low[axis] - position[axis],
                position[axis] - self.high[axis],
            );
            let farther = if before > behind { before } else { behind };
            let outside = if farther > R::ZERO { farther } else { R::ZERO };
            sum + outside * outside
        })
    }
}
