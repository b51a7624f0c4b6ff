//! The sweep: sixteen boxes of a pencil at a time against what may touch them in the same pencil, the next ones and the coarser ones.

use core::array;
use core::mem;
use core::ops::{ControlFlow, Range};

use super::Vec;
use super::block::{Compare, NOTES, Note, WritePairs};
use super::grid::Level;
use super::sorted::Sorted;
use crate::Key;
use crate::simd::{LANES, Path};

/// How many pairs are reported at once.
const FOUND: usize = 256;

/// Is told pairs, some at a time. Not a type parameter: the sweep is large, and would be compiled for every visitor.
pub(super) type Visit<'a> = &'a mut dyn FnMut(&[[u32; 2]]) -> ControlFlow<()>;

impl<K: Key, const D: usize> Sorted<K, D> {
    /// Visits every overlapping pair once, by their places in the list that was sorted.
    pub(super) fn join(&self, path: Path, visit: Visit<'_>) -> ControlFlow<()> {
        let (partners, windows) = (Vec::new(), Vec::new());
        Join { sorted: self, path, visit, partners, windows, candidates: 0, notes: [Note::default(); NOTES], found: [[0; 2]; FOUND], found_len: 0 }.run()
    }
}

struct Join<'a, K, const D: usize> {
    sorted: &'a Sorted<K, D>,
    path: Path,
    visit: Visit<'a>,
    partners: Vec<Partner>,
    /// What the sixteen are still to be compared with, no more than there is room for notes.
    windows: Vec<Range<usize>>,
    candidates: usize,
    notes: [Note; NOTES],
    /// Pairs that are not reported yet.
    found: [[u32; 2]; FOUND],
    found_len: usize,
}

/// A pencil that is swept together with another one.
#[derive(Clone, Copy)]
struct Partner {
    /// The first box that may still be touched.
    next: usize,
    /// Its number as a key.
    base: u32,
    /// Its longest box.
    reach: u32,
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

    /// The first place from one on whose box has at least this key.
    fn skip(&self, mut place: usize, key: u32) -> usize {
        // Sixteen at once: how many there are is hard to foresee.
        while let Some(keys) = self.keys[place..].first_chunk::<LANES>() {
            let less = keys.iter().map(|&other| u32::from(other < key)).sum::<u32>() as usize;
            place += less;
            if less < LANES {
                break;
            }
        }
        place
    }

    #[inline]
    fn places(&self, pencil: u32) -> Range<usize> {
        self.starts[pencil as usize] as usize..self.starts[pencil as usize + 1] as usize
    }
}

impl<K: Key, const D: usize> Join<'_, K, D> {
    /// The pencils beside one that come after it, and those of coarser levels that may touch it.
    fn find_partners(&mut self, number: usize, pencil: u32) {
        self.partners.clear();
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
                    self.partners.push(Partner { next: places.start, base: other << sorted.place_bits, reach: level.reach });
                }
            });
        }
    }

    fn sweep(&mut self, places: Range<usize>) -> ControlFlow<()> {
        let sorted = self.sorted;
        let place_mask = u32::MAX >> (u32::BITS - sorted.place_bits);
        for start in places.clone().step_by(LANES) {
            let block = start..places.end.min(start + LANES);
            let key = sorted.keys[start];
            let first = key & place_mask;
            let last = sorted.ends[block.clone()].iter().fold(0, |last, &end| last.max(end));
            // With each other, and with those after them in the same pencil.
            self.add_window(&block, start + 1..sorted.skip(block.end, ((key & !place_mask) | last) + 1))?;
            for index in 0..self.partners.len() {
                let Partner { next, base, reach } = self.partners[index];
                let next = sorted.skip(next, base | first.saturating_sub(reach));
                self.partners[index].next = next;
                self.add_window(&block, next..sorted.skip(next, (base | last) + 1))?;
            }
            self.compare(&block)?;
        }
        ControlFlow::Continue(())
    }

    /// Adds candidates for the boxes of a block.
    fn add_window(&mut self, block: &Range<usize>, mut window: Range<usize>) -> ControlFlow<()> {
        while window.len() > NOTES - self.candidates {
            let end = window.start + NOTES - self.candidates;
            self.windows.push(window.start..end);
            window.start = end;
            self.compare(block)?;
        }
        self.candidates += window.len();
        self.windows.push(window);
        ControlFlow::Continue(())
    }

    /// Compares the boxes of a block with all candidates.
    fn compare(&mut self, block: &Range<usize>) -> ControlFlow<()> {
        let Self { sorted, path, windows, notes, .. } = self;
        let noted = path.run(Compare { sorted, block: block.clone(), windows, notes });
        self.windows.clear();
        self.candidates = 0;
        let mut written = 0;
        while written < noted {
            let Self { sorted, path, notes, found, found_len, .. } = self;
            written += path.run(WritePairs { sorted, block: block.clone(), notes: &notes[written..noted], found, found_len });
            if self.found_len > FOUND - LANES {
                self.flush()?;
            }
        }
        ControlFlow::Continue(())
    }

    fn flush(&mut self) -> ControlFlow<()> {
        (self.visit)(&self.found[..mem::take(&mut self.found_len)])
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
