//! Crowded boxes, distributed to tiles.

use alloc::vec::Vec;
use core::array;

use super::part::{LoadedPart, Parts};
use crate::executor::Executor;
use crate::geometry::{BoxSource, Scalar, greater};
use crate::pair_finder::order::Sources;
use crate::pair_finder::tuning::{COST_OF_TILING, TILES};
use crate::store::to_u32;
use crate::tiling::{BoxesByTile, Tiling};

/// The parts of boxes by tile. None if many boxes are in several tiles, or if a tile has nearly all
/// boxes.
///
/// A cut is along the axis on which both sides are spread most evenly, because each side gets its
/// own grid. Choosing the fewest boxes per length failed: a crowd with one box in 64 far out lost
/// an eighth with each cut, and 100,000 boxes took 0.4 seconds.
pub(super) fn by_tile<'p, S: Scalar, const D: usize>(
    executor: impl Executor,
    sources: Sources<'_, S, D>,
    candidates: usize,
    parent: Option<&'p LoadedPart<S, D>>,
) -> Option<Parts<'p, S, D>> {
    let tiling = Tiling::from_sample(&sources, TILES);
    let first = shares(executor, &tiling, sources.first, 0);
    let second = sources
        .second
        .map(|second| shares(executor, &tiling, second, sources.offset()));
    let mut parts = Parts::new(Vec::new(), candidates, parent);
    for tile in 0..tiling.len() {
        let mut range = |shares: &Vec<BoxesByTile>| {
            let start = parts.indices.len();
            for share in shares {
                parts.indices.extend_from_slice(share.tile(tile));
            }
            start..parts.indices.len()
        };
        let (first, second) = (range(&first), second.as_ref().map(range));
        let start = parts.low();
        let low = tiling
            .tile(to_u32(tile))
            .map(|cut| array::from_fn(|axis| greater(start[axis], cut.low()[axis])));
        parts.push(low, first, second);
    }
    let are_few_copied = 2 * parts.indices.len() <= 3 * sources.len();
    (are_few_copied && parts.are_smaller_than(sources.len())).then_some(parts)
}

/// Distributes the boxes of a list to the tiles. `first` is added to their indices.
fn shares<S: Scalar, const D: usize>(
    executor: impl Executor,
    tiling: &Tiling<S, D>,
    boxes: &dyn BoxSource<S, D>,
    first: u32,
) -> Vec<BoxesByTile> {
    executor.map(COST_OF_TILING.pieces(boxes.len()), |piece| {
        let mut share = BoxesByTile::default();
        share.sort(
            tiling,
            boxes,
            COST_OF_TILING.range(piece, boxes.len()),
            first,
        );
        share
    })
}
