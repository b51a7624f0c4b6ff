//! The sweep: sixteen boxes of a pencil at a time against what may touch them in the same pencil,
//! the next ones and the coarser ones.

use super::block::{Compare, NOTES, Note, WritePairs};
use super::grid::Level;
use super::sorted::Sorted;
use super::windows::{FindNearby, FindWindows, Lists, Nearby, Partner, Sides};
use crate::simd::Key;
use crate::simd::{LANES, Path};
use crate::store::Id;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::array;
use core::mem;
use core::ops::{ControlFlow, Range};

/// How many pairs are reported at once.
const FOUND: usize = 256;
/// Boxes nearby are found for so many boxes at once.
const FEW: usize = 8 * LANES;

/// Is told pairs, some at a time. Not a type parameter: the sweep is large, and would be compiled
/// for every visitor.
pub(super) type Visit<'a> = &'a mut dyn FnMut(&[[u32; 2]]) -> ControlFlow<()>;

/// Memory for a sweep.
#[derive(Clone, Debug)]
pub(super) struct Scratch<K, const D: usize> {
    beside: Vec<Partner>,
    coarser: Vec<Partner>,
    nearby: Nearby<K, D>,
    windows: Vec<Range<usize>>,
    notes: Box<[Note; NOTES]>,
    /// Pairs that are not reported yet.
    found: Box<[[u32; 2]; FOUND]>,
}

impl<K, const D: usize> Default for Scratch<K, D> {
    fn default() -> Self {
        Self {
            beside: Vec::new(),
            coarser: Vec::new(),
            nearby: Nearby::default(),
            windows: Vec::new(),
            notes: Box::new([Note::default(); NOTES]),
            found: Box::new([[0; 2]; FOUND]),
        }
    }
}

impl<K: Key, const D: usize> Sorted<K, D> {
    /// Visits every overlapping pair once, by their names.
    pub(super) fn join(
        &self,
        path: Path,
        scratch: &mut Scratch<K, D>,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        self.join_part(path, scratch, 0..self.boxes.len, visit)
    }

    /// Visits a part of the pairs: those that are found with the blocks that begin in this range.
    pub(super) fn join_part(
        &self,
        path: Path,
        scratch: &mut Scratch<K, D>,
        part: Range<usize>,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        let lists = Lists {
            blocks: self,
            others: self,
            sides: Sides::Same,
        };
        Join {
            lists,
            path,
            visit,
            scratch,
            found: 0,
        }
        .run(part)
    }

    /// Visits every overlapping pair of a box here and a box of another list that was sorted into
    /// the same grid.
    pub(super) fn join_with(
        &self,
        other: &Self,
        path: Path,
        scratch: &mut Scratch<K, D>,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        [(self, other, Sides::Across), (other, self, Sides::Above)]
            .into_iter()
            .try_for_each(|(blocks, others, sides)| {
                let lists = Lists {
                    blocks,
                    others,
                    sides,
                };
                Join {
                    lists,
                    path,
                    visit,
                    scratch,
                    found: 0,
                }
                .run(0..blocks.boxes.len)
            })
    }
}

struct Join<'a, K, const D: usize> {
    lists: Lists<'a, K, D>,
    path: Path,
    visit: Visit<'a>,
    scratch: &'a mut Scratch<K, D>,
    /// How many pairs are not reported yet.
    found: usize,
}

