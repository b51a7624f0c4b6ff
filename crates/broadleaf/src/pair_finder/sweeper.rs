//! The two steps of every question, and the memory for them.

use alloc::vec::Vec;
use core::array;
use core::mem;
use core::ops::ControlFlow;

use super::grid::Grid;
use super::join::Join;
use super::labels::Labels;
use super::level::Level;
use super::lists::Lists;
use super::match_filter::PairFilter;
use super::names::Names;
use super::operands::Operands;
use super::refine::Refine;
use super::sample::Sample;
use super::scratch::Scratch;
use super::sorted::Sorted;
use super::tile::Tile;
use crate::executor::{Executor, Sequential};
use crate::geometry::{BoxSource, Scalar};
use crate::simd::{LANES, Path};
use crate::visit::Visit;

/// Of fewer boxes, pairs are not sampled.
const MIN_SAMPLED: usize = 2048;

/// Sorts boxes into a grid and sweeps them. Keeps its memory.
#[derive(Clone, Debug)]
pub(super) struct Sweeper<S: Scalar, const D: usize> {
    sample: Sample<S, D>,
    levels: Vec<Level<D>>,
    pub(super) first: Sorted<S::Key, D>,
    pub(super) second: Sorted<S::Key, D>,
    pub(super) path: Path,
    scratch: Scratch<S::Key, D>,
    pub(super) names: Names,
    pub(super) labels: Labels,
}

impl<S: Scalar, const D: usize> Sweeper<S, D> {
    pub(super) fn with_path(path: Path) -> Self {
        Self {
            sample: Sample::default(),
            levels: Vec::new(),
            first: Sorted::default(),
            second: Sorted::default(),
            path,
            scratch: Scratch::default(),
            names: Names::default(),
            labels: Labels::default(),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.sample.bytes()
            + self.levels.capacity() * size_of::<Level<D>>()
            + self.first.bytes()
            + self.second.bytes()
            + self.scratch.bytes()
            + self.names.bytes()
            + self.labels.bytes()
    }

    /// First step: sorts the boxes into a grid.
    pub(super) fn sort<A, B>(&mut self, executor: impl Executor, operands: &Operands<'_, A, B>)
    where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        let grid = Grid::of(operands, &mut self.sample, mem::take(&mut self.levels));
        let path = self.path;
        self.first.sort(executor, path, &grid, operands.first(), 0);
        if let Some(second) = operands.second() {
            // The second list's indices are greater, so its boxes come second in every pair.
            self.second
                .sort(executor, path, &grid, second, operands.offset());
        }
        self.levels = grid.levels;
        self.names.clear();
    }

    /// Gives the sorted boxes the tags and names of a tile.
    pub(super) fn tag(&mut self, is_cross: bool, tile: &Tile<S, D>) {
        self.first.tag(tile, &mut self.names);
        if is_cross {
            self.second.tag(tile, &mut self.names);
        }
    }

    /// Gives the sorted boxes numbers, unless they have tags, and the labels that a filter needs,
    /// unless there are so few pairs that it is faster to test one after the other by index.
    pub(super) fn label(
        &mut self,
        executor: impl Executor,
        is_cross: bool,
        filter: &PairFilter<'_>,
    ) {
        self.labels.are_used = filter.has_labels() && !self.has_few_pairs(is_cross);
        if !self.labels.are_used {
            return;
        }
        if !self.names.are_in_tags {
            self.first.number(&mut self.names.indices);
            if is_cross {
                self.second.number(&mut self.names.indices);
            }
        }
        self.labels.fill(executor, filter, &self.names.indices);
    }

    /// Frees the memory for the names of a tile.
    pub(super) fn free_names(&mut self) {
        self.names = Names::default();
    }

    /// Second step: visits the pairs within the first sorted list, or between the two. `offset`
    /// stands for the first box of the caller's second list.
    pub(super) fn sweep(
        &mut self,
        is_cross: bool,
        offset: u32,
        filter: PairFilter<'_>,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        self.label(Sequential, is_cross, &filter);
        let second = is_cross.then_some(&self.second);
        let refine = Refine::new(&self.names, &self.labels, offset, filter);
        for lists in Lists::passes(&self.first, second) {
            Join::new(lists, refine, self.path, &mut self.scratch, visit)
                .run(0..lists.blocks.boxes.len)?;
        }
        ControlFlow::Continue(())
    }

    /// About how many candidates each block of a sweep has: the mean of a sample.
    pub(super) fn candidates_per_block(&mut self, is_cross: bool) -> usize {
        let (mut candidates, mut blocks) = (0, 0);
        self.sample(is_cross, &mut |_| ControlFlow::Continue(()), |join| {
            let [found, asked] = join.sample_candidates();
            candidates += found;
            blocks += asked;
        });
        candidates / blocks.max(1)
    }

    /// Whether there are many boxes and probably fewer pairs.
    fn has_few_pairs(&mut self, is_cross: bool) -> bool {
        self.first.boxes.len >= MIN_SAMPLED && self.pairs_per_block(is_cross) < LANES
    }

    /// About how many pairs each block of a sweep has: the mean of a sample.
    pub(super) fn pairs_per_block(&mut self, is_cross: bool) -> usize {
        let (mut pairs, mut blocks) = (0, 0);
        let mut count = |batch: &[[u32; 2]]| {
            pairs += batch.len();
            ControlFlow::Continue(())
        };
        self.sample(is_cross, &mut count, |join| blocks += join.sample_pairs());
        pairs / blocks.max(1)
    }

    /// Over which length the boxes that were sorted begin on each axis.
    pub(super) fn lengths(&mut self) -> [f64; D] {
        array::from_fn(|axis| self.sample.spread(axis).length)
    }

    /// Runs the part of a sample that belongs to each pass.
    fn sample(
        &mut self,
        is_cross: bool,
        visit: Visit<'_>,
        mut run: impl FnMut(Join<'_, S::Key, D>),
    ) {
        let second = is_cross.then_some(&self.second);
        for lists in Lists::passes(&self.first, second) {
            let scratch = &mut self.scratch;
            run(Join::new(lists, Refine::NONE, self.path, scratch, visit));
        }
    }
}
