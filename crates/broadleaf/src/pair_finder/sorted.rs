//! Boxes sorted by pencil and along it.

use alloc::vec::Vec;
use core::ops::Range;

use super::boxes::{Boxes, PADDING};
use super::gather::{Gather, Target};
use super::grid::Grid;
use super::level::Level;
use super::names::Names;
use super::records::Records;
use super::starts::FindStarts;
use super::tile::{Tile, tag};
use crate::executor::Executor;
use crate::geometry::{BoxSource, Scalar};
use crate::simd::{Key, Path};
use crate::store::to_u32;

/// Boxes in the order of a grid, ready to be swept: first by pencil, then by where they begin.
#[derive(Clone, Debug)]
pub(super) struct Sorted<K, const D: usize> {
    pub(super) boxes: Boxes<K, D>,
    /// The number of the pencil in the upper bits, where the box begins in the lower bits. The
    /// padding holds the greatest key.
    pub(super) keys: Vec<u32>,
    /// Where the boxes end along the sweep axis.
    pub(super) ends: Vec<u32>,
    /// The first box of each pencil, and the number of boxes at the end.
    starts: Vec<u32>,
    pub(super) levels: Vec<Level<D>>,
    /// The number of lower bits of a key that hold the position along the pencil.
    pub(super) position_bits: u32,
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
    /// Replaces the contents by `boxes`, sorted into a grid. `first` is added to their indices.
    pub(super) fn sort<S: Scalar<Key = K>>(
        &mut self,
        executor: impl Executor,
        path: Path,
        grid: &Grid<S, D>,
        boxes: &(impl BoxSource<S, D> + ?Sized),
        first: u32,
    ) {
        match boxes.as_slice() {
            Some(boxes) => self.sort_source(executor, path, grid, boxes, first),
            None => self.sort_source(executor, path, grid, boxes, first),
        }
    }

    fn sort_source<S: Scalar<Key = K>>(
        &mut self,
        executor: impl Executor,
        path: Path,
        grid: &Grid<S, D>,
        boxes: &(impl BoxSource<S, D> + ?Sized),
        first: u32,
    ) {
        let len = boxes.len();
        let reaches = self.records.locate(executor, path, grid, boxes);
        self.levels.clone_from(&grid.levels);
        for (level, reach) in self.levels.iter_mut().zip(reaches) {
            level.reach = reach;
        }
        self.boxes.resize(len);
        self.keys.resize(len + PADDING, 0);
        self.ends.resize(len, 0);
        self.position_bits = grid.position_bits;
        self.starts.resize(grid.pencils() as usize + 1, 0);
        let target = Target::new(&mut self.boxes, &mut self.keys, &mut self.ends);
        let starts = FindStarts {
            starts: &mut self.starts,
            pencil: 0,
            before: 0,
            position_bits: grid.position_bits,
        };
        self.records
            .sort(executor, target, starts, |records, target| {
                executor.run(Gather {
                    path,
                    grid,
                    boxes,
                    records,
                    first,
                    target,
                });
            });
        self.boxes.set_len(len);
        self.keys[len..].fill(u32::MAX);
    }

    /// Replaces the index of every box by its tag, and appends its name to `names`.
    pub(super) fn tag<S: Scalar<Key = K>>(&mut self, tile: &Tile<S, D>, names: &mut Names) {
        names.are_in_tags = true;
        let names = &mut names.indices;
        for index in &mut self.boxes.indices[..self.boxes.len] {
            let (class, name) = tile.class_and_name(*index);
            *index = tag(class, names.len());
            names.push(name);
        }
    }

    /// Replaces the index of every box by its number, and appends the index to `names`.
    pub(super) fn number(&mut self, names: &mut Vec<u32>) {
        let indices = &mut self.boxes.indices[..self.boxes.len];
        let first = to_u32(names.len());
        names.extend_from_slice(indices);
        for (number, index) in (first..).zip(indices) {
            *index = number;
        }
    }

    /// Whether there are no boxes in a level.
    pub(super) fn is_empty(&self, level: &Level<D>) -> bool {
        self.starts[level.first as usize] == self.starts[(level.first + level.len()) as usize]
    }

    /// The pencils of a level that have boxes in a range.
    pub(super) fn pencils(&self, level: &Level<D>, range: &Range<usize>) -> Range<u32> {
        let starts = &self.starts[level.first as usize..(level.first + level.len()) as usize];
        let before = |index: usize| starts.partition_point(|&start| (start as usize) < index);
        // The pencil before may reach into the range.
        level.first + to_u32(before(range.start).saturating_sub(1))
            ..level.first + to_u32(before(range.end))
    }

    /// The boxes of a pencil.
    #[inline]
    pub(super) fn range(&self, pencil: u32) -> Range<usize> {
        self.starts[pencil as usize] as usize..self.starts[pencil as usize + 1] as usize
    }

    pub(super) fn bytes(&self) -> usize {
        self.records.bytes()
            + self.boxes.bytes()
            + (self.keys.capacity() + self.ends.capacity() + self.starts.capacity())
                * size_of::<u32>()
            + self.levels.capacity() * size_of::<Level<D>>()
    }
}
