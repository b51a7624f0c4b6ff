//! One rule for threads: the cost of an item decides both whether more threads are worth it and how
//! many items a piece of work has.

use core::ops::Range;

use super::tuning::PIECE_NANOSECONDS;

/// What one item of some work costs on one thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost {
    /// Not 0.
    nanoseconds: usize,
}

impl Cost {
    /// The cost of an item in nanoseconds. A factor of two changes no time: the cost only has to
    /// distinguish a copied number (1) from a compared box (10) and a query of a tree (250).
    pub(crate) const fn nanoseconds(nanoseconds: usize) -> Self {
        assert!(nanoseconds > 0);
        Self { nanoseconds }
    }

    /// Items per piece of work: a power of two.
    pub(crate) const fn piece(self) -> usize {
        let items = PIECE_NANOSECONDS / self.nanoseconds;
        if items == 0 { 1 } else { 1 << items.ilog2() }
    }

    pub(crate) const fn pieces(self, items: usize) -> usize {
        items.div_ceil(self.piece())
    }

    /// The items of piece number `piece`, of `items` in all.
    pub(crate) fn range(self, piece: usize, items: usize) -> Range<usize> {
        let start = items.min(piece * self.piece());
        start..items.min(start + self.piece())
    }

    /// Whether so many items are worth more than one thread: from two pieces on.
    pub(super) const fn is_shared(self, items: usize) -> bool {
        items >= 2 * self.piece()
    }
}

#[cfg(test)]
#[path = "tests/cost.rs"]
mod tests;
