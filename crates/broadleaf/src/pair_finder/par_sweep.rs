//! The sweep in pieces that do not depend on each other.

use alloc::vec::Vec;
use core::ops::Range;

use super::finder::PairFinder;
use super::group_parts::GroupParts;
use super::interiors::Interiors;
use super::join::Join;
use super::lists::Lists;
use super::match_filter::PairFilter;
use super::operands::Operands;
use super::parts::Parts;
use super::query::PairQuery;
use super::refine::Refine;
use super::scratch::Scratch;
use super::sweeper::Sweeper;
use super::tile_sweeper::TileSweeper;
use crate::executor::Parallel;
use crate::geometry::{BoxSource, Scalar};
use crate::visit::Visit;

/// The number of boxes whose blocks are swept as one piece of work.
pub(super) const PIECE: usize = 2048;

/// Visits the pairs of the piece with a number, until the visitor breaks.
pub(super) type SweepPiece<'a> = &'a (dyn Fn(usize, Visit<'_>) + Sync);

impl<A, B, S: Scalar, const D: usize> PairQuery<'_, A, B, S, D>
where
    A: BoxSource<S, D> + ?Sized,
    B: BoxSource<S, D> + ?Sized,
{
    /// The number of pieces of work.
    pub(super) fn pieces(&self) -> usize {
        pieces_of(&self.operands)
    }

    /// Gets the boxes ready, and calls `sweep_all` with the sweep of a piece.
    pub(super) fn in_pieces(mut self, sweep_all: &mut dyn FnMut(SweepPiece<'_>)) {
        let (pieces, groups) = (self.pieces(), self.filter.within);
        if let Some(parts) = GroupParts::try_new(Parallel, &self.operands, groups) {
            let interiors = Interiors::of(&self.operands);
            let filter = interiors.added_to(self.filter);
            return self
                .finder
                .parts_in_pieces(&parts, filter, pieces, sweep_all);
        }
        self.sort();
        let Self {
            finder,
            operands,
            filter,
        } = &mut self;
        match finder.sweeper.crowd(Parallel, operands, usize::MAX) {
            Some(parts) => {
                let interiors = Interiors::of(operands);
                let filter = interiors.added_to(*filter);
                finder.parts_in_pieces(&parts, filter, pieces, sweep_all);
                finder.threads.free_sweepers();
            }
            None => self.in_sorted_pieces(PIECE, sweep_all),
        }
    }

    pub(super) fn sort(&mut self) {
        self.finder.sweeper.sweeper.sort(Parallel, &self.operands);
    }

    /// [`in_pieces`](Self::in_pieces) for boxes that are sorted, `piece` boxes at a time.
    pub(super) fn in_sorted_pieces(self, piece: usize, sweep_all: &mut dyn FnMut(SweepPiece<'_>)) {
        let is_cross = self.operands.second().is_some();
        let PairFinder {
            sweeper, threads, ..
        } = self.finder;
        sweeper.sweeper.label(Parallel, is_cross, &self.filter);
        let Sweeper {
            first,
            second,
            path,
            names,
            labels,
            ..
        } = &sweeper.sweeper;
        let interiors = Interiors::of(&self.operands);
        let filter = interiors.added_to(self.filter);
        let refine = Refine::new(names, labels, self.operands.offset(), filter);
        let pieces: Vec<_> = Lists::passes(first, is_cross.then_some(second))
            .flat_map(|lists| parts(lists.blocks.boxes.len, piece).map(move |part| (lists, part)))
            .collect();
        sweep_all(&|number, visit| {
            let (lists, part) = &pieces[number];
            threads.scratches.lend(Scratch::default, |scratch| {
                // The visitor knows whether it broke.
                let _ = Join::new(*lists, refine, *path, scratch, visit).run(part.clone());
            });
        });
    }
}

impl<S: Scalar, const D: usize> PairFinder<S, D> {
    /// [`PairQuery::in_pieces`] for parts: each piece of work is a number of consecutive ones.
    fn parts_in_pieces(
        &self,
        parts: &impl Parts<S, D>,
        filter: PairFilter<'_>,
        pieces: usize,
        sweep_all: &mut dyn FnMut(SweepPiece<'_>),
    ) {
        sweep_all(&|number, visit| self.sweep_parts(parts, filter, number, pieces, visit));
    }

    /// Visits the pairs of the parts of one of `pieces` pieces.
    pub(super) fn sweep_parts(
        &self,
        parts: &impl Parts<S, D>,
        filter: PairFilter<'_>,
        number: usize,
        pieces: usize,
        visit: Visit<'_>,
    ) {
        let path = self.sweeper.sweeper.path;
        let len = parts.len().div_ceil(pieces.max(1));
        let mut parts_of_piece = (number * len..parts.len()).take(len);
        if parts_of_piece.len() == 0 {
            return;
        }
        let new = || TileSweeper::with_path(path);
        self.threads.sweepers.lend(new, |sweeper| {
            // The visitor knows whether it broke.
            let _ =
                parts_of_piece.try_for_each(|part| sweeper.visit_part(parts, part, filter, visit));
        });
    }
}

/// The number of pieces of work: every pass of the sweep has its own.
pub(super) fn pieces_of<A, B, S: Scalar, const D: usize>(operands: &Operands<'_, A, B>) -> usize
where
    A: BoxSource<S, D> + ?Sized,
    B: BoxSource<S, D> + ?Sized,
{
    let second = operands.second().map_or(0, |second| second.len());
    operands.first().len().div_ceil(PIECE) + second.div_ceil(PIECE)
}

/// The parts of a sorted list that are swept as one piece of work.
pub(super) fn parts(len: usize, piece: usize) -> impl Iterator<Item = Range<usize>> {
    (0..len)
        .step_by(piece)
        .map(move |start| start..len.min(start + piece))
}
