//! What the intervals of a list cover together.

use std::ops::Range;

use super::clusters::Clusters;
use super::coordinate::Coordinate;
use super::count::gallop;
use super::list::Intervals;
use super::rule::Rule;
use super::sorted::Sorted;

/// The union of the intervals of each key: pieces with gaps between them.
pub(super) struct Union<S: Coordinate> {
    pieces: Clusters<S>,
    /// The length of the pieces before each, in all keys. None if lengths are infinite.
    sums: Option<Vec<S::Length>>,
}

impl<S: Coordinate> Union<S> {
    pub(super) fn new(list: &Intervals<'_, S>) -> Self {
        // Intervals of length 0 cover nothing.
        let sorted = Sorted::new(list, |start, end| (start < end).then_some(end));
        let pieces = Clusters::new(&sorted, list.len(), Rule::Closed);
        let sums = sums(&pieces);
        Self { pieces, sums }
    }

    /// The start and the end of a piece.
    pub(super) fn piece(&self, at: usize) -> (S, S) {
        (self.pieces.starts[at], self.pieces.ends[at])
    }

    /// The pieces of a key.
    pub(super) fn of_key(&self, key: u32) -> Range<usize> {
        let keys = &self.pieces.keys;
        keys.partition_point(|other| *other < key)..keys.partition_point(|other| *other <= key)
    }

    /// Those of a range of pieces that overlap an interval.
    pub(super) fn meeting(&self, range: &Range<usize>, start: S, end: S) -> Range<usize> {
        let (starts, ends) = (
            &self.pieces.starts[..range.end],
            &self.pieces.ends[..range.end],
        );
        let first = gallop(ends, range.start, |other| *other <= start);
        first..gallop(starts, first, |other| *other < end)
    }

    /// How much of an interval these pieces cover, which are those that meet it.
    pub(super) fn length(&self, pieces: Range<usize>, start: S, end: S) -> S::Length {
        let part = |at: usize| {
            let (first, last) = self.piece(at);
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

fn sums<S: Coordinate>(pieces: &Clusters<S>) -> Option<Vec<S::Length>> {
    let mut sum = S::Length::default();
    let mut sums = vec![sum];
    for (start, end) in pieces.starts.iter().zip(&pieces.ends) {
        sum = S::sum(sum, S::length(*start, *end));
        sums.push(sum);
    }
    S::is_bounded(sum).then_some(sums)
}
