//! The sweep: sixteen boxes of a pencil at a time against what may touch them in the same pencil, the next ones and the coarser ones.

use core::array;
use core::mem;
use core::ops::{ControlFlow, Range};

use super::Vec;
use super::block::{Choice, Compare, FindWindows, NOTES, Note, Partner, WritePairs};
use super::grid::Level;
use super::sorted::Sorted;
use crate::Key;
use crate::simd::{LANES, Path};

/// How many pairs are reported at once.
const FOUND: usize = 256;

/// Is told pairs, some at a time. Not a type parameter: the sweep is large, and would be compiled for every visitor.
pub(super) type Visit<'a> = &'a mut dyn FnMut(&[[u32; 2]]) -> ControlFlow<()>;

/// Memory for a sweep.
#[derive(Clone, Debug)]
pub(super) struct Scratch {
    partners: Vec<Partner>,
    windows: Vec<Range<usize>>,
    notes: [Note; NOTES],
    /// Pairs that are not reported yet.
    found: [[u32; 2]; FOUND],
}

impl Default for Scratch {
    fn default() -> Self {
        Self { partners: Vec::new(), windows: Vec::new(), notes: [Note::default(); NOTES], found: [[0; 2]; FOUND] }
    }
}

impl<K: Key, const D: usize> Sorted<K, D> {
    /// Visits every overlapping pair once, by their places in the list that was sorted.
    pub(super) fn join(&self, path: Path, scratch: &mut Scratch, choice: Choice, visit: Visit<'_>) -> ControlFlow<()> {
        Join { sorted: self, path, choice, visit, scratch, found: 0 }.run()
    }
}

struct Join<'a, K, const D: usize> {
    sorted: &'a Sorted<K, D>,
    path: Path,
    choice: Choice,
    visit: Visit<'a>,
    scratch: &'a mut Scratch,
    /// How many pairs are not reported yet.
    found: usize,
}

impl<K: Key, const D: usize> Join<'_, K, D> {
    fn run(mut self) -> ControlFlow<()> {
        let sorted = self.sorted;
        for (number, level) in sorted.levels.iter().enumerate() {
            let pencils: u32 = level.counts.iter().product();
            for pencil in level.base..level.base + pencils {
                let places = sorted.places(pencil);
                if places.is_empty() {
                    continue;
                }
                self.find_partners(number, pencil);
                self.sweep(places)?;
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

    #[inline]
    fn places(&self, pencil: u32) -> Range<usize> {
        self.starts[pencil as usize] as usize..self.starts[pencil as usize + 1] as usize
    }
}

impl<K: Key, const D: usize> Join<'_, K, D> {
    /// The pencils beside one that come after it, and those of coarser levels that may touch it.
    fn find_partners(&mut self, number: usize, pencil: u32) {
        self.scratch.partners.clear();
        let sorted = self.sorted;
        let cell = sorted.levels[number].cell(pencil);
        let finest = sorted.levels[number].shift;
        for (above, level) in sorted.levels[number..].iter().enumerate().filter(|(_, level)| !sorted.is_empty(level)) {
            let shift = level.shift - finest;
            // Boxes reach one pencil farther than the one they are in.
            let low = cell.map(|at| (at >> shift).saturating_sub(1));
            let high: [u32; D] = array::from_fn(|axis| ((cell[axis] + 1) >> shift).min(level.counts[axis] - 1));
            for_each_cell(low, high, |cell| {
                let other = level.pencil(cell);
                let places = sorted.places(other);
                if (above > 0 || other > pencil) && !places.is_empty() {
                    self.scratch.partners.push(Partner { next: places.start, base: other << sorted.place_bits, reach: level.reach });
                }
            });
        }
        self.scratch.windows.resize(self.scratch.partners.len() + 1, 0..0);
    }

    fn sweep(&mut self, places: Range<usize>) -> ControlFlow<()> {
        let Self { sorted, path, .. } = *self;
        for start in places.clone().step_by(LANES) {
            let block = start..places.end.min(start + LANES);
            let Scratch { partners, windows, .. } = &mut *self.scratch;
            path.run(FindWindows { sorted, block: block.clone(), partners, windows });
            loop {
                let Scratch { windows, notes, .. } = &mut *self.scratch;
                let noted = path.run(Compare { sorted, block: block.clone(), windows, notes });
                self.report(&block, noted)?;
                if noted < NOTES {
                    break;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports the pairs of a block that are noted.
    fn report(&mut self, block: &Range<usize>, noted: usize) -> ControlFlow<()> {
        let mut written = 0;
        while written < noted {
            let Self { sorted, path, choice, scratch: Scratch { notes, found, .. }, found: len, .. } = self;
            written += path.run(WritePairs { sorted, choice: *choice, block: block.clone(), notes: &notes[written..noted], found, len });
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
