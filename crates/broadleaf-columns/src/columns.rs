//! Which columns are boxes.

use crate::chosen::chosen;
use crate::error::NamesError;
use crate::fit::fit;

/// What two lists of columns say about a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Lower ends and upper ends.
    Corners,
    /// Lower ends and sizes: an upper end is the sum of both.
    Sizes,
    /// The same columns are both ends.
    Points,
}

/// Which columns of a table are boxes, axis by axis: one, two or three axes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    pub(crate) kind: Kind,
    pub(crate) first: Vec<usize>,
    pub(crate) second: Vec<usize>,
}

impl Columns {
    /// The columns that the names of all columns say are the boxes, by the rule of this crate.
    ///
    /// # Errors
    /// If no set of names fits, or more than one. The message lists the names that are there and
    /// what is missing or ambiguous; the caller adds how to say which columns are meant.
    ///
    /// ```
    /// use broadleaf_columns::{Columns, Kind};
    /// let columns = Columns::of(&["Width", "Height", "x", "y"])?;
    /// assert_eq!((columns.kind(), columns.dimensions()), (Kind::Sizes, 2));
    /// assert_eq!((columns.first(), columns.second()), (&[2, 3][..], &[0, 1][..]));
    /// let error = Columns::of(&["xmin", "ymin", "xmax"]).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the upper end of y (ymax) is missing: there are xmin, ymin, xmax"
    /// );
    /// # Ok::<(), broadleaf_columns::NamesError>(())
    /// ```
    pub fn of(names: &[impl AsRef<str>]) -> Result<Self, NamesError> {
        fit(&as_strs(names))
    }

    /// The columns with the names `wanted`. Names that the rule of this crate knows say themselves
    /// what they are, in any order. Others are, by place, the lower ends of all axes and then the
    /// upper ends if they are four or six, and points if they are one, two or three.
    ///
    /// # Errors
    /// If a name is not there or there twice, if it is wanted twice, if there are five or more than
    /// six, or if a known name is at a place that says something else.
    ///
    /// ```
    /// use broadleaf_columns::{Columns, Kind};
    /// let names = ["a", "b", "c", "d", "x", "y", "lon", "lat"];
    /// assert_eq!(Columns::chosen(&names, &["c", "d", "a", "b"])?.second(), [0, 1]);
    /// assert_eq!(Columns::chosen(&names, &["lat", "lon"])?.first(), [6, 7]);
    /// # Ok::<(), broadleaf_columns::NamesError>(())
    /// ```
    pub fn chosen(
        names: &[impl AsRef<str>],
        wanted: &[impl AsRef<str>],
    ) -> Result<Self, NamesError> {
        chosen(&as_strs(names), &as_strs(wanted))
    }

    /// What the columns say.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The number of axes, 1 to 3.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.first.len()
    }

    /// The column of the lower end, or of the point, on each axis.
    #[must_use]
    pub fn first(&self) -> &[usize] {
        &self.first
    }

    /// The column of the upper end, of the size, or of the point, on each axis.
    #[must_use]
    pub fn second(&self) -> &[usize] {
        &self.second
    }

    /// The columns of a table of `count` columns that are not used, in order.
    pub fn ignored(&self, count: usize) -> impl Iterator<Item = usize> + '_ {
        let is_used = |column: &usize| self.first.contains(column) || self.second.contains(column);
        (0..count).filter(move |column| !is_used(column))
    }
}

fn as_strs<N: AsRef<str>>(names: &[N]) -> Vec<&str> {
    names.iter().map(AsRef::as_ref).collect()
}
