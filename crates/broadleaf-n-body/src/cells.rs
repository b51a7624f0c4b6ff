//! The cells of the tree, each with the mass of its bodies.

use alloc::vec::Vec;
use core::ops::Range;

use broadleaf::geometry::Real;

use super::body::Body;
use super::halves::{cells_of, middle};
use super::spread::Spread;

/// A cell and a summary of its bodies. Cells are stored in pre-order: a cell, the cells of its
/// lower half, the cells of its upper half.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell<R, const D: usize> {
    /// All bodies as one.
    pub(super) center: Body<R, D>,
    /// The square of the longest edge of the bodies' spread.
    pub(super) size_squared: R,
    start: usize,
    end: usize,
    /// The number of cells in the subtree, this one included.
    pub(super) cells: usize,
}

impl<R, const D: usize> Cell<R, D> {
    /// The range of the bodies in tree order.
    #[inline]
    pub(super) fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    pub(super) fn is_leaf(&self) -> bool {
        self.cells == 1
    }
}

/// Appends the cells of a tree that is halved `levels` times, and returns the spread of its bodies,
/// which begin at `start`.
pub(super) fn push_cells<R: Real, const D: usize>(
    bodies: &[Body<R, D>],
    start: usize,
    levels: u32,
    cells: &mut Vec<Cell<R, D>>,
) -> Spread<R, D> {
    let index = cells.len();
    cells.push(Cell {
        center: Body::NOTHING,
        size_squared: R::ZERO,
        start,
        end: start + bodies.len(),
        cells: cells_of(levels),
    });
    let (center, spread) = if let Some(below) = levels.checked_sub(1) {
        let middle = middle(bodies.len());
        let (low, high) = bodies.split_at(middle);
        let low = push_cells(low, start, below, cells);
        let high = push_cells(high, start + middle, below, cells);
        let halves = [index + 1, index + 1 + cells_of(below)].map(|half| cells[half].center);
        (Body::merged(&halves), low.union(&high))
    } else {
        (Body::merged(bodies), Spread::of(bodies))
    };
    cells[index].center = center;
    cells[index].size_squared = spread.size_squared();
    spread
}
