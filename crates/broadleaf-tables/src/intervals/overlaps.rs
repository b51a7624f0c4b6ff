//! Pairs of intervals: counted first, then written where they belong.

use std::ops::Range;

use broadleaf::Id;

use super::coordinate::Coordinate;
use super::count::{count_later, count_partners};
use super::list::{Intervals, InvalidIntervals};
use super::rule::Rule;
use super::sorted::Sorted;
use super::sweep::Sweep;

/// The pairs between two lists of intervals, or within one, counted but not yet written.
///
/// The number of partners of each row is known before any pair is listed, so [`fill`](Self::fill)
/// writes the partners of any range of rows to their final position: all at once, in blocks, or in
/// several threads.
///
/// Pairs are sorted by the row of the first list, then by that of the second. Within one list, the
/// smaller row comes first.
///
/// ```
/// use broadleaf_tables::intervals::{Intervals, Overlaps, Rule};
/// let talks = Intervals::new(&[9, 10, 11], &[10, 12, 12])?;
/// let breaks = Intervals::new(&[10], &[11])?;
/// let found = Overlaps::between(&talks, &breaks, Rule::HalfOpen)?;
/// assert_eq!(found.counts().collect::<Vec<_>>(), [0, 1, 0]);
/// let found = Overlaps::between(&talks, &breaks, Rule::Closed)?;
/// assert_eq!((found.firsts(), found.seconds()), (vec![0, 1, 2], vec![0, 0, 0]));
/// # Ok::<(), broadleaf_tables::intervals::InvalidIntervals>(())
/// ```
///
/// # Cost
/// Counting sorts both lists; counts within an unsorted list visit each pair. Listing writes one
/// number for each pair. Memory: the sorted lists, and eight bytes for each row of the first.
#[derive(Debug)]
pub struct Overlaps<S> {
    a: Sorted<S>,
    /// The second list; none if pairs are within the first.
    b: Option<Sorted<S>>,
    /// For each key, the ranges in both lists.
    common: Vec<(Range<usize>, Range<usize>)>,
    is_open: bool,
    /// The number of pairs before each row, and in all.
    offsets: Vec<u64>,
}

impl<S: Coordinate> Overlaps<S> {
    /// The pairs of a row of `a` and a row of `b` with the same key.
    ///
    /// # Errors
    /// If only one list has keys, or the number of the rule is out of range.
    pub fn between(
        a: &Intervals<'_, S>,
        b: &Intervals<'_, S>,
        rule: Rule<S>,
    ) -> Result<Self, InvalidIntervals> {
        a.check_keys(b)?;
        let rule = rule.check()?;
        let end = |start, end| rule.end(start, end);
        let (first, second) = (Sorted::new(a, end), Sorted::new(b, end));
        let common = first.common(&second);
        let mut offsets = vec![0; a.len() + 1];
        for (range, others) in &common {
            let ranges = (range.clone(), others.clone());
            count_partners(&first, &second, ranges, rule.is_open(), &mut offsets[1..]);
        }
        Ok(Self::new(first, Some(second), common, rule, offsets))
    }

    /// The pairs of rows of one list with the same key.
    ///
    /// # Errors
    /// If the number of the rule is out of range.
    pub fn within(a: &Intervals<'_, S>, rule: Rule<S>) -> Result<Self, InvalidIntervals> {
        let rule = rule.check()?;
        let first = Sorted::new(a, |start, end| rule.end(start, end));
        let common = first.common(&first);
        let mut offsets = vec![0; a.len() + 1];
        for (range, _) in &common {
            count_later(&first, range.clone(), rule.is_open(), &mut offsets[1..]);
        }
        Ok(Self::new(first, None, common, rule, offsets))
    }

    fn new(
        a: Sorted<S>,
        b: Option<Sorted<S>>,
        common: Vec<(Range<usize>, Range<usize>)>,
        rule: Rule<S>,
        mut offsets: Vec<u64>,
    ) -> Self {
        let mut sum = 0;
        for offset in &mut offsets {
            sum += *offset;
            *offset = sum;
        }
        let is_open = rule.is_open();
        Self {
            a,
            b,
            common,
            is_open,
            offsets,
        }
    }

