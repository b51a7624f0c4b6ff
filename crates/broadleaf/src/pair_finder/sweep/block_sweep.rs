//! The sweep: compares each block of sixteen boxes with its candidates.

use core::mem;
use core::ops::{ControlFlow, Range};
use core::slice;

use super::compare::Compare;
use super::compare_selected::CompareSelected;
use super::pass::Pass;
use super::refine::Refine;
use super::scratch::Scratch;
use super::windows::{FindNearby, FindWindows};
use super::write_pairs::WritePairs;
use crate::pair_finder::tuning::{MAX_MATCHES, MAX_PAIRS, PAIR_SHARE, RUN_BLOCKS, SAMPLED_BLOCKS};
use crate::simd::{Key, LANES, Path};
use crate::visit::Visit;
use crate::work;

/// One sweep over a list or a part of it.
pub(crate) struct BlockSweep<'a, K, const D: usize> {
    pass: Pass<'a, K, D>,
    refine: Refine<'a>,
    path: Path,
    scratch: &'a mut Scratch<K, D>,
    visit: Visit<'a>,
    /// The number of pairs in `scratch` that the visitor has not got yet.
    len: usize,
}

impl<'a, K: Key, const D: usize> BlockSweep<'a, K, D> {
    pub(crate) fn new(
        pass: Pass<'a, K, D>,
        refine: Refine<'a>,
        path: Path,
        scratch: &'a mut Scratch<K, D>,
        visit: Visit<'a>,
    ) -> Self {
        Self {
            pass,
            refine,
            path,
            scratch,
            visit,
            len: 0,
        }
    }

    /// Visits the pairs of the blocks that begin in a part of the sorted list.
    pub(crate) fn run(mut self, part: Range<usize>) -> ControlFlow<()> {
        self.for_each_pencil(&part, Self::sweep)?;
        self.flush()
    }

    /// Calls `visit` with the consecutive blocks of each pencil.
    fn for_each_pencil(
        &mut self,
        part: &Range<usize>,
        mut visit: impl FnMut(&mut Self, Range<usize>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let blocks = self.pass.blocks;
        for (number, level) in blocks.levels.iter().enumerate() {
            for pencil in blocks.pencils(level, part) {
                let range = blocks.range(pencil);
                let start = first_block(&range, part.start);
                let end = range.end.min(first_block(&range, part.end));
                if start < end {
                    self.scratch.partners.find(self.pass, number, pencil);
                    if start > range.start {
                        self.scratch.partners.skip_to(self.pass, start);
                    }
                    visit(self, start..end)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Counts the candidates of some blocks that are evenly spaced in the list. Returns the number
    /// of candidates and of blocks.
    pub(super) fn sample_candidates(mut self) -> [usize; 2] {
        let (mut candidates, mut blocks) = (0, 0);
        let len = self.pass.blocks.boxes.len;
        for start in (0..len).step_by((len / SAMPLED_BLOCKS).max(LANES)) {
            // Nothing breaks.
            let _ = self.for_each_pencil(&(start..start + LANES), |sweep, block| {
                sweep.find_nearby(block.clone());
                sweep.find_windows(&block);
                let windows = sweep.scratch.windows.iter().map(Range::len);
                candidates += windows.sum::<usize>() + sweep.scratch.nearby.len;
                blocks += 1;
                ControlFlow::Continue(())
            });
        }
        [candidates, blocks]
    }

    /// Visits the pairs of some blocks that are evenly spaced in the list; of no block if the list
    /// is short. Returns the number of blocks.
    pub(super) fn sample_pairs(mut self) -> usize {
        let (mut blocks, len) = (0, self.pass.blocks.boxes.len);
        let step = (len / SAMPLED_BLOCKS).max(PAIR_SHARE * LANES);
        for start in (step..len).step_by(step) {
            // Nothing breaks.
            let _ = self.for_each_pencil(&(start..start + LANES), |sweep, block| {
                sweep.find_nearby(block.clone());
                blocks += 1;
                sweep.compare(block)
            });
        }
        let _ = self.flush();
        blocks
    }

    fn sweep(&mut self, boxes: Range<usize>) -> ControlFlow<()> {
        for start in boxes.clone().step_by(RUN_BLOCKS * LANES) {
            let run = start..boxes.end.min(start + RUN_BLOCKS * LANES);
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
                pass: self.pass,
                run,
                coarser: &mut partners.coarser,
                nearby,
            });
        }
    }

    fn find_windows(&mut self, block: &Range<usize>) {
        let Scratch {
            partners, windows, ..
        } = &mut *self.scratch;
        self.path.run(FindWindows {
            pass: self.pass,
            block: block.clone(),
            beside: &mut partners.beside,
            windows,
        });
    }

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

    /// Compares a block with the candidates in some of its windows. Returns the number of remaining
    /// matches.
    fn compare_windows(
        &mut self,
        block: &Range<usize>,
        windows: Range<usize>,
    ) -> ControlFlow<(), usize> {
        self.compare_all(block, 0, |sweep, len| {
            let scratch = &mut *sweep.scratch;
            sweep.path.run(Compare {
                blocks: &sweep.pass.blocks.boxes,
                block: block.clone(),
                candidates: &sweep.pass.candidates.boxes,
                windows: &mut scratch.windows[windows.clone()],
                matches: &mut scratch.matches,
                len,
            })
        })
    }

    /// [`compare_windows`](Self::compare_windows) with selection, for the windows beside the
    /// block's own pencil. Appends to `len` matches.
    fn compare_selected(
        &mut self,
        block: &Range<usize>,
        windows: Range<usize>,
        len: usize,
    ) -> ControlFlow<(), usize> {
        self.compare_all(block, len, |sweep, len| {
            let scratch = &mut *sweep.scratch;
            let [len, selected] = sweep.path.run(CompareSelected {
                blocks: &sweep.pass.blocks.boxes,
                block: block.clone(),
                candidates: &sweep.pass.candidates.boxes,
                windows: &mut scratch.windows[windows.clone()],
                matches: &mut scratch.matches,
                len,
            });
            scratch.selection.add_selected(selected);
            len
        })
    }

    /// Compares a block with the boxes of coarser pencils. Not inlined, because most scenes have
    /// none.
    #[inline(never)]
    fn compare_nearby(&mut self, block: &Range<usize>, len: usize) -> ControlFlow<(), usize> {
        work::count(self.scratch.nearby.len);
        let mut rest = 0..self.scratch.nearby.len;
        self.compare_all(block, len, |sweep, len| {
            let scratch = &mut *sweep.scratch;
            let [len, _] = sweep.path.run(CompareSelected {
                blocks: &sweep.pass.blocks.boxes,
                block: block.clone(),
                candidates: &scratch.nearby,
                windows: slice::from_mut(&mut rest),
                matches: &mut scratch.matches,
                len,
            });
            len
        })
    }

    /// Calls `compare`, which appends matches of a block to the first `len`, until it ends with
    /// room for more. Writes the pairs whenever the matches are full. Returns the number of
    /// remaining matches.
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
        let numbers = self.pass.blocks.boxes.indices_from(block.start);
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

/// The start of the first block at `index` or later, in a pencil whose boxes are in `range`.
fn first_block(range: &Range<usize>, index: usize) -> usize {
    range.start + index.saturating_sub(range.start).next_multiple_of(LANES)
}
