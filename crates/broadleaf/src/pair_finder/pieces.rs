//! A query in independent pieces of work.

use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

use super::finder::PairFinder;
use super::order::{Operands, Sources};
use super::parts::{PartSweeper, Parts};
use super::query::PairQuery;
use super::sweep::{BlockSweep, Interiors, PairFilter, Pass, Scratch, Sweeper, are_few, visit_few};
use super::tuning::COST_OF_SWEEP;
use crate::executor::Parallel;
use crate::geometry::{Aabb, BoxSource, Scalar};
use crate::visit::Visit;

/// Visits the pairs of the piece with this number until the visitor breaks.
pub(super) type SweepPiece<'a> = &'a (dyn Fn(usize, Visit<'_>) + Sync);

impl<A, B, S: Scalar, const D: usize> PairQuery<'_, A, B, S, D>
where
    A: BoxSource<S, D> + ?Sized,
    B: BoxSource<S, D> + ?Sized,
{
    pub(super) fn pieces(&self) -> usize {
        pieces_of(self.operands.sources::<S, D>())
    }

    /// Prepares the boxes, and calls `sweep_all` with a function that sweeps one piece.
    pub(super) fn in_pieces(self, sweep_all: &mut dyn FnMut(SweepPiece<'_>)) {
        let Self {
            finder,
            operands,
            filter,
        } = self;
        let sources = operands.sources();
        let interiors = Interiors(sources);
        let filter = interiors.added_to(filter);
        if are_few(sources) {
            let path = finder.sweeper.sweeper.path;
            return sweep_all(&|_, visit| {
                // The visitor knows whether it broke.
                let _ = visit_few(sources, path, &filter, visit);
            });
        }
        let parts = finder.prepare(sources, &filter);
        sweep_all(&|piece, visit| {
            finder.sweep_piece(sources, parts.as_ref(), filter, piece, visit);
        });
        if parts.is_some() {
            finder.threads.free_sweepers();
        }
    }
}

impl<S: Scalar, const D: usize> PairFinder<S, D> {
    /// Divides the boxes into parts. If there are none, sorts and labels the boxes.
    #[inline(never)]
    fn prepare(
        &mut self,
        sources: Sources<'_, S, D>,
        filter: &PairFilter<'_>,
    ) -> Option<Parts<'static, S, D>> {
        let parts = self.sweeper.prepare(Parallel, sources, filter.within);
        if parts.is_none() {
            let is_cross = sources.is_cross();
            self.sweeper.sweeper.label(Parallel, is_cross, filter);
        }
        parts
    }

    /// Visits the pairs of a piece, which is a run of consecutive parts or of sorted boxes.
    #[inline(never)]
    fn sweep_piece(
        &self,
        sources: Sources<'_, S, D>,
        parts: Option<&Parts<'_, S, D>>,
        filter: PairFilter<'_>,
        piece: usize,
        visit: Visit<'_>,
    ) {
        let Some(parts) = parts else {
            let is_cross = sources.is_cross();
            let offset = sources.offset();
            let len = COST_OF_SWEEP.piece();
            return self.sweep_sorted(is_cross, offset, filter, len, piece, visit);
        };
        let len = parts.len().div_ceil(pieces_of(sources).max(1));
        let mut parts_of_piece = (piece * len..parts.len()).take(len);
        if parts_of_piece.len() == 0 {
            return;
        }
        let new = || PartSweeper::with_path(self.sweeper.sweeper.path);
        self.threads.sweepers.lend(new, |sweeper| {
            // The visitor knows whether it broke.
            let _ = parts_of_piece
                .try_for_each(|part| sweeper.visit_part(parts, part, sources, filter, visit));
        });
    }

    /// Visits the pairs of one piece of `len` sorted boxes. Each pass of the sweep has its own
    /// pieces, unless all boxes are one piece.
    pub(super) fn sweep_sorted(
        &self,
        is_cross: bool,
        offset: u32,
        filter: PairFilter<'_>,
        len: usize,
        piece: usize,
        visit: Visit<'_>,
    ) {
        let sweeper = &self.sweeper.sweeper;
        let Sweeper { first, second, .. } = sweeper;
        let refine = sweeper.refine(offset, filter);
        let pieces = Pass::all(first, is_cross.then_some(second))
            .flat_map(|pass| ranges(pass.blocks.boxes.len, len).map(move |range| (pass, range)));
        let boxes = first.boxes.len + if is_cross { second.boxes.len } else { 0 };
        let own = if boxes <= len { usize::MAX } else { 1 };
        self.threads.scratches.lend(Scratch::default, |scratch| {
            // The visitor knows whether it broke.
            let _ = pieces.skip(piece).take(own).try_for_each(|(pass, range)| {
                BlockSweep::new(pass, refine, sweeper.path, scratch, visit).run(range)
            });
        });
    }
}

/// The number of pieces: each pass of the sweep has its own, unless all boxes are one piece.
fn pieces_of<S: Scalar, const D: usize>(sources: Sources<'_, S, D>) -> usize {
    if sources.len() <= COST_OF_SWEEP.piece() {
        return COST_OF_SWEEP.pieces(sources.len());
    }
    let second = sources.second.map_or(0, |second| second.len());
    COST_OF_SWEEP.pieces(sources.first.len()) + COST_OF_SWEEP.pieces(second)
}

/// Consecutive ranges of at most `piece` numbers.
fn ranges(len: usize, piece: usize) -> impl Iterator<Item = Range<usize>> {
    (0..len)
        .step_by(piece)
        .map(move |start| start..len.min(start + piece))
}

/// The pairs within a list or between two, in pieces that any thread may process.
#[derive(Debug)]
pub(crate) struct PairPieces<'a, S: Scalar, const D: usize> {
    finder: PairFinder<S, D>,
    first: &'a [Aabb<S, D>],
    second: Option<Vec<Aabb<S, D>>>,
    parts: Option<Parts<'static, S, D>>,
}

impl<'a, S: Scalar, const D: usize> PairPieces<'a, S, D> {
    /// Prepares boxes. The caller guarantees that there are at most 2³² - 1 in total.
    pub(crate) fn new(first: &'a [Aabb<S, D>], second: Option<Vec<Aabb<S, D>>>) -> Self {
        let mut finder = PairFinder::new();
        let operands = Operands::known(first, second.as_deref());
        let parts = finder.prepare(operands.sources(), &PairFilter::NONE);
        Self {
            finder,
            first,
            second,
            parts,
        }
    }

    fn operands(&self) -> Operands<'_, [Aabb<S, D>], [Aabb<S, D>]> {
        Operands::known(self.first, self.second.as_deref())
    }

    pub(crate) fn count(&self) -> usize {
        pieces_of(self.operands().sources::<S, D>())
    }

    /// Visits the pairs of a piece by their indices in the lists.
    pub(crate) fn for_each_pair(&self, piece: usize, mut visit: impl FnMut(u32, u32)) {
        let (operands, parts) = (self.operands(), self.parts.as_ref());
        let visit = &mut |batch: &[[u32; 2]]| {
            batch.iter().for_each(|&[a, b]| visit(a, b));
            ControlFlow::Continue(())
        };
        self.finder
            .sweep_piece(operands.sources(), parts, PairFilter::NONE, piece, visit);
    }
}
