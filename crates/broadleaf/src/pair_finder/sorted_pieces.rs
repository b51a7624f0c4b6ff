//! The pairs of boxes that were sorted before, in independent pieces.

use core::ops::ControlFlow;

use super::finder::PairFinder;
use super::join::Join;
use super::lists::Lists;
use super::operands::Operands;
use super::par_sweep::{PIECE, parts};
use super::refine::Refine;
use super::scratch::Scratch;
use crate::executor::Parallel;
use crate::geometry::{Aabb, Scalar};

impl<S: Scalar, const D: usize> PairFinder<S, D> {
    /// Sorts boxes, of which the caller knows that there are at most 2³² - 1 together, for
    /// [`for_each_pair_of_sorted_piece`](Self::for_each_pair_of_sorted_piece).
    pub(crate) fn par_sort_boxes(&mut self, first: &[Aabb<S, D>], second: Option<&[Aabb<S, D>]>) {
        let operands = Operands::known(first, second);
        self.sweeper.sweeper.sort(Parallel, &operands);
    }

    /// The number of pieces of the pairs within the list that was sorted last, or between the two
    /// lists.
    pub(crate) fn sorted_pieces(&self, is_cross: bool) -> usize {
        let lens = self.passes(is_cross).map(|lists| lists.blocks.boxes.len);
        lens.map(|len| len.div_ceil(PIECE)).sum()
    }

    /// Visits the pairs of a piece by index. The boxes of a second list are numbered after those of
    /// the first.
    pub(crate) fn for_each_pair_of_sorted_piece(
        &self,
        is_cross: bool,
        piece: usize,
        mut visit: impl FnMut(u32, u32),
    ) {
        let parts = self
            .passes(is_cross)
            .flat_map(|lists| parts(lists.blocks.boxes.len, PIECE).map(move |part| (lists, part)));
        let mut visit = |batch: &[[u32; 2]]| {
            batch.iter().for_each(|&[a, b]| visit(a, b));
            ControlFlow::Continue(())
        };
        for (lists, part) in parts.skip(piece).take(1) {
            let (path, mut scratch) = (self.sweeper.sweeper.path, Scratch::default());
            let _ = Join::new(lists, Refine::NONE, path, &mut scratch, &mut visit).run(part);
        }
    }

    fn passes(&self, is_cross: bool) -> impl Iterator<Item = Lists<'_, S::Key, D>> {
        let sweeper = &self.sweeper.sweeper;
        Lists::passes(&sweeper.first, is_cross.then_some(&sweeper.second))
    }
}
