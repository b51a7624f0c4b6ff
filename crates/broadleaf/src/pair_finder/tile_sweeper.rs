//! Pairs of boxes that may be crowded: those are cut into tiles, or distributed by shape, and the
//! parts are swept one by one.

use core::mem;
use core::ops::ControlFlow;

use super::group_parts::GroupParts;
use super::match_filter::PairFilter;
use super::operands::Operands;
use super::parts::{Crowd, Parts};
use super::shapes::Shapes;
use super::sweeper::Sweeper;
use super::tile::Tile;
use super::tiles::Tiles;
use crate::executor::{Executor, Sequential};
use crate::geometry::{BoxSource, Scalar};
use crate::simd::Path;
use crate::visit::Visit;

/// Boxes are crowded if a block has more candidates than this.
const MANY_CANDIDATES: usize = 768;
/// Crowded boxes are cut into about this number of tiles.
const TILES: usize = 8;
/// Few candidates are pairs if there is at most one pair for this number of candidates of a block.
/// Where boxes are not crowded, there is about one for each.
const CANDIDATES_PER_PAIR: usize = 4;
/// Fewer boxes are not cut.
const MIN_CROWDED: usize = 2048;

/// Sorts and sweeps boxes, tile by tile if they are crowded.
#[derive(Clone, Debug)]
pub(super) struct TileSweeper<S: Scalar, const D: usize> {
    pub(super) sweeper: Sweeper<S, D>,
    tile: Tile<S, D>,
}

impl<S: Scalar, const D: usize> TileSweeper<S, D> {
    pub(super) fn with_path(path: Path) -> Self {
        Self {
            sweeper: Sweeper::with_path(path),
            tile: Tile::default(),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.sweeper.bytes() + self.tile.bytes()
    }

    /// Visits all pairs.
    pub(super) fn visit_all<A, B>(
        &mut self,
        operands: &Operands<'_, A, B>,
        filter: PairFilter<'_>,
        visit: Visit<'_>,
    ) -> ControlFlow<()>
    where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        if let Some(parts) = GroupParts::try_new(Sequential, operands, filter.within) {
            return self.visit_parts(&parts, filter, visit);
        }
        self.sweeper.sort(Sequential, operands);
        if let Some(parts) = self.crowd(Sequential, operands, usize::MAX) {
            let outcome = self.visit_parts(&parts, filter, visit);
            // Few scenes are crowded: the memory for parts is not kept.
            self.tile = Tile::default();
            self.sweeper.free_names();
            return outcome;
        }
        let is_cross = operands.second().is_some();
        self.sweeper
            .sweep(is_cross, operands.offset(), filter, visit)
    }

    /// Parts for boxes that were sorted, if these are crowded. Each block had `before` candidates
    /// when they were sorted together with others.
    pub(super) fn crowd<A, B>(
        &mut self,
        executor: impl Executor,
        operands: &Operands<'_, A, B>,
        before: usize,
    ) -> Option<Crowd<S, D>>
    where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        let len = operands.len();
        if len < MIN_CROWDED {
            return None;
        }
        let is_cross = operands.second().is_some();
        let candidates = self.sweeper.candidates_per_block(is_cross);
        if candidates < MANY_CANDIDATES {
            return None;
        }
        // Where many candidates are pairs, parts may have as many.
        let few_are_pairs =
            self.sweeper.pairs_per_block(is_cross) <= candidates / CANDIDATES_PER_PAIR;
        if !few_are_pairs && candidates > before / 4 * 3 {
            return None;
        }
        if let Some(tiles) = Tiles::try_new(executor, operands, len / TILES, candidates) {
            return Some(Crowd::Tiles(tiles));
        }
        if !few_are_pairs {
            return None;
        }
        let lengths = self.sweeper.lengths();
        Shapes::try_new(operands, lengths, candidates).map(Crowd::Shapes)
    }

    /// Visits the pairs of all parts.
    fn visit_parts(
        &mut self,
        parts: &impl Parts<S, D>,
        filter: PairFilter<'_>,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        (0..parts.len()).try_for_each(|part| self.visit_part(parts, part, filter, visit))
    }

    /// Visits the pairs that a part owns.
    pub(super) fn visit_part(
        &mut self,
        parts: &impl Parts<S, D>,
        number: usize,
        filter: PairFilter<'_>,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        let mut tile = mem::take(&mut self.tile);
        parts.load(number, &mut tile);
        let outcome = self.visit_boxes(&tile, parts.candidates(), filter, visit);
        self.tile = tile;
        outcome
    }

    /// Visits the pairs that a tile owns, of boxes of which each block had `before` candidates.
    fn visit_boxes(
        &mut self,
        tile: &Tile<S, D>,
        before: usize,
        filter: PairFilter<'_>,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        let operands = tile.operands();
        self.sweeper.sort(Sequential, &operands);
        if let Some(mut parts) = self.crowd(Sequential, &operands, before) {
            parts.nest(tile);
            return self.visit_parts(&parts, filter, visit);
        }
        let is_cross = operands.second().is_some();
        self.sweeper.tag(is_cross, tile);
        self.sweeper.sweep(is_cross, tile.offset(), filter, visit)
    }
}
