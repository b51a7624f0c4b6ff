//! First step of the sort: the key of every box.

use core::array;
use core::borrow::Borrow;

use super::grid::{Grid, Location};
use super::level::MAX_LEVELS;
use super::record::{Record, record};
use crate::executor::Divide;
use crate::geometry::{Aabb, BoxSource, Scalar};
use crate::store::to_u32;

/// The number of boxes in one piece of work.
const PIECE: usize = 4096;

/// Writes the record of every box. The output is the length of the longest box of each level.
pub(super) struct Locate<'a, S: Scalar, const D: usize, B: ?Sized> {
    pub(super) grid: &'a Grid<S, D>,
    pub(super) boxes: &'a B,
    pub(super) records: &'a mut [Record],
    /// The index of the box of the first record.
    pub(super) first: u32,
}

impl<S: Scalar, const D: usize, B: BoxSource<S, D> + ?Sized> Divide for Locate<'_, S, D, B> {
    type Output = [u32; MAX_LEVELS];

    fn halve(self) -> Result<[Self; 2], Self> {
        if self.records.len() <= PIECE {
            return Err(self);
        }
        let half = self.records.len() / 2;
        let (records, others) = self.records.split_at_mut(half);
        let first = self.first + to_u32(half);
        Ok([
            Self { records, ..self },
            Self {
                records: others,
                first,
                ..self
            },
        ])
    }

    fn run(self) -> [u32; MAX_LEVELS] {
        let first = self.first as usize;
        let end = first + self.records.len();
        match self.boxes.as_slice() {
            Some(boxes) => {
                let boxes = boxes[first..end].iter();
                locate(self.grid, boxes, self.records, self.first)
            }
            None => {
                let boxes = (first..end).map(|index| self.boxes.get(index));
                locate(self.grid, boxes, self.records, self.first)
            }
        }
    }

    fn merge(first: [u32; MAX_LEVELS], second: [u32; MAX_LEVELS]) -> [u32; MAX_LEVELS] {
        array::from_fn(|level| first[level].max(second[level]))
    }
}

/// The work of one piece. A function, so that the compiler knows that `records` has no part of
/// `grid`, and keeps the grid in registers.
///
/// Boxes of a slice come by reference: a copy of each would be written to memory.
fn locate<S: Scalar, const D: usize>(
    grid: &Grid<S, D>,
    boxes: impl Iterator<Item = impl Borrow<Aabb<S, D>>>,
    records: &mut [Record],
    first: u32,
) -> [u32; MAX_LEVELS] {
    let mut reaches = [0; MAX_LEVELS];
    for ((slot, aabb), index) in records.iter_mut().zip(boxes).zip(first..) {
        let Location { level, key, length } = grid.locate(aabb.borrow());
        reaches[level] = length.max(reaches[level]);
        *slot = record(key, index);
    }
    reaches
}
