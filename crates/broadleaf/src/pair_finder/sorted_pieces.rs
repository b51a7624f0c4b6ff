//! The pairs of boxes that were sorted before, in independent pieces.

use core::ops::ControlFlow;

use super::finder::PairFinder;
use super::join::Join;
use super::lists::Lists;
use super::match_filter::PairFilter;
use super::operands::Operands;
use super::par_sweep::{PIECE, parts, pieces_of};
use super::parts::Crowd;
use super::refine::Refine;
use super::scratch::Scratch;
use crate::executor::Parallel;
use crate::geometry::{Aabb, Scalar};

/// The pairs within a list, or between two, in pieces of work that any thread may do.
pub(crate) struct PairPieces<S: Scalar, const D: usize> {
    finder: PairFinder<S, D>,
    /// The parts of crowded boxes, which are swept one by one.
    crowd: Option<Crowd<S, D>>,
    is_cross: bool,
    /// The index that stands for the first box of the second list.
    offset: u32,
    count: usize,
}

impl<S: Scalar, const D: usize> PairFinder<S, D> {
    /// Sorts boxes, of which the caller knows that there are at most 2³² - 1 together.
    pub(crate) fn into_pieces(
        mut self,
        first: &[Aabb<S, D>],
        second: Option<&[Aabb<S, D>]>,
    ) -> PairPieces<S, D> {
        let operands = Operands::known(first, second);
        self.sweeper.sweeper.sort(Parallel, &operands);
        PairPieces {
            crowd: self.sweeper.crowd(Parallel, &operands, usize::MAX),
            finder: self,
            is_cross: second.is_some(),
            offset: operands.offset(),
            count: pieces_of(&operands),
        }
    }
}

impl<S: Scalar, const D: usize> PairPieces<S, D> {
    /// The number of pieces.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Visits the pairs of a piece by their indices in the lists.
    pub(crate) fn for_each_pair(&self, piece: usize, mut visit: impl FnMut(u32, u32)) {
        let mut visit = |batch: &[[u32; 2]]| {
            batch.iter().for_each(|&[a, b]| visit(a, b));
            ControlFlow::Continue(())
        };
        let sweeper = &self.finder.sweeper.sweeper;
        if let Some(parts) = &self.crowd {
            let finder = &self.finder;
            return finder.sweep_parts(parts, PairFilter::NONE, piece, self.count, &mut visit);
        }
        let passes = Lists::passes(&sweeper.first, self.is_cross.then_some(&sweeper.second));
        let parts = passes
            .flat_map(|lists| parts(lists.blocks.boxes.len, PIECE).map(move |part| (lists, part)));
        let refine = Refine::new(
            &sweeper.names,
            &sweeper.labels,
            self.offset,
            PairFilter::NONE,
        );
        for (lists, part) in parts.skip(piece).take(1) {
            let mut scratch = Scratch::default();
            let _ = Join::new(lists, refine, sweeper.path, &mut scratch, &mut visit).run(part);
        }
    }
}
