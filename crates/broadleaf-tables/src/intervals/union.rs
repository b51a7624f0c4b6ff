//! What the intervals of a list cover together.

use std::ops::Range;

use super::coordinate::Coordinate;
use super::count::gallop;
use super::list::Intervals;
use super::sorted::{Group, Sorted};

/// The union of the intervals of each key: pieces with gaps between them.
pub(super) struct Union<S: Coordinate> {
    pub(super) starts: Vec<S>,
    pub(super) ends: Vec<S>,
    pub(super) groups: Vec<Group>,
    /// The length of the pieces before each, in all keys. None if lengths are infinite.
    sums: Option<Vec<S::Length>>,
}

impl<S: Coordinate> Union<S> {
    pub(super) fn new(list: &Intervals<'_, S>) -> Self {
        // Intervals without length cover nothing.
        let sorted = Sorted::new(list, |start, end| (start < end).then_some(end));
        let mut union = Self {
            starts: Vec::new(),
            ends: Vec::new(),
            groups: Vec::new(),
            sums: None,
        };
        for group in &sorted.groups {
            union.add(&sorted, group);
        }
        union.sums = union.sums();
        union
    }

    fn add(&mut self, sorted: &Sorted<S>, group: &Group) {
        let first = self.starts.len();
        for at in group.range.clone() {
            let (start, end) = (sorted.starts[at], sorted.ends[at]);
            match self.ends.get_mut(first..).and_then(<[S]>::last_mut) {
                Some(last) if start <= *last => {
                    if end > *last {
                        *last = end;
                    }
                }
                _ => {
                    self.starts.push(start);
                    self.ends.push(end);
                }
            }
        }
        let (key, range) = (group.key, first..self.starts.len());
        self.groups.push(Group { key, range });
    }

    fn sums(&self) -> Option<Vec<S::Length>> {
        let mut sum = S::Length::default();
        let mut sums = vec![sum];
        for (start, end) in self.starts.iter().zip(&self.ends) {
            sum = S::sum(sum, S::length(*start, *end));
            sums.push(sum);
        }
        S::is_bounded(sum).then_some(sums)
    }

    /// The pieces of a key.
    pub(super) fn of_key(&self, key: u32) -> Range<usize> {
        let found = self.groups.binary_search_by_key(&key, |group| group.key);
        found.map_or(0..0, |at| self.groups[at].range.clone())
    }

    /// Those of the pieces of a key from `from` on that meet an interval.
    pub(super) fn meeting(
        &self,
        range: Range<usize>,
        from: usize,
        start: S,
        end: S,
    ) -> Range<usize> {
        let first = gallop(&self.ends[..range.end], from, |other| *other <= start);
        first..gallop(&self.starts[..range.end], first, |other| *other < end)
    }

    /// How much of an interval these pieces cover, which are those that meet it.
    pub(super) fn length(&self, pieces: Range<usize>, start: S, end: S) -> S::Length {
        let part = |at: usize| {
            let (first, last) = (self.starts[at], self.ends[at]);
            let first = if first < start { start } else { first };
            S::length(first, if last > end { end } else { last })
        };
        let parts = |pieces: Range<usize>| pieces.map(part).fold(S::Length::default(), S::sum);
        match &self.sums {
            // Pieces inside the interval are whole.
            Some(sums) if pieces.len() > 2 => {
                let ends = S::sum(part(pieces.start), part(pieces.end - 1));
                S::sum(ends, S::rest(sums[pieces.end - 1], sums[pieces.start + 1]))
            }
            _ => parts(pieces),
        }
    }
}
