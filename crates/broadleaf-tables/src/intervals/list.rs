//! Lists of intervals, and what is wrong with them.

use std::error::Error;
use std::fmt;

use super::coordinate::Coordinate;

/// A list of intervals: a start and an end for each row, and optionally a key, such as the number
/// of a chromosome, day or device.
///
/// ```
/// use broadleaf_tables::intervals::Intervals;
/// let list = Intervals::new(&[0, 5], &[7, 9])?.by(&[1, 1])?;
/// assert_eq!(list.len(), 2);
/// let error = Intervals::new(&[0, 5], &[7, 4]).unwrap_err();
/// assert_eq!(error.to_string(), "row 1: the start 5 is above the end 4");
/// # Ok::<(), broadleaf_tables::intervals::InvalidIntervals>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Intervals<'a, S> {
    pub(super) starts: &'a [S],
    pub(super) ends: &'a [S],
    pub(super) keys: Option<&'a [u32]>,
}

impl<'a, S: Coordinate> Intervals<'a, S> {
    /// The interval of each row, from its start to its end.
    ///
    /// # Errors
    /// If there are not as many ends as starts, a row has NaN or a start above its end, or there
    /// are more than 2³² - 1 rows.
    pub fn new(starts: &'a [S], ends: &'a [S]) -> Result<Self, InvalidIntervals> {
        let rows = starts.len();
        if ends.len() != rows {
            return Err(InvalidIntervals::Ends {
                ends: ends.len(),
                rows,
            });
        }
        if rows > u32::MAX as usize {
            return Err(InvalidIntervals::TooManyRows { rows });
        }
        match starts
            .iter()
            .zip(ends)
            .position(|(start, end)| !(start <= end))
        {
            None => Ok(Self {
                starts,
                ends,
                keys: None,
            }),
            Some(row) => Err(InvalidIntervals::row(row, starts[row], ends[row])),
        }
    }

    /// The same intervals with a key for each. Intervals of different keys have nothing in common:
    /// they are neither pairs nor neighbours, and do not cover each other.
    ///
    /// # Errors
    /// If there are not as many keys as rows.
    pub fn by(self, keys: &'a [u32]) -> Result<Self, InvalidIntervals> {
        if keys.len() != self.len() {
            return Err(InvalidIntervals::Keys {
                keys: keys.len(),
                rows: self.len(),
            });
        }
        Ok(Self {
            keys: Some(keys),
            ..self
        })
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    pub(super) fn key(&self, row: usize) -> u32 {
        self.keys.map_or(0, |keys| keys[row])
    }

    /// Checks that both lists have keys, or neither has.
    pub(super) fn check_keys(&self, other: &Self) -> Result<(), InvalidIntervals> {
        match self.keys.is_some() == other.keys.is_some() {
            true => Ok(()),
            false => Err(InvalidIntervals::KeysOfOne),
        }
    }
}

/// An error in a list of intervals, or in an argument of a query.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum InvalidIntervals {
    /// There are not as many ends as starts.
    Ends {
        /// The ends that there are.
        ends: usize,
        /// The starts that there are.
        rows: usize,
    },
    /// There are not as many keys as rows.
    Keys {
        /// The keys that there are.
        keys: usize,
        /// The rows that there are.
        rows: usize,
    },
    /// One list has keys and the other has none.
    KeysOfOne,
    /// There are more rows than row numbers.
    TooManyRows {
        /// The rows that there are.
        rows: usize,
    },
    /// The start or the end of a row is not a number.
    Nan {
        /// The row.
        row: usize,
    },
    /// The start of a row is above its end.
    Reversed {
        /// The row.
        row: usize,
        /// Its start, as text.
        start: String,
        /// Its end, as text.
        end: String,
    },
    /// The least overlap is not above 0.
    Overlap(String),
    /// The distance is below 0 or is not a number.
    Distance(String),
}

impl InvalidIntervals {
    fn row<S: Coordinate>(row: usize, start: S, end: S) -> Self {
        // Only NaN differs from itself.
        #[expect(clippy::eq_op, reason = "only NaN differs from itself")]
        if start != start || end != end {
            return Self::Nan { row };
        }
        Self::Reversed {
            row,
            start: start.to_string(),
            end: end.to_string(),
        }
    }
}

impl fmt::Display for InvalidIntervals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ends { ends, rows } => write!(f, "{ends} ends for {rows} starts"),
            Self::Keys { keys, rows } => write!(f, "{keys} keys for {rows} rows"),
            Self::KeysOfOne => write!(f, "one list has keys and the other has none"),
            Self::TooManyRows { rows } => write!(f, "{rows} rows are more than 2³² - 1"),
            Self::Nan { row } => write!(f, "row {row}: the start or the end is not a number"),
            Self::Reversed { row, start, end } => {
                write!(f, "row {row}: the start {start} is above the end {end}")
            }
            Self::Overlap(overlap) => {
                write!(f, "the least overlap is {overlap}, but must be above 0")
            }
            Self::Distance(distance) => {
                write!(f, "the distance is {distance}, but must be at least 0")
            }
        }
    }
}

impl Error for InvalidIntervals {}
