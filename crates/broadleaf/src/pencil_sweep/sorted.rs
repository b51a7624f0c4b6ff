//! Boxes sorted by pencil and along it.

use alloc::format;
use core::mem;

use super::Vec;
use super::grid::{Grid, Level};
use crate::sort::radix_sort;
use crate::{Aabb, Id, Key, Scalar, Violation};

/// What is sorted: the key of a box, and below it the box's place in the list that is sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Record(u64);

impl Record {
    const LAST: Self = Self(u64::MAX);

    fn new(key: u32, name: u32) -> Self {
        Self(u64::from(key) << 32 | u64::from(name))
    }

    /// Not after any record with this key.
    #[inline]
    pub(super) fn first_of(key: u32) -> Self {
        Self::new(key, 0)
    }

    /// Not before any record with this key.
    #[inline]
    pub(super) fn last_of(key: u32) -> Self {
        Self::new(key, u32::MAX)
    }

    #[inline]
    pub(super) fn key(self) -> u32 {
        (self.0 >> 32) as u32
    }

    #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
    #[inline]
    pub(super) fn name(self) -> u32 {
        self.0 as u32
    }
}

/// A box as integers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Swept<K, const D: usize> {
    pub(super) min: [K; D],
    pub(super) max: [K; D],
    /// Where it ends along the sweep.
    pub(super) end: u32,
}

/// Boxes in the order of a grid, ready to be swept.
#[derive(Clone, Debug)]
pub(super) struct Sorted<K, const D: usize> {
    /// First by pencil, then by where they begin. One more than there are boxes, larger than all others.
    pub(super) records: Vec<Record>,
    pub(super) boxes: Vec<Swept<K, D>>,
    /// Where each pencil's boxes begin; one more than there are pencils.
    pub(super) starts: Vec<u32>,
    pub(super) levels: Vec<Level<D>>,
    pub(super) place_bits: u32,
    scratch: Vec<Record>,
}

impl<K, const D: usize> Default for Sorted<K, D> {
    fn default() -> Self {
        Self { records: Vec::new(), boxes: Vec::new(), starts: Vec::new(), levels: Vec::new(), place_bits: 0, scratch: Vec::new() }
    }
}

impl<K: Key, const D: usize> Sorted<K, D> {
    /// Sorts boxes.
    pub(super) fn sort<S: Scalar<Key = K>>(&mut self, boxes: &[Aabb<S, D>]) {
        let mut grid = Grid::of(boxes);
        self.records.clear();
        let mut reaches = [0; 16];
        self.records.extend((0..).zip(boxes).map(|(name, aabb)| {
            let (level, key, length) = grid.locate(aabb);
            reaches[level] = length.max(reaches[level]);
            Record::new(key, name)
        }));
        grid.levels.iter_mut().zip(reaches).for_each(|(level, reach)| level.reach = reach);
        radix_sort(&mut self.records, &mut self.scratch, |record| record.key().into());
        self.gather(boxes, &grid);
        self.place_bits = grid.place_bits;
        self.find_starts(grid.pencils());
        self.levels = mem::take(&mut grid.levels);
    }

    fn gather<S: Scalar<Key = K>>(&mut self, boxes: &[Aabb<S, D>], grid: &Grid<S, D>) {
        self.boxes.clear();
        self.boxes.extend(self.records.iter().map(|&record| {
            let aabb = &boxes[record.name() as usize];
            Swept { min: aabb.min().map(S::key), max: aabb.max().map(S::key), end: grid.end(aabb) }
        }));
        self.records.push(Record::LAST);
    }

    fn find_starts(&mut self, pencils: usize) {
        self.starts.clear();
        self.starts.reserve(pencils + 1);
        for (place, record) in (0..).zip(&self.records[..self.boxes.len()]) {
            while self.starts.len() <= (record.key() >> self.place_bits) as usize {
                self.starts.push(place);
            }
        }
        self.starts.resize(pencils + 1, Id::at(self.boxes.len()).0);
    }

    pub(super) fn bytes(&self) -> usize {
        let records = (self.records.capacity() + self.scratch.capacity()) * size_of::<Record>();
        records + self.boxes.capacity() * size_of::<Swept<K, D>>() + self.starts.capacity() * size_of::<u32>()
    }

    /// Checks that these boxes are what was sorted.
    pub(super) fn check<S: Scalar<Key = K>>(&self, boxes: &[Aabb<S, D>]) -> Result<(), Violation> {
        if self.records.len() != boxes.len() + 1 || !self.records.is_sorted() {
            return Err(Violation::new("P2: sorted boxes are sorted", format!("{} records for {} boxes", self.records.len(), boxes.len())));
        }
        for (place, (record, swept)) in self.records.iter().zip(&self.boxes).enumerate() {
            let aabb = &boxes[record.name() as usize];
            let pencil = (record.key() >> self.place_bits) as usize;
            let is_there = (self.starts[pencil] as usize..self.starts[pencil + 1] as usize).contains(&place);
            if !is_there || swept.min != aabb.min().map(S::key) || swept.max != aabb.max().map(S::key) {
                return Err(Violation::new("P2: a sorted box is in its pencil", format!("place {place}, pencil {pencil}")));
            }
        }
        Ok(())
    }
}
