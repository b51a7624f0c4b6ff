//! The sweep: sixteen boxes of a pencil at a time against what may touch them in the same pencil, the next ones and the coarser ones.

use core::array;
use core::mem;
use core::ops::{ControlFlow, Range};

use super::Vec;
use super::grid::Level;
use super::sorted::{Record, Sorted, Swept};
use crate::Key;
use crate::simd::{LANES, Lanes, Path, Task};

/// How many finds are noted before they are reported.
const NOTES: usize = 1024;
/// How many pairs are reported at once.
const FOUND: usize = 256;

/// Is told pairs, some at a time. Not a type parameter: the sweep is large, and would be compiled for every visitor.
pub(super) type Visit<'a> = &'a mut dyn FnMut(&[[u32; 2]]) -> ControlFlow<()>;

impl<K: Key, const D: usize> Sorted<K, D> {
    /// Visits every overlapping pair once, by their places in the list that was sorted.
    pub(super) fn join(&self, path: Path, visit: Visit<'_>) -> ControlFlow<()> {
        path.run(Join {
            sorted: self,
            visit,
            partners: Vec::new(),
            notes: [Note(0); NOTES],
            noted: 0,
            found: [[0; 2]; FOUND],
            found_len: 0,
        })
    }
}

struct Join<'a, K, const D: usize> {
    sorted: &'a Sorted<K, D>,
    visit: Visit<'a>,
    partners: Vec<Partner>,
    /// Boxes that overlap some of the sixteen, and which.
    notes: [Note; NOTES],
    noted: usize,
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

/// A box, and those of the sixteen that it overlaps.
#[derive(Clone, Copy)]
struct Note(u64);

impl Note {
    #[inline(always)]
    fn new(place: usize, touched: u32) -> Self {
        Self((place as u64) << LANES | u64::from(touched))
    }

    #[inline(always)]
    fn place(self) -> usize {
        (self.0 >> LANES) as usize
    }

    #[expect(clippy::cast_possible_truncation, reason = "the lowest bits")]
    #[inline(always)]
    fn touched(self) -> u32 {
        self.0 as u32 & ((1 << LANES) - 1)
    }
}

/// Sixteen boxes.
struct Block<K, const D: usize, L: Lanes<K>> {
    places: Range<usize>,
    min: [L::Keys; D],
    max: [L::Keys; D],
}

