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
    /// The length of each piece, then of every two of them, of every four, and so on: sums without
    /// a difference, in which long pieces would round short ones away.
    levels: Vec<Vec<S::Length>>,
}

impl<S: Coordinate> Union<S> {
    pub(super) fn new(list: &Intervals<'_, S>) -> Self {
        // Intervals of length 0 cover nothing.
        let sorted = Sorted::new(list, |start, end| (start < end).then_some(end));
        let pieces = Clusters::new(&sorted, list.len(), Rule::Closed);
        let levels = levels(&pieces);
        Self { pieces, levels }
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
        if pieces.len() < 3 {
            return pieces.map(part).fold(S::Length::default(), S::sum);
        }
        // Pieces inside the interval are whole.
        let ends = S::sum(part(pieces.start), part(pieces.end - 1));
        S::sum(ends, self.whole(pieces.start + 1..pieces.end - 1))
    }

    /// The length of whole pieces.
    fn whole(&self, Range { mut start, mut end }: Range<usize>) -> S::Length {
        let mut sum = S::Length::default();
        for level in &self.levels {
            if start % 2 == 1 && start < end {
                sum = S::sum(sum, level[start]);
                start += 1;
            }
            if end % 2 == 1 && start < end {
                end -= 1;
                sum = S::sum(sum, level[end]);
            }
            (start, end) = (start / 2, end / 2);
        }
        sum
    }
}

fn levels<S: Coordinate>(pieces: &Clusters<S>) -> Vec<Vec<S::Length>> {
    let ends = pieces.starts.iter().zip(&pieces.ends);
    let mut level: Vec<_> = ends.map(|(start, end)| S::length(*start, *end)).collect();
    let mut levels = Vec::new();
    while level.len() > 1 {
        let sums = level.chunks(2);
        let sums = sums.map(|two| two.iter().copied().fold(S::Length::default(), S::sum));
        let next = sums.collect();
        levels.push(std::mem::replace(&mut level, next));
    }
    levels.push(level);
    levels
}
