//! From names to columns.

use crate::chosen::chosen;
use crate::columns::Columns;
use crate::error::NamesError;
use crate::fit::fit;

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
    /// If a name is not there or there twice, if there are five or more than six, or if a known
    /// name is at a place that says something else.
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
}

fn as_strs<N: AsRef<str>>(names: &[N]) -> Vec<&str> {
    names.iter().map(AsRef::as_ref).collect()
}
