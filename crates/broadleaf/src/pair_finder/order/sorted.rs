//! Boxes sorted by pencil and along it: the input of the sweep.

use alloc::vec::Vec;
use core::ops::Range;

use super::boxes::{Boxes, PADDING};
use super::gather::{Gather, Target};
use super::grid::Grid;
use super::level::Level;
use super::records::Records;
use crate::executor::Executor;
use crate::geometry::{BoxSource, Scalar};
use crate::simd::{Key, Path};
use crate::store::to_u32;

/// Boxes in the order of a grid: first by pencil, then by the position at which they begin.
///
/// This is the contract between the order and the sweep. A violation silently loses pairs, so
/// `validate` in the tests checks each line on random scenes and on deliberately broken ones:
///
/// * **O1 columns**: every column has an element for each box. `keys`, `indices` and the corners
///   have [`PADDING`] more, so that sixteen boxes can be loaded from any box on without a bounds
///   test.
/// * **O2 order**: boxes ascend by key, boxes with equal keys by index. A key is the number of the
///   pencil and, in the lower `position_bits`, the position at which the box begins along it.
/// * **O3 end**: the keys of the padding are `u32::MAX`, and no box has this key, so the search for
///   the end of a window stops there.
/// * **O4 levels**: pencils are numbered level after level, the finest first. Each level is coarser
///   than the previous one, and the last is a single pencil. Two lists that are swept together are
///   sorted into one grid, so they have the same levels and `position_bits`.
/// * **O5 pencils**: `range(p)` has exactly the boxes of the pencil `p`.
/// * **O6 extents**: `ends` has the position at which a box ends. It is not before the position at
///   which the box begins, and at most the `reach` of its level behind it. The `reach` of an empty
///   level is not read.
/// * **O7 corners**: corners are the keys of the scalars, which keep their order, and `min <= max`
///   on every axis.
/// * **O8 nearness**: if two boxes overlap, the pencil of the box in the coarser level (of either
///   box if the levels are equal) is [`near`](Level::near) the pencil of the other, and each box
///   begins at or before the position where the other ends. So a window from `position - reach` to
///   the last end of a block has every box that overlaps a box of the block.
///
/// O8 holds for any rounding, because one monotone function computes the positions of both lower
/// and upper corners: boxes that overlap still overlap after quantisation. The comparison itself
/// reads the exact corners.
#[derive(Clone, Debug)]
pub(crate) struct Sorted<K, const D: usize> {
    pub(crate) boxes: Boxes<K, D>,
    pub(crate) keys: Vec<u32>,
    /// The positions at which the boxes end along the sweep axis.
    pub(crate) ends: Vec<u32>,
    /// The first box of each pencil; the last element is the number of boxes.
    pub(super) starts: Vec<u32>,
    pub(crate) levels: Vec<Level<D>>,
    /// The number of lower bits of a key that hold the position along the pencil.
    pub(crate) position_bits: u32,
    records: Records,
}

impl<K, const D: usize> Default for Sorted<K, D> {
    fn default() -> Self {
        Self {
            boxes: Boxes::default(),
            keys: Vec::new(),
            ends: Vec::new(),
            starts: Vec::new(),
            levels: Vec::new(),
            position_bits: 0,
            records: Records::default(),
        }
    }
}

impl<K: Key, const D: usize> Sorted<K, D> {
    /// Replaces the contents by `boxes`, sorted into a grid, and adds `first` to their indices.
    pub(crate) fn sort<S: Scalar<Key = K>>(
        &mut self,
        executor: impl Executor,
        path: Path,
        grid: &Grid<S, D>,
        boxes: &dyn BoxSource<S, D>,
        first: u32,
    ) {
        let reaches = self.records.sort(executor, path, grid, boxes);
        self.levels.clone_from(&grid.levels);
        for (level, reach) in self.levels.iter_mut().zip(reaches) {
            level.reach = reach;
        }
        self.position_bits = grid.position_bits;
        let len = boxes.len();
        self.boxes.resize(len);
        self.keys.resize(len + PADDING, 0);
        self.ends.resize(len, 0);
        executor.run(Gather {
            path,
            grid,
            boxes,
            records: &self.records.all,
            first,
            target: Target::new(&mut self.boxes, &mut self.keys, &mut self.ends),
        });
        self.keys[len..].fill(u32::MAX);
        self.find_starts(grid.pencils() as usize);
    }

    fn find_starts(&mut self, pencils: usize) {
        self.starts.clear();
        self.starts.resize(pencils + 1, to_u32(self.boxes.len));
        let mut next = 0;
        for (number, key) in (0..).zip(&self.keys[..self.boxes.len]) {
            let pencil = (key >> self.position_bits) as usize;
            while next <= pencil {
                self.starts[next] = number;
                next += 1;
            }
        }
    }

    /// Whether a level is without boxes.
    pub(crate) fn is_empty(&self, level: &Level<D>) -> bool {
        self.starts[level.first as usize] == self.starts[(level.first + level.len()) as usize]
    }

    /// The pencils of a level that have boxes in a range.
    pub(crate) fn pencils(&self, level: &Level<D>, range: &Range<usize>) -> Range<u32> {
        let starts = &self.starts[level.first as usize..(level.first + level.len()) as usize];
        let before = |index: usize| starts.partition_point(|&start| (start as usize) < index);
        // The previous pencil may reach into the range.
        level.first + to_u32(before(range.start).saturating_sub(1))
            ..level.first + to_u32(before(range.end))
    }

    #[inline]
    pub(crate) fn range(&self, pencil: u32) -> Range<usize> {
        self.starts[pencil as usize] as usize..self.starts[pencil as usize + 1] as usize
    }

    pub(crate) fn bytes(&self) -> usize {
        self.records.bytes()
            + self.boxes.bytes()
            + (self.keys.capacity() + self.ends.capacity() + self.starts.capacity())
                * size_of::<u32>()
            + self.levels.capacity() * size_of::<Level<D>>()
    }
}
