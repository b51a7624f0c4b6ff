//! Boxes sorted by pencil and along it.

use super::boxes::Boxes;
use super::grid::{Grid, Level};
use crate::executor::{Buffers, Executor};
use crate::geometry::{Aabb, Scalar};
use crate::report::Violation;
use crate::simd::Key;
use crate::store::Id;
use alloc::format;
use alloc::vec::Vec;
use core::{array, mem};

/// What is sorted: the key of a box, and below it the box's place in the list that is sorted.
type Record = u64;

fn record(key: u32, name: u32) -> Record {
    u64::from(key) << 32 | u64::from(name)
}

fn key_of(record: Record) -> u32 {
    (record >> 32) as u32
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half")]
fn name_of(record: Record) -> u32 {
    record as u32
}

/// Boxes in the order of a grid, ready to be swept: first by pencil, then by where they begin. A
/// list for each of their properties.
#[derive(Clone, Debug)]
pub(super) struct Sorted<K, const D: usize> {
    pub(super) boxes: Boxes<K, D>,
    /// Where they end along the sweep.
    pub(super) ends: Vec<u32>,
    /// Where each pencil's boxes begin; one more than there are pencils.
    pub(super) starts: Vec<u32>,
    pub(super) levels: Vec<Level<D>>,
    pub(super) place_bits: u32,
    records: Vec<Record>,
    buffers: Buffers,
}

/// How many boxes are looked at as one piece of work.
const PIECE: usize = 4096;
/// How many boxes are fetched at a time.
const FETCHED: usize = 64;
/// Where so many pencils begin is found as one piece of work.
const STARTS: usize = 256;
/// There are no more levels.
const LEVELS: usize = 16;

/// Finds where boxes belong, the first of which has this name. Returns the longest in each level.
fn locate<S: Scalar, const D: usize>(
    executor: impl Executor,
    grid: &Grid<S, D>,
    records: &mut [Record],
    boxes: &[Aabb<S, D>],
    first: u32,
) -> [u32; LEVELS] {
    let mut reaches = [0; LEVELS];
    if boxes.len() <= PIECE {
        for ((slot, aabb), name) in records.iter_mut().zip(boxes).zip(first..) {
            let (level, key, length) = grid.locate(aabb);
            reaches[level] = length.max(reaches[level]);
            *slot = record(key, name);
        }
        return reaches;
    }
    let half = boxes.len() / 2;
    let (records, other_records) = records.split_at_mut(half);
    let (boxes, other_boxes) = boxes.split_at(half);
    let (reaches, others) = executor.join(
        || locate(executor, grid, records, boxes, first),
        || {
            locate(
                executor,
                grid,
                other_records,
                other_boxes,
                first + Id::at(half).0,
            )
        },
    );
    array::from_fn(|level| reaches[level].max(others[level]))
}

/// What is known of boxes in a row.
struct Columns<'a, K, const D: usize> {
    names: &'a mut [u32],
    keys: &'a mut [u32],
    min: [&'a mut [K]; D],
    max: [&'a mut [K]; D],
    ends: &'a mut [u32],
}

impl<K: Key, const D: usize> Columns<'_, K, D> {
    fn fill<S: Scalar<Key = K>>(
        mut self,
        executor: impl Executor,
        records: &[Record],
        boxes: &[Aabb<S, D>],
        grid: &Grid<S, D>,
    ) {
        if records.len() <= PIECE {
            return self.fill_piece(records, boxes, grid);
        }
        let half = records.len() / 2;
        let others = self.split_off(half);
        let (records, other_records) = records.split_at(half);
        executor.join(
            || self.fill(executor, records, boxes, grid),
            || others.fill(executor, other_records, boxes, grid),
        );
    }

    fn fill_piece<S: Scalar<Key = K>>(
        self,
        records: &[Record],
        boxes: &[Aabb<S, D>],
        grid: &Grid<S, D>,
    ) {
        let Self {
            names,
            keys,
            min,
            max,
            ends,
        } = self;
        names
            .iter_mut()
            .zip(records)
            .for_each(|(name, record)| *name = name_of(*record));
        keys.iter_mut()
            .zip(records)
            .for_each(|(key, record)| *key = key_of(*record));
        let Some(&first) = boxes.first() else { return };
        let mut fetched = [first; FETCHED];
        for (start, names) in (0..).step_by(FETCHED).zip(names.chunks(FETCHED)) {
            // A loop that does nothing else: so the processor waits for many of them at a time.
            fetched
                .iter_mut()
                .zip(names)
                .for_each(|(slot, &name)| *slot = boxes[name as usize]);
            for (place, aabb) in (start..).zip(&fetched[..names.len()]) {
                for axis in 0..D {
                    min[axis][place] = aabb.min()[axis].key();
                    max[axis][place] = aabb.max()[axis].key();
                }
                ends[place] = grid.end(aabb);
            }
        }
    }

    /// Keeps those before a place and returns the others.
    fn split_off(&mut self, place: usize) -> Self {
        fn split<'a, T>(all: &mut &'a mut [T], place: usize) -> &'a mut [T] {
            let (front, back) = mem::take(all).split_at_mut(place);
            *all = front;
            back
        }
        Self {
            names: split(&mut self.names, place),
            keys: split(&mut self.keys, place),
            min: self.min.each_mut().map(|column| split(column, place)),
            max: self.max.each_mut().map(|column| split(column, place)),
            ends: split(&mut self.ends, place),
        }
    }
}

