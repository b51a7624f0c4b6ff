//! The bodies and cells that act on a group of bodies.

use alloc::vec::Vec;
use core::array;
use core::ops::Range;

use broadleaf::geometry::Real;

use super::body::Body;
use super::cells::Cell;
use super::spread::Spread;
use super::tuning::{BLOCK, BODIES_IN_GROUP};

/// Bodies in tree order, and the cells of the tree.
#[derive(Clone, Copy)]
pub(super) struct Field<'a, R, const D: usize> {
    pub(super) bodies: &'a [Body<R, D>],
    pub(super) cells: &'a [Cell<R, D>],
    pub(super) opening_squared: R,
}

impl<R: Real, const D: usize> Field<'_, R, D> {
    /// Replaces `groups` by the groups of all bodies, in order: the largest cells that are small
    /// enough.
    pub(super) fn find_groups(&self, groups: &mut Vec<Range<usize>>) {
        groups.clear();
        let mut index = 0;
        while let Some(cell) = self.cells.get(index) {
            if cell.range().len() <= BODIES_IN_GROUP {
                groups.push(cell.range());
                index += cell.cells;
            } else {
                index += 1;
            }
        }
    }

    /// Replaces `sources` by the bodies outside a group that act on it: centers of far cells, and
    /// single bodies.
    pub(super) fn find_sources(&self, group: &Range<usize>, sources: &mut Vec<Body<R, D>>) {
        sources.clear();
        let spread = Spread::of(&self.bodies[group.clone()]);
        let mut index = 0;
        while let Some(cell) = self.cells.get(index) {
            let Range { start, end } = cell.range();
            let is_inside = group.start <= start && end <= group.end;
            let is_outside = end <= group.start || group.end <= start;
            let distance_squared = spread.distance_squared(&cell.center.position);
            let is_far = cell.size_squared < self.opening_squared * distance_squared;
            // A cell acts as one body if three conditions hold.
            // It is far: the distance is from its center to the nearest point of the group's
            // spread, so that the condition holds for each body of the group and one list serves
            // all. Deciding for larger groups first, and again for the groups inside them where
            // that failed, took fewer decisions and more forces: 1.0 to 1.1 times as long.
            // It has no body of the group. By rounding, or with a large opening, the center of such
            // a cell may still be far, and the body would act on itself.
            // Its masses sum to more than 0. Charges may cancel, and then there is no center: the
            // division gives NaN or a point far away.
            let is_source = is_outside && is_far && cell.center.mass > R::ZERO;
            if is_source {
                sources.push(cell.center);
            } else if is_outside && cell.is_leaf() {
                sources.extend_from_slice(&self.bodies[start..end]);
            }
            index += if is_source || is_inside {
                cell.cells
            } else {
                1
            };
        }
    }

    /// Computes the force on every body of a group: by `sources`, then by the other bodies of the
    /// group.
    pub(super) fn sum_forces(
        &self,
        group: &Range<usize>,
        sources: &[Body<R, D>],
        force: &mut impl FnMut(&Body<R, D>, &Body<R, D>) -> [R; D],
        forces: &mut [[R; D]],
    ) {
        for (at, total) in group.clone().zip(forces) {
            let body = &self.bodies[at];
            let before = &self.bodies[group.start..at];
            let after = &self.bodies[at + 1..group.end];
            *total = [sources, before, after]
                .into_iter()
                .fold([R::ZERO; D], |total, by| add(total, sum(body, by, force)));
        }
    }
}

fn add<R: Real, const D: usize>(a: [R; D], b: [R; D]) -> [R; D] {
    array::from_fn(|axis| a[axis] + b[axis])
}

/// The sum of the forces on a body. The forces of a block are independent, so that the compiler
/// computes several at once; then they are added in order.
fn sum<R: Real, const D: usize>(
    on: &Body<R, D>,
    by: &[Body<R, D>],
    force: &mut impl FnMut(&Body<R, D>, &Body<R, D>) -> [R; D],
) -> [R; D] {
    let mut forces = [[R::ZERO; D]; BLOCK];
    by.chunks(BLOCK).fold([R::ZERO; D], |sum, block| {
        for (slot, by) in forces.iter_mut().zip(block) {
            *slot = force(on, by);
        }
        forces[..block.len()].iter().copied().fold(sum, add)
    })
}
