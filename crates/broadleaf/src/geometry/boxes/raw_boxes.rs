//! Boxes as numbers in the caller's memory: a column for each coordinate, or rows of numbers.

use core::fmt;

use super::box_source::BoxSource;
use crate::geometry::aabb::{Aabb, InvalidAabb};
use crate::geometry::scalar::traits::Scalar;

/// Boxes in `2 * D` borrowed columns: one slice for the minima and one for the maxima of each axis.
///
/// ```
/// use broadleaf::geometry::Columns;
/// use broadleaf::{Id, self_pairs};
/// let (min_x, min_y) = ([0.0, 5.0, 1.0], [0.0, 5.0, 1.0]);
/// let (max_x, max_y) = ([2.0, 6.0, 3.0], [2.0, 6.0, 3.0]);
/// let boxes = Columns::try_new([&min_x, &min_y], [&max_x, &max_y])?;
/// assert_eq!(self_pairs(&boxes)?, [[Id(0), Id(2)]]);
///
/// let error = Columns::try_new([&min_x, &min_y], [&max_x, &[2.0, f64::NAN, 3.0]]).unwrap_err();
/// assert_eq!(error.to_string(), "row 1: not a number on axis 1: min 5, max NaN");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Columns<'a, S, const D: usize> {
    min: [&'a [S]; D],
    max: [&'a [S]; D],
    len: usize,
}

impl<'a, S: Scalar, const D: usize> Columns<'a, S, D> {
    /// Boxes with their lower corners in the columns `min` and their upper corners in the columns
    /// `max`, axis by axis. Reads every number once to check it.
    ///
    /// # Errors
    /// Names the first column whose length differs from `min[0]`, or the first row that is not a
    /// box, because a number is NaN or a minimum is above the maximum.
    pub fn try_new(min: [&'a [S]; D], max: [&'a [S]; D]) -> Result<Self, InvalidBoxes<S>> {
        let len = min.first().map_or(0, |column| column.len());
        for (column, values) in min.iter().chain(&max).enumerate() {
            if values.len() != len {
                return Err(InvalidBoxes::ColumnLength {
                    column,
                    len: values.len(),
                    expected: len,
                });
            }
        }
        let columns = Self { min, max, len };
        check_rows(len, |row| columns.corners(row))?;
        Ok(columns)
    }

    #[inline(always)]
    fn corners(&self, row: usize) -> [[S; D]; 2] {
        [
            self.min.map(|column| column[row]),
            self.max.map(|column| column[row]),
        ]
    }
}

impl<S: Scalar, const D: usize> BoxSource<S, D> for Columns<'_, S, D> {
    #[inline]
    fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    fn get(&self, index: usize) -> Aabb<S, D> {
        let [min, max] = self.corners(index);
        Aabb::from_ordered(min, max)
    }
}

/// Boxes in borrowed rows of numbers, such as a NumPy array of shape `(n, 2 * D)`, or structs that
/// contain two corners.
///
/// ```
/// use broadleaf::geometry::Rows;
/// use broadleaf::{Id, self_pairs};
/// // min x, min y, max x, max y
/// let array = [0, 0, 2, 2, /**/ 5, 5, 6, 6, /**/ 1, 1, 3, 3];
/// let boxes = Rows::<_, 2>::try_new(&array)?;
/// assert_eq!(self_pairs(&boxes)?, [[Id(0), Id(2)]]);
///
/// // number, max x, min x
/// let structs = [7, 2, 0, /**/ 8, 3, 1];
/// let boxes = Rows::<_, 1>::with_layout(&structs, 3, 2, 1)?;
/// assert_eq!(self_pairs(&boxes)?, [[Id(0), Id(1)]]);
///
/// let error = Rows::<_, 1>::with_layout(&structs, 3, 1, 2).unwrap_err();
/// assert_eq!(error.to_string(), "row 0: min 2 is above max 0 on axis 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a, S, const D: usize> {
    values: &'a [S],
    stride: usize,
    min: usize,
    max: usize,
    len: usize,
}