/// Finds where pencils begin, from some pencil on, among keys from some place on.
fn find_starts(
    executor: impl Executor,
    starts: &mut [u32],
    pencil: u32,
    keys: &[u32],
    mut place: usize,
    place_bits: u32,
) {
    let before =
        |keys: &[u32], pencil: u32| keys.partition_point(|&key| key >> place_bits < pencil);
    if starts.len() <= STARTS {
        for (start, pencil) in starts.iter_mut().zip(pencil..) {
            place += before(&keys[place..], pencil);
            *start = Id::at(place).0;
        }
        return;
    }
    let (front, back) = starts.split_at_mut(starts.len() / 2);
    let middle = pencil + Id::at(front.len()).0;
    let next = place + before(&keys[place..], middle);
    executor.join(
        || find_starts(executor, front, pencil, &keys[..next], place, place_bits),
        || find_starts(executor, back, middle, keys, next, place_bits),
    );
}

impl<K, const D: usize> Default for Sorted<K, D> {
    fn default() -> Self {
        Self {
            boxes: Boxes::default(),
            ends: Vec::new(),
            starts: Vec::new(),
            levels: Vec::new(),
            place_bits: 0,
            records: Vec::new(),
            buffers: Buffers::default(),
        }
    }
}

impl<K: Key, const D: usize> Sorted<K, D> {
    /// Sorts boxes into a grid; the first of them has this name.
    pub(super) fn sort<S: Scalar<Key = K>>(
        &mut self,
        executor: impl Executor,
        grid: &Grid<S, D>,
        boxes: &[Aabb<S, D>],
        first: usize,
    ) {
        self.records.resize(boxes.len(), 0);
        let reaches = locate(executor, grid, &mut self.records, boxes, 0);
        self.levels.clone_from(&grid.levels);
        self.levels
            .iter_mut()
            .zip(reaches)
            .for_each(|(level, reach)| level.reach = reach);
        if !self.records.is_sorted() {
            executor.sort(
                &mut self.records,
                32..64 - grid.unused_bits(),
                &mut self.buffers,
            );
        }
        self.gather(executor, boxes, grid);
        if first > 0 {
            self.boxes.names[..boxes.len()]
                .iter_mut()
                .for_each(|name| *name += Id::at(first).0);
        }
        self.place_bits = grid.place_bits;
        self.starts.resize(grid.pencils() + 1, 0);
        find_starts(
            executor,
            &mut self.starts,
            0,
            &self.boxes.keys[..boxes.len()],
            0,
            grid.place_bits,
        );
    }

    fn gather<S: Scalar<Key = K>>(
        &mut self,
        executor: impl Executor,
        boxes: &[Aabb<S, D>],
        grid: &Grid<S, D>,
    ) {
        let len = boxes.len();
        let Self {
            boxes: sorted,
            ends,
            records,
            ..
        } = self;
        sorted.make_room(len);
        ends.resize(len, 0);
        let Boxes {
            names,
            keys,
            min,
            max,
            ..
        } = sorted;
        let (min, max) = (
            min.each_mut().map(|column| &mut column[..len]),
            max.each_mut().map(|column| &mut column[..len]),
        );
        Columns {
            names: &mut names[..len],
            keys: &mut keys[..len],
            min,
            max,
            ends,
        }
        .fill(executor, records, boxes, grid);
        sorted.end_at(len);
    }

    pub(super) fn bytes(&self) -> usize {
        let records = self.records.capacity() * size_of::<Record>() + self.buffers.bytes();
        let numbers = self.ends.capacity() + self.starts.capacity();
        records + self.boxes.bytes() + numbers * size_of::<u32>()
    }

    /// Checks that these boxes are what was sorted.
    pub(super) fn check<S: Scalar<Key = K>>(&self, boxes: &[Aabb<S, D>]) -> Result<(), Violation> {
        if self.records.len() != boxes.len() || !self.records.is_sorted() {
            return Err(Violation::new(
                "P2: sorted boxes are sorted",
                format!("{} records for {} boxes", self.records.len(), boxes.len()),
            ));
        }
        let Boxes {
            len,
            names,
            keys,
            min,
            max,
        } = &self.boxes;
        for (place, (&name, &key)) in names[..*len].iter().zip(keys).enumerate() {
            let aabb = &boxes[name as usize];
            let pencil = (key >> self.place_bits) as usize;
            let is_there =
                (self.starts[pencil] as usize..self.starts[pencil + 1] as usize).contains(&place);
            let is_it = (0..D).all(|axis| {
                min[axis][place] == aabb.min()[axis].key()
                    && max[axis][place] == aabb.max()[axis].key()
            });
            if !is_there || !is_it {
                return Err(Violation::new(
                    "P2: a sorted box is in its pencil",
                    format!("place {place}, pencil {pencil}"),
                ));
            }
        }
        Ok(())
    }
}