impl<K: Key, const D: usize> Join<'_, K, D> {
    fn run(mut self, part: Range<usize>) -> ControlFlow<()> {
        let blocks = self.lists.blocks;
        for (number, level) in blocks.levels.iter().enumerate() {
            for pencil in blocks.pencils(level, &part) {
                let places = blocks.places(pencil);
                let skipped = part
                    .start
                    .saturating_sub(places.start)
                    .next_multiple_of(LANES);
                let start = places.start + skipped;
                // Its last block may reach beyond the part.
                let end = places.end.min(
                    part.end
                        .saturating_sub(places.start)
                        .next_multiple_of(LANES)
                        + places.start,
                );
                if start < end {
                    self.find_partners(number, pencil);
                    self.sweep(start..end)?;
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
        level.base + Id::at(before(part.start).saturating_sub(1)).0
            ..level.base + Id::at(before(part.end)).0
    }

    #[inline]
    fn places(&self, pencil: u32) -> Range<usize> {
        self.starts[pencil as usize] as usize..self.starts[pencil as usize + 1] as usize
    }
}

impl<K: Key, const D: usize> Join<'_, K, D> {
    /// The pencils whose boxes may touch those of one: beside it and above it.
    fn find_partners(&mut self, number: usize, pencil: u32) {
        let Scratch {
            beside, coarser, ..
        } = &mut *self.scratch;
        beside.clear();
        coarser.clear();
        let Lists { others, sides, .. } = self.lists;
        let cell = others.levels[number].cell(pencil);
        let finest = others.levels[number].shift;
        for (above, level) in others.levels[number..]
            .iter()
            .enumerate()
            .filter(|(_, level)| !others.is_empty(level))
        {
            let shift = level.shift - finest;
            // Boxes reach one pencil farther than the one they are in.
            let low = cell.map(|at| (at >> shift).saturating_sub(1));
            let high: [u32; D] =
                array::from_fn(|axis| ((cell[axis] + 1) >> shift).min(level.counts[axis] - 1));
            for_each_cell(low, high, |cell| {
                let other = level.pencil(cell);
                let places = others.places(other);
                let is_wanted = match sides {
                    Sides::Same => above > 0 || other > pencil,
                    Sides::Across => true,
                    Sides::Above => above > 0,
                };
                if is_wanted && !places.is_empty() {
                    let partners = if above > 0 {
                        &mut *coarser
                    } else {
                        &mut *beside
                    };
                    partners.push(Partner {
                        next: places.start,
                        base: other << others.place_bits,
                        reach: level.reach,
                    });
                }
            });
        }
    }

    /// Sweeps some boxes of one pencil, a few blocks at a time.
    fn sweep(&mut self, boxes: Range<usize>) -> ControlFlow<()> {
        for start in boxes.clone().step_by(FEW) {
            let few = start..boxes.end.min(start + FEW);
            let Scratch {
                beside,
                coarser,
                nearby,
                windows,
                ..
            } = &mut *self.scratch;
            nearby.clear();
            if !coarser.is_empty() {
                self.path.run(FindNearby {
                    lists: self.lists,
                    few: few.clone(),
                    coarser,
                    nearby,
                });
            }
            windows.resize(1 + beside.len() + nearby.partners(), 0..0);
            for start in few.clone().step_by(LANES) {
                self.compare(start..few.end.min(start + LANES))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn compare(&mut self, block: Range<usize>) -> ControlFlow<()> {
        let Self { lists, path, .. } = *self;
        let Scratch {
            beside,
            nearby,
            windows,
            ..
        } = &mut *self.scratch;
        path.run(FindWindows {
            lists,
            block: block.clone(),
            beside,
            nearby,
            windows,
        });
        let (near, all) = (beside.len() + 1, windows.len());
        let mut noted = 0;
        for (are_listed, some) in [(true, 0..near), (false, near..all)] {
            while !some.is_empty() {
                let Scratch {
                    nearby,
                    windows,
                    notes,
                    ..
                } = &mut *self.scratch;
                let others = if are_listed {
                    &lists.others.boxes
                } else {
                    &nearby.boxes
                };
                let windows = &mut windows[some.clone()];
                let blocks = &lists.blocks.boxes;
                noted = path.run(Compare {
                    blocks,
                    block: block.clone(),
                    others,
                    windows,
                    starts_within: are_listed,
                    notes,
                    noted,
                });
                if noted < NOTES {
                    break;
                }
                self.report(&block, mem::take(&mut noted))?;
            }
        }
        self.report(&block, noted)
    }

    /// Reports the pairs of a block that are noted.
    fn report(&mut self, block: &Range<usize>, noted: usize) -> ControlFlow<()> {
        let mut written = 0;
        while written < noted {
            let Self {
                lists,
                path,
                scratch: Scratch { notes, found, .. },
                found: len,
                ..
            } = self;
            let names = &lists.blocks.boxes.names[block.clone()];
            written += path.run::<K, _>(WritePairs {
                names,
                notes: &notes[written..noted],
                found: &mut found[..],
                len,
            });
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
        let Some(axis) = (0..D).find(|&axis| cell[axis] < high[axis]) else {
            return;
        };
        cell[axis] += 1;
        cell[..axis].copy_from_slice(&low[..axis]);
    }
}
