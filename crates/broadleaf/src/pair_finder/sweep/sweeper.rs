//! The two steps of every query, and their scratch memory.

use alloc::vec::Vec;
use core::array;
use core::mem;
use core::ops::ControlFlow;

use super::block_sweep::BlockSweep;
use super::labels::Labels;
use super::names::Names;
use super::pair_filter::PairFilter;
use super::pass::Pass;
use super::refine::Refine;
use super::scratch::Scratch;
use crate::executor::{Executor, Sequential};
use crate::geometry::Scalar;
use crate::pair_finder::order::{Grid, Level, Sample, Sorted, Sources};
use crate::simd::{LANES, Path};
use crate::visit::Visit;

/// Sorts boxes into a grid and sweeps them. Keeps its memory between queries.
#[derive(Clone, Debug)]
pub(crate) struct Sweeper<S: Scalar, const D: usize> {
    sample: Sample<S, D>,
    levels: Vec<Level<D>>,
    pub(crate) first: Sorted<S::Key, D>,
    pub(crate) second: Sorted<S::Key, D>,
    pub(crate) path: Path,
    scratch: Scratch<S::Key, D>,
    names: Names,
    labels: Labels,
}

impl<S: Scalar, const D: usize> Sweeper<S, D> {
    pub(crate) fn with_path(path: Path) -> Self {
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

    pub(crate) fn bytes(&self) -> usize {
        self.sample.bytes()
            + self.levels.capacity() * size_of::<Level<D>>()
            + self.first.bytes()
            + self.second.bytes()
            + self.scratch.bytes()
            + self.names.bytes()
            + self.labels.bytes()
    }

    /// First step: sorts the boxes into a grid.
    pub(crate) fn sort(&mut self, executor: impl Executor, sources: Sources<'_, S, D>) {
        let grid = Grid::of(sources, &mut self.sample, mem::take(&mut self.levels));
        let path = self.path;
        self.first.sort(executor, path, &grid, sources.first, 0);
        if let Some(second) = sources.second {
            // Greater indices, so that boxes of the second list come second in every pair.
            self.second
                .sort(executor, path, &grid, second, sources.offset());
        }
        self.levels = grid.levels;
        self.names.clear();
    }

    /// Gives the sorted boxes of a part their tags: see [`Names::tag`].
    pub(crate) fn tag(&mut self, is_cross: bool, names: &[u32], classes: &[u8]) {
        self.names.tag(&mut self.first, names, classes);
        if is_cross {
            self.names.tag(&mut self.second, names, classes);
        }
    }

    /// Gives the sorted boxes the labels that a filter needs, and numbers unless they have tags. If
    /// masks have few pairs to test, it is faster to read the filters of both boxes instead.
    pub(crate) fn label(
        &mut self,
        executor: impl Executor,
        is_cross: bool,
        filter: &PairFilter<'_>,
    ) {
        let tests_pairs = filter.masks_alone().is_some() && self.has_few_pairs(is_cross);
        self.labels.are_used = filter.has_labels() && !tests_pairs;
        if !self.labels.are_used {
            return;
        }
        if !self.names.are_in_tags {
            self.names.number(&mut self.first);
            if is_cross {
                self.names.number(&mut self.second);
            }
        }
        self.labels.fill(executor, filter, &self.names.indices);
    }

    /// The filters and names to apply to matches. `offset` is the index that stands for the first
    /// box of the caller's second list.
    #[cfg(feature = "rayon")]
    pub(crate) fn refine<'a>(&'a self, offset: u32, filter: PairFilter<'a>) -> Refine<'a> {
        Refine::new(&self.names, &self.labels, offset, filter)
    }

    pub(crate) fn free_names(&mut self) {
        self.names = Names::default();
    }

    /// Second step: visits the pairs within the first sorted list, or between both. `offset` is the
    /// index that stands for the first box of the caller's second list.
    pub(crate) fn sweep(
        &mut self,
        is_cross: bool,
        offset: u32,
        filter: PairFilter<'_>,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        self.label(Sequential, is_cross, &filter);
        let second = is_cross.then_some(&self.second);
        let refine = Refine::new(&self.names, &self.labels, offset, filter);
        for pass in Pass::all(&self.first, second) {
            BlockSweep::new(pass, refine, self.path, &mut self.scratch, visit)
                .run(0..pass.blocks.boxes.len)?;
        }
        ControlFlow::Continue(())
    }

    /// The mean number of candidates of a block, estimated from a sample.
    pub(crate) fn candidates_per_block(&mut self, is_cross: bool) -> usize {
        let (mut candidates, mut blocks) = (0, 0);
        let second = is_cross.then_some(&self.second);
        for pass in Pass::all(&self.first, second) {
            let visit = &mut |_: &[[u32; 2]]| ControlFlow::Continue(());
            let sweep = BlockSweep::new(pass, Refine::NONE, self.path, &mut self.scratch, visit);
            let [found, asked] = sweep.sample_candidates();
            candidates += found;
            blocks += asked;
        }
        candidates / blocks.max(1)
    }

    /// Whether a sample of blocks has fewer pairs than boxes.
    fn has_few_pairs(&mut self, is_cross: bool) -> bool {
        let (mut pairs, mut blocks) = (0, 0);
        let mut count = |found: &[[u32; 2]]| {
            pairs += found.len();
            ControlFlow::Continue(())
        };
        let second = is_cross.then_some(&self.second);
        for pass in Pass::all(&self.first, second) {
            let (path, scratch) = (self.path, &mut self.scratch);
            let sweep = BlockSweep::new(pass, Refine::NONE, path, scratch, &mut count);
            blocks += sweep.sample_pairs();
        }
        pairs < LANES * blocks
    }

    /// The length over which the sorted boxes begin on each axis.
    pub(crate) fn lengths(&mut self) -> [f64; D] {
        array::from_fn(|axis| self.sample.length(axis))
    }
}
