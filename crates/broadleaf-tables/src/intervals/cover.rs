//! What intervals cover of others, and what they leave.
//!
//! An interval covers the numbers from its start up to its end; whether these belong to it makes no
//! difference to a length. Intervals without length cover nothing.

use super::coordinate::Coordinate;
use super::list::{Intervals, InvalidIntervals};
use super::sorted::Sorted;
use super::union::Union;

/// Parts of intervals.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts<S> {
    /// The row that each part belongs to, or its key if it belongs to none.
    pub of: Vec<u32>,
    /// Where each part starts.
    pub starts: Vec<S>,
    /// Where each part ends.
    pub ends: Vec<S>,
}

impl<S: Coordinate> Parts<S> {
    fn new() -> Self {
        Self {
            of: Vec::new(),
            starts: Vec::new(),
            ends: Vec::new(),
        }
    }

    fn push(&mut self, of: u32, start: S, end: S) {
        if start < end {
            self.of.push(of);
            self.starts.push(start);
            self.ends.push(end);
        }
    }
}

/// How much of each row of `a` the rows of `b` with its key cover together: what several cover
/// counts once.
///
/// Of floats, long intervals are sums and differences of sums, rounded to nearest.
///
/// ```
/// use broadleaf_tables::intervals::{Intervals, coverage};
/// let shifts = Intervals::new(&[0, 8], &[8, 16])?;
/// let visits = Intervals::new(&[2, 3, 7], &[4, 5, 9])?;
/// assert_eq!(coverage(&shifts, &visits)?, [4, 1]);
/// # Ok::<(), broadleaf_tables::intervals::InvalidIntervals>(())
/// ```
///
/// # Errors
/// If one list has keys and the other has none.
pub fn coverage<S: Coordinate>(
    a: &Intervals<'_, S>,
    b: &Intervals<'_, S>,
) -> Result<Vec<S::Length>, InvalidIntervals> {
    a.check_keys(b)?;
    let (sorted, union) = (Sorted::unchanged(a), Union::new(b));
    let mut lengths = vec![S::Length::default(); a.len()];
    for group in &sorted.groups {
        let range = union.of_key(group.key);
        let mut next = range.start;
        for at in group.range.clone() {
            let (start, end) = (sorted.starts[at], sorted.ends[at]);
            let pieces = union.meeting(range.clone(), next, start, end);
            next = pieces.start;
            lengths[sorted.rows[at] as usize] = union.length(pieces, start, end);
        }
    }
    Ok(lengths)
}

/// The parts of each row of `a` that no row of `b` with its key covers, by row and start.
///
/// The rows of `a` may be the bounds in which to look for what a list leaves uncovered.
///
/// ```
/// use broadleaf_tables::intervals::{Intervals, subtract};
/// let day = Intervals::new(&[0], &[24])?;
/// let meetings = Intervals::new(&[9, 13], &[11, 15])?;
/// let free = subtract(&day, &meetings)?;
/// assert_eq!((free.starts, free.ends), (vec![0, 11, 15], vec![9, 13, 24]));
/// # Ok::<(), broadleaf_tables::intervals::InvalidIntervals>(())
/// ```
///
/// # Errors
/// If one list has keys and the other has none.
pub fn subtract<S: Coordinate>(
    a: &Intervals<'_, S>,
    b: &Intervals<'_, S>,
) -> Result<Parts<S>, InvalidIntervals> {
    a.check_keys(b)?;
    let union = Union::new(b);
    let mut parts = Parts::new();
    for row in 0..a.len() {
        let (mut start, end) = (a.starts[row], a.ends[row]);
        let range = union.of_key(a.key(row));
        for piece in union.meeting(range.clone(), range.start, start, end) {
            parts.push(row as u32, start, union.starts[piece]);
            start = union.ends[piece];
        }
        parts.push(row as u32, start, end);
    }
    Ok(parts)
}

/// The gaps between the intervals of each key, by key and start: what they leave uncovered between
/// their least start and their greatest end.
///
/// ```
/// use broadleaf_tables::intervals::{Intervals, gaps};
/// let found = gaps(&Intervals::new(&[5, 0, 1], &[7, 3, 2])?);
/// assert_eq!((found.starts, found.ends), (vec![3], vec![5]));
/// # Ok::<(), broadleaf_tables::intervals::InvalidIntervals>(())
/// ```
#[must_use]
pub fn gaps<S: Coordinate>(list: &Intervals<'_, S>) -> Parts<S> {
    let union = Union::new(list);
    let mut parts = Parts::new();
    for group in &union.groups {
        let range = group.range.clone();
        for at in range.start + 1..range.end {
            parts.push(group.key, union.ends[at - 1], union.starts[at]);
        }
    }
    parts
}
