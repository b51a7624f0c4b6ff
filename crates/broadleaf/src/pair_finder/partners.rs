//! The pencils whose boxes may touch the boxes of a given pencil.

use alloc::vec::Vec;
use core::array;

use super::level::Level;
use super::lists::{Lists, Pass};
use super::partner::{Interval, Partner};
use crate::simd::Key;

/// The partners of one pencil.
#[derive(Clone, Debug, Default)]
pub(super) struct Partners {
    /// Pencils of the same level.
    pub(super) beside: Vec<Partner>,
    /// Pencils of coarser levels.
    pub(super) coarser: Vec<Partner>,
}

impl Partners {
    /// Finds the partners of a pencil of a level.
    pub(super) fn find<K: Key, const D: usize>(
        &mut self,
        lists: Lists<'_, K, D>,
        level: usize,
        pencil: u32,
    ) {
        self.beside.clear();
        self.coarser.clear();
        let levels = &lists.candidates.levels[level..];
        let cell = levels[0].cell(pencil);
        for (above, level) in levels.iter().enumerate() {
            if lists.candidates.is_empty(level) {
                continue;
            }
            let (low, high) = neighbors(cell, level, level.shift - levels[0].shift);
            for_each_cell(low, high, |cell| {
                self.push(lists, level, above > 0, pencil, level.pencil(cell));
            });
        }
    }

    /// Skips the boxes of partners that are before those that a box of the pencil may touch.
    pub(super) fn skip_to<K: Key, const D: usize>(&mut self, lists: Lists<'_, K, D>, index: usize) {
        let interval = Interval::of(lists.blocks, &(index..index + 1));
        for partner in self.beside.iter_mut().chain(&mut self.coarser) {
            partner.skip_to(&lists.candidates.keys, &interval);
        }
    }

    /// Adds one pencil, if it has boxes and the pass includes it.
    fn push<K: Key, const D: usize>(
        &mut self,
        lists: Lists<'_, K, D>,
        level: &Level<D>,
        is_coarser: bool,
        pencil: u32,
        other: u32,
    ) {
        let is_included = match lists.pass {
            Pass::Within => is_coarser || other > pencil,
            Pass::Between => true,
            Pass::BetweenCoarser => is_coarser,
        };
        let range = lists.candidates.range(other);
        if !is_included || range.is_empty() {
            return;
        }
        let partners = if is_coarser {
            &mut self.coarser
        } else {
            &mut self.beside
        };
        partners.push(Partner {
            next: range.start,
            pencil: other << lists.candidates.position_bits,
            reach: level.reach,
        });
    }

    pub(super) fn bytes(&self) -> usize {
        (self.beside.capacity() + self.coarser.capacity()) * size_of::<Partner>()
    }
}

/// The cells of a level, 2^`shift` times as wide as `cell`, whose boxes may touch the boxes of
/// `cell`: boxes reach one cell farther than their own.
fn neighbors<const D: usize>(cell: [u32; D], level: &Level<D>, shift: u32) -> ([u32; D], [u32; D]) {
    let low = cell.map(|at| (at >> shift).saturating_sub(1));
    let high = array::from_fn(|axis| ((cell[axis] + 1) >> shift).min(level.counts[axis] - 1));
    (low, high)
}

/// Visits every cell from `low` to `high`.
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
