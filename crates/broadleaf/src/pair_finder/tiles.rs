//! Crowded boxes, distributed to tiles.

use alloc::vec::Vec;
use core::array;

use super::operands::Operands;
use super::tile::{MAX_BOXES, Tile};
use crate::executor::Executor;
use crate::geometry::{BoxSource, Scalar, greater};
use crate::store::to_u32;
use crate::tiling::{Share, Tiling};

/// The number of boxes of one piece of work of the distribution.
const PIECE: usize = 65_536;

/// Space cut into tiles, and the boxes that touch each.
#[derive(Clone, Debug)]
pub(super) struct Tiles<S: Scalar, const D: usize> {
    tiling: Tiling<S, D>,
    /// Where the part of space that was cut begins.
    start: [S; D],
    first: Vec<Share<S, D>>,
    second: Option<Vec<Share<S, D>>>,
    /// The index that stands for the first box of the caller's second list.
    offset: u32,
    /// How many candidates each block of the boxes had.
    candidates: usize,
}

impl<S: Scalar, const D: usize> Tiles<S, D> {
    /// Distributes boxes to tiles with about `target` boxes each, if that is of use.
    pub(super) fn try_new<A, B>(
        executor: impl Executor,
        operands: &Operands<'_, A, B>,
        target: usize,
        candidates: usize,
    ) -> Option<Self>
    where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        let depth = (operands.len() / target.max(1)).max(1).ilog2();
        let tiling = Tiling::from_sample(operands, 1 << depth);
        let second = operands.second();
        let tiles = Self {
            first: share(executor, &tiling, operands.first(), 0),
            second: second.map(|second| share(executor, &tiling, second, operands.offset())),
            tiling,
            start: [S::MIN; D],
            offset: operands.offset(),
            candidates,
        };
        tiles.are_useful(operands.len()).then_some(tiles)
    }

    /// Whether there are few copies of boxes, and no tile has nearly all boxes.
    fn are_useful(&self, boxes: usize) -> bool {
        let lens = (0..self.len()).map(|tile| {
            let shares = self.first.iter().chain(self.second.iter().flatten());
            shares.map(|share| share.len(tile)).sum::<usize>()
        });
        let (total, longest) = lens.fold((0, 0), |(total, longest), len| {
            (total + len, longest.max(len))
        });
        2 * total <= 3 * boxes && 4 * longest <= 3 * boxes && longest < MAX_BOXES
    }

    /// Makes these the tiles of a tile, whose boxes were distributed.
    pub(super) fn nest(&mut self, tile: &Tile<S, D>) {
        self.start = *tile.low();
        self.offset = tile.offset();
        for share in self
            .first
            .iter_mut()
            .chain(self.second.iter_mut().flatten())
        {
            share.rename(tile.indices());
        }
    }

    /// Copies the boxes of a tile.
    pub(super) fn load(&self, number: usize, tile: &mut Tile<S, D>) {
        let second = self.second.as_ref();
        tile.load(
            self.low(number),
            self.offset,
            self.first.iter().map(|share| share.tile(number)),
            second.map(|shares| shares.iter().map(|share| share.tile(number))),
        );
    }

    /// Where a tile begins on every axis.
    fn low(&self, number: usize) -> [S; D] {
        let cut = self.tiling.tile(to_u32(number));
        cut.map_or(self.start, |cut| {
            array::from_fn(|axis| greater(self.start[axis], cut.low()[axis]))
        })
    }

    /// The number of tiles.
    pub(super) fn len(&self) -> usize {
        self.tiling.len()
    }

    /// How many candidates each block of the boxes had.
    pub(super) fn candidates(&self) -> usize {
        self.candidates
    }
}

/// Distributes the boxes of a list. `first` is added to their indices.
fn share<S: Scalar, const D: usize>(
    executor: impl Executor,
    tiling: &Tiling<S, D>,
    boxes: &(impl BoxSource<S, D> + ?Sized),
    first: u32,
) -> Vec<Share<S, D>> {
    let mut shares = Vec::new();
    shares.resize_with(boxes.len().div_ceil(PIECE), Share::default);
    executor.for_each_mut(&mut shares, |number, share| {
        let start = number * PIECE;
        share.sort(tiling, boxes, start..boxes.len().min(start + PIECE), first);
    });
    shares
}
