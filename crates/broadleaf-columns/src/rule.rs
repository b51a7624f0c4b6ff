//! From names to columns.

use crate::chosen::chosen;
use crate::columns::Columns;
use crate::error::NamesError;
use crate::fit::fit;

impl Columns {
    /// Finds the columns of boxes by the names of all columns.
    ///
    /// # Errors
    /// If no set of names fits, or more than one. The message lists the existing names and what is
    /// missing or ambiguous; the caller adds how to choose columns.
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

    /// The columns with the names `wanted`. Known names define their meaning, in any order. Other
    /// names are taken by position: four or six are the lower ends of all axes, then the upper
    /// ends; one or three are points. `x=a` reads the column `a` by the name `x`.
    ///
    /// # Errors
    /// If a name does not exist or occurs twice, if there are five names or more than six, if a
    /// known name contradicts its position, or if two names could be two axes or two ends.
    ///
    /// ```
    /// use broadleaf_columns::{Columns, Kind};
    /// let names = ["a", "b", "c", "d", "x", "y", "lon", "lat"];
    /// assert_eq!(Columns::chosen(&names, &["c", "d", "a", "b"])?.second(), [0, 1]);
    /// assert_eq!(Columns::chosen(&names, &["lat", "lon"])?.first(), [6, 7]);
    /// assert!(Columns::chosen(&names, &["a", "b"]).is_err());
    /// assert_eq!(Columns::chosen(&names, &["x=a", "y=b"])?.kind(), Kind::Points);
    /// assert_eq!(Columns::chosen(&names, &["start=a", "end=b"])?.kind(), Kind::Corners);
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
