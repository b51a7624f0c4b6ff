//! Boxes in the memory of arrays.

use std::array;
use std::borrow::Cow;
use std::fmt;

use broadleaf::Aabb;
use broadleaf::geometry::{BoxSource, InvalidAabb};
use bytemuck::checked::try_cast_slice;
use numpy::ndarray::{ArrayView1, ArrayView2, Axis};

use crate::arrays::number::{Number, Wide};
use crate::calls::call::Watch;
use crate::calls::memory;

/// The unchecked coordinates of boxes.
#[derive(Clone, Copy)]
pub(crate) enum Numbers<'a, S, const D: usize> {
    /// Rows of a lower and an upper corner.
    Rows(ArrayView2<'a, S>),
    /// Columns of the same length.
    Columns(Columns<'a, S, D>),
}

impl<'a, S: Number, const D: usize> Numbers<'a, S, D> {
    /// The coordinates in two arrays of the same shape, of lower and of upper corners.
    pub(crate) fn in_corners(corners: [ArrayView2<'a, S>; 2]) -> Self {
        Self::Columns(
            corners.map(|corners| array::from_fn(|axis| corners.index_axis_move(Axis(1), axis))),
        )
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Rows(rows) => rows.nrows(),
            Self::Columns(columns) => columns[0][0].len(),
        }
    }

    /// Checks all coordinates and returns them as boxes.
    pub(crate) fn check(self) -> Result<Boxes<'a, S, D>, InvalidRow<S>> {
        let columns = match self {
            Self::Rows(rows) => {
                // Rows without gaps have the layout of boxes.
                if let Some(Ok(boxes)) = rows.to_slice().map(try_cast_slice) {
                    return Ok(Boxes::Slice(boxes));
                }
                let (min, max) = rows.split_at(Axis(1), D);
                return Self::in_corners([min, max]).check();
            }
            Self::Columns(columns) => columns,
        };
        for row in 0..columns[0][0].len() {
            let [min, max] = corners_of(&columns, row);
            Aabb::try_new(min, max).map_err(|invalid| InvalidRow { row, invalid })?;
        }
        Ok(Boxes::Columns(columns))
    }
}

/// One column for each coordinate of the lower corners and of the upper corners.
pub(crate) type Columns<'a, S, const D: usize> = [[ArrayView1<'a, S>; D]; 2];

#[inline(always)]
fn corners_of<S: Copy, const D: usize>(columns: &Columns<'_, S, D>, row: usize) -> [[S; D]; 2] {
    [0, 1].map(|corner| array::from_fn(|axis| columns[corner][axis][row]))
}

/// Boxes that are read in place.
///
/// Python must not change them during the call. If it does, answers are wrong or the call panics,
/// which Python sees as an exception.
pub(crate) enum Boxes<'a, S, const D: usize> {
    Slice(&'a [Aabb<S, D>]),
    Columns(Columns<'a, S, D>),
}

impl<S: Number, const D: usize> Boxes<'_, S, D> {
    /// All boxes. They are copied unless they are rows without gaps, since the library would read
    /// each several times through a function pointer.
    pub(crate) fn to_slice(&self, watch: &Watch<'_>) -> Cow<'_, [Aabb<S, D>]> {
        match self {
            Self::Slice(boxes) => (*boxes).into(),
            Self::Columns(_) => {
                memory::expect(self.len(), size_of::<Aabb<S, D>>(), watch);
                (0..self.len()).map(|row| self.get(row)).collect()
            }
        }
    }
}

impl<S: Number, const D: usize> BoxSource<S, D> for Boxes<'_, S, D> {
    #[inline]
    fn len(&self) -> usize {
        match self {
            Self::Slice(boxes) => boxes.len(),
            Self::Columns(columns) => columns[0][0].len(),
        }
    }

    #[inline(always)]
    fn get(&self, index: usize) -> Aabb<S, D> {
        match self {
            Self::Slice(boxes) => boxes[index],
            Self::Columns(columns) => {
                let [min, max] = corners_of(columns, index);
                Aabb::new(min, max)
            }
        }
    }

    #[inline]
    fn as_slice(&self) -> Option<&[Aabb<S, D>]> {
        match self {
            Self::Slice(boxes) => Some(boxes),
            Self::Columns(_) => None,
        }
    }
}

/// The first row that is not a box.
#[derive(Debug)]
pub(crate) struct InvalidRow<S> {
    row: usize,
    invalid: InvalidAabb<S>,
}

impl<S: Number> InvalidRow<S> {
    /// A hint on how the caller can have the row accepted.
    fn way_out(&self) -> String {
        let (min, max) = (self.invalid.min(), self.invalid.max());
        if min.is_nan() || max.is_nan() {
            return "; missing=\"skip\" leaves out rows without a box".to_owned();
        }
        // The range is from east to west, in degrees.
        let is_over = min > S::default() && max < S::default();
        let is_east = S::at_most(Wide::Integer(180)).is_some_and(|end| min <= end);
        let is_west = S::at_least(Wide::Integer(-180)).is_some_and(|end| end <= max);
        if self.invalid.axis() == 0 && is_over && is_east && is_west {
            return "; longitude=\"x\" reads it as a box over the antimeridian".to_owned();
        }
        String::new()
    }
}

impl<S: Number> fmt::Display for InvalidRow<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}: {}", self.row, self.invalid)
    }
}

/// The boxes, or an error that names the argument.
pub(crate) fn checked<'a, S: Number, const D: usize>(
    numbers: Numbers<'a, S, D>,
    name: &str,
) -> Result<Boxes<'a, S, D>, String> {
    numbers.check().map_err(|error| format!("{name}: {error}"))
}

/// The boxes in a list of rows; errors mention that rows without a box can be left out.
pub(crate) fn checked_rows<'a, S: Number, const D: usize>(
    numbers: Numbers<'a, S, D>,
    name: &str,
) -> Result<Boxes<'a, S, D>, String> {
    numbers
        .check()
        .map_err(|error| format!("{name}: {error}{}", error.way_out()))
}
