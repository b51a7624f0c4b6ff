//! First step of the sort: computes the key of every box.

use core::array;

use super::chunk::Chunk;
use super::grid::{Grid, Locations};
use super::level::MAX_LEVELS;
use super::record::{Record, record};
use crate::executor::Divide;
use crate::geometry::{Aabb, BoxSource, Scalar};
use crate::pair_finder::tuning::{CHUNK, COST_OF_LOCATING};
use crate::simd::{Lanes, Path, Task};
use crate::store::to_u32;

/// Writes the record of every box. The output is the length of the longest box of each level.
pub(super) struct Locate<'a, S: Scalar, const D: usize> {
    pub(super) path: Path,
    pub(super) grid: &'a Grid<S, D>,
    pub(super) boxes: &'a dyn BoxSource<S, D>,
    pub(super) records: &'a mut [Record],
    /// The index of the box of the first record.
    pub(super) first: usize,
}

impl<S: Scalar, const D: usize> Divide for Locate<'_, S, D> {
    type Output = [u32; MAX_LEVELS];

    fn halve(self) -> Result<[Self; 2], Self> {
        if self.records.len() <= COST_OF_LOCATING.piece() {
            return Err(self);
        }
        let (records, others) = self.records.split_at_mut(self.records.len() / 2);
        let second = Self {
            first: self.first + records.len(),
            records: others,
            ..self
        };
        Ok([Self { records, ..self }, second])
    }

    fn run(self) -> [u32; MAX_LEVELS] {
        self.path.run(self)
    }

    fn merge(first: [u32; MAX_LEVELS], second: [u32; MAX_LEVELS]) -> [u32; MAX_LEVELS] {
        array::from_fn(|level| first[level].max(second[level]))
    }
}

impl<S: Scalar, const D: usize> Task<S::Key> for Locate<'_, S, D> {
    type Output = [u32; MAX_LEVELS];

    #[inline(always)]
    fn run<L: Lanes<S::Key>>(self, _: L) -> [u32; MAX_LEVELS] {
        let mut reaches = [0; MAX_LEVELS];
        let slice = self.boxes.as_slice();
        let mut fetched = [Aabb::origin(); CHUNK];
        let mut boxes = Chunk::new();
        let firsts = (self.first..).step_by(CHUNK);
        for (records, first) in self.records.chunks_mut(CHUNK).zip(firsts) {
            let len = records.len();
            let next = match slice {
                Some(boxes) => &boxes[first..first + len],
                None => {
                    self.boxes.read(first, &mut fetched[..len]);
                    &fetched[..len]
                }
            };
            boxes.fill(next.iter().copied());
            let mut found = self.grid.locate(&boxes);
            // Behind the last box, a short chunk has boxes of the previous one, whose lengths count
            // already.
            for (length, fits) in found.lengths.iter().zip(found.fits) {
                reaches[0] = (length * fits).max(reaches[0]);
            }
            if found.fits != [1; CHUNK] {
                locate_coarser(self.grid, &boxes, &mut found, &mut reaches);
            }
            for ((slot, &key), index) in records.iter_mut().zip(&found.keys).zip(to_u32(first)..) {
                *slot = record(key, index);
            }
        }
        reaches
    }
}

/// Replaces the keys of boxes that do not fit into the finest level.
fn locate_coarser<S: Scalar, const D: usize>(
    grid: &Grid<S, D>,
    boxes: &Chunk<S, D>,
    found: &mut Locations,
    reaches: &mut [u32; MAX_LEVELS],
) {
    for at in 0..CHUNK {
        if found.fits[at] == 0 {
            let (level, key) = grid.locate_coarser(boxes, at);
            reaches[level] = reaches[level].max(found.lengths[at]);
            found.keys[at] = key;
        }
    }
}
