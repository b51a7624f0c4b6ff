//! Sixteen boxes against others: the inner loops, in the instructions that the processor has.
//!
//! Each is a task of its own, so that the compiler keeps the sixteen in registers.

use core::ops::Range;

use super::sorted::Sorted;
use crate::Key;
use crate::simd::{LANES, Lanes, Numbers, Task};

/// How many boxes are noted at once.
pub(super) const NOTES: usize = 1024;

/// How many boxes are skipped at once.
pub(super) const SKIPPED: usize = 2 * LANES;

/// A pencil that is swept together with another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partner {
    /// The first box that may still be touched.
    pub(super) next: usize,
    /// Its number as a key.
    pub(super) base: u32,
    /// Its longest box.
    pub(super) reach: u32,
}

/// Which boxes of two lists are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sides {
    /// The two are one list: each pair once.
    Same,
    /// Boxes of the first with those of the second that are as coarse or coarser.
    Across,
    /// Boxes of the first with those of the second that are coarser.
    Above,
}

/// The list whose boxes are in blocks, and that of those that they are compared with.
#[derive(Clone, Copy)]
pub(super) struct Lists<'a, K, const D: usize> {
    pub(super) blocks: &'a Sorted<K, D>,
    pub(super) others: &'a Sorted<K, D>,
    pub(super) sides: Sides,
}

/// Finds what the boxes of a block are to be compared with: within their own list each other and those after them in the same pencil, and those nearby in other ones.
pub(super) struct FindWindows<'a, K, const D: usize> {
    pub(super) lists: Lists<'a, K, D>,
    pub(super) block: Range<usize>,
    pub(super) partners: &'a mut [Partner],
    /// The first is for the block's own pencil, the others are for the partners.
    pub(super) windows: &'a mut [Range<usize>],
}

impl<K: Key, const D: usize> Task<K> for FindWindows<'_, K, D> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes<K>>(self, lanes: L) {
        let Self { lists: Lists { blocks, others, sides }, block, partners, windows } = self;
        let place_mask = u32::MAX >> (u32::BITS - blocks.place_bits);
        let key = blocks.keys[block.start];
        let first = key & place_mask;
        let mut last = 0;
        for &end in &blocks.ends[block.clone()] {
            last = end.max(last);
        }
        windows[0] = match sides {
            Sides::Same => block.start + 1..skip(lanes, &others.keys, block.end, (key & !place_mask | last) + 1),
            Sides::Across | Sides::Above => 0..0,
        };
        for (Partner { next, base, reach }, window) in partners.iter_mut().zip(&mut windows[1..]) {
            *next = skip(lanes, &others.keys, *next, *base | first.saturating_sub(*reach));
            *window = *next..skip(lanes, &others.keys, *next, (*base | last) + 1);
        }
    }
}

/// The first place from one on whose box has at least this key.
#[inline(always)]
fn skip(lanes: impl Numbers, keys: &[u32], mut place: usize, key: u32) -> usize {
    // Many at once: how many there are is hard to foresee.
    while let Some(chunk) = keys[place..].first_chunk::<SKIPPED>() {
        let mut less = 0;
        for keys in chunk.as_chunks().0 {
            less += lanes.count_less(keys, key);
        }
        place += less;
        if less < SKIPPED {
            break;
        }
    }
    place
}

/// A box, and those of the sixteen that it overlaps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Note {
    place: u32,
    touched: u32,
}

impl Note {
    #[expect(clippy::cast_possible_truncation, reason = "fewer than 2^32 boxes")]
    #[inline(always)]
    fn new(place: usize, touched: u32) -> Self {
        Self { place: place as u32, touched }
    }
}

/// Compares the boxes of a block with those in the windows: in the first window, which begins in the block itself, only those before with those after. Notes who overlaps any, and returns how many.
///
/// Takes from the windows what it has compared: all, unless there is no more room for notes.
pub(super) struct Compare<'a, K, const D: usize> {
    pub(super) lists: Lists<'a, K, D>,
    pub(super) block: Range<usize>,
    pub(super) windows: &'a mut [Range<usize>],
    pub(super) notes: &'a mut [Note; NOTES],
}

