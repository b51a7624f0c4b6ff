//! A sweep along the first list, which writes the partners of one interval after the other.

use std::ops::Range;

use super::active::Active;
use super::coordinate::Coordinate;
use super::count::{begins_before, gallop};
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
    /// A sweep for the intervals of a key, which are a range of the second list, or of the first
    /// if there is no second one.
    pub(super) fn new(
        a: &'a Sorted<S>,
        other: Option<&'a Sorted<S>>,
        range: Range<usize>,
        is_open: bool,
    ) -> Self {
        Self {
            a,
            other,
            end: range.end,
            is_open,
            active: Active::new(other.unwrap_or(a), range, is_open),
            all: Vec::new(),
        }
    }

    /// Writes the partners of the interval at a position of the first list, ascending.
    pub(super) fn write<T: From<u32>>(&mut self, at: usize, partners: &mut [T]) {
        if partners.is_empty() {
            return;
        }
        if self.other.is_none() && self.a.is_by_row {
            return copy(&self.a.rows[at + 1..], partners);
        }
        let later = self.later(at);
        let sorted = self.other.unwrap_or(self.a);
        let (begun, later) = (&self.active.rows, &sorted.rows[later]);
        if later.is_empty() && self.other.is_some() {
            return copy(begun, partners);
        }
        self.all.clear();
        self.all.extend(begun.iter().chain(later));
        if self.other.is_none() {
            let row = self.a.rows[at];
            self.all.retain(|other| *other > row);
        }
        sort(&mut self.all, begun.len());
        copy(&self.all, partners);
    }

    /// Visits the partners of the interval at a position of the first list, in parts and in no
    /// order.
    pub(super) fn for_each(&mut self, at: usize, mut visit: impl FnMut(u32, &[u32])) {
        let row = self.a.rows[at];
        let Some(other) = self.other else {
            let later = &self.a.rows[at + 1..self.end_of(at, at + 1)];
            return later
                .iter()
                .for_each(|other| visit(row.min(*other), &[row.max(*other)]));
        };
        let later = self.later(at);
        visit(row, &self.active.rows);
        visit(row, &other.rows[later]);
    }

    /// Moves to an interval of the first list. Those that are active then are its partners, and
    /// those at the positions that are returned.
    fn later(&mut self, at: usize) -> Range<usize> {
        let next = self.move_to(at);
        next..self.end_of(at, next)
    }

    /// The first position from this one on that begins after an interval of the first list.
    fn end_of(&self, at: usize, from: usize) -> usize {
        let (sorted, end) = (self.other.unwrap_or(self.a), self.a.ends[at]);
        let starts = &sorted.starts[..self.end];
        gallop(starts, from, |start| {
            begins_before(*start, end, self.is_open)
        })
    }

    /// Moves to the start of an interval of the first list. Half-open intervals that begin where an
    /// interval without length lies do not meet it.
    fn move_to(&mut self, at: usize) -> usize {
        let (start, end) = (self.a.starts[at], self.a.ends[at]);
        self.active.move_to(start, !self.is_open || start < end)
    }
}

/// Sorts rows, of which the first ones are sorted.
fn sort(rows: &mut [u32], sorted: usize) {
    match rows.get(sorted..) {
        // Stable sorting merges a long sorted part with a short one.
        Some(rest) if 4 * rest.len() < sorted => rows.sort(),
        _ => rows.sort_unstable(),
    }
}

fn copy<T: From<u32>>(rows: &[u32], partners: &mut [T]) {
    for (partner, row) in partners.iter_mut().zip(rows) {
        *partner = (*row).into();
    }
}
