//! First step of the sort: the key of every box, and the bucket of the key.

use core::array;

use super::chunk::{CHUNK, Chunk};
use super::grid::{Grid, Locations};
use super::level::MAX_LEVELS;
use super::record::{Record, record};
use crate::executor::Divide;
use crate::geometry::{BoxSource, Scalar};
use crate::simd::{Lanes, Path, Task};
use crate::sort::{Dealer, PIECE, Starts};
use crate::store::to_u32;

/// Writes the record of every box. The output is the length of the longest box of each level.
pub(super) struct Locate<'a, S: Scalar, const D: usize, B: ?Sized> {
    pub(super) path: Path,
    pub(super) grid: &'a Grid<S, D>,
    pub(super) boxes: &'a B,
    /// Puts each piece into the order of buckets.
    pub(super) dealer: Option<Dealer>,
    pub(super) records: &'a mut [Record],
    /// Where the buckets begin in each piece, if there is a dealer.
    pub(super) starts: &'a mut [Starts],
    /// The index of the box of the first record.
    pub(super) first: u32,
}

impl<S: Scalar, const D: usize, B: BoxSource<S, D> + ?Sized> Divide for Locate<'_, S, D, B> {
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
        let Self { records, first, .. } = self;
        let mut keys = [0; PIECE];
        let keys = &mut keys[..records.len()];
        let reaches = self.path.run(LocatePiece {
            grid: self.grid,
            boxes: self.boxes,
            first,
            keys: &mut *keys,
        });
        write_records(self.dealer, keys, first, records, self.starts);
        reaches
    }

    fn merge(first: [u32; MAX_LEVELS], second: [u32; MAX_LEVELS]) -> [u32; MAX_LEVELS] {
        array::from_fn(|level| first[level].max(second[level]))
    }
}

/// Writes the records of a piece, and where its buckets begin if there is a dealer.
///
/// Compiled once for all kinds of boxes.
fn write_records(
    dealer: Option<Dealer>,
    keys: &[u32],
    first: u32,
    records: &mut [Record],
    starts: &mut [Starts],
) {
    if let Some(dealer) = dealer {
        let record = |number, key| record(key, first + to_u32(number));
        starts[0] = dealer.deal(keys, records, record);
    } else {
        for ((slot, &key), index) in records.iter_mut().zip(keys).zip(first..) {
            *slot = record(key, index);
        }
    }
}

/// Writes the key of every box of a piece. The output is the length of the longest box of each
/// level.
struct LocatePiece<'a, S: Scalar, const D: usize, B: ?Sized> {
    grid: &'a Grid<S, D>,
    boxes: &'a B,
    /// The index of the first box.
    first: u32,
    keys: &'a mut [u32],
}

impl<S: Scalar, const D: usize, B: BoxSource<S, D> + ?Sized> Task<S::Key>
    for LocatePiece<'_, S, D, B>
{
    type Output = [u32; MAX_LEVELS];

    #[inline(always)]
    fn run<L: Lanes<S::Key>>(self, _: L) -> [u32; MAX_LEVELS] {
        let mut reaches = [0; MAX_LEVELS];
        let mut boxes = Chunk::new();
        let firsts = (self.first as usize..).step_by(CHUNK);
        for (keys, first) in self.keys.chunks_mut(CHUNK).zip(firsts) {
            let indices = first..first + keys.len();
            boxes.fill(indices.map(|index| self.boxes.get(index)));
            let found = self.grid.locate(&boxes);
            keys.copy_from_slice(&found.keys[..keys.len()]);
            // Behind the last box there are boxes of the chunk before.
            for (length, fits) in found.lengths.iter().zip(found.fits) {
                reaches[0] = (length * fits).max(reaches[0]);
            }
            if found.fits != [1; CHUNK] {
                locate_coarser(self.grid, &boxes, &found, keys, &mut reaches);
            }
        }
        reaches
    }
}

/// Replaces the keys of boxes that do not fit into the finest level.
fn locate_coarser<S: Scalar, const D: usize>(
    grid: &Grid<S, D>,
    boxes: &Chunk<S, D>,
    Locations { lengths, fits, .. }: &Locations,
    keys: &mut [u32],
    reaches: &mut [u32; MAX_LEVELS],
) {
    for (at, slot) in keys.iter_mut().enumerate().take(CHUNK) {
        if fits[at] == 0 {
            let (level, key) = grid.locate_coarser(boxes, at);
            reaches[level] = reaches[level].max(lengths[at]);
            *slot = key;
        }
    }
}
