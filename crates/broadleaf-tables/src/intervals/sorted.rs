//! Intervals in the order of their keys and starts.

use std::cmp::Ordering;
use std::ops::Range;

use super::coordinate::Coordinate;
use super::list::Intervals;
use super::radix::sort_by_rank;

/// The intervals of a list by key, start, end and row.
#[derive(Debug)]
pub(super) struct Sorted<S> {
    pub(super) rows: Vec<u32>,
    pub(super) starts: Vec<S>,
    pub(super) ends: Vec<S>,
    /// The intervals of each key, keys ascending.
    pub(super) groups: Vec<Group>,
    /// Whether rows ascend.
    pub(super) is_by_row: bool,
}

/// The intervals with one key: a range of positions.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) key: u32,
    pub(super) range: Range<usize>,
}

impl<S: Coordinate> Sorted<S> {
    /// The rows whose end `end_of` returns, with that end.
    pub(super) fn new(list: &Intervals<'_, S>, end_of: impl Fn(S, S) -> Option<S>) -> Self {
        let mut rows: Vec<u32> = (0..list.len() as u32).collect();
        let is_by_row = rows
            .windows(2)
            .all(|pair| order(list, pair[0], pair[1]).is_le());
        if !is_by_row {
            sort(list, &mut rows);
        }
        rows.retain(|&row| end_of(list.starts[row as usize], list.ends[row as usize]).is_some());
        let starts: Vec<S> = rows.iter().map(|&row| list.starts[row as usize]).collect();
        let ends = rows.iter().map(|&row| list.ends[row as usize]).zip(&starts);
        let ends = ends
            .filter_map(|(end, &start)| end_of(start, end))
            .collect();
        Self {
            groups: groups(list, &rows),
            rows,
            starts,
            ends,
            is_by_row,
        }
    }

    /// All intervals as they are.
    pub(super) fn unchanged(list: &Intervals<'_, S>) -> Self {
        Self::new(list, |_, end| Some(end))
    }

    /// The ranges of both lists for each key that both have.
    pub(super) fn common(&self, other: &Self) -> Vec<(Range<usize>, Range<usize>)> {
        let mut others = other.groups.iter().peekable();
        let mut common = Vec::new();
        for group in &self.groups {
            while others.next_if(|other| other.key < group.key).is_some() {}
            if let Some(other) = others.next_if(|other| other.key == group.key) {
                common.push((group.range.clone(), other.range.clone()));
            }
        }
        common
    }
}

/// The order of two rows by key, start and end.
fn order<S: Coordinate>(list: &Intervals<'_, S>, a: u32, b: u32) -> Ordering {
    let (a, b) = (a as usize, b as usize);
    let by_key = list.key(a).cmp(&list.key(b));
    by_key
        .then_with(|| compare(list.starts[a], list.starts[b]))
        .then_with(|| compare(list.ends[a], list.ends[b]))
}

/// Lists of intervals have no NaN.
pub(super) fn compare<S: PartialOrd>(a: S, b: S) -> Ordering {
    a.partial_cmp(&b).unwrap_or(Ordering::Equal)
}

fn sort<S: Coordinate>(list: &Intervals<'_, S>, rows: &mut [u32]) {
    sort_by_rank(rows, |row| list.starts[row as usize].rank());
    if list.keys.is_some() {
        sort_by_rank(rows, |row| list.key(row as usize).into());
    }
    let has_same_start = |a: &u32, b: &u32| {
        let [a, b] = [*a, *b].map(|row| row as usize);
        list.key(a) == list.key(b) && list.starts[a] == list.starts[b]
    };
    for rows in rows.chunk_by_mut(has_same_start) {
        rows.sort_by(|&a, &b| compare(list.ends[a as usize], list.ends[b as usize]));
    }
}

fn groups<S: Coordinate>(list: &Intervals<'_, S>, rows: &[u32]) -> Vec<Group> {
    let mut start = 0;
    let key = |row: u32| list.key(row as usize);
    let chunks = rows.chunk_by(|&a, &b| key(a) == key(b));
    let group = |rows: &[u32]| {
        let range = start..start + rows.len();
        start = range.end;
        let key = key(rows[0]);
        Group { key, range }
    };
    chunks.map(group).collect()
}