impl<'a, S: Scalar, const D: usize> Rows<'a, S, D> {
    /// Boxes in rows of `2 * D` numbers: the lower corner, then the upper corner. Reads every
    /// number once to check it.
    ///
    /// # Errors
    /// If the last row is incomplete, or a row is not a box, because a number is NaN or a minimum
    /// is above the maximum. Names the first such row.
    pub fn try_new(values: &'a [S]) -> Result<Self, InvalidBoxes<S>> {
        Self::with_layout(values, 2 * D, 0, D)
    }

    /// Boxes in rows of `stride` numbers. In each row, the lower corner begins at the offset `min`
    /// and the upper corner at the offset `max`. Reads the corners once to check them.
    ///
    /// # Errors
    /// If a corner does not fit into a row, or for the reasons of [`try_new`](Self::try_new).
    pub fn with_layout(
        values: &'a [S],
        stride: usize,
        min: usize,
        max: usize,
    ) -> Result<Self, InvalidBoxes<S>> {
        for offset in [min, max] {
            if offset.checked_add(D).is_none_or(|end| end > stride) || stride == 0 {
                return Err(InvalidBoxes::Offset { offset, stride });
            }
        }
        if !values.len().is_multiple_of(stride) {
            return Err(InvalidBoxes::IncompleteRow {
                len: values.len(),
                stride,
            });
        }
        let rows = Self {
            values,
            stride,
            min,
            max,
            len: values.len() / stride,
        };
        check_rows(rows.len, |row| rows.corners(row))?;
        Ok(rows)
    }

    #[inline(always)]
    fn corners(&self, row: usize) -> [[S; D]; 2] {
        let start = row * self.stride;
        let row = &self.values[start..start + self.stride];
        let mut corners = [[S::default(); D]; 2];
        corners[0].copy_from_slice(&row[self.min..self.min + D]);
        corners[1].copy_from_slice(&row[self.max..self.max + D]);
        corners
    }
}

impl<S: Scalar, const D: usize> BoxSource<S, D> for Rows<'_, S, D> {
    #[inline]
    fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    fn get(&self, index: usize) -> Aabb<S, D> {
        let [min, max] = self.corners(index);
        Aabb::from_ordered(min, max)
    }
}

fn check_rows<S: Scalar, const D: usize>(
    len: usize,
    corners: impl Fn(usize) -> [[S; D]; 2],
) -> Result<(), InvalidBoxes<S>> {
    for row in 0..len {
        let [min, max] = corners(row);
        Aabb::try_new(min, max).map_err(|invalid| InvalidBoxes::Row { row, invalid })?;
    }
    Ok(())
}

/// The error for numbers that are not boxes: the first problem, with its position and values.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum InvalidBoxes<S> {
    /// A row is not a box.
    Row {
        /// The row.
        row: usize,
        /// The axis and the two values on it.
        invalid: InvalidAabb<S>,
    },
    /// The length of a column differs from the first one.
    ColumnLength {
        /// The number of the column, counting the minima first, then the maxima.
        column: usize,
        /// The length of this column.
        len: usize,
        /// The length of the first column.
        expected: usize,
    },
    /// A corner does not fit into a row.
    Offset {
        /// The offset of the corner.
        offset: usize,
        /// The length of a row.
        stride: usize,
    },
    /// The last row is incomplete.
    IncompleteRow {
        /// The number of values.
        len: usize,
        /// The length of a row.
        stride: usize,
    },
}

impl<S: Scalar> fmt::Display for InvalidBoxes<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row { row, invalid } => write!(f, "row {row}: {invalid}"),
            Self::ColumnLength {
                column,
                len,
                expected,
            } => write!(
                f,
                "column {column} has {len} values, column 0 has {expected}"
            ),
            Self::Offset { offset, stride } => write!(
                f,
                "a corner at offset {offset} does not fit into rows of {stride} values"
            ),
            Self::IncompleteRow { len, stride } => write!(
                f,
                "{len} values are not a whole number of rows of {stride} values"
            ),
        }
    }
}

impl<S: Scalar> core::error::Error for InvalidBoxes<S> {}
