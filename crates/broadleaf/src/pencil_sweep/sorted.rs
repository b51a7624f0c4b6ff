//! Boxes sorted by pencil and along it.

use alloc::format;
use core::{array, mem};

use super::Vec;
use super::grid::{Grid, Level};
use super::sample::Sample;
use crate::simd::LANES;
use crate::sort::radix_sort;
use crate::{Aabb, Id, Key, Scalar, Violation};

/// What is sorted: the key of a box, and below it the box's place in the list that is sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Record(u64);

impl Record {
    fn new(key: u32, name: u32) -> Self {
        Self(u64::from(key) << 32 | u64::from(name))
    }

    #[inline]
    fn key(self) -> u32 {
        (self.0 >> 32) as u32
    }

    #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
    #[inline]
    fn name(self) -> u32 {
        self.0 as u32
    }
}

/// Boxes in the order of a grid, ready to be swept: first by pencil, then by where they begin. A list for each of their properties.
#[derive(Clone, Debug)]
pub(super) struct Sorted<K, const D: usize> {
    /// Their places in the list that was sorted.
    pub(super) names: Vec<u32>,
    /// Sixteen more than there are boxes, larger than all others.
    pub(super) keys: Vec<u32>,
    /// Their lower and upper corners, axis by axis; sixteen more than there are boxes.
    pub(super) min: [Vec<K>; D],
    pub(super) max: [Vec<K>; D],
    /// Where they end along the sweep.
    pub(super) ends: Vec<u32>,
    /// Where each pencil's boxes begin; one more than there are pencils.
    pub(super) starts: Vec<u32>,
    pub(super) levels: Vec<Level<D>>,
    pub(super) place_bits: u32,
    records: Vec<Record>,
    scratch: Vec<Record>,
}

/// How many boxes are fetched at a time.
const FETCHED: usize = 64;

impl<K, const D: usize> Default for Sorted<K, D> {
    fn default() -> Self {
        Self {
            names: Vec::new(),
            keys: Vec::new(),
            min: array::from_fn(|_| Vec::new()),
            max: array::from_fn(|_| Vec::new()),
            ends: Vec::new(),
            starts: Vec::new(),
            levels: Vec::new(),
            place_bits: 0,
            records: Vec::new(),
            scratch: Vec::new(),
        }
    }
}

impl<K: Key, const D: usize> Sorted<K, D> {
    /// Sorts boxes.
    pub(super) fn sort<S: Scalar<Key = K>>(&mut self, boxes: &[Aabb<S, D>], sample: &mut Sample<S, D>) {
        let mut grid = Grid::of(boxes, sample, mem::take(&mut self.levels));
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
        self.levels = grid.levels;
    }

    fn gather<S: Scalar<Key = K>>(&mut self, boxes: &[Aabb<S, D>], grid: &Grid<S, D>) {
        let Self { names, keys, min, max, ends, records, .. } = self;
        names.clear();
        names.extend(records.iter().map(|record| record.name()));
        keys.clear();
        keys.extend(records.iter().map(|record| record.key()));
        keys.resize(boxes.len() + LANES, u32::MAX);
        ends.resize(boxes.len(), 0);
        min.iter_mut().chain(&mut *max).for_each(|column| column.resize(boxes.len() + LANES, K::default()));
        let Some(&first) = boxes.first() else { return };
        let mut fetched = [first; FETCHED];
        for (start, names) in (0..).step_by(FETCHED).zip(names.chunks(FETCHED)) {
            // A loop that does nothing else: so the processor waits for many of them at a time.
            fetched.iter_mut().zip(names).for_each(|(slot, &name)| *slot = boxes[name as usize]);
            for (place, aabb) in (start..).zip(&fetched[..names.len()]) {
                for axis in 0..D {
                    min[axis][place] = aabb.min()[axis].key();
                    max[axis][place] = aabb.max()[axis].key();
                }
                ends[place] = grid.end(aabb);
            }
        }
    }

    fn find_starts(&mut self, pencils: usize) {
        self.starts.clear();
        self.starts.reserve(pencils + 1);
        for (place, key) in (0..).zip(&self.keys[..self.names.len()]) {
            while self.starts.len() <= (key >> self.place_bits) as usize {
                self.starts.push(place);
            }
        }
        self.starts.resize(pencils + 1, Id::at(self.names.len()).0);
    }

    pub(super) fn bytes(&self) -> usize {
        let records = (self.records.capacity() + self.scratch.capacity()) * size_of::<Record>();
        let columns = self.min.iter().chain(&self.max).map(Vec::capacity).sum::<usize>() * size_of::<K>();
        let numbers = [&self.names, &self.keys, &self.ends, &self.starts].into_iter().map(Vec::capacity).sum::<usize>();
        records + columns + numbers * size_of::<u32>()
    }

    /// Checks that these boxes are what was sorted.
    pub(super) fn check<S: Scalar<Key = K>>(&self, boxes: &[Aabb<S, D>]) -> Result<(), Violation> {
        if self.records.len() != boxes.len() || !self.records.is_sorted() {
            return Err(Violation::new("P2: sorted boxes are sorted", format!("{} records for {} boxes", self.records.len(), boxes.len())));
        }
        for (place, (&name, &key)) in self.names.iter().zip(&self.keys).enumerate() {
            let aabb = &boxes[name as usize];
            let pencil = (key >> self.place_bits) as usize;
            let is_there = (self.starts[pencil] as usize..self.starts[pencil + 1] as usize).contains(&place);
            let is_it = (0..D).all(|axis| self.min[axis][place] == aabb.min()[axis].key() && self.max[axis][place] == aabb.max()[axis].key());
            if !is_there || !is_it {
                return Err(Violation::new("P2: a sorted box is in its pencil", format!("place {place}, pencil {pencil}")));
            }
        }
        Ok(())
    }
}
