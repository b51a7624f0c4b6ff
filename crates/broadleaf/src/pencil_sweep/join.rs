//! The sweep: sixteen boxes of a pencil at a time against what may touch them in the same pencil, the next ones and the coarser ones.

use alloc::boxed::Box;
use core::array;
use core::mem;
use core::ops::{ControlFlow, Range};

use super::Vec;
use super::block::{Compare, FindWindows, Lists, NOTES, Note, Partner, Sides, WritePairs};
use super::grid::Level;
use super::sorted::Sorted;
use crate::simd::{LANES, Path};
use crate::{Id, Key};

/// How many pairs are reported at once.
const FOUND: usize = 256;

/// Is told pairs, some at a time. Not a type parameter: the sweep is large, and would be compiled for every visitor.
pub(super) type Visit<'a> = &'a mut dyn FnMut(&[[u32; 2]]) -> ControlFlow<()>;

/// Memory for a sweep.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    partners: Vec<Partner>,
    windows: Vec<Range<usize>>,
    notes: Box<[Note; NOTES]>,
    /// Pairs that are not reported yet.
    found: Box<[[u32; 2]; FOUND]>,
}

impl Default for Scratch {
    fn default() -> Self {
        Self { partners: Vec::new(), windows: Vec::new(), notes: Box::new([Note::default(); NOTES]), found: Box::new([[0; 2]; FOUND]) }
    }
}

impl<K: Key, const D: usize> Sorted<K, D> {
    /// Visits every overlapping pair once, by their names.
    pub(super) fn join(&self, path: Path, scratch: &mut Scratch, visit: Visit<'_>) -> ControlFlow<()> {
        self.join_part(path, scratch, 0..self.names.len(), visit)
    }

    /// Visits a part of the pairs: those that are found with the blocks that begin in this range.
    pub(super) fn join_part(&self, path: Path, scratch: &mut Scratch, part: Range<usize>, visit: Visit<'_>) -> ControlFlow<()> {
        let lists = Lists { blocks: self, others: self, sides: Sides::Same };
        Join { lists, path, visit, scratch, found: 0 }.run(part)
    }

    /// Visits every overlapping pair of a box here and a box of another list that was sorted into the same grid.
    pub(super) fn join_with(&self, other: &Self, path: Path, scratch: &mut Scratch, visit: Visit<'_>) -> ControlFlow<()> {
        [(self, other, Sides::Across), (other, self, Sides::Above)].into_iter().try_for_each(|(blocks, others, sides)| {
            let lists = Lists { blocks, others, sides };
            Join { lists, path, visit, scratch, found: 0 }.run(0..blocks.names.len())
        })
    }
}

struct Join<'a, K, const D: usize> {
    lists: Lists<'a, K, D>,
    path: Path,
    visit: Visit<'a>,
    scratch: &'a mut Scratch,
    /// How many pairs are not reported yet.
    found: usize,
}

impl<K: Key, const D: usize> Join<'_, K, D> {
    fn run(mut self, part: Range<usize>) -> ControlFlow<()> {
        let blocks = self.lists.blocks;
        for (number, level) in blocks.levels.iter().enumerate() {
            for pencil in blocks.pencils(level, &part) {
                let places = blocks.places(pencil);
                let skipped = part.start.saturating_sub(places.start).next_multiple_of(LANES);
                let starts = (places.start + skipped..places.end.min(part.end)).step_by(LANES);
                if starts.len() > 0 {
                    self.find_partners(number, pencil);
                    starts.into_iter().try_for_each(|start| self.sweep(start..places.end.min(start + LANES)))?;
                }
            }
        }
        self.flush()
    }
}

impl<K: Key, const D: usize> Sorted<K, D> {
    fn is_empty(&self, level: &Level<D>) -> bool {
        let pencils: u32 = level.counts.iter().product();
        self.starts[level.base as usize] == self.starts[(level.base + pencils) as usize]
    }

    /// The pencils of a level with boxes in a range.
    fn pencils(&self, level: &Level<D>, part: &Range<usize>) -> Range<u32> {
        let pencils: u32 = level.counts.iter().product();
        let starts = &self.starts[level.base as usize..(level.base + pencils) as usize];
        let before = |place: usize| starts.partition_point(|&start| (start as usize) < place);
        // The one before may reach into the range.
        level.base + Id::at(before(part.start).saturating_sub(1)).0..level.base + Id::at(before(part.end)).0
    }

    #[inline]
    fn places(&self, pencil: u32) -> Range<usize> {
        self.starts[pencil as usize] as usize..self.starts[pencil as usize + 1] as usize
    }
}

impl<K: Key, const D: usize> Join<'_, K, D> {
    /// The pencils whose boxes may touch those of one: beside it and above it.
    fn find_partners(&mut self, number: usize, pencil: u32) {
        self.scratch.partners.clear();
        let Lists { others, sides, .. } = self.lists;
        let cell = others.levels[number].cell(pencil);
        let finest = others.levels[number].shift;
        for (above, level) in others.levels[number..].iter().enumerate().filter(|(_, level)| !others.is_empty(level)) {
            let shift = level.shift - finest;
            // Boxes reach one pencil farther than the one they are in.
            let low = cell.map(|at| (at >> shift).saturating_sub(1));
            let high: [u32; D] = array::from_fn(|axis| ((cell[axis] + 1) >> shift).min(level.counts[axis] - 1));
            for_each_cell(low, high, |cell| {
                let other = level.pencil(cell);
                let places = others.places(other);
                let is_wanted = match sides {
                    Sides::Same => above > 0 || other > pencil,
                    Sides::Across => true,
                    Sides::Above => above > 0,
                };
                if is_wanted && !places.is_empty() {
                    self.scratch.partners.push(Partner { next: places.start, base: other << others.place_bits, reach: level.reach });
                }
            });
        }
        self.scratch.windows.resize(self.scratch.partners.len() + 1, 0..0);
    }

    fn sweep(&mut self, block: Range<usize>) -> ControlFlow<()> {
        let Self { lists, path, .. } = *self;
        let Scratch { partners, windows, .. } = &mut *self.scratch;
        path.run(FindWindows { lists, block: block.clone(), partners, windows });
        loop {
            let Scratch { windows, notes, .. } = &mut *self.scratch;
            let noted = path.run(Compare { lists, block: block.clone(), windows, notes });
            self.report(&block, noted)?;
            if noted < NOTES {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Reports the pairs of a block that are noted.
    fn report(&mut self, block: &Range<usize>, noted: usize) -> ControlFlow<()> {
        let mut written = 0;
        while written < noted {
            let Self { lists, path, scratch: Scratch { notes, found, .. }, found: len, .. } = self;
            written +=
                path.run(WritePairs { lists: *lists, block: block.clone(), notes: &notes[written..noted], found: &mut found[..], len });
            if self.found > FOUND - LANES {
                self.flush()?;
            }
        }
        ControlFlow::Continue(())
    }

    fn flush(&mut self) -> ControlFlow<()> {
        (self.visit)(&self.scratch.found[..mem::take(&mut self.found)])
    }
}

/// Visits every cell from one to another.
fn for_each_cell<const D: usize>(low: [u32; D], high: [u32; D], mut visit: impl FnMut([u32; D])) {
    let mut cell = low;
    loop {
        visit(cell);
        let Some(axis) = (0..D).find(|&axis| cell[axis] < high[axis]) else { return };
        cell[axis] += 1;
        cell[..axis].copy_from_slice(&low[..axis]);
    }
}
