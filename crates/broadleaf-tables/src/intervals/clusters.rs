//! Intervals merged into clusters.

use super::coordinate::Coordinate;
use super::count::is_before;
use super::list::{Intervals, InvalidIntervals};
use super::rule::Rule;
use super::sorted::Sorted;

/// Clusters of intervals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Clusters<S> {
    /// The cluster of each row.
    pub of_row: Vec<u32>,
    /// The key of each cluster; 0 in lists without keys.
    pub keys: Vec<u32>,
    /// The least start in each cluster.
    pub starts: Vec<S>,
    /// The greatest end in each cluster.
    pub ends: Vec<S>,
    /// The number of rows in each cluster.
    pub sizes: Vec<u32>,
}

/// Merges intervals of the same key into clusters, whose numbers ascend by key and start.
///
/// A gap of at most `gap` connects two intervals; with 0, they touch or overlap. If it is `None`,
/// they overlap as half-open intervals ([`Rule::HalfOpen`]).
///
/// ```
/// use broadleaf_tables::intervals::{Intervals, clusters};
/// let list = Intervals::new(&[8, 0, 5], &[9, 5, 7])?;
/// let found = clusters(&list, Some(0))?;
/// assert_eq!(found.of_row, [1, 0, 0]);
/// assert_eq!((found.starts, found.ends), (vec![0, 8], vec![7, 9]));
/// assert_eq!(clusters(&list, None)?.sizes, [1, 1, 1]);
/// # Ok::<(), broadleaf_tables::intervals::InvalidIntervals>(())
/// ```
///
/// # Errors
/// If the gap is below 0 or is not a number.
pub fn clusters<S: Coordinate>(
    list: &Intervals<'_, S>,
    gap: Option<S>,
) -> Result<Clusters<S>, InvalidIntervals> {
    let rule = gap.map_or(Rule::HalfOpen, Rule::Within).check()?;
    Ok(Clusters::new(&Sorted::unchanged(list), list.len(), rule))
}

impl<S: Coordinate> Clusters<S> {
    /// Clusters of the intervals of a list with this number of rows.
    pub(super) fn new(sorted: &Sorted<S>, rows: usize, rule: Rule<S>) -> Self {
        let mut found = Self {
            of_row: vec![0; rows],
            keys: Vec::new(),
            starts: Vec::new(),
            ends: Vec::new(),
            sizes: Vec::new(),
        };
        for group in &sorted.groups {
            let first = found.keys.len();
            for at in group.range.clone() {
                found.add(group.key, sorted, at, first, rule);
            }
        }
        found
    }

    /// Adds the next interval: to the last cluster of its key, which are those from `first` on, or
    /// to a new one.
    fn add(&mut self, key: u32, sorted: &Sorted<S>, at: usize, first: usize, rule: Rule<S>) {
        let (start, end) = (sorted.starts[at], sorted.ends[at]);
        let reach = self.ends.get(first..).and_then(<[S]>::last);
        let reach = reach.and_then(|last| rule.end(start, *last));
        if reach.is_none_or(|reach| is_before(reach, start, rule.is_open())) {
            self.keys.push(key);
            self.starts.push(start);
            self.ends.push(end);
            self.sizes.push(0);
        }
        let cluster = self.keys.len() - 1;
        if end > self.ends[cluster] {
            self.ends[cluster] = end;
        }
        self.sizes[cluster] += 1;
        self.of_row[sorted.rows[at] as usize] = cluster as u32;
    }
}
