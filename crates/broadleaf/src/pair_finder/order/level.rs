//! Pencils of one width.

use alloc::vec::Vec;
use core::array;

/// Pencils of a level are 2^`BITS_PER_LEVEL` times as wide as pencils of the next finer level. With
/// 1, walls in 3D are 17 % faster and heavy-tailed sizes in 2D 20 % slower (Zen 4, 2026-11-24).
const BITS_PER_LEVEL: u32 = 2;

/// An upper bound for the number of levels: the finest has at most 2^20 pencils along an axis, and
/// each coarser level a quarter as many.
pub(super) const MAX_LEVELS: usize = 16;

/// All pencils of one width. They are numbered consecutively, level after level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level<const D: usize> {
    /// The pencils are 2^`shift` times as wide as the finest ones.
    pub(crate) shift: u32,
    /// The number of the level's first pencil.
    pub(crate) first: u32,
    /// The number of pencils along each axis; 1 along the sweep axis.
    pub(crate) counts: [u32; D],
    /// The length of the level's longest box, in parts along the sweep axis.
    pub(crate) reach: u32,
}

impl<const D: usize> Level<D> {
    /// The number of the pencil in a cell of this level.
    pub(crate) fn pencil(&self, cell: [u32; D]) -> u32 {
        self.first
            + (0..D)
                .rev()
                .fold(0, |number, axis| number * self.counts[axis] + cell[axis])
    }

    /// The cell of a pencil of this level.
    pub(crate) fn cell(&self, pencil: u32) -> [u32; D] {
        let mut rest = pencil - self.first;
        self.counts.map(|count| {
            let cell = rest % count;
            rest /= count;
            cell
        })
    }

    /// The lowest and highest cell of this level whose boxes may touch the boxes of `cell`, a cell
    /// of a level that is 2^`shift` times finer. A box may reach into the cell after its own.
    pub(crate) fn near(&self, cell: [u32; D], shift: u32) -> [[u32; D]; 2] {
        let low = cell.map(|at| (at >> shift).saturating_sub(1));
        let high = array::from_fn(|axis| ((cell[axis] + 1) >> shift).min(self.counts[axis] - 1));
        [low, high]
    }

    pub(crate) fn len(&self) -> u32 {
        self.counts.iter().product()
    }
}

/// Lists the levels, from the finest to a single pencil for all of space.
pub(crate) fn list_levels<const D: usize>(finest: [u32; D], levels: &mut Vec<Level<D>>) {
    levels.clear();
    let (mut shift, mut first) = (0, 0);
    loop {
        let level = Level {
            shift,
            first,
            counts: finest.map(|count| ((count - 1) >> shift) + 1),
            reach: 0,
        };
        levels.push(level);
        if level.len() == 1 && shift > 0 {
            return;
        }
        first += level.len();
        shift += BITS_PER_LEVEL;
    }
}