impl<K: Key, const D: usize> Task<K> for Compare<'_, K, D> {
    type Output = usize;

    // No closures here: they would not be compiled for the lanes.
    #[inline(always)]
    fn run<L: Lanes<K>>(self, lanes: L) -> usize {
        let Self { lists: Lists { blocks, others, .. }, block, windows, notes } = self;
        let (mut min, mut max) = ([lanes.splat(K::default()); D], [lanes.splat(K::default()); D]);
        for axis in 0..D {
            min[axis] = load(lanes, &blocks.min[axis][block.start..]);
            max[axis] = load(lanes, &blocks.max[axis][block.start..]);
        }
        let all = (1 << block.len()) - 1;
        let mut noted = 0;
        for (number, window) in windows.iter_mut().enumerate() {
            while window.start < window.end && noted < NOTES {
                let some = window.start..window.end.min(window.start + NOTES - noted);
                window.start = some.end;
                let beyond = if number == 0 { some.start - block.start } else { LANES };
                let mut before = all >> block.len().saturating_sub(beyond);
                let corners = Corners::of(others, &some);
                for (index, place) in (0..).zip(some) {
                    // Two chains of comparisons: a single one would take longer.
                    let (mut begin_before, mut end_after) = (lanes.all(), lanes.all());
                    for axis in 0..D {
                        begin_before = lanes.at_most(begin_before, min[axis], lanes.splat(corners.max[axis][index]));
                        end_after = lanes.at_most(end_after, lanes.splat(corners.min[axis][index]), max[axis]);
                    }
                    let touched = lanes.bits(begin_before) & lanes.bits(end_after) & before;
                    before = (before << 1 | 1) & all;
                    // Stored first and counted then, so no branch depends on it.
                    notes[noted % NOTES] = Note::new(place, touched);
                    noted += usize::from(touched != 0);
                }
            }
        }
        noted
    }
}

/// Some boxes in a row.
struct Corners<'a, K, const D: usize> {
    min: [&'a [K]; D],
    max: [&'a [K]; D],
}

impl<'a, K: Key, const D: usize> Corners<'a, K, D> {
    #[inline(always)]
    fn of(sorted: &'a Sorted<K, D>, places: &Range<usize>) -> Self {
        let mut corners = Self { min: [&[]; D], max: [&[]; D] };
        for axis in 0..D {
            corners.min[axis] = &sorted.min[axis][places.clone()];
            corners.max[axis] = &sorted.max[axis][places.clone()];
        }
        corners
    }
}

/// Sixteen keys from the start of a column.
#[inline(always)]
fn load<K: Key, L: Lanes<K>>(lanes: L, column: &[K]) -> L::Keys {
    match column.first_chunk() {
        Some(keys) => lanes.load(keys),
        None => lanes.splat(K::default()),
    }
}

/// Turns notes into pairs, until there is no room for sixteen; returns how many notes.
pub(super) struct WritePairs<'a, K, const D: usize> {
    pub(super) lists: Lists<'a, K, D>,
    pub(super) block: Range<usize>,
    pub(super) notes: &'a [Note],
    pub(super) found: &'a mut [[u32; 2]],
    pub(super) len: &'a mut usize,
}

impl<K: Key, const D: usize> Task<K> for WritePairs<'_, K, D> {
    type Output = usize;

    #[inline(always)]
    fn run<L: Lanes<K>>(self, lanes: L) -> usize {
        let Self { lists: Lists { blocks, others, .. }, block, notes, found, len: found_len } = self;
        let mut names = [0; LANES];
        names[..block.len()].copy_from_slice(&blocks.names[block]);
        let mut len = *found_len;
        let mut written = 0;
        for note in notes {
            let Some(room) = found[len..].first_chunk_mut() else { break };
            lanes.write_pairs(&names, note.touched, others.names[note.place as usize], room);
            len += note.touched.count_ones() as usize;
            written += 1;
        }
        *found_len = len;
        written
    }
}
