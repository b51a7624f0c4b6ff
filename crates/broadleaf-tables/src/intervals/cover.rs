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
    /// The row that each part belongs to.
    pub rows: Vec<u32>,
    /// Where each part starts.
    pub starts: Vec<S>,
    /// Where each part ends.
    pub ends: Vec<S>,
}

impl<S: Coordinate> Parts<S> {
    fn new() -> Self {
        Self {
            rows: Vec::new(),
            starts: Vec::new(),
            ends: Vec::new(),
        }
    }

    fn push(&mut self, row: u32, start: S, end: S) {
        if start < end {
            self.rows.push(row);
            self.starts.push(start);
            self.ends.push(end);
        }
    }
}

/// The length of each row of `a` that the rows of `b` with its key cover; what several of them
/// cover counts once.
///
/// With floats, the lengths of pieces are added, and each sum is rounded to nearest.
///
/// ```
/// use broadleaf_tables::intervals::{Intervals, coverage};
/// let shifts = Intervals::new(&[0, 8], &[8, 16])?;
/// let visits = Intervals::new(&[2, 3, 7], &[4, 5, 9])?;
/// assert_eq!(coverage(&shifts, &visits)?, [4_u64, 1]);
/// # Ok::<(), broadleaf_tables::intervals::InvalidIntervals>(())
/// ```
///
/// # Errors
/// If only one list has keys.
pub fn coverage<S: Coordinate>(
    a: &Intervals<'_, S>,
    b: &Intervals<'_, S>,
) -> Result<Vec<S::Length>, InvalidIntervals> {
    a.check_keys(b)?;
    let (sorted, union) = (Sorted::unchanged(a), Union::new(b));
    let mut lengths = vec![S::Length::default(); a.len()];
    for group in &sorted.groups {
        let mut range = union.of_key(group.key);
        for at in group.range.clone() {
            let (start, end) = (sorted.starts[at], sorted.ends[at]);
            let pieces = union.meeting(&range, start, end);
            range.start = pieces.start;
            lengths[sorted.rows[at] as usize] = union.length(pieces, start, end);
        }
    }
    Ok(lengths)
}

/// The parts of each row of `a` that no row of `b` with its key covers, by row and start.
///
/// If the rows of `a` are bounds, such as whole chromosomes, these are the gaps of `b`: its
/// complement.
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
/// If only one list has keys.
pub fn subtract<S: Coordinate>(
    a: &Intervals<'_, S>,
    b: &Intervals<'_, S>,
) -> Result<Parts<S>, InvalidIntervals> {
    a.check_keys(b)?;
    let union = Union::new(b);
    let mut parts = Parts::new();
    for row in 0..a.len() {
        let (mut start, end) = (a.starts[row], a.ends[row]);
        for piece in union.meeting(&union.of_key(a.key(row)), start, end) {
            let (covered, next) = union.piece(piece);
            parts.push(row as u32, start, covered);
            start = next;
        }
        parts.push(row as u32, start, end);
    }
    Ok(parts)
}
