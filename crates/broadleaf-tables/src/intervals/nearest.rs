//! The nearest intervals before and after each.

use std::cmp::Reverse;
use std::ops::Range;

use broadleaf::Id;

use super::coordinate::Coordinate;
use super::count::gallop;
use super::list::{Intervals, InvalidIntervals};
use super::sorted::{Sorted, compare};

/// The nearest interval on one side of another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbor<S: Coordinate> {
    /// Its row.
    pub row: Id,
    /// The length of the gap between both.
    pub distance: S::Length,
}

/// For each row of `a`, the row of `b` with its key that ends last of those that end at or before
/// its start; of several, the least row.
///
/// Intervals that touch are neighbours with a distance of 0.
///
/// ```
/// use broadleaf::Id;
/// use broadleaf_tables::intervals::{Intervals, nearest_before};
/// let genes = Intervals::new(&[50, 90], &[60, 95])?;
/// let peaks = Intervals::new(&[10, 55, 70], &[20, 65, 80])?;
/// let before = nearest_before(&genes, &peaks)?;
/// assert_eq!(before[1].map(|found| (found.row, found.distance)), Some((Id(2), 10_u64)));
/// # Ok::<(), broadleaf_tables::intervals::InvalidIntervals>(())
/// ```
///
/// # Errors
/// If only one list has keys.
pub fn nearest_before<S: Coordinate>(
    a: &Intervals<'_, S>,
    b: &Intervals<'_, S>,
) -> Result<Vec<Option<Neighbor<S>>>, InvalidIntervals> {
    let (first, second, mut found) = prepare(a, b)?;
    for (range, others) in first.common(&second) {
        let rows = others.map(|at| (second.ends[at], second.rows[at]));
        let mut ends: Vec<_> = rows.collect();
        ends.sort_unstable_by(|a, b| compare(a.0, b.0).then(Reverse(a.1).cmp(&Reverse(b.1))));
        let mut passed = 0;
        for at in range {
            let start = first.starts[at];
            passed = gallop(&ends, passed, |other| other.0 <= start);
            found[first.rows[at] as usize] = passed.checked_sub(1).map(|last| Neighbor {
                row: Id(ends[last].1),
                distance: S::length(ends[last].0, start),
            });
        }
    }
    Ok(found)
}

/// For each row of `a`, the row of `b` with its key that starts first of those that start at or
/// after its end; of several, the least row. The rest is as in [`nearest_before`].
///
/// # Errors
/// If only one list has keys.
pub fn nearest_after<S: Coordinate>(
    a: &Intervals<'_, S>,
    b: &Intervals<'_, S>,
) -> Result<Vec<Option<Neighbor<S>>>, InvalidIntervals> {
    let (first, second, mut found) = prepare(a, b)?;
    for (range, others) in first.common(&second) {
        let starts = &second.starts[others.clone()];
        let rows = least_rows(&second, others);
        let mut passed = 0;
        for at in range {
            let (start, end) = (first.starts[at], first.ends[at]);
            passed = gallop(starts, passed, |other| *other < start);
            let next = gallop(starts, passed, |other| *other < end);
            found[first.rows[at] as usize] = starts.get(next).map(|start| Neighbor {
                row: Id(rows[next]),
                distance: S::length(end, *start),
            });
        }
    }
    Ok(found)
}

type Prepared<S> = (Sorted<S>, Sorted<S>, Vec<Option<Neighbor<S>>>);

fn prepare<S: Coordinate>(
    a: &Intervals<'_, S>,
    b: &Intervals<'_, S>,
) -> Result<Prepared<S>, InvalidIntervals> {
    a.check_keys(b)?;
    Ok((
        Sorted::unchanged(a),
        Sorted::unchanged(b),
        vec![None; a.len()],
    ))
}

/// For each position of a range, the least row among the intervals with the same start.
fn least_rows<S: Coordinate>(sorted: &Sorted<S>, range: Range<usize>) -> Vec<u32> {
    let mut rows = sorted.rows[range.clone()].to_vec();
    let mut rest = &mut rows[..];
    for same in sorted.starts[range].chunk_by(|a, b| a == b) {
        let (rows, others) = rest.split_at_mut(same.len());
        let least = rows.iter().copied().min().unwrap_or(0);
        rows.fill(least);
        rest = others;
    }
    rows
}
