//! First step of the sort: the key of every box, and the bucket of the key.

use core::array;

use super::chunk::{CHUNK, Chunk};
use super::grid::{Grid, Locations};
use super::level::MAX_LEVELS;
use super::record::{Record, Slot, record};
use crate::executor::Divide;
use crate::geometry::{BoxSource, Scalar};
use crate::simd::{Lanes, Path, Task};
use crate::sort::{Dealer, PIECE, Starts, prefetch_target};
use crate::store::to_u32;

/// Writes the record or the key of every box. The output is the length of the longest box of each
/// level.
pub(super) struct Locate<'a, T, S: Scalar, const D: usize, B: ?Sized> {
    pub(super) path: Path,
    pub(super) grid: &'a Grid<S, D>,
    pub(super) boxes: &'a B,
    /// Puts each piece into the order of buckets.
    pub(super) dealer: Option<Dealer>,
    /// One slot for each box.
    pub(super) records: &'a mut [T],
    /// Where the buckets begin in each piece, if there is a dealer.
    pub(super) starts: &'a mut [Starts],
    /// The index of the box of the first record.
    pub(super) first: u32,
}

impl<S: Scalar, const D: usize, B: BoxSource<S, D> + ?Sized> Divide
    for Locate<'_, Record, S, D, B>
{
    type Output = [u32; MAX_LEVELS];

    fn halve(self) -> Result<[Self; 2], Self> {
        let piece = self.dealer.map_or(PIECE, |dealer| dealer.piece);
        if self.records.len() <= piece {
            return Err(self);
        }
        let pieces = self.records.len().div_ceil(piece) / 2;
        let (records, others) = self.records.split_at_mut(pieces * piece);
        let (starts, other_starts) = self.starts.split_at_mut(pieces.min(self.starts.len()));
        let first = self.first + to_u32(records.len());
        Ok([
            Self {
                records,
                starts,
                ..self
            },
            Self {
                records: others,
                starts: other_starts,
                first,
                ..self
            },
        ])
    }

    fn run(self) -> [u32; MAX_LEVELS] {
        let (path, Some(dealer)) = (self.path, self.dealer) else {
            return self.path.run(self);
        };
        prefetch_target(self.records);
        let mut keys = [0; PIECE];
        let keys = &mut keys[..self.records.len()];
        let reaches = path.run(Locate {
            path,
            grid: self.grid,
            boxes: self.boxes,
            dealer: None,
            records: &mut *keys,
            starts: &mut [],
            first: self.first,
        });
        self.starts[0] = dealer.deal(keys, self.records, |number, key| {
            record(key, self.first + to_u32(number))
        });
        reaches
    }

    fn merge(first: [u32; MAX_LEVELS], second: [u32; MAX_LEVELS]) -> [u32; MAX_LEVELS] {
        array::from_fn(|level| first[level].max(second[level]))
    }
}

/// The work of one piece.
impl<T: Slot, S: Scalar, const D: usize, B: BoxSource<S, D> + ?Sized> Task<S::Key>
    for Locate<'_, T, S, D, B>
{
    type Output = [u32; MAX_LEVELS];

    #[inline(always)]
    fn run<L: Lanes<S::Key>>(self, _: L) -> [u32; MAX_LEVELS] {
        let mut reaches = [0; MAX_LEVELS];
        let mut boxes = Chunk::new();
        let firsts = (self.first as usize..).step_by(CHUNK);
        for (records, first) in self.records.chunks_mut(CHUNK).zip(firsts) {
            let indices = first..first + records.len();
            let source = indices.clone().map(|index| self.boxes.get(index));
            boxes.fill(source);
            let found = self.grid.locate(&boxes);
            for ((slot, key), index) in records.iter_mut().zip(found.keys).zip(indices) {
                *slot = T::new(key, to_u32(index));
            }
            // Behind the last box there are boxes of the chunk before.
            for (length, fits) in found.lengths.iter().zip(found.fits) {
                reaches[0] = (length * fits).max(reaches[0]);
            }
            if found.fits != [1; CHUNK] {
                locate_coarser(self.grid, &boxes, &found, first, records, &mut reaches);
            }
        }
        reaches
    }
}

/// Replaces the records of boxes that do not fit into the finest level.
fn locate_coarser<T: Slot, S: Scalar, const D: usize>(
    grid: &Grid<S, D>,
    boxes: &Chunk<S, D>,
    Locations { lengths, fits, .. }: &Locations,
    first: usize,
    records: &mut [T],
    reaches: &mut [u32; MAX_LEVELS],
) {
    for (at, slot) in records.iter_mut().enumerate().take(CHUNK) {
        if fits[at] == 0 {
            let (level, key) = grid.locate_coarser(boxes, at);
            reaches[level] = reaches[level].max(lengths[at]);
            *slot = T::new(key, to_u32(first + at));
        }
    }
}
