//! The sweep: each block of sixteen boxes against its candidates.

use core::mem;
use core::ops::{ControlFlow, Range};
use core::slice;

use super::compare::{Compare, MAX_MATCHES};
use super::compare_selected::CompareSelected;
use super::find_windows::FindWindows;
use super::lists::Lists;
use super::nearby::FindNearby;
use super::refine::Refine;
use super::scratch::{MAX_PAIRS, Scratch};
use super::write_pairs::WritePairs;
use crate::simd::{Key, LANES, Path};
use crate::visit::Visit;
use crate::work;

/// The number of boxes in a run of blocks, for which candidates from coarser pencils are filtered
/// together.
const RUN: usize = 8 * LANES;

/// About this number of blocks is sampled.
const SAMPLED_BLOCKS: usize = 32;
/// To visit the pairs of a block takes as long as in the sweep: of few blocks, one in `PAIR_SHARE`
/// is sampled, but at least `MIN_PAIR_BLOCKS` are.
const PAIR_SHARE: usize = 64;
const MIN_PAIR_BLOCKS: usize = 4;

/// One sweep over a list, or over a part of it.
pub(super) struct Join<'a, K, const D: usize> {
    lists: Lists<'a, K, D>,
    refine: Refine<'a>,
    path: Path,
    scratch: &'a mut Scratch<K, D>,
    visit: Visit<'a>,
    /// The number of pairs in `scratch` that were not passed to the visitor yet.
    len: usize,
}

impl<'a, K: Key, const D: usize> Join<'a, K, D> {
    pub(super) fn new(
        lists: Lists<'a, K, D>,
        refine: Refine<'a>,
        path: Path,
        scratch: &'a mut Scratch<K, D>,
        visit: Visit<'a>,
    ) -> Self {
        Self {
            lists,
            refine,
            path,
            scratch,
            visit,
            len: 0,
        }
    }

    /// Visits the pairs of the blocks that begin in a part of the sorted list.
    pub(super) fn run(mut self, part: Range<usize>) -> ControlFlow<()> {
        self.for_each_pencil(&part, |join, boxes| join.sweep(boxes))?;
        self.flush()
    }