    /// The number of pairs.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.offsets.last().copied().unwrap_or(0)
    }

    /// Whether there is no pair.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of pairs of each row of the first list.
    pub fn counts(&self) -> impl ExactSizeIterator<Item = u64> {
        self.offsets.windows(2).map(|ends| ends[1] - ends[0])
    }

    /// The number of pairs of all rows of the first list before this one.
    #[must_use]
    pub fn pairs_before(&self, row: usize) -> u64 {
        self.offsets[row.min(self.offsets.len() - 1)]
    }

    /// Ranges of rows of the first list with at most `most` pairs each, or of one row with more.
    #[must_use]
    pub fn blocks(&self, most: usize) -> Vec<Range<usize>> {
        let (mut start, mut blocks) = (0, Vec::new());
        let rows = self.offsets.len() - 1;
        while start < rows {
            let limit = self.offsets[start].saturating_add(most as u64);
            let end = start + self.offsets[start..].partition_point(|offset| *offset <= limit) - 1;
            let end = end.max(start + 1);
            blocks.push(start..end);
            start = end;
        }
        blocks
    }

    /// The row of the first list in each pair.
    #[must_use]
    pub fn firsts(&self) -> Vec<u32> {
        let counts = (0..).zip(self.counts());
        let mut firsts = Vec::with_capacity(self.len() as usize);
        for (row, count) in counts {
            firsts.resize(firsts.len() + count as usize, row);
        }
        firsts
    }

    /// The row of the second list in each pair.
    #[must_use]
    pub fn seconds(&self) -> Vec<u32> {
        let mut seconds = vec![0; self.len() as usize];
        self.fill(0..self.offsets.len() - 1, &mut seconds);
        seconds
    }

    /// All pairs, sorted.
    #[must_use]
    pub fn pairs(&self) -> Vec<[Id; 2]> {
        let pairs = self.firsts().into_iter().zip(self.seconds());
        pairs.map(|(a, b)| [Id(a), Id(b)]).collect()
    }

    /// Writes the row of the second list in each pair of these rows of the first. Rows whose
    /// partners do not fit into `seconds` are left out.
    ///
    /// # Cost
    /// One pass over the sorted second list, and over the first unless its rows are in order
    /// already. So blocks should be large.
    pub fn fill<T: From<u32>>(&self, rows: Range<usize>, seconds: &mut [T]) {
        let first = self.pairs_before(rows.start);
        let before = |row| (self.pairs_before(row) - first) as usize;
        for (range, others) in &self.common {
            let mut sweep = self.sweep(others.clone());
            for at in self.positions(range.clone(), &rows) {
                let row = self.a.rows[at] as usize;
                if !rows.contains(&row) {
                    continue;
                }
                if let Some(partners) = seconds.get_mut(before(row)..before(row + 1)) {
                    sweep.write(at, partners);
                }
            }
        }
    }

    /// Visits rows of the first list in the order of key and start, each with some of its partners,
    /// until all pairs were visited. This is faster than sorted pairs unless the rows are in this
    /// order already.
    pub fn for_each_unsorted(&self, mut visit: impl FnMut(u32, &[u32])) {
        for (range, others) in &self.common {
            let mut sweep = self.sweep(others.clone());
            range.clone().for_each(|at| sweep.for_each(at, &mut visit));
        }
    }

    fn sweep(&self, others: Range<usize>) -> Sweep<'_, S> {
        Sweep::new(&self.a, self.b.as_ref(), others, self.is_open)
    }

    /// The positions of a range among which these rows are.
    fn positions(&self, range: Range<usize>, rows: &Range<usize>) -> Range<usize> {
        if !self.a.is_by_row {
            return range;
        }
        let of_range = &self.a.rows[range.clone()];
        let place = |row: usize| range.start + of_range.partition_point(|at| (*at as usize) < row);
        place(rows.start)..place(rows.end)
    }
}
