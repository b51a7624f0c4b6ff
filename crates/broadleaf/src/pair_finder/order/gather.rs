//! Third step of the sort: copies the boxes to their new order, column by column.

use super::boxes::Boxes;
use super::chunk::Chunk;
use super::grid::Grid;
use super::record::{Record, index_of, key_of};
use crate::executor::Divide;
use crate::geometry::{Aabb, BoxSource, Scalar};
use crate::pair_finder::tuning::{CHUNK, COST_OF_GATHERING};
use crate::simd::{Key, Lanes, Path, Task};

/// The part of [`Boxes`] and of the list of ends that one piece of work writes.
pub(super) struct Target<'a, K, const D: usize> {
    indices: &'a mut [u32],
    keys: &'a mut [u32],
    min: [&'a mut [K]; D],
    max: [&'a mut [K]; D],
    /// The positions at which the boxes end along the sweep axis.
    ends: &'a mut [u32],
}

impl<'a, K: Key, const D: usize> Target<'a, K, D> {
    /// All columns without their padding.
    pub(super) fn new(
        boxes: &'a mut Boxes<K, D>,
        keys: &'a mut [u32],
        ends: &'a mut [u32],
    ) -> Self {
        let len = ends.len();
        Self {
            indices: &mut boxes.indices[..len],
            keys: &mut keys[..len],
            min: boxes.min.each_mut().map(|column| &mut column[..len]),
            max: boxes.max.each_mut().map(|column| &mut column[..len]),
            ends,
        }
    }

    /// Splits off the first `len` boxes.
    fn take_first(&mut self, len: usize) -> Self {
        fn take<'a, T>(all: &mut &'a mut [T], len: usize) -> &'a mut [T] {
            all.split_off_mut(..len).unwrap_or_default()
        }
        Self {
            indices: take(&mut self.indices, len),
            keys: take(&mut self.keys, len),
            min: self.min.each_mut().map(|column| take(column, len)),
            max: self.max.each_mut().map(|column| take(column, len)),
            ends: take(&mut self.ends, len),
        }
    }
}

/// Copies boxes in the order of their records.
pub(super) struct Gather<'a, S: Scalar, const D: usize> {
    pub(super) path: Path,
    pub(super) grid: &'a Grid<S, D>,
    pub(super) boxes: &'a dyn BoxSource<S, D>,
    pub(super) records: &'a [Record],
    /// An offset for the indices of the boxes.
    pub(super) first: u32,
    pub(super) target: Target<'a, S::Key, D>,
}

impl<S: Scalar, const D: usize> Divide for Gather<'_, S, D> {
    type Output = ();

    fn halve(mut self) -> Result<[Self; 2], Self> {
        if self.records.len() <= COST_OF_GATHERING.piece() {
            return Err(self);
        }
        let (records, others) = self.records.split_at(self.records.len() / 2);
        let first = Self {
            records,
            target: self.target.take_first(records.len()),
            ..self
        };
        self.records = others;
        Ok([first, self])
    }

    fn run(self) {
        self.path.run(self);
    }

    fn merge((): (), (): ()) {}
}

impl<S: Scalar, const D: usize> Task<S::Key> for Gather<'_, S, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<S::Key>>(self, _: L) {
        let Target {
            indices,
            keys,
            min,
            max,
            ends,
        } = self.target;
        for ((index, key), record) in indices.iter_mut().zip(keys).zip(self.records) {
            (*index, *key) = (index_of(*record), key_of(*record));
        }
        let slice = self.boxes.as_slice();
        let mut fetched = [Aabb::origin(); CHUNK];
        let mut boxes = Chunk::new();
        for (start, chunk) in (0..).step_by(CHUNK).zip(indices.chunks(CHUNK)) {
            match slice {
                Some(boxes) => {
                    let next = indices[start + chunk.len()..].iter().take(CHUNK);
                    next.for_each(|&index| boxes.prefetch(index as usize));
                    // A loop that only copies lets the processor wait for many boxes at a time.
                    for (slot, &index) in fetched.iter_mut().zip(chunk) {
                        *slot = boxes[index as usize];
                    }
                }
                None => self.boxes.gather(chunk, &mut fetched),
            }
            boxes.fill(fetched.iter().copied());
            for axis in 0..D {
                write_keys(&boxes.min[axis], &mut min[axis][start..]);
                write_keys(&boxes.max[axis], &mut max[axis][start..]);
            }
            self.grid.write_ends(&boxes, &mut ends[start..]);
        }
        if self.first > 0 {
            for index in indices {
                *index += self.first;
            }
        }
    }
}

/// Writes as many keys as `keys` has room for.
#[inline(always)]
fn write_keys<S: Scalar>(coordinates: &[S; CHUNK], keys: &mut [S::Key]) {
    for (key, coordinate) in keys.iter_mut().zip(coordinates) {
        *key = coordinate.key();
    }
}
