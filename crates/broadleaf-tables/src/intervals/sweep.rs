//! A sweep along the first list, which writes the partners of one interval after the other.

use std::ops::Range;

use super::active::Active;
use super::coordinate::Coordinate;
use super::count::begins_before;
use super::overlaps::Overlaps;
use super::sorted::Sorted;

/// A sweep along the intervals of a key.
///
/// The partners of an interval are those that have begun at its start and not ended, and those that
/// begin later and before its end: the active ones, and consecutive ones after them.
pub(super) struct Sweep<'a, S> {
    a: &'a Sorted<S>,
    /// The second list; none if pairs are within the first.
    other: Option<&'a Sorted<S>>,
    /// The end of the range of this key in the second list, or in the first.
    end: usize,
    is_open: bool,
    active: Active<'a, S>,
    all: Vec<u32>,
}

impl<'a, S: Coordinate> Sweep<'a, S> {
    pub(super) fn new(found: &'a Overlaps<S>, range: Range<usize>) -> Self {
        let sorted = found.b.as_ref().unwrap_or(&found.a);
        Self {
            a: &found.a,
            other: found.b.as_ref(),
            end: range.end,
            is_open: found.is_open,
            active: Active::new(sorted, range, found.is_open),
            all: Vec::new(),
        }
    }

    /// Writes the partners of the interval at a position of the first list, ascending.
    pub(super) fn write<T: Copy + Ord + From<u32>>(&mut self, at: usize, partners: &mut [T]) {
        if partners.is_empty() {
            return;
        }
        match self.other {
            Some(other) => self.partners(other, at, partners),
            None if self.a.is_by_row => {
                copy(&self.a.rows[at + 1..], partners);
            }
            None => self.greater_rows(at, partners),
        }
    }

    fn partners<T: Copy + Ord + From<u32>>(
        &mut self,
        other: &Sorted<S>,
        at: usize,
        partners: &mut [T],
    ) {
        let next = self.move_to(at);
        let (begun, later) = partners.split_at_mut(self.active.rows.len());
        copy(&self.active.rows, begun);
        copy(&other.rows[next..], later);
        if other.is_by_row || later.is_empty() {
            return;
        }
        later.sort_unstable();
        if begun.last() > later.first() {
            // Stable sorting merges the two parts.
            partners.sort();
        }
    }

    /// Writes the partners in the same list with greater rows.
    fn greater_rows<T: From<u32>>(&mut self, at: usize, partners: &mut [T]) {
        let next = self.move_to(at);
        let (row, end) = (self.a.rows[at], self.a.ends[at]);
        let later = next..self.end;
        let later = later.take_while(|at| begins_before(self.a.starts[*at], end, self.is_open));
        let later = later.map(|at| self.a.rows[at]);
        self.all.clear();
        let all = self.active.rows.iter().copied().chain(later);
        self.all.extend(all.filter(|other| *other > row));
        self.all.sort_unstable();
        copy(&self.all, partners);
    }

    /// Moves to the start of an interval of the first list. Half-open intervals that begin where an
    /// interval without length lies do not meet it.
    fn move_to(&mut self, at: usize) -> usize {
        let (start, end) = (self.a.starts[at], self.a.ends[at]);
        self.active.move_to(start, !self.is_open || start < end)
    }
}

fn copy<T: From<u32>>(rows: &[u32], partners: &mut [T]) {
    for (partner, row) in partners.iter_mut().zip(rows) {
        *partner = (*row).into();
    }
}
