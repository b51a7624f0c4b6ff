//! The intervals that have begun and not ended while a sweep passes.

use std::ops::Range;

use super::coordinate::Coordinate;
use super::count::{begins_before, is_before};
use super::sorted::{Sorted, compare};

/// The intervals of a range that have begun at a moving position and not ended.
///
/// To list them costs one copy. They are compared with the position only when the first of them
/// ends.
pub(super) struct Active<'a, S> {
    sorted: &'a Sorted<S>,
    range: Range<usize>,
    is_open: bool,
    /// Those that are active.
    pub(super) rows: Vec<u32>,
    ends: Vec<S>,
    /// The least of the ends.
    first_end: Option<S>,
    /// What begins at the next position.
    next: Vec<(u32, S)>,
    spare: (Vec<u32>, Vec<S>),
}

impl<'a, S: Coordinate> Active<'a, S> {
    pub(super) fn new(sorted: &'a Sorted<S>, range: Range<usize>, is_open: bool) -> Self {
        Self {
            sorted,
            range,
            is_open,
            rows: Vec::new(),
            ends: Vec::new(),
            first_end: None,
            next: Vec::new(),
            spare: Default::default(),
        }
    }

    /// Moves to a position that is not below the last one; intervals that begin there are active
    /// if they are wanted. Returns where the intervals begin that come later.
    pub(super) fn move_to(&mut self, position: S, wants_beginning: bool) -> usize {
        if self
            .first_end
            .is_some_and(|end| is_before(end, position, self.is_open))
        {
            self.drop_ended(position);
        }
        while self.range.start < self.range.end
            && begins_before(
                self.sorted.starts[self.range.start],
                position,
                !wants_beginning,
            )
        {
            let (row, end) = (
                self.sorted.rows[self.range.start],
                self.sorted.ends[self.range.start],
            );
            if !is_before(end, position, self.is_open) {
                self.next.push((row, end));
            }
            self.range.start += 1;
        }
        if !self.next.is_empty() {
            self.begin();
        }
        self.range.start
    }

    fn drop_ended(&mut self, position: S) {
        let mut kept = 0;
        self.first_end = None;
        for at in 0..self.rows.len() {
            let (row, end) = (self.rows[at], self.ends[at]);
            (self.rows[kept], self.ends[kept]) = (row, end);
            if !is_before(end, position, self.is_open) {
                kept += 1;
                self.first_end = least(self.first_end, end);
            }
        }
        self.rows.truncate(kept);
        self.ends.truncate(kept);
    }

    /// Adds what begins, so that rows ascend.
    fn begin(&mut self) {
        self.next.sort_unstable_by_key(|next| next.0);
        for (_, end) in &self.next {
            self.first_end = least(self.first_end, *end);
        }
        if self.rows.last().is_none_or(|last| *last < self.next[0].0) {
            self.rows.extend(self.next.iter().map(|next| next.0));
            self.ends.extend(self.next.iter().map(|next| next.1));
            return self.next.clear();
        }
        let (rows, ends) = (&mut self.spare.0, &mut self.spare.1);
        rows.clear();
        ends.clear();
        let mut next = self.next.drain(..).peekable();
        for (&row, &end) in self.rows.iter().zip(&self.ends) {
            while let Some((row, end)) = next.next_if(|next| next.0 < row) {
                rows.push(row);
                ends.push(end);
            }
            rows.push(row);
            ends.push(end);
        }
        for (row, end) in next {
            rows.push(row);
            ends.push(end);
        }
        std::mem::swap(&mut self.rows, rows);
        std::mem::swap(&mut self.ends, ends);
    }
}

fn least<S: Coordinate>(known: Option<S>, end: S) -> Option<S> {
    Some(known.map_or(end, |known| {
        if compare(end, known).is_lt() {
            end
        } else {
            known
        }
    }))
}
