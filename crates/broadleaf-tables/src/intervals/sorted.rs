//! Intervals in the order of their keys and starts.

use std::cmp::Ordering;
use std::ops::Range;

use super::coordinate::Coordinate;
use super::list::Intervals;
use super::radix::sort_by_rank;

/// The intervals of a list by key and start, then those of length 0 before others, then by row.
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

/// The order of two rows.
fn order<S: Coordinate>(list: &Intervals<'_, S>, a: u32, b: u32) -> Ordering {
    let start = |row: u32| list.starts[row as usize];
    let by_key = list.key(a as usize).cmp(&list.key(b as usize));
    by_key
        .then_with(|| compare(start(a), start(b)))
        .then_with(|| has_length(list, a).cmp(&has_length(list, b)))
}

fn has_length<S: Coordinate>(list: &Intervals<'_, S>, row: u32) -> bool {
    list.starts[row as usize] < list.ends[row as usize]
}

/// Lists of intervals have no NaN.
pub(super) fn compare<S: Coordinate>(a: S, b: S) -> Ordering {
    a.partial_cmp(&b).unwrap_or(Ordering::Equal)
}

fn sort<S: Coordinate>(list: &Intervals<'_, S>, rows: &mut [u32]) {
    let key = |row: u32| u64::from(list.key(row as usize));
    let start = |row: u32| list.starts[row as usize].rank();
    let has_length = |row: u32| u64::from(has_length(list, row));
    let (least, most) = rows.iter().fold((u64::MAX, 0), |(least, most), &row| {
        (least.min(start(row)), most.max(start(row)))
    });
    if most - least < 1 << 31 {
        // One number for all three: a key of 32 bits, the start, and one bit.
        let bits = (2 * (most - least) + 1).ilog2() + 1;
        return sort_by_rank(rows, |row| {
            (key(row) << bits) | ((start(row) - least) << 1) | has_length(row)
        });
    }
    sort_by_rank(rows, has_length);
    sort_by_rank(rows, start);
    if list.keys.is_some() {
        sort_by_rank(rows, key);
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