impl<K: Key, const D: usize> Task<K> for Join<'_, K, D> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<L: Lanes<K>>(mut self, lanes: L) -> ControlFlow<()> {
        let sorted = self.sorted;
        for (number, level) in sorted.levels.iter().enumerate() {
            let pencils: u32 = level.counts.iter().product();
            for pencil in level.base..level.base + pencils {
                let places = sorted.places(pencil);
                if places.is_empty() {
                    continue;
                }
                self.find_partners(number, pencil);
                self.sweep(lanes, places)?;
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

    #[inline(always)]
    fn sweep<L: Lanes<K>>(&mut self, lanes: L, places: Range<usize>) -> ControlFlow<()> {
        let sorted = self.sorted;
        let place_mask = u32::MAX >> (u32::BITS - sorted.place_bits);
        for start in places.clone().step_by(LANES) {
            let block = Block::<K, D, L>::load(lanes, &sorted.boxes, start..places.end.min(start + LANES));
            let key = sorted.records[start].key();
            let first = key & place_mask;
            let last = sorted.boxes[block.places.clone()].iter().fold(0, |last, swept| last.max(swept.end));
            self.sweep_within(lanes, &block, (key & !place_mask) | last)?;
            for index in 0..self.partners.len() {
                let Partner { mut next, base, reach } = self.partners[index];
                let from = Record::first_of(base | first.saturating_sub(reach));
                while sorted.records[next] < from {
                    next += 1;
                }
                self.partners[index].next = next;
                self.sweep_window(lanes, &block, next, base | last)?;
            }
            self.report(lanes, block.places)?;
        }
        ControlFlow::Continue(())
    }

    /// Notes pairs of the block's boxes with each other and with those after them in the same pencil.
    #[inline(always)]
    fn sweep_within<L: Lanes<K>>(&mut self, lanes: L, block: &Block<K, D, L>, to: u32) -> ControlFlow<()> {
        for lane in 1..block.places.len() {
            let place = block.places.start + lane;
            let touched = block.touched(lanes, &self.sorted.boxes[place]) & ((1 << lane) - 1);
            self.notes[self.noted] = Note::new(place, touched);
            self.noted += usize::from(touched != 0);
        }
        self.sweep_window(lanes, block, block.places.end, to)
    }

    /// Notes pairs of the block's boxes with those from a place on that begin early enough.
    #[inline(always)]
    fn sweep_window<L: Lanes<K>>(&mut self, lanes: L, block: &Block<K, D, L>, next: usize, to: u32) -> ControlFlow<()> {
        let sorted = self.sorted;
        let to = Record::last_of(to);
        let used = block.used();
        let mut noted = self.noted;
        for (place, (record, swept)) in (next..).zip(sorted.records[next..].iter().zip(&sorted.boxes[next..])) {
            if *record > to {
                break;
            }
            let touched = block.touched(lanes, swept) & used;
            // Stored first and counted then, so no branch depends on it.
            self.notes[noted] = Note::new(place, touched);
            noted += usize::from(touched != 0);
            if noted == NOTES - LANES {
                self.noted = noted;
                self.report(lanes, block.places.clone())?;
                noted = 0;
            }
        }
        self.noted = noted;
        ControlFlow::Continue(())
    }

    /// Turns notes into pairs.
    #[inline(always)]
    fn report<L: Lanes<K>>(&mut self, lanes: L, block: Range<usize>) -> ControlFlow<()> {
        let records = &self.sorted.records;
        let mut names = [0; LANES];
        for (name, record) in names.iter_mut().zip(&records[block]) {
            *name = record.name();
        }
        for index in 0..mem::take(&mut self.noted) {
            let note = self.notes[index];
            let (name, touched) = (records[note.place()].name(), note.touched());
            if let Some(room) = self.found[self.found_len..].first_chunk_mut() {
                lanes.write_pairs(&names, touched, name, room);
                self.found_len += touched.count_ones() as usize;
            }
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

impl<K: Key, const D: usize, L: Lanes<K>> Block<K, D, L> {
    // No closures here: they would not be compiled for the lanes.
    #[inline(always)]
    fn load(lanes: L, boxes: &[Swept<K, D>], places: Range<usize>) -> Self {
        let mut columns = [[[K::default(); LANES]; D]; 2];
        for (lane, swept) in boxes[places.clone()].iter().enumerate() {
            for axis in 0..D {
                columns[0][axis][lane] = swept.min[axis];
                columns[1][axis][lane] = swept.max[axis];
            }
        }
        let mut block = Self { places, min: [lanes.splat(K::default()); D], max: [lanes.splat(K::default()); D] };
        for axis in 0..D {
            block.min[axis] = lanes.load(&columns[0][axis]);
            block.max[axis] = lanes.load(&columns[1][axis]);
        }
        block
    }

    /// The lanes that are boxes.
    #[inline(always)]
    fn used(&self) -> u32 {
        (1 << self.places.len()) - 1
    }

    /// Which of the sixteen a box overlaps.
    #[inline(always)]
    fn touched(&self, lanes: L, other: &Swept<K, D>) -> u32 {
        // Two chains of comparisons: a single one would take longer.
        let (mut begin_before, mut end_after) = (lanes.all(), lanes.all());
        for axis in 0..D {
            begin_before = lanes.at_most(begin_before, self.min[axis], lanes.splat(other.max[axis]));
            end_after = lanes.at_most(end_after, lanes.splat(other.min[axis]), self.max[axis]);
        }
        lanes.bits(begin_before) & lanes.bits(end_after)
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
