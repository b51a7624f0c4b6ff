//! The number of partners of each interval, without a visit of each pair.

use std::ops::Range;

use super::coordinate::Coordinate;
use super::sorted::{Sorted, compare};

/// Adds the number of intervals of `b` that each interval of `a` meets to the count of its row.
///
/// An interval meets those that begin before its end, without those that end before its start.
pub(super) fn count_partners<S: Coordinate>(
    a: &Sorted<S>,
    b: &Sorted<S>,
    (range, others): (Range<usize>, Range<usize>),
    is_open: bool,
    counts: &mut [u64],
) {
    let starts = &b.starts[others.clone()];
    let mut ends = b.ends[others.clone()].to_vec();
    ends.sort_unstable_by(|a, b| compare(*a, *b));
    let (mut begun, mut ended) = (0, 0);
    for at in range {
        let (start, end) = (a.starts[at], a.ends[at]);
        begun = step_while(starts, begun, |other| *other < start);
        ended = step_while(&ends, ended, |other| is_before(*other, start, is_open));
        let count = if is_open && start == end {
            let points = b.starts[others.clone()][begun..]
                .iter()
                .zip(&b.ends[others.clone()][begun..]);
            let points = points.take_while(|(_, other)| **other == start);
            // Equal intervals without length end here, but have not begun before.
            begun + points.take_while(|(other, _)| **other == start).count() - ended
        } else {
            gallop(starts, begun, |other| begins_before(*other, end, is_open)) - ended
        };
        counts[a.rows[at] as usize] += count as u64;
    }
}

/// Adds the number of pairs within `a` to the count of the smaller row of each.
pub(super) fn count_later<S: Coordinate>(
    a: &Sorted<S>,
    range: Range<usize>,
    is_open: bool,
    counts: &mut [u64],
) {
    let starts = &a.starts[..range.end];
    for at in range {
        let later = at + 1..gallop(starts, at + 1, |start| {
            begins_before(*start, a.ends[at], is_open)
        });
        let row = a.rows[at];
        if a.is_by_row {
            counts[row as usize] += later.len() as u64;
            continue;
        }
        for other in &a.rows[later] {
            counts[row.min(*other) as usize] += 1;
        }
    }
}

/// Whether an interval that begins here meets one that has begun and ends at `end`.
pub(super) fn begins_before<S: Coordinate>(start: S, end: S, is_open: bool) -> bool {
    start < end || (!is_open && start == end)
}

/// Whether an interval with this end is over at a position.
pub(super) fn is_before<S: Coordinate>(end: S, position: S, is_open: bool) -> bool {
    !begins_before(position, end, is_open)
}

/// The first position from `from` on whose element is not admitted. Few are passed.
fn step_while<T>(items: &[T], from: usize, is_passed: impl Fn(&T) -> bool) -> usize {
    let passed = items[from..].iter().take_while(|item| is_passed(item));
    from + passed.count()
}

/// The same, by steps that double: few comparisons whether few or many are passed.
pub(super) fn gallop<T>(items: &[T], from: usize, is_passed: impl Fn(&T) -> bool) -> usize {
    let (mut known, mut step) = (from, 1);
    while let Some(item) = items.get(known + step - 1)
        && is_passed(item)
    {
        known += step;
        step *= 2;
    }
    let end = (known + step - 1).min(items.len());
    known + items[known..end].partition_point(is_passed)
}