    /// Visits consecutive blocks of one pencil after the other.
    fn for_each_pencil(
        &mut self,
        part: &Range<usize>,
        mut visit: impl FnMut(&mut Self, Range<usize>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let blocks = self.lists.blocks;
        for (number, level) in blocks.levels.iter().enumerate() {
            for pencil in blocks.pencils(level, part) {
                let range = blocks.range(pencil);
                let start = first_block(&range, part.start);
                let end = range.end.min(first_block(&range, part.end));
                if start < end {
                    self.scratch.partners.find(self.lists, number, pencil);
                    if start > range.start {
                        self.scratch.partners.skip_to(self.lists, start);
                    }
                    visit(self, start..end)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The number of candidates of some blocks, and the number of these blocks.
    pub(super) fn sample_candidates(mut self) -> [usize; 2] {
        let mut candidates = 0;
        let blocks = self.for_each_sampled_block(LANES, |join, block| {
            join.find_windows(&block);
            let windows = join.scratch.windows.iter().map(Range::len);
            candidates += windows.sum::<usize>() + join.scratch.nearby.len;
            ControlFlow::Continue(())
        });
        [candidates, blocks]
    }

    /// Visits the pairs of some blocks. Returns the number of these blocks.
    pub(super) fn sample_pairs(mut self) -> usize {
        let len = self.lists.blocks.boxes.len;
        let step = (PAIR_SHARE * LANES).min(len / MIN_PAIR_BLOCKS);
        let blocks = self.for_each_sampled_block(step.max(LANES), Self::compare);
        // The sample ends here, whether the visitor breaks or not.
        let _ = self.flush();
        blocks
    }

    /// Visits blocks evenly spaced in the list, at least `min_step` boxes apart, until the visitor
    /// breaks. Returns their number.
    fn for_each_sampled_block(
        &mut self,
        min_step: usize,
        mut visit: impl FnMut(&mut Self, Range<usize>) -> ControlFlow<()>,
    ) -> usize {
        let len = self.lists.blocks.boxes.len;
        let mut blocks = 0;
        // A break ends the sample.
        let _ = (0..len)
            .step_by((len / SAMPLED_BLOCKS).max(min_step))
            .try_for_each(|start| {
                self.for_each_pencil(&(start..start + LANES), |join, block| {
                    blocks += 1;
                    join.find_nearby(block.clone());
                    visit(join, block)
                })
            });
        blocks
    }

    /// Visits the pairs of consecutive blocks of one pencil.
    fn sweep(&mut self, boxes: Range<usize>) -> ControlFlow<()> {
        for start in boxes.clone().step_by(RUN) {
            let run = start..boxes.end.min(start + RUN);
            self.find_nearby(run.clone());
            for start in run.clone().step_by(LANES) {
                self.compare(start..run.end.min(start + LANES))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn find_nearby(&mut self, run: Range<usize>) {
        let Scratch {
            partners,
            nearby,
            windows,
            ..
        } = &mut *self.scratch;
        windows.resize(1 + partners.beside.len(), 0..0);
        nearby.len = 0;
        if !partners.coarser.is_empty() {
            self.path.run(FindNearby {
                lists: self.lists,
                run,
                coarser: &mut partners.coarser,
                nearby,
            });
        }
    }

    /// Finds the windows of one block.
    fn find_windows(&mut self, block: &Range<usize>) {
        let Scratch {
            partners, windows, ..
        } = &mut *self.scratch;
        self.path.run(FindWindows {
            lists: self.lists,
            block: block.clone(),
            beside: &mut partners.beside,
            windows,
        });
    }

    /// Visits the pairs of one block.
    fn compare(&mut self, block: Range<usize>) -> ControlFlow<()> {
        self.find_windows(&block);
        let windows = &self.scratch.windows;
        let all = windows.len();
        work::count(windows.iter().map(Range::len).sum());
        let beside = windows[1..].iter().map(Range::len).sum();
        let selects = self.scratch.selection.is_worthwhile(beside);
        let unselected = if selects { 1 } else { all };
        let mut len = self.compare_windows(&block, 0..unselected)?;
        if selects {
            len = self.compare_selected(&block, 1..all, len)?;
        }
        if self.scratch.nearby.len > 0 {
            len = self.compare_nearby(&block, len)?;
        }
        self.write_pairs(&block, len)
    }

    /// Compares a block with the candidates in some of its windows. Returns the number of matches.
    fn compare_windows(
        &mut self,
        block: &Range<usize>,
        windows: Range<usize>,
    ) -> ControlFlow<(), usize> {
        self.compare_all(block, 0, |join, len| {
            let scratch = &mut *join.scratch;
            join.path.run(Compare {
                blocks: &join.lists.blocks.boxes,
                block: block.clone(),
                candidates: &join.lists.candidates.boxes,
                windows: &mut scratch.windows[windows.clone()],
                matches: &mut scratch.matches,
                len,
            })
        })
    }

    /// [`compare_windows`](Self::compare_windows) beside the block's own. There are `len` matches
    /// before and as many as returned afterwards.
    fn compare_selected(
        &mut self,
        block: &Range<usize>,
        windows: Range<usize>,
        len: usize,
    ) -> ControlFlow<(), usize> {
        self.compare_all(block, len, |join, len| {
            let scratch = &mut *join.scratch;
            let [len, selected] = join.path.run(CompareSelected {
                blocks: &join.lists.blocks.boxes,
                block: block.clone(),
                candidates: &join.lists.candidates.boxes,
                windows: &mut scratch.windows[windows.clone()],
                matches: &mut scratch.matches,
                len,
            });
            scratch.selection.add_selected(selected);
            len
        })
    }

    /// Compares a block with the boxes of coarser pencils. Not inlined, since most scenes have
    /// none.
    #[inline(never)]
    fn compare_nearby(&mut self, block: &Range<usize>, len: usize) -> ControlFlow<(), usize> {
        work::count(self.scratch.nearby.len);
        let mut rest = 0..self.scratch.nearby.len;
        self.compare_all(block, len, |join, len| {
            let scratch = &mut *join.scratch;
            let [len, _] = join.path.run(CompareSelected {
                blocks: &join.lists.blocks.boxes,
                block: block.clone(),
                candidates: &scratch.nearby,
                windows: slice::from_mut(&mut rest),
                matches: &mut scratch.matches,
                len,
            });
            len
        })
    }

    /// Calls `compare`, which appends matches of a block to the first `len` ones, and visits their
    /// pairs, until there is room for more matches. Returns the number of those that are left.
    fn compare_all(
        &mut self,
        block: &Range<usize>,
        mut len: usize,
        mut compare: impl FnMut(&mut Self, usize) -> usize,
    ) -> ControlFlow<(), usize> {
        loop {
            len = compare(self, len);
            if len < MAX_MATCHES {
                return ControlFlow::Continue(len);
            }
            self.write_pairs(block, mem::take(&mut len))?;
        }
    }

    /// Turns the first `matches` matches of a block into pairs.
    fn write_pairs(&mut self, block: &Range<usize>, matches: usize) -> ControlFlow<()> {
        let numbers = self.lists.blocks.boxes.indices_from(block.start);
        let named = self.refine.indices(&numbers[..block.len()]);
        let indices = named.as_ref().unwrap_or(numbers);
        let matches = self.refine.apply(
            self.path,
            &numbers[..block.len()],
            &indices[..block.len()],
            &mut self.scratch.matches[..matches],
        );
        let mut written = 0;
        while written < matches {
            let scratch = &mut *self.scratch;
            written += self.path.run::<K, _>(WritePairs {
                block: indices,
                matches: &scratch.matches[written..matches],
                pairs: &mut scratch.pairs[..],
                len: &mut self.len,
            });
            if self.len > MAX_PAIRS - LANES {
                self.flush()?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Passes the collected pairs to the visitor.
    fn flush(&mut self) -> ControlFlow<()> {
        let pairs = &mut self.scratch.pairs[..mem::take(&mut self.len)];
        let pairs = self.refine.admitted(pairs);
        let offset = self.refine.offset;
        if offset > 0 {
            for [_, second] in &mut *pairs {
                *second -= offset;
            }
        }
        (self.visit)(pairs)
    }
}

/// Where the first block that begins at `index` or later begins, in a pencil whose boxes are in
/// `range`.
fn first_block(range: &Range<usize>, index: usize) -> usize {
    range.start + index.saturating_sub(range.start).next_multiple_of(LANES)
}
